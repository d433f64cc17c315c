"""Two-Handed Hearts' table: tricks, stock, and how many hearts each has taken."""

from __future__ import annotations

from typing import Any

from koloda.terminal.look import Look
from koloda.terminal.tricks import trick_lines


def lines(seen: dict[str, Any], look: Look) -> list[str]:
    """The trick; hearts taken; whether hearts may be led, where that is asked."""
    shown = trick_lines(seen, look)
    broken = ""
    if "broken" in seen:
        broken = look.label("hearts_broken" if seen["broken"] else "hearts_unbroken")
    hearts = look.label("hearts_taken") + " " + look.players(seen["hearts"])
    shown.insert(2, look.facts(hearts, broken))
    return shown
