"""Two-Ten-Jack's table: tricks and stock; which suit is led, since the ace of spades may be a
heart."""

from __future__ import annotations

from typing import Any

from koloda.terminal.look import Look
from koloda.terminal.tricks import trick_lines


def lines(seen: dict[str, Any], look: Look) -> list[str]:
    """The trick with the suit led; cards taken where they lie open."""
    led = f"  ({look.label('led')} {look.texts.suit(seen['led'])})" if seen.get("led") else ""
    shown = trick_lines(seen, look, led=led)
    if "taken" in seen and not seen["over"]:
        for seat, cards in enumerate(seen["taken"]):
            shown.append(look.label("taken", name=look.name(seat)) + " " + look.cards(cards))
    return shown
