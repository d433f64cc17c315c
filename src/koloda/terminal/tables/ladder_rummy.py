"""Ladder Rummy's table: the ladder with what a take would bring, the melds by number."""

from __future__ import annotations

from typing import Any

from koloda.terminal.look import Look, pad

STEP, ROW = 4, 18
"""Columns a card of the ladder takes, and cards on one line of it."""


def lines(seen: dict[str, Any], look: Look) -> list[str]:
    """Cards and points; melds; the ladder, its top at the right; what binds this turn."""
    stock = look.label("stock", seen["stock"]) if seen["stock"] else look.label("stock_out")
    shown = [
        look.facts(look.label("cards_held") + " " + look.players(seen["counts"]), stock),
        look.label("points_now") + " " + look.players(seen["points"]),
    ]
    for seat, cards in enumerate(seen["known"]):
        if cards and seat != look.seat:
            shown.append(look.label("known", name=look.name(seat)) + " " + look.cards(cards))
    shown += melds(seen["melds"], look)
    shown += ladder(seen["ladder"], look)
    laid = {card for meld in seen["melds"] for card in meld["cards"]}
    bound = [
        look.label(key, card=look.card(seen[key]))
        for key in ("due", "barred")
        if seen.get(key) and seen[key] not in laid
    ]
    if seen.get("must_draw"):
        bound.append(look.label("must_draw"))
    return [*shown, *bound]


def shorthand(words: list[str], seen: dict[str, Any]) -> str | None:
    """``take 3`` for the take that brings three cards, as the ladder is numbered."""
    if len(words) == 2 and words[0] == "take" and words[1].isdecimal() and words[1].isascii():
        n, cards = int(words[1]), seen["ladder"]
        if 1 <= n <= len(cards):
            return f"take {cards[-n]}"
    return None


def melds(melds: list[dict[str, Any]], look: Look) -> list[str]:
    """Every meld with its number and whose it is."""
    if not melds:
        return [look.label("no_melds")]
    told = [
        f"{look.bold(str(meld['number']))} {look.name(meld['seat'])}: {look.cards(meld['cards'])}"
        for meld in melds
    ]
    return [look.label("melds") + " " + "   ".join(one.replace(" ", "\u00a0") for one in told)]


def ladder(cards: list[str], look: Look) -> list[str]:
    """The ladder, each card under the number of cards that a take from there would bring."""
    if not cards:
        return [look.label("ladder_empty")]
    shown = [look.label("ladder")]
    first = len(cards) % ROW or ROW  # the last line, with the top, is a full one
    start = 0
    while start < len(cards):
        stop = start + first if start == 0 else start + ROW
        numbers = [pad(str(len(cards) - i), STEP, right=True) for i in range(start, stop)]
        row = [pad(look.card(card), STEP, right=True) for card in cards[start:stop]]
        shown += [look.dim("".join(numbers)), "".join(row)]
        start = stop
    return shown
