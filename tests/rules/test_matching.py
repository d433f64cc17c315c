"""Random perfect matchings: every one comes out, and nothing else."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from koloda.cards import mask
from koloda.rules.chance import seed_rng
from koloda.rules.matching import match, pick
from koloda.rules.tricks import TrickState


def matched(fits: list[int], seed: int) -> tuple[int, ...]:
    state = TrickState()
    seed_rng(state, seed)
    place = [0] * len(fits)
    match(state, len(fits), fits, place)
    return tuple(place)


def matchings(fits: list[int], slots: list[int]) -> set[tuple[int, ...]]:
    return {p for p in permutations(slots) if all(f >> s & 1 for f, s in zip(fits, p, strict=True))}


@pytest.mark.parametrize("case", range(40))
def test_exactly_the_perfect_matchings_come_out(case: int) -> None:
    rng = Random(case)
    slots = sorted(rng.sample(range(60), 5))
    hidden = rng.sample(slots, 5)  # a matching there is
    fits = [mask([slot, *rng.sample(slots, rng.randrange(4))]) for slot in hidden]
    assert {matched(fits, seed) for seed in range(1500)} == matchings(fits, slots)


@pytest.mark.parametrize("seed", range(20))
def test_the_only_matching_is_found_along_a_long_path(seed: int) -> None:
    """Thing k fits slots k and k+1, the last one only slot 0: each must move up by one."""
    n = 40
    fits = [mask([k, k + 1]) for k in range(n - 1)] + [mask([0])]
    assert matched(fits, seed) == (*range(1, n), 0)


def test_nothing_to_match() -> None:
    assert matched([], 1) == ()


def test_pick_is_even_handed() -> None:
    state = TrickState()
    seed_rng(state, 5)
    came = [pick(state, mask([0, 7, 62])) for _ in range(3000)]
    assert all(900 < came.count(k) < 1100 for k in (0, 7, 62))
    assert set(came) == {0, 7, 62}
