"""Chain: the legal acts are all that the clauses allow, counted in another way, and bounded.

The other way knows nothing of runs: it takes every subset of a hand, gives its jokers every rank,
and asks of each whether C-4 .. C-7 allow to lay it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from koloda.cards import NAMES, RANKS, members
from koloda.deal import Game
from koloda.options import resolve
from koloda.rules import chain
from koloda.rules.chains import END, MAX_RUNS, runs_from

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"own_extension": "counts"},
    {"lone": "strict"},
    {"own_extension": "counts", "lone": "strict"},
)
RUNS = frozenset(sum(1 << r for r in range(a, b + 1)) for a in range(13) for b in range(a, 13))
"""Every unbroken run of ranks, as a set of bits."""


Laid = tuple[tuple[int, int], ...]
"""Cards laid out, as (rank, card), upwards."""


@lru_cache(maxsize=64)
def subsets(hand: int) -> dict[int, list[Laid]]:
    """Every way to lay out some cards of a hand with one card a rank, by their set of ranks."""
    ways: list[tuple[int, Laid]] = [(0, ())]
    for card in members(hand):
        ranks_of = range(13) if card >= 52 else (card % 13,)
        ways += [
            (ranks | 1 << rank, (*laid, (rank, card)))
            for ranks, laid in ways
            for rank in ranks_of
            if not ranks >> rank & 1
        ]
    found: dict[int, list[Laid]] = {}
    for ranks, laid in ways[1:]:
        found.setdefault(ranks, []).append(tuple(sorted(laid)))
    return found


def is_chain(ranks: int, laid: Laid) -> bool:
    return ranks in RUNS and len(laid) > 1 and any(card < 52 for _, card in laid)


def spelled(cards: Iterator[tuple[int, int]]) -> list[str]:
    return [NAMES[card] if card < 52 else f"{NAMES[card]}={RANKS[rank]}" for rank, card in cards]


def on_table(s: chain.State) -> dict[int, int]:
    """Chain number -> its ranks."""
    found: dict[int, int] = {}
    for chain_seen in chain.observe(s, None)["chains"]:
        number = chain_seen["chain"]
        found[number] = 0
        for text in chain_seen["cards"]:
            found[number] |= 1 << RANKS.index(text.split("=")[-1][0])
    return found


def extension(number: int, ranks: int, laid: Laid) -> str:
    low = spelled(on for on in reversed(laid) if 1 << on[0] < ranks & -ranks)
    high = spelled(on for on in laid if 1 << on[0] > ranks)
    words = ["extend", str(number), *(["low", *low] if low else [])]
    return " ".join(words + (["high", *high] if high else []))


def fits(ranks: int, there: int) -> bool:
    return not ranks & there and ranks | there in RUNS


def can_lay(hand: int, table: dict[int, int]) -> bool:
    """Whether these cards allow a new chain or any extension."""
    return any(
        any(is_chain(ranks, laid) for laid in ways)
        or any(fits(ranks, there) for there in table.values())
        for ranks, ways in subsets(hand).items()
    )


def allowed(s: chain.State) -> set[str]:
    """What C-4 .. C-7 allow the actor, spelled."""
    me, hand, table = s.actor, s.hand[s.actor], on_table(s)
    found: set[str] = set()
    if not s.alone:
        ends = {n: there for n, there in table.items() if n != s.fresh}
        if s.lengthened:
            mine = s.own_extension == chain.BESIDES
            ends = {n: there for n, there in ends.items() if mine and s.began[n] == me}
        for ranks, ways in subsets(hand).items():
            if not s.fresh:
                new = [laid for laid in ways if is_chain(ranks, laid)]
                found |= {" ".join(["new", *spelled(iter(laid))]) for laid in new}
            for number, there in ends.items():
                if fits(ranks, there):
                    found |= {extension(number, there, laid) for laid in ways}
        used = hand if s.lone == chain.STRICT else hand & ((1 << 52) - 1)
        if not s.acts and not can_lay(used, table):
            cards = [card for card in members(hand) if card < 52 or hand.bit_count() == 1]
            found |= {f"lone {NAMES[card]}" for card in cards}
    if s.acts or not found:
        found.add("end")
    return found


def listed(s: chain.State, out: list[int]) -> list[str]:
    return [chain.spell(s, action) for action in out[: chain.legal(s, out)]]


def dealt(options: dict[str, Any], seed: int, players: int = 6) -> chain.State:
    game = Game(chain, players, resolve(chain, options))
    state = game.deal(seed=seed, dealer=seed % players, cuts=["2c", "9d"]).state
    assert isinstance(state, chain.State)
    return state


def positions(seeds: range) -> Iterator[tuple[chain.State, list[str]]]:
    """Positions of random deals with the acts listed there; lone cards and short acts are
    preferred in some, so that many chains lie on the table."""
    out = [0] * chain.MAX_ACTIONS
    for seed in seeds:
        random = Random(seed)
        s = dealt(OPTIONS[seed % len(OPTIONS)], seed)
        while not s.over:
            texts = listed(s, out)
            yield s, texts
            lone = [text for text in texts if text.startswith("lone")]
            short = random.random() < (seed % 3) / 2 and "end" not in texts
            text = min(texts, key=len) if short else random.choice(lone or texts)
            chain.apply(s, chain.parse(s, text))


def test_ten_thousand_random_positions_agree_with_brute_force() -> None:
    seen = 0
    kinds = {"new": 0, "extend": 0, "lone": 0, "end": 0}
    jokers = full = 0
    for s, texts in positions(range(400)):
        wanted = allowed(s)
        assert len(set(texts)) == len(texts)
        if set(texts) != wanted:
            odd = sorted(set(texts) ^ wanted)
            raise AssertionError(f"{odd[:5]} in {chain.observe(s, s.actor)}")
        for text in texts:
            kinds[text.split()[0]] += 1
        jokers += any(text.count("X") == 2 for text in texts)
        full += any(there == 8191 for there in on_table(s).values())
        seen += 1
        if seen == 10_000:
            break
    assert seen == 10_000
    assert min(kinds.values()) > 100
    assert jokers > 50
    assert full > 5


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hands_of_jokers_and_loose_cards_agree(options: dict[str, Any]) -> None:
    """Few cards, both jokers, often nothing or only full chains on the table."""
    out = [0] * chain.MAX_ACTIONS
    random = Random(7)
    lone = passed = 0
    for round_ in range(300):
        s = dealt(options, round_)
        size = random.choice((1, 2, 2, 3, 4))
        extra = random.choice(((), (52,), (52, 53)))[:size]
        cards = [*extra, *random.sample(range(0, 52, random.choice((1, 2))), size - len(extra))]
        s.hand[s.actor] = sum(1 << card for card in cards)
        if round_ % 3:
            lay = random.randrange(1, 14 if round_ % 3 == 1 else 3)
            first = random.randrange(14 - lay)
            free = [c for c in range(52) if c not in cards]
            laid = [next(c for c in free if c % 13 == rank) for rank in range(first, first + lay)]
            s.chains, s.began[1], s.low[1], s.high[1] = (
                1,
                random.randrange(6),
                first,
                first + lay - 1,
            )
            for card in laid:
                s.where[card] = 16 + card % 13
        texts = listed(s, out)
        assert sorted(texts) == sorted(allowed(s))
        lone += any(text.startswith("lone") for text in texts)
        passed += texts == ["end"]
    assert lone > 20
    assert passed > 0


def test_refused_is_all_that_is_not_listed() -> None:
    """Every way to lay cards, legal or not, is refused exactly when it is not listed."""
    random = Random(3)
    judged = {True: 0, False: 0}
    for s, texts in positions(range(500, 506)):
        table = on_table(s)
        every = [(ranks, laid) for ranks, ways in subsets(s.hand[s.actor]).items() for laid in ways]
        ways = random.sample(every, min(60, len(every)))
        tries = [" ".join(["new", *spelled(iter(laid))]) for _, laid in ways]
        for number, there in table.items():
            fitting = [laid for ranks, laid in ways if not ranks & there]
            tries += [extension(number, there, laid) for laid in fitting[:20]]
        tries += [f"lone {NAMES[card]}" for card in members(s.hand[s.actor])] + ["end"]
        for text in tries:
            fine = chain.refuse(s, chain.parse(s, text)) is None
            assert fine == (text in texts), text
            judged[fine] += 1
    assert min(judged.values()) > 500


# --- bounds --------------------------------------------------------------------------------
#
# What a hand can lay depends on how many cards it has of each rank, and on its jokers. Runs are
# counted without listing them: for one end of a chain, how many runs use no joker, one given
# joker, or both.

Held = tuple[int, ...]


def downwards(held: Held, jokers: int) -> list[tuple[int, int, int]]:
    """For each low end 0..13 of a chain the runs below it, the empty one included."""
    found = [(1, 0, 0)]
    for natural in held:
        none, one, both = found[-1]
        found.append(
            (
                1 + natural * none,
                natural * one + none if jokers else 0,
                natural * both + 2 * one if jokers == 2 else 0,
            )
        )
    return found


def most(held: Held, jokers: int) -> tuple[int, int, int]:
    """At most how many runs from one rank, new chains, acts with all chains that can lie there."""
    down, up = downwards(held, jokers), downwards(held[::-1], jokers)[::-1]

    def every(runs: tuple[int, int, int]) -> int:
        return runs[0] + jokers * runs[1] + runs[2]

    new = 0
    for first in range(13):
        single = held[first] + jokers
        new += every(up[first]) - 1 - single - (2 if jokers == 2 and first < 12 else 0)
    best = [0] * 14  # the most extensions of chains that lie side by side below this rank
    for high in range(13):
        best[high + 1] = best[high]
        for low in range(high + 1):
            a, b = down[low], up[high + 1]
            ways = a[0] * b[0] + jokers * (a[1] * b[0] + a[0] * b[1])
            ways += 2 * a[1] * b[1] + a[2] * b[0] + a[0] * b[2] if jokers == 2 else 0
            best[high + 1] = max(best[high + 1], best[low] + ways - 1)
    # every rank lies in at most four chains, and one more for each joker on the table: intervals
    # that cover no rank more than k times can be laid in k rows, side by side in each
    return max(map(every, down)), new, new + (4 + 2 - jokers) * best[13]


def holdings(cards: int, ranks: int = 13) -> Iterator[Held]:
    if ranks == 0:
        if cards == 0:
            yield ()
        return
    for natural in range(max(0, cards - 4 * (ranks - 1)), min(4, cards) + 1):
        for rest in holdings(cards - natural, ranks - 1):
            yield (natural, *rest)


def as_hand(held: Held, jokers: int) -> int:
    cards = [rank + 13 * suit for rank, natural in enumerate(held) for suit in range(natural)]
    return sum(1 << card for card in [*cards, *(52, 53)[:jokers]])


def test_the_count_of_acts_agrees_with_the_listing() -> None:
    random = Random(5)
    out = [0] * chain.MAX_ACTIONS
    for _ in range(150):
        jokers = random.randrange(3)
        held = [0] * 13
        while sum(held) < 9 - jokers:
            rank = min(12, max(0, round(random.gauss(6, 2))))
            held[rank] = min(4, held[rank] + 1)
        s = dealt({}, 0)
        s.hand[s.actor] = as_hand(tuple(held), jokers)
        new = most(tuple(held), jokers)[1]
        assert sum(text.startswith("new") for text in listed(s, out)) == new
        low = random.randrange(13)
        s.chains, s.low[1], s.high[1] = 1, low, random.randrange(low, 13)
        down, up = downwards(tuple(held), jokers)[low], downwards(tuple(held[::-1]), jokers)
        b = up[12 - s.high[1]]
        ways = down[0] * b[0] + jokers * (down[1] * b[0] + down[0] * b[1]) - 1
        ways += (2 * down[1] * b[1] + down[2] * b[0] + down[0] * b[2]) if jokers == 2 else 0
        assert sum(text.startswith("extend") for text in listed(s, out)) == ways


def test_with_both_jokers_the_acts_are_bounded() -> None:
    """All 49 205 holdings of seven natural cards and both jokers; turned round they are alike."""
    runs = new = acts = n = 0
    for held in holdings(7):
        n += 1
        if held <= held[::-1]:
            a, b, c = most(held, 2)
            runs, new, acts = max(runs, a), max(new, b), max(acts, c)
    assert n == 49_205
    assert (runs, new, acts) == (237, 596, 11_817)
    assert runs <= MAX_RUNS
    assert acts + 9 + 1 <= chain.MAX_ACTIONS  # lone cards and END


@pytest.mark.parametrize(("jokers", "limit"), [(0, 1_563), (1, 4_066)])
def test_with_fewer_jokers_there_are_fewer(jokers: int, limit: int) -> None:
    """A sample that climbs; all holdings were counted once: these are the most."""
    random = Random(jokers)
    peak = 0
    for _ in range(12):
        held = [0] * 13
        while sum(held) < 9 - jokers:
            rank = random.randrange(13)
            held[rank] = min(4, held[rank] + 1)
        here = most(tuple(held), jokers)[2]
        for _ in range(150):
            a, b = random.choice([r for r in range(13) if held[r]]), random.randrange(13)
            if held[b] < 4:
                held[a] -= 1
                held[b] += 1
                there = most(tuple(held), jokers)[2]
                if there >= here:
                    here = there
                else:
                    held[a] += 1
                    held[b] -= 1
        peak = max(peak, here)
    assert limit / 2 < peak <= limit


def test_runs_from_one_rank_fit_their_list() -> None:
    out = [0] * MAX_RUNS
    held = as_hand((0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2), 2)
    assert runs_from(held, 12, -1, out, 1) == 237


def test_a_deal_ends_within_its_bound() -> None:
    out = [0] * chain.MAX_ACTIONS
    for seed in range(40):
        s = dealt(OPTIONS[seed % 4], seed)
        acts = 0
        while not s.over:
            n = chain.legal(s, out)
            chain.apply(s, min(out[:n], key=lambda act: (act == END, act.bit_count())))
            acts += 1
        assert acts <= chain.bound(s) == 163
