"""Fifteen's table: the chips, how many cards each has drawn, what lies aside."""

from __future__ import annotations

from typing import Any

from koloda.terminal.look import Look, sort_hand


def lines(seen: dict[str, Any], look: Look) -> list[str]:
    """Pot and chips; each seat's number of cards and whether it has stopped; cards set aside."""
    chips = [look.label("chips", count) for count in seen["chips"]]
    seats = []
    for seat, count in enumerate(seen["counts"]):
        stopped = f" ({look.label('stopped')})" if seen["stopped"][seat] else ""
        seats.append(f"{look.label('cards', count)}{stopped}")
    shown = [
        look.facts(look.label("pot", seen["pot"]), look.players(chips)),
        look.facts(look.players(seats), look.label("stock", seen["stock"])),
    ]
    if seen["aside"]:
        shown.append(look.label("aside") + " " + look.cards(sort_hand(seen["aside"], "rank")))
    if "total" in seen:
        shown.append(look.label("total", total=look.bold(str(seen["total"]))))
    return shown
