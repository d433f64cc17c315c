"""Rockaway's ``redeal`` against an enumeration of all consistent worlds, written anew.

The enumeration knows nothing of the rules module: it plays the public history forward from
every possible layout, in strings, and keeps the layouts in which every act was allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from typing import NamedTuple

import pytest

from koloda.cards import NO_CARD, members, parse_card, spell_card
from koloda.rules import rockaway
from koloda.rules.chance import seed_rng

DRAWS = ("ace_optional", "strict", "free")


class World(NamedTuple):
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    drawn: str
    """The card the actor drew last in the turn he is in; empty if he drew none."""


class Position(NamedTuple):
    """A state, and the acts that led to it: (seat, "draw" | "pass" | card)."""

    state: rockaway.State
    pack: list[str]
    acts: list[tuple[int, str]]


def lay_out(pack: list[str], players: int, hand: int, draw: str, dealer: int = 0) -> Position:
    s = rockaway.State()
    s.players, s.dealer, s.hand_size, s.size = players, dealer, hand, len(pack)
    s.deck, s.draw, s.target = 52, DRAWS.index(draw), 120
    s.pack[: len(pack)] = [parse_card(card) for card in pack]
    rockaway.start(s)
    return Position(s, pack, [])


def act(position: Position, text: str) -> None:
    s = position.state
    code = rockaway.parse(s, text)
    refusal = rockaway.refuse(s, code)
    assert refusal is None, (text, refusal)
    position.acts.append((s.actor, text))
    rockaway.apply(s, code)


def hand_of(s: rockaway.State, seat: int) -> tuple[str, ...]:
    cards = members(s.hand[seat]) + members(s.both[seat])
    return tuple(sorted(spell_card(card) for card in cards))


def world_of(s: rockaway.State, seat: int) -> World:
    drawn = "" if s.over or s.drawn == NO_CARD else spell_card(s.drawn)
    stock = tuple(spell_card(card) for card in s.pack[s.next : s.size])
    return World(tuple(hand_of(s, p) for p in range(s.players)), stock, drawn)


# --- the enumeration -------------------------------------------------------------------------


def matches(card: str, top: str) -> bool:
    return card[0] == "A" or card[0] == top[0] or card[1] == top[1]


class Line:
    """One layout played along the history as far as it has been looked at."""

    def __init__(self, hands: list[list[str]], unseen: list[str], top: str) -> None:
        self.hands = hands
        self.unseen = unseen
        self.top = top
        self.drawn = ""

    def after_draw(self, seat: int, card: str) -> Line:
        twin = Line([list(hand) for hand in self.hands], list(self.unseen), self.top)
        twin.unseen.remove(card)
        twin.hands[seat].append(card)
        twin.drawn = card
        return twin

    def may_draw(self, seat: int, draw: str) -> bool:
        fitting = [card for card in self.hands[seat] if matches(card, self.top)]
        if draw == "free":
            return True
        if draw == "strict":
            return not fitting
        just_drawn = self.drawn != "" and matches(self.drawn, self.top)
        return not just_drawn and all(card[0] == "A" for card in fitting)

    def after(self, seat: int, text: str) -> Line | None:
        """After a play or a pass, None where it was impossible."""
        hand = self.hands[seat]
        if text == "pass":
            if any(matches(card, self.top) for card in hand):
                return None
        else:
            if text not in hand:
                return None
            hand.remove(text)
            self.top = text
        self.drawn = ""
        return self


def layouts(position: Position, seat: int) -> Iterator[Line]:
    """Every way the hands may have been dealt, as far as the seat knows."""
    s, pack = position.state, position.pack
    order = [(s.dealer + 1 + i) % s.players for i in range(s.players)]
    dealt: list[list[str]] = [[] for _ in order]
    for i in range(s.players * s.hand_size):
        dealt[order[i % s.players]].append(pack[i])
    starter = pack[s.players * s.hand_size]
    rest = list(pack)
    for card in [*dealt[seat], starter]:
        rest.remove(card)

    def choose(others: list[int], hands: list[list[str]], rest: list[str]) -> Iterator[Line]:
        if not others:
            yield Line(hands, rest, starter)
            return
        for cards in set(combinations(sorted(rest), s.hand_size)):
            left = list(rest)
            for card in cards:
                left.remove(card)
            dealt_so = [list(cards) if p == others[0] else list(h) for p, h in enumerate(hands)]
            yield from choose(others[1:], dealt_so, left)

    mine = [dealt[p] if p == seat else [] for p in range(s.players)]
    yield from choose([p for p in order if p != seat], mine, rest)


def weigh(position: Position, seat: int) -> Counter[World]:
    """All worlds consistent with the whole public history and the seat's own cards, and how
    many layouts lead to each."""
    s, pack = position.state, position.pack
    draw = DRAWS[s.draw]
    lines = list(layouts(position, seat))
    cursor = s.players * s.hand_size + 1
    for who, text in position.acts:
        if text != "draw":
            lines = [line for line in lines if line.after(who, text) is not None]
            continue
        grown = []
        for line in lines:
            if line.may_draw(who, draw):
                cards = {pack[cursor]} & set(line.unseen) if who == seat else set(line.unseen)
                grown += [line.after_draw(who, card) for card in cards]
        lines = grown
        cursor += 1
    found: Counter[World] = Counter()
    for line in lines:
        hands = tuple(tuple(sorted(hand)) for hand in line.hands)
        if s.over and hands != tuple(hand_of(s, p) for p in range(s.players)):
            continue  # the hands lie open
        for stock in permutations(line.unseen):
            found[World(hands, stock, line.drawn)] += 1
    return found


def worlds(position: Position, seat: int) -> set[World]:
    return set(weigh(position, seat))


# --- comparing -------------------------------------------------------------------------------


def redealt(s: rockaway.State, seat: int, seed: int) -> rockaway.State:
    twin = s.copy()
    seed_rng(twin, seed)
    rockaway.redeal(twin, seat)
    return twin


def same_but_hidden(a: rockaway.State, b: rockaway.State, seat: int) -> bool:
    """Whether all that is not hidden from the seat is untouched."""
    x, y = a.to_json(), b.to_json()
    x["hand"][:] = [x["hand"][seat]]
    y["hand"][:] = [y["hand"][seat]]
    x["both"][:] = [x["both"][seat]]
    y["both"][:] = [y["both"][seat]]
    x["pack"][a.next :] = y["pack"][b.next :] = []
    if a.actor != seat:
        x["drawn"] = y["drawn"] = 0
    x["rng"] = y["rng"] = 0
    return bool(x == y)


def reach(position: Position, seat: int, limit: int) -> None:
    """Redeal until every world has come; nothing else may ever come."""
    s = position.state
    expected = worlds(position, seat)
    assert world_of(s, seat) in expected
    missing = set(expected)
    for seed in range(limit):
        twin = redealt(s, seat, seed)
        world = world_of(twin, seat)
        assert world in expected, (position.acts, seat, world)
        assert same_but_hidden(s, twin, seat)
        missing.discard(world)
        if not missing and seed > 2 * len(expected):
            break
    assert not missing, (position.acts, seat, len(missing), len(expected))


def play_on(position: Position, rng: Random, steps: int) -> None:
    """Random acts, the rarer kinds (draw, then an ace) more often than by chance."""
    out = [0] * rockaway.MAX_ACTIONS
    for _ in range(steps):
        s = position.state
        if s.over:
            return
        codes = out[: rockaway.legal(s, out)]
        aces = [code for code in codes if code < 52 and code % 13 == 12]
        if rockaway.DRAW in codes and rng.random() < 0.6:
            code = rockaway.DRAW
        elif aces and rng.random() < 0.6:
            code = rng.choice(aces)
        else:
            code = rng.choice(codes)
        act(position, rockaway.spell(s, code))


SETUPS = {
    "two": (["Ac", "Ad", "Ah", "6c", "7c", "6d", "8d", "9h", "Ts", "7s"], 2, 2),
    "two, hands of three": (["Ac", "Ad", "6c", "7c", "6d", "8d", "7h", "Ts", "9s"], 2, 3),
    "two, equal cards": (["Ac", "Ac", "6c", "6c", "6d", "6d", "8h", "8h", "Ad"], 2, 2),
    "three": (["Ac", "Ad", "6c", "7c", "6d", "8d", "8h", "Ts", "9s", "7h"], 3, 2),
    "three, equal cards": (["Ac", "Ac", "6c", "6c", "6d", "6d", "8h", "8h", "9s"], 3, 2),
}


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("setup", SETUPS)
def test_r8_redeal_reaches_exactly_the_worlds_of_random_histories(setup: str, draw: str) -> None:
    cards, players, hand = SETUPS[setup]
    rng = Random(f"{setup} {draw}")
    wanted = Counter(drew=8, passed=3)
    for _ in range(3000):
        pack = rng.sample(cards, len(cards))
        position = lay_out(pack, players, hand, draw, dealer=rng.randrange(players))
        play_on(position, rng, rng.randrange(2, 15))
        seat = rng.randrange(players)
        texts = {text for who, text in position.acts if who != seat}
        kind = "passed" if "pass" in texts else "drew" if "draw" in texts else "other"
        if position.state.over or wanted[kind] == 0 or len(worlds(position, seat)) > 250:
            continue
        reach(position, seat, 20_000)
        wanted[kind] -= 1
        if wanted.total() == 0:
            break
    assert wanted.total() == 0


def history(pack: str, players: int, hand: int, draw: str, acts: str) -> Position:
    """A position given by hand; the dealer is the last seat, so seat 0 begins."""
    position = lay_out(pack.split(), players, hand, draw, dealer=players - 1)
    for text in acts.split():
        act(position, text)
    return position


def others_hands(position: Position, seat: int) -> set[tuple[str, ...]]:
    """Hands of the next seat that ``seat`` can't rule out; enumerated and reached."""
    reach(position, seat, 20_000)
    other = (seat + 1) % position.state.players
    return {world.hands[other] for world in worlds(position, seat)}


