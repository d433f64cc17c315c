"""Chain's table: every chain on the axis of ranks from two to ace."""

from __future__ import annotations

from typing import Any

from koloda.cards import RANKS
from koloda.terminal.look import Look, pad, width_of

STEP = 4


def lines(seen: dict[str, Any], look: Look) -> list[str]:
    """Trumps; cards and points; the chains; what this turn has seen."""
    shown = []
    if seen["trump"]:
        trump = look.label("trump", suit=look.texts.suit(seen["trump"]))
        top = look.label("top_trump", card=look.card(seen["top_trump"]))
        shown.append(look.facts(trump, top))
    shown.append(look.label("cards_held") + " " + look.players(seen["counts"]))
    shown.append(look.label("points_now") + " " + look.players(seen["points"]))
    shown += chains(seen["chains"], look)
    if seen["turn"]["new"]:
        shown.append(look.label("chain_laid", number=seen["turn"]["new"]))
    if seen["turn"]["lengthened"]:
        shown.append(look.label("chain_lengthened"))
    return shown


def chains(chains: list[dict[str, Any]], look: Look) -> list[str]:
    """The chains by number, each card in the column of its rank; jokers as a star."""
    if not chains:
        return [look.label("no_chains")]
    heads = [f"{chain['chain']:>2} {look.name(chain['began'])}" for chain in chains]
    widest = max(map(width_of, heads))
    axis = "".join(pad(look.texts.rank(rank), STEP, right=True) for rank in RANKS)
    shown = [" " * widest + look.dim(axis)]
    for chain, head in zip(chains, heads, strict=True):
        places = dict.fromkeys(RANKS, "")
        for card in chain["cards"]:
            name, _, rank = card.partition("=")
            if rank or not name.startswith("X"):
                places[rank or name[0]] = name
        row = [pad(look.card(name) if name else "", STEP, right=True) for name in places.values()]
        full = " " + look.label("chain_full") if chain["full"] else ""
        if not any(places.values()):  # a joker laid alone as the last card (C-6)
            row = ["  " + look.cards(chain["cards"])]
        shown.append((pad(head, widest) + "".join(row)).rstrip() + full)
    return shown
