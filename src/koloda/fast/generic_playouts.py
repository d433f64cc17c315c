"""Random deals over any game: generic code, run through ``koloda.fast.bind`` only."""

from __future__ import annotations

from koloda.rules.chance import below, mul63, seed_rng, shuffle
from koloda.rules.contract import Ints, State
from koloda.rules.generic import apply, copy_state, legal, score, start


def playout(s: State, buffer: Ints) -> int:
    """Play a state to its end at random; returns the number of acts."""
    moves = 0
    while s.over == 0:
        n = legal(s, buffer)
        apply(s, buffer[below(s, n)])
        moves += 1
    return moves


def random_deals(
    s: State, prepared: State, buffer: Ints, scores: Ints, seed: int, first: int, last: int
) -> int:
    """Deals number first..last-1, each with a generator of its own; adds up the scores."""
    moves = 0
    for k in range(first, last):
        copy_state(s, prepared)
        seed_rng(s, mul63(seed, 1000003, k))
        shuffle(s, s.pack, 0, s.size)
        start(s)
        moves += playout(s, buffer)
        for p in range(s.players):
            scores[p] += score(s, p)
    return moves
