"""What the tables of the trick games have in common: counts, the last trick, the trick now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from koloda.terminal.look import Look


def plays(trick: Sequence[dict[str, Any]], look: Look) -> str:
    """The cards of a trick in order, each with who played it."""
    return " · ".join(f"{look.name(play['seat'])} {look.card(play['card'])}" for play in trick)


def trick_lines(seen: dict[str, Any], look: Look, *, led: str = "") -> list[str]:
    """Cards and tricks of each seat; the last trick; who leads now, or what lies on the table.

    ``led`` is told behind the trick on the table.
    """
    stock = look.label("stock", seen["stock"]) if seen["stock"] else look.label("stock_out")
    shown = [
        look.facts(look.label("cards_held") + " " + look.players(seen["counts"]), stock),
        look.label("tricks") + " " + look.players(seen["tricks"]),
    ]
    if "last" in seen:
        took = look.label("took", name=look.name(seen["last"]["winner"]))
        shown.append(look.dim(look.label("last_trick")) + " " + plays(seen["last"]["trick"], look))
        shown[-1] += f" → {took}"
    if seen["trick"]:
        shown.append(look.bold(look.label("trick")) + " " + plays(seen["trick"], look) + led)
    elif seen["leader"] is not None:
        shown.append(look.bold(look.label("leads", name=look.name(seen["leader"]))))
    return shown
