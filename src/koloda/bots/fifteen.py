"""Fifteen by rule of thumb: draw below 10, stand on 10 or more.

With a pack that never ends this is the best play for both. It keeps ``first_stand="ten"`` as
well: a non-dealer on a first card below 10 draws in any case (F-4). It looks at nothing but the
actor's own total and whether there is a card to draw.
"""

from __future__ import annotations

from koloda.rules.fifteen import DRAW, STAND, TEN, State, total


def policy(s: State) -> int:
    """The act of the seat on turn."""
    if total(s, s.actor) < TEN and s.next < s.size:
        return DRAW
    return STAND