PACK = "Ac 6d 7c 8d 9h 6c Ad Ts Tc 6h"
"""Seats 0 and 1 hold Ac 7c and 6d 8d; 9h is turned up; the stock is 6c Ad Ts Tc 6h."""


def test_r8_a_draw_proves_no_matching_card_but_aces() -> None:
    """Seat 0 drew twice on 9h and played Ad. Of what he still holds only aces match 9h, and a
    card that matches can only have come last."""
    hands = others_hands(history(PACK, 2, 2, "ace_optional", "draw draw Ad"), 1)
    none_fits = {tuple(sorted(cards)) for cards in combinations(["7c", "6c", "Ts", "Tc"], 3)}
    ace = {tuple(sorted(["Ac", *two])) for two in combinations(["7c", "6c", "Ts", "Tc"], 2)}
    heart = {tuple(sorted(["6h", *two])) for two in combinations(["7c", "6c", "Ts", "Tc"], 2)}
    ace_heart = {tuple(sorted(["6h", "Ac", one])) for one in ["7c", "6c", "Ts", "Tc"]}
    assert hands == none_fits | ace | heart | ace_heart


def test_r8_the_first_of_two_cards_drawn_was_no_ace() -> None:
    """Three aces and a heart in a hand of four would need two cards drawn last."""
    pack = "Ac 6d Ah 8d 9h 6c Ad Ts 7h"
    position = history(pack, 2, 2, "ace_optional", "draw draw Ad")
    hands = others_hands(position, 1)
    assert ("6c", "Ac", "Ah") in hands  # dealt both, Ad drawn last
    assert ("7h", "Ac", "Ah") not in hands  # the card drawn first is missing
    assert ("6c", "7h", "Ac") in hands  # dealt Ac and Ad, 6c drawn first, 7h last
    assert ("Ac", "Ah", "Ts") in hands


