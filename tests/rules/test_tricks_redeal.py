"""``redeal`` of the trick games against an enumeration of all consistent worlds, written anew.

The enumeration knows nothing of the rules modules: it plays the public history forward from
every possible layout, in strings, and keeps the layouts in which every card played was allowed
(T-5, T-6; H-3, H-6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any, NamedTuple

import pytest

from koloda.cards import members, spell_card
from koloda.deal import Deal, Game
from koloda.options import resolve
from koloda.rules import two_handed_hearts, two_ten_jack
from koloda.rules.chance import seed_rng
from koloda.rules.contract import Json, State
from koloda.rules.tricks import TrickState
from koloda.testing.small import Small

Hands = tuple[frozenset[str], ...]
Allowed = Callable[[set[str], str, bool], set[str]]
"""Cards of a hand that may be played: on which suit led ("" leads), hearts broken or not."""


class World(NamedTuple):
    hands: Hands
    stock: tuple[str, ...]


class Variant(NamedTuple):
    game: Any
    options: dict[str, Any]
    allowed: Allowed


def ten_jack(free: bool) -> Allowed:
    def allowed(held: set[str], led: str, broken: bool) -> set[str]:
        trumps = {c for c in held if c[1] == "h" or c == "As"}
        if led == "":
            return held
        follow = trumps if led == "h" else {c for c in held if c[1] == led}
        return follow or (not free and trumps) or held

    return allowed


def hearts(breaking: bool) -> Allowed:
    def allowed(held: set[str], led: str, broken: bool) -> set[str]:
        if led == "" and breaking and not broken:
            return {c for c in held if c[1] != "h"} or held
        return {c for c in held if c[1] == led} or held

    return allowed


VARIANTS = {
    "two_ten_jack": Variant(two_ten_jack, {}, ten_jack(free=False)),
    "void free": Variant(two_ten_jack, {"void": "free"}, ten_jack(free=True)),
    "two_handed_hearts": Variant(two_handed_hearts, {}, hearts(breaking=False)),
    "hearts broken": Variant(two_handed_hearts, {"hearts_broken": True}, hearts(breaking=True)),
}
SETUPS = {
    "two": (2, 2, "2c 7c 2d 7d 2h Th 2s Ts As"),
    "two, hands of three": (2, 3, "2c 7c 2d 2h Th Kh 2s Ts As 3d"),
    "three": (3, 2, "2c 7c Kc 2d 7d 2h Th Kh 2s As 3s"),
}


def short(variant: Variant, players: int, hand: int, order: list[str], dealer: int) -> Deal:
    game = Game(variant.game, players, resolve(variant.game, variant.options))
    cards = tuple(two_handed_hearts.parse(two_handed_hearts.State(), card) for card in order)
    return Small(game, cards, hand).deal("".join(order), dealer)


def truth(deal: Deal) -> TrickState:
    assert isinstance(deal.state, TrickState)
    return deal.state


def world_of(s: TrickState) -> World:
    hands = tuple(frozenset(map(spell_card, members(s.hand[p]))) for p in range(s.players))
    return World(hands, tuple(map(spell_card, s.pack[s.next : s.size])))


# --- the enumeration -------------------------------------------------------------------------


class Line(NamedTuple):
    """One layout played along the history so far."""

    hands: Hands
    unseen: frozenset[str]

    def give(self, seat: int, card: str) -> Line:
        hands = [h | {card} if p == seat else h for p, h in enumerate(self.hands)]
        return Line(tuple(hands), self.unseen - {card})

    def without(self, seat: int, card: str) -> Line:
        hands = [h - {card} if p == seat else h for p, h in enumerate(self.hands)]
        return Line(tuple(hands), self.unseen)


def layouts(deal: Deal, seat: int) -> Iterator[Line]:
    """Every way the hands may have been dealt, as far as the seat knows."""
    players, size = deal.game.players, truth(deal).hand_size
    order = [spell_card(card) for card in deal.pack]
    place = (seat - deal.dealer - 1) % players
    mine = frozenset(order[place : players * size : players])

    def choose(line: Line, others: list[int]) -> Iterator[Line]:
        if not others:
            yield line
            return
        for cards in combinations(sorted(line.unseen), size):
            given = line
            for card in cards:
                given = given.give(others[0], card)
            yield from choose(given, others[1:])

    hands = tuple(mine if p == seat else frozenset() for p in range(players))
    others = [p for p in range(players) if p != seat]
    yield from choose(Line(hands, frozenset(order) - mine), others)


def worlds(deal: Deal, seat: int, allowed: Allowed) -> set[World]:
    """All worlds consistent with what was played and told, and with the seat's own cards."""
    lines = set(layouts(deal, seat))
    cursor = deal.game.players * truth(deal).hand_size
    led, broken, on_table = "", False, 0
    for event in deal.events(seat):
        who, word = event["seat"], event["event"]
        if word == "trick":
            led, on_table = "", 0
        elif word == "draw":
            lines = set(drawn(lines, who, event["card"]))
            cursor += 1
        else:
            card = event["card"]
            lines = {
                line.without(who, card)
                for line in lines
                if card in line.hands[who] and card in allowed(set(line.hands[who]), led, broken)
            }
            if on_table == 0:
                led = "h" if word == "ace_as_heart" else card[1]
            on_table += 1
            broken = broken or card[1] == "h"
    assert cursor == truth(deal).next
    return {World(line.hands, stock) for line in lines for stock in permutations(line.unseen)}


