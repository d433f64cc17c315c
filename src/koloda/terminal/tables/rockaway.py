"""Rockaway's table: who holds how many, the stock, the pile's top."""

from __future__ import annotations

from typing import Any

from koloda.terminal.look import Look


def lines(seen: dict[str, Any], look: Look) -> list[str]:
    """Counts; stock and pile; the pile's cards where they lie open; the top."""
    stock = look.label("stock", seen["stock"]) if seen["stock"] else look.label("stock_out")
    passes = look.label("passes", seen["passes"]) if seen["passes"] else ""
    shown = [
        look.label("cards_held") + " " + look.players(seen["counts"]),
        look.facts(stock, look.label("pile", seen["pile"]), passes),
    ]
    if "pile_cards" in seen:
        shown.append(look.label("pile_cards") + " " + look.cards(seen["pile_cards"]))
    shown.append(look.label("top") + " " + look.card(seen["top"]))
    if "drawn" in seen:
        shown[-1] += "   " + look.label("drawn") + " " + look.card(seen["drawn"])
    return shown
