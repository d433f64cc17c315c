"""The engine by itself, game by game: compiled beside interpreted, and what a bot's view costs.

CPU time is measured, with pinned seeds. The speed of a plain Python loop, timed in the same run,
lets runs on unlike machines be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from koloda.bench.peers import SEED, Pair, compare, deals_for, engine, rate
from koloda.deal import Deal, Game, game
from koloda.fast import compiled
from koloda.rules import SHELF
from koloda.rules.chance import below, seed_rng

PROMISED = 40.0
"""Compiled over interpreted, at least."""
Work = Callable[[int], int]


def per_second(work: Work, seconds: float) -> float:
    """Units of work per CPU second: the median of three stretches."""
    rates = []
    for stretch in range(3):
        done, n, start = 0, 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / 3:
            done += work(stretch * 1_000_003 + n)
            n += 1
        rates.append(done / spent)
    return sorted(rates)[1]


def plain_loop(seed: int) -> int:
    """The yardstick: 1000 rounds of the arithmetic that rules are made of."""
    x, items = seed, [0] * 16
    for i in range(1000):
        x = (x * 25214903917 + 11) & 0xFFFFFFFFFFFF
        items[x & 15] ^= 1 << (i & 31)
    return 1000


def middle(setup: Game) -> Deal:
    """A deal of pinned seed, half played at random."""
    deal = setup.deal(seed=1)
    acts: list[int] = []
    state = deal.state.copy()
    seed_rng(state, 1)
    buffer = [0] * setup.rules.MAX_ACTIONS
    while not state.over:
        acts.append(buffer[below(state, setup.rules.legal(state, buffer))])
        setup.rules.apply(state, acts[-1])
    for code in acts[: len(acts) // 2]:
        deal.apply(setup.rules.spell(deal.state, code))
    return deal


def views(setup: Game) -> Work:
    """Views of the middle of a deal: everything hidden is dealt anew for each."""
    deal = middle(setup)
    seat = deal.actor if deal.actor is not None else 0

    def view(seed: int) -> int:
        deal.view(seat, seed)
        return 1

    return view


def tables(names: list[str]) -> list[Game]:
    """These games (none: all) at four seats, or as near to it as they go."""
    return [
        game(name, players=max(SHELF[name].MIN_PLAYERS, min(4, SHELF[name].MAX_PLAYERS)))
        if name in SHELF
        else game(name)
        for name in names or SHELF
    ]


def measure(setups: list[Game], seconds: float, rounds: int) -> Iterator[dict[str, Any]]:
    """Of each: ``engine_rate`` of random play, interpreted where nothing compiles, and
    ``view_rate``; where it does compile, what ``compare`` says of it and the interpreted."""
    for setup in setups:
        ours = engine(setup)
        if compiled():
            told = compare(Pair(ours, engine(setup, plain=True), PROMISED), seconds, rounds)
        else:
            n = deals_for(ours, seconds)
            figures = sorted(rate(ours, SEED + 7919 * k, n) for k in range(rounds))
            told = {"engine": ours.name, "engine_rate": round(figures[rounds // 2])}
        yield told | {
            "game": setup.id,
            "players": setup.players,
            "view_rate": round(per_second(views(setup), seconds)),
        }
