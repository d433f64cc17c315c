"""How long people wait for a game to be compiled: a fresh process with an empty cache, then
another with what the first has left there."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from koloda.deal import Game

FIRST, SECOND = 30.0, 1.5
"""Seconds promised."""
LONGEST = 600
WHAT = {
    "deals": "from koloda.fast import playouts; playouts(game, 1)",
    "bot": "from koloda.bots.levels import bot; deal = game.deal(seed=1);"
    " bot('club').choose(deal.view(deal.actor, 1), 1)",
}
"""What is started: random play, or a bot that searches (all that it calls is compiled too)."""


def start(setup: Game, what: str, folder: str) -> tuple[float, float]:
    """Seconds on the clock, and of CPU where the system tells, of one process from its start."""
    code = f"import koloda; game = koloda.game({setup.id!r}, players={setup.players}); {WHAT[what]}"
    before, began = os.times(), time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_CACHE_DIR": folder},
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=LONGEST,
    )
    after, seconds = os.times(), time.perf_counter() - began
    cpu = after.children_user + after.children_system
    return seconds, cpu - before.children_user - before.children_system


def starts(setup: Game, what: str = "deals") -> dict[str, Any]:
    """First and second start of a game. Raises CalledProcessError, TimeoutExpired."""
    with tempfile.TemporaryDirectory() as folder:
        first, first_cpu = start(setup, what, folder)
        second, second_cpu = start(setup, what, folder)
    return {
        "game": setup.id,
        "players": setup.players,
        "what": what,
        "first": round(first, 2),
        "second": round(second, 2),
        "first_cpu": round(first_cpu, 2),
        "second_cpu": round(second_cpu, 2),
    }
