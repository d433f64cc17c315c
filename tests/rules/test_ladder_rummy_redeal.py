"""Ladder Rummy's ``redeal``: cards taken in sight of all are kept, all else comes out anew.

The support is compared with an enumeration that knows nothing of the rules module's sampling:
every way to hand out the unseen cards, kept if the acts of the turn so far were allowed in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from koloda.cards import NO_CARD, mask, members, parse_card
from koloda.deal import Game
from koloda.options import resolve
from koloda.rules import ladder_rummy as rules
from koloda.rules.chance import seed_rng
from koloda.rules.melds import low_of
from koloda.testing import check_redeal_exact, small

World = tuple[tuple[int, ...], tuple[int, ...]]
"""The hands, and the stock as a set."""


def cards(text: str) -> list[int]:
    return [parse_card(name) for name in text.split()]


def world_of(s: rules.State) -> World:
    stock = tuple(sorted(s.pack[s.next : s.size]))
    return tuple(s.hand[: s.players]), stock


def dealt(s: rules.State, seat: int, seed: int) -> rules.State:
    world = s.copy()
    seed_rng(world, seed)
    rules.redeal(world, seat)
    return world


def splits(pool: list[int], sizes: list[int]) -> Iterator[list[int]]:
    """Every way to hand out cards of the pool: a mask for each size."""
    if not sizes:
        yield []
        return
    for some in combinations(pool, sizes[0]):
        rest = [card for card in pool if card not in some]
        for more in splits(rest, sizes[1:]):
            yield [mask(some), *more]


def layouts(s: rules.State, seat: int) -> Iterator[rules.State]:
    """Every layout with the seat's own hand, the known cards and the counts as they are."""
    others = [p for p in range(s.players) if p != seat]
    pool = s.pack[s.next : s.size]
    for p in others:
        pool = pool + members(s.hand[p] & ~s.known[p])
    sizes = [(s.hand[p] & ~s.known[p]).bit_count() for p in others]
    for hands in splits(sorted(pool), sizes):
        world = s.copy()
        for p, hidden in zip(others, hands, strict=True):
            world.hand[p] = s.known[p] | hidden
        left = [card for card in sorted(pool) if not any(held >> card & 1 for held in hands)]
        world.pack[s.next : s.size] = left
        yield world


def can_still_use(s: rules.State, due: int) -> bool:
    """L-7, by playing on in every way; without any duty in force."""
    free = s.copy()
    free.due = free.must_use = 0
    free.due = NO_CARD
    out = [0] * rules.MAX_ACTIONS
    for code in out[: rules.legal(free, out)]:
        if code < rules.STOCK:  # a meld or a lay-off
            after = free.copy()
            rules.apply(after, code)
            if not after.hand[s.actor] >> due & 1 or can_still_use(after, due):
                return True
    return False


def position(
    hands: list[str],
    melds: list[str],
    stock: str,
    ladder: str = "Kd 2d",
    known: str = "",
    due: str = "",
    needs_meld: bool = False,
    corner: bool = True,
) -> rules.State:
    """Seat 0 is on turn and has taken the cards ``known``; ``due`` he must use."""
    s = rules.State()
    s.players, s.must_use, s.corner = len(hands), rules.DEEP, int(corner)
    s.layoff_needs_meld = int(needs_meld)
    laid = [cards(meld) for meld in melds]
    gone = [card for some in [*map(cards, hands), *laid, cards(ladder)] for card in some]
    rest = cards(stock)
    s.next, s.size = len(gone), len(gone) + len(rest)
    s.pack[:] = [NO_CARD] * s.next + rest + [NO_CARD] * (52 - s.size)
    s.hand[: len(hands)] = [mask(cards(hand)) for hand in hands]
    s.known[0] = mask(cards(known))
    s.n_ladder = len(cards(ladder))
    s.ladder[: s.n_ladder] = cards(ladder)
    for i, meld in enumerate(laid):
        s.meld[i], s.low[i], s.owner[i] = mask(meld), low_of(mask(meld)), 1
    s.n_melds = len(melds)
    s.winner, s.barred = rules.NOBODY, NO_CARD
    s.due = parse_card(due) if due else NO_CARD
    s.drawn, s.dug = 1, len(cards(known))
    return s