def test_r8_a_draw_proves_no_ace_either_under_strict() -> None:
    """Under ``strict`` the ace played after two draws can only be the card drawn last."""
    pack = "7s 6d 7c 8d 9h 6c Ad Ts Tc 6h Ac"
    hands = others_hands(history(pack, 2, 2, "strict", "draw draw Ad"), 1)
    left = ["7s", "7c", "6c", "Ts", "Tc"]
    assert hands == {tuple(sorted(cards)) for cards in combinations(left, 3)}


def test_r8_a_draw_proves_nothing_when_drawing_is_free() -> None:
    pack = "7h 6d 7c 8d 9h 6c Ad Ts Tc 6h"
    hands = others_hands(history(pack, 2, 2, "free", "draw draw Ad"), 1)
    left = ["7h", "7c", "6c", "Ts", "Tc", "6h"]
    assert hands == {tuple(sorted(cards)) for cards in combinations(left, 3)}


def test_r8_under_free_even_a_drawn_ace_may_be_followed_by_a_draw() -> None:
    """Seat 0 has played two cards and holds three, maybe all drawn in one turn: two aces too."""
    pack = "7h 7d 7c 8d 9h Ac Ad Ts Tc 6h"
    hands = others_hands(history(pack, 2, 2, "free", "draw draw draw 7h 7d 7c"), 1)
    left = ["Ac", "Ad", "Ts", "Tc", "6h"]
    assert hands == {tuple(sorted(cards)) for cards in combinations(left, 3)}


