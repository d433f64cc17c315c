"""Random games, as many as there is time for: the engine's speed, and the simplest evaluation."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from koloda.deal import Game
from koloda.fast import generic_playouts
from koloda.fast.binding import bind
from koloda.options import OptionError


@dataclass(frozen=True)
class Playouts:
    """What random games came to: ``games``, ``moves`` in all, ``scores`` summed by seat."""

    games: int
    moves: int
    scores: tuple[int, ...]


def playouts(
    game: Game, n: int, seed: int = 0, threads: int = 1, *, plain: bool = False
) -> Playouts:
    """Play n deals with uniformly random legal moves, shuffling included.

    The result depends on the seed and n alone, not on ``threads`` nor on whether Numba is
    there; ``plain`` forces the interpreted rules. Raises OptionError for fewer than one deal.
    """
    if n < 1:
        raise OptionError("deals", deals=n)
    rules = game.rules
    bound = bind(rules, generic_playouts, plain=plain)
    run = bound["random_deals"]
    prepared = game.prepared(carry=game.deal(seed=seed).carry)
    threads = max(1, min(threads, n))
    cuts = [n * i // threads for i in range(threads + 1)]

    def stretch(first: int, last: int) -> tuple[int, list[int]]:
        scores = bound.buffer(game.players)
        moves = run(
            bound.state(prepared),
            bound.state(prepared),
            bound.buffer(rules.MAX_ACTIONS),
            scores,
            seed,
            first,
            last,
        )
        return int(moves), [int(score) for score in scores]

    parts: list[Any]
    if threads == 1:
        parts = [stretch(0, n)]
    else:
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(stretch, cuts[:-1], cuts[1:]))
    totals = tuple(sum(scores[p] for _, scores in parts) for p in range(game.players))
    return Playouts(n, sum(moves for moves, _ in parts), totals)
