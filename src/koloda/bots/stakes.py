"""What the score of the match makes of a deal: when it counts, and how.

Away from the end points are what is played for. Near it, after the first deal, it is the chance to
win the match, or the settlement where the game pays differences. What ends a match is asked of the
rules; how fast totals get there is in the game's plan.
"""

from __future__ import annotations

from math import pi, sqrt

from koloda.deal import Game, View
from koloda.rules.contract import State

NEAR = 2
"""The end is near when somebody may be there after this many deals."""
NEVER = 1 << 30
"""A total no match comes to."""


def target(game: Game, state: State) -> int:
    """The least total of one seat that ends the match after this deal; 0 where any does, NEVER
    where none."""
    if _ends(game, state, 0):
        return 0
    low, high = 0, NEVER
    if not _ends(game, state, high):
        return NEVER
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _ends(game, state, middle) else (middle, high)
    return high


def _ends(game: Game, state: State, total: int) -> bool:
    totals = [total] + [-1] * (game.players - 1)
    return game.rules.after_deal(state, totals, {}).over


def stakes(view: View, pace: float, spread: float) -> list[int]:
    """The fields of ``generic_stakes``; empty where the deal is played for points.

    ``pace`` is how much nearer a deal usually brings the foremost to the end, ``spread`` the
    standard deviation of the difference of two seats' results, in points.
    """
    totals = list(view.totals)
    if not any(totals):
        return []
    end = target(view.game, view.state)
    last = end == 0
    missing = end - max(totals)
    if not last and missing > NEAR * pace:
        return []
    to_come = 1.0 if last else max(1.0, missing / pace - 1)
    scale = spread * sqrt(3 * to_come) / pi  # of the logistic curve with this deviation
    pays = view.game.rules.settle(view.state, totals).gains is not None
    return [int(pays), int(last), end, round(100 * scale), *totals]