def drawn(lines: set[Line], who: int, card: str) -> Iterator[Line]:
    for line in lines:
        for found in line.unseen if card == "??" else line.unseen & {card}:
            yield line.give(who, found)


# --- comparing -------------------------------------------------------------------------------


def redealt(s: TrickState, deal: Deal, seat: int, seed: int) -> TrickState:
    twin = s.copy()
    seed_rng(twin, seed)
    deal.game.rules.redeal(twin, seat)
    return twin


def public(s: State, seat: int) -> dict[str, Json]:
    """All that ``redeal`` must leave alone."""
    data = s.to_json()
    data["hand"] = data["hand"][seat]
    data["pack"][s.next :] = []
    del data["rng"]
    return data


def reach(deal: Deal, seat: int, allowed: Allowed) -> int:
    """Redeal until every world has come; nothing else may ever come. How many there are."""
    s = truth(deal)
    expected = worlds(deal, seat, allowed)
    assert world_of(s) in expected
    missing = set(expected)
    for seed in range(20_000):
        twin = redealt(s, deal, seat, seed)
        world = world_of(twin)
        assert world in expected, (deal.events(None), seat, world)
        assert public(twin, seat) == public(s, seat)
        missing.discard(world)
        if not missing and seed > 2 * len(expected):
            break
    assert not missing, (deal.events(None), seat, len(missing), len(expected))
    return len(expected)


PAIRS = [
    (name, setup)
    for name, variant in VARIANTS.items()
    for setup, (players, _, _) in SETUPS.items()
    if players <= variant.game.MAX_PLAYERS
]


@pytest.mark.parametrize(("name", "setup"), PAIRS)
def test_redeal_reaches_exactly_the_worlds_of_random_histories(name: str, setup: str) -> None:
    variant, (players, hand, cards) = VARIANTS[name], SETUPS[setup]
    rng = Random(f"{name} {setup}")
    seen: Counter[str] = Counter()
    while seen["positions"] < 12:  # of each kind 8 at most
        pack = rng.sample(cards.split(), len(cards.split()))
        deal = short(variant, players, hand, pack, rng.randrange(players))
        for _ in range(rng.randrange(2, len(pack) - 1)):
            deal.apply(rng.choice(deal.legal_actions()))
            if deal.over:
                break
        seat = rng.randrange(players)
        free = worlds(deal, seat, lambda held, led, broken: held)
        told = worlds(deal, seat, variant.allowed)
        proof = "proved" if len(told) < len(free) else "nothing proved"
        if deal.over or len(told) > 250 or seen[proof] == 8:
            continue
        seen["positions"] += 1
        seen[proof] += 1
        reach(deal, seat, variant.allowed)
    assert seen["proved"] >= 4


def history(name: str, players: int, hand: int, pack: str, plays: str) -> Deal:
    """A position given by hand; the dealer is the last seat, so seat 0 leads."""
    deal = short(VARIANTS[name], players, hand, pack.split(), players - 1)
    for text in plays.split():
        deal.apply(text)
    return deal


def others_hands(deal: Deal, name: str, seat: int) -> set[str]:
    """Hands of the next seat that ``seat`` can't rule out; enumerated and reached."""
    reach(deal, seat, VARIANTS[name].allowed)
    other = (seat + 1) % deal.game.players
    found = worlds(deal, seat, VARIANTS[name].allowed)
    return {" ".join(sorted(world.hands[other])) for world in found}