DUTIES = {
    "set": position(["7s 2h 7c 7d 9c", "3c 8s"], [], "9s Jh", known="7s 2h", due="7s"),
    "sequence": position(["7s 2h 8s 9s", "3c 6s"], [], "7d 5s Jh", known="7s 2h", due="7s"),
    "with a known card": position(
        ["7s 8s 2h 9s", "3c 6s 7d"], [], "5s Jh", known="7s 8s 2h", due="7s"
    ),
    "on a set": position(
        ["7s 2h 9d 4d", "8s 3c 9s"], ["7c 7d 7h"], "Jh 5h", known="7s 2h", due="7s"
    ),
    "over a gap": position(
        ["7s 2h 8s 9s", "3c 6s"], ["Ts Js Qs"], "7d Jh", known="7s 2h", due="7s"
    ),
    "at either end": position(
        ["As 2h Ks 4d", "2s 3c"], ["3s 4s 5s", "Ts Js Qs"], "Kh Jh", known="As 2h", due="As"
    ),
    "with a meld first": position(
        ["7s 2h Kc Kh Ks", "3c 9d"], ["8s 9s Ts"], "Jh Jc", known="7s 2h", due="7s",
        needs_meld=True,
    ),
    "with a sequence first": position(
        ["7s 2h Jc Qc Kc", "3c 9d"], ["8s 9s Ts"], "Jh 4d", known="7s 2h", due="7s",
        needs_meld=True,
    ),
    "with a meld first, without the corner": position(
        ["7s 2h Jc Jh Jd", "3c Kc Ac"], ["8s 9s Ts"], "2c Qc", known="7s 2h", due="7s",
        needs_meld=True, corner=False,
    ),
    "with a meld first, but not out of the gap": position(
        ["7s 2h 8s 8c 8d 8h", "3c 9d"], ["9s Ts Js"], "Jh 4c", known="7s 2h", due="7s",
        needs_meld=True,
    ),
    "three players": position(
        ["7s 2h 7c 7d", "3c 8s", "9s 4d"], [], "6s", known="7s 2h", due="7s"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DUTIES)
def test_l7_a_taker_is_dealt_every_hand_that_can_use_the_card_and_no_other(name: str) -> None:
    s = DUTIES[name]
    assert can_still_use(s, s.due)
    for seat in range(1, s.players):
        every = list(layouts(s, seat))
        wanted = {world_of(world) for world in every if can_still_use(world, s.due)}
        assert wanted
        assert (len(wanted) < len(every)) == (name != "on a set")
        reached = Counter(world_of(dealt(s, seat, seed)) for seed in range(30 * len(wanted)))
        assert set(reached) == wanted


def test_l7_the_taker_himself_keeps_his_hand_and_the_rest_is_free() -> None:
    s = DUTIES["three players"]
    wanted = {world_of(world) for world in layouts(s, 0)}
    assert {world_of(dealt(s, 0, seed)) for seed in range(40 * len(wanted))} == wanted


def test_without_a_duty_every_layout_comes_out_about_equally_often() -> None:
    s = position(["7s 2h 9c", "3c 8s"], [], "9s Jh", known="7s 2h")
    for seat in range(2):
        wanted = {world_of(world) for world in layouts(s, seat)}
        seen = Counter(world_of(dealt(s, seat, seed)) for seed in range(200 * len(wanted)))
        assert set(seen) == wanted
        assert max(seen.values()) < 1.5 * min(seen.values())


def test_cards_taken_stay_where_everybody_saw_them_go() -> None:
    game = Game(rules, 3, resolve(rules, {}))
    for seed in range(20):
        random, s = Random(seed), game.deal(seed=seed).state
        assert isinstance(s, rules.State)
        out = [0] * rules.MAX_ACTIONS
        seen: list[set[int]] = [set() for _ in range(3)]
        while not s.over:
            codes = out[: rules.legal(s, out)]
            takes = [code for code in codes if rules.spell(s, code).startswith("take")]
            code = random.choice(takes or codes)
            before, actor = s.copy(), s.actor
            rules.apply(s, code)
            for event in rules.events(before, s, code, None):
                names = event.get("cards", [event.get("card", "??")])
                moved = {parse_card(name) for name in names if name != "??"}
                if event["event"] == "take":
                    seen[actor] |= moved
                else:
                    seen[actor] -= moved
            assert [set(members(known)) for known in s.known[:3]] == seen
            if not s.over:
                for seat in range(3):
                    world = dealt(s, seat, seed)
                    assert all(mask(seen[p]) & ~world.hand[p] == 0 for p in range(3))
                    assert world.hand[seat] == s.hand[seat]


def test_the_last_hand_is_known_when_the_stock_is_out() -> None:
    s = position(["7s 2h 9c", "3c 8s"], [], "", known="7s 2h")
    assert dealt(s, 0, 5).hand == dealt(s, 1, 6).hand == s.hand


def test_after_the_deal_the_hands_lie_open_and_the_stock_does_not() -> None:
    s = position(["7s 7c 7d", "3c 8s Jd"], [], "9s Jh 4h 5h")
    rules.apply(s, rules.parse(s, "meld 7s 7c 7d"))
    assert s.over
    stocks = set()
    for seed in range(20):
        world = dealt(s, 0, seed)
        assert world.hand == s.hand
        stocks.add(tuple(world.pack[s.next : s.size]))
    assert len(stocks) > 5


def test_the_same_seed_gives_the_same_world_whatever_it_starts_from() -> None:
    for name, s in DUTIES.items():
        for seat in range(1, s.players):
            for seed in range(20):
                one, other = dealt(s, seat, seed), dealt(dealt(s, seat, 99), seat, seed)
                assert one == other, name


TINY: dict[str, tuple[str, int, dict[str, Any]]] = {
    "plain": ("2c 2d 2h 3c", 1, {}),
    "deep": ("2c 2d 2h 3c", 1, {"must_use": "deep"}),
    "always": ("2c 2d 2h 3c 4c", 1, {"must_use": "always"}),
    "bound": ("2c 2d 2h 2s 3c", 1, {"must_use": "always", "layoff_needs_meld": True}),
}


@pytest.mark.parametrize("name", TINY)
def test_redeal_is_exact_over_whole_trees(name: str) -> None:
    pack, hand, options = TINY[name]
    check_redeal_exact(small(Game(rules, 2, resolve(rules, options)), pack, hand))
