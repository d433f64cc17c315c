"""How long the levels think about a move: CPU time of one core, over pinned positions."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

from koloda.bots import LEVELS, bot
from koloda.deal import Deal, Game

PROMISED = 1.0
"""Seconds that a master takes at most."""
SLACK = 0.1
"""Seconds that he may be over it where his guard steps in: it looks at the clock now and then."""
DEALS, PLACES = 3, 8
WARM = ("club", "strong")
"""The levels that have all compiled that any level calls: flat search, trees and endings."""


def positions(setup: Game) -> list[Deal]:
    """Places of some deals where there is something to choose, from first to last."""
    found = []
    for seed in range(DEALS):
        deal, there = setup.deal(seed=seed), []
        while not deal.over:
            if len(deal.legal_actions()) > 1:
                there.append(deal.copy())
            think("thumb", deal, seed)
        found += [there[i * len(there) // PLACES] for i in range(min(PLACES, len(there)))]
    return found


def think(level: str, deal: Deal, seed: int) -> float:
    """Do the act that a level chooses; returns the seconds that it took to choose."""
    seat = deal.actor
    assert seat is not None
    view, player = deal.view(seat, seed), bot(level)
    start = time.thread_time()
    action = player.choose(view, seed)
    spent = time.thread_time() - start
    deal.apply(action)
    return spent


def moves(setup: Game) -> Iterator[dict[str, Any]]:
    """Of each level: ``mean``, ``median`` and ``longest`` in milliseconds over ``moves``."""
    places = positions(setup)
    for place in places:
        for level in WARM:
            think(level, place.copy(), 1)
    for level in LEVELS:
        spent = [1000 * think(level, place.copy(), i) for i, place in enumerate(places)]
        yield {
            "game": setup.id,
            "players": setup.players,
            "level": level,
            "moves": len(spent),
            "mean": round(statistics.fmean(spent), 3),
            "median": round(statistics.median(spent), 3),
            "longest": round(max(spent), 3),
        }


def slow(told: dict[str, Any]) -> bool:
    """Whether a master took longer than is promised."""
    return bool(told["level"] == "master" and told["longest"] > 1000 * (PROMISED + SLACK))


def table(results: list[dict[str, Any]]) -> str:
    """The results as Markdown, a row a game: median and longest."""
    rows: dict[str, list[str]] = {}
    for r in results:
        row = rows.setdefault(f"{r['game']} {r['players']}p", [])
        row.append(f"{r['median']:,.1f} ({r['longest']:,.1f})")
    about = f"median (longest) of up to {DEALS * PLACES} pinned positions"
    lines = [
        f"Milliseconds of CPU a move, {about}; promised: master at most {1000 * PROMISED:,.0f}.",
        "",
        f"| game | {' | '.join(LEVELS)} |",
        f"|---|{'---:|' * len(LEVELS)}",
    ]
    return "\n".join([*lines, *(f"| {name} | {' | '.join(row)} |" for name, row in rows.items())])