def test_t5_a_plain_discard_proves_no_suit_no_heart_and_no_ace_of_spades() -> None:
    """Seat 1 throws 2s on a club: only the card he draws then may be a club or a trump."""
    pack = "7c 2s 2c 2d Kc Kh Th As 7d 3d"
    hands = others_hands(history("two_ten_jack", 2, 2, pack, "7c 2s"), "two_ten_jack", 0)
    assert hands == {"2d 3d", "2d 7d", "2d As", "2d Kh", "2d Th", "3d 7d", "3d As", "3d Kh",
                     "3d Th", "7d As", "7d Kh", "7d Th"}  # fmt: skip
    hands = others_hands(history("void free", 2, 2, pack, "7c 2s"), "void free", 0)
    assert {"As Kh", "Kh Th", "As Th"} <= hands


def test_t6_not_following_a_heart_proves_no_ace_of_spades() -> None:
    pack = "7h 2s 2c 2d Kc Kh As 3d"
    hands = others_hands(history("void free", 2, 2, pack, "7h 2s"), "void free", 0)
    assert hands == {"2d 3d", "2d As", "2d Kh", "3d As", "3d Kh"}


def test_t5_a_card_drawn_and_played_at_once_tells_where_it_came_from() -> None:
    """Seat 1 was void of clubs, drew one card and follows with a club: it was that card."""
    pack = "7c 2s 2c 2d Kc 8c Kh Th As 7d"
    deal = history("two_ten_jack", 2, 2, pack, "7c 2s 2c 8c")
    hands = others_hands(deal, "two_ten_jack", 0)
    assert hands == {"2d 7d", "2d As", "2d Kh", "7d As", "7d Kh"}


def test_h3_void_until_he_draws() -> None:
    pack = "7c 2s 2c 2d Kc 8c Kh 9c"
    deal = history("two_handed_hearts", 2, 2, pack, "7c 2s")
    assert others_hands(deal, "two_handed_hearts", 0) == {
        "2d 8c", "2d 9c", "2d Kh", "8c Kh", "9c Kh",
    }  # fmt: skip


def test_h6_a_heart_led_unbroken_proves_a_hand_of_hearts() -> None:
    pack = "7h 2s Kh 2d Th 8c 3h 9c"
    deal = history("hearts broken", 2, 2, pack, "7h")
    assert others_hands(deal, "hearts broken", 1) == {"Kh", "Th", "3h"}
    assert (
        len(others_hands(history("two_handed_hearts", 2, 2, pack, "7h"), "two_handed_hearts", 1))
        == 5
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_with_the_stock_out_the_other_hand_is_known(name: str) -> None:
    variant = VARIANTS[name]
    rng = Random(name)
    deal = Game(variant.game, 2, resolve(variant.game, variant.options)).deal(seed=3)
    while not deal.over:
        deal.apply(rng.choice(deal.legal_actions()))
        state = truth(deal)
        for seat in (0, 1):
            same = all(world_of(redealt(state, deal, seat, k)) == world_of(state) for k in range(9))
            assert same == (state.next == state.size)


def test_three_players_with_the_stock_out_still_guess() -> None:
    rng = Random(8)
    deal = Game(two_ten_jack, 3, resolve(two_ten_jack, {})).deal(seed=8)
    while truth(deal).next < truth(deal).size:
        deal.apply(rng.choice(deal.legal_actions()))
    found = {world_of(redealt(truth(deal), deal, 0, seed)).hands for seed in range(50)}
    assert len(found) > 10


def test_worlds_come_out_as_often_as_there_are_layouts_behind_them() -> None:
    """Seat 1 threw 2s on a club: its other card of the deal was a diamond, the card drawn may be
    anything. Two diamonds can lie either way round, so they are twice as likely."""
    pack = "7c 2s 2c 2d Kc Kh Th As 7d 3d"
    deal = history("two_ten_jack", 2, 2, pack, "7c 2s")
    expected = worlds(deal, 0, VARIANTS["two_ten_jack"].allowed)
    weight = {w: 2 if all(card[1] == "d" for card in w.hands[1]) else 1 for w in expected}
    n = 100 * sum(weight.values())
    came = Counter(world_of(redealt(truth(deal), deal, 0, seed)) for seed in range(n))
    assert set(came) == expected
    for kind in (1, 2):
        counts = [came[world] for world in expected if weight[world] == kind]
        assert abs(sum(counts) / len(counts) - 100 * kind) < 10 * kind
        assert min(counts) > 55 * kind
        assert max(counts) < 155 * kind