def test_r8_the_card_drawn_last_is_not_yet_judged() -> None:
    """Seat 0 has drawn twice and is still on turn: the last card may be anything, the first
    and the cards dealt may not match (a dealt ace excepted)."""
    position = history(PACK, 2, 2, "ace_optional", "draw draw")
    reach(position, 1, 20_000)
    found = worlds(position, 1)
    assert {world.drawn for world in found} == {"Ac", "7c", "6c", "Ad", "Ts", "Tc", "6h"}
    assert all(world.drawn == "6h" for world in found if "6h" in world.hands[0])
    assert any(world.drawn == "Ts" and "Ac" in world.hands[0] for world in found)


def test_r9_a_pass_proves_no_matching_card() -> None:
    """There is no stock. Seat 1 passes on 9h: of the four cards that seat 0 does not see the
    ten of hearts must be seat 2's; seat 2 sees who holds the eight of hearts."""
    pack = "9h 6c Th 8h 7d Jd 9d"
    position = history(pack, 3, 2, "ace_optional", "9h pass")
    assert others_hands(position, 0) == {("6c", "7d"), ("6c", "Jd"), ("7d", "Jd")}
    assert others_hands(position, 2) == {("8h",)}


def test_r9_a_pass_says_nothing_of_cards_played_before_it() -> None:
    """Seat 1 played Th, a heart, and passed later, on 9h: that pass speaks of the rest."""
    pack = "8h Th Jh 9h 6c 7d 6s 6d 7s 2h"
    position = history(pack, 3, 3, "ace_optional", "8h Th Jh 9h pass")
    left = ["6c", "6d", "7d", "7s"]
    assert others_hands(position, 0) == {tuple(sorted(cards)) for cards in combinations(left, 2)}


def test_r11_after_the_deal_the_hands_lie_open_and_stay() -> None:
    position = history("9c 6d 6s 8d 9h 6c Ad Ts", 2, 2, "ace_optional", "9c draw 6c 6s")
    s = position.state
    assert s.over
    for seat in (0, 1):
        reach(position, seat, 1000)
        assert len(worlds(position, seat)) == 2  # only the order of Ad and Ts
    assert rockaway.score(redealt(s, 0, 1), 1) == 6 + 8


def unevenness(position: Position, seat: int, redeals: int) -> float:
    """How far the hands that come up are from what the layouts give: 0 never, 1 always."""
    layouts_of: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for world, count in weigh(position, seat).items():
        layouts_of[world.hands] += count
    came = Counter(
        world_of(redealt(position.state, seat, seed), seat).hands for seed in range(redeals)
    )
    total = layouts_of.total()
    return sum(abs(came[h] / redeals - n / total) for h, n in layouts_of.items()) / 2


@pytest.mark.parametrize(
    ("pack", "players", "seat", "draw", "acts"),
    [
        (PACK, 2, 1, "ace_optional", "draw draw Ad"),
        ("6c Ad 7s 9h Ts Ac 8d 6d 7c Ah", 2, 0, "ace_optional", "7s Ad draw Ac draw draw draw 7c"),
        ("8h Ad Ac 8d Ts 9s 7c 6d 6c 7h", 3, 1, "ace_optional", "draw draw 6c"),
        ("7s 6d 7c 8d 9h 6c Ad Ts Tc 6h", 2, 1, "strict", "draw draw Ad"),
        ("7h 6d 7c 8d 9h 6c Ad Ts Tc 6h", 2, 1, "free", "draw draw Ad"),
    ],
)
def test_all_layouts_are_about_equally_likely(
    pack: str, players: int, seat: int, draw: str, acts: str
) -> None:
    """At most 30 hands, so that chance alone gives about 0.05 at 2000 redeals; filling the
    slots one after another without more ado gives up to 0.25. The seeds are fixed."""
    assert unevenness(history(pack, players, 2, draw, acts), seat, 2000) < 0.06


@pytest.mark.parametrize("draw", DRAWS)
def test_redeal_depends_only_on_what_the_seat_knows(draw: str) -> None:
    """Two arrangements of the hidden cards, redealt from one seed, are one state."""
    rng = Random(draw)
    for _ in range(150):
        cards, players, hand = SETUPS[rng.choice(list(SETUPS))]
        position = lay_out(rng.sample(cards, len(cards)), players, hand, draw)
        play_on(position, rng, rng.randrange(10))
        s = position.state
        seat, seed = rng.randrange(players), rng.randrange(1000)
        other = redealt(s, seat, 10_000 + seed)
        assert redealt(s, seat, seed) == redealt(other, seat, seed)
