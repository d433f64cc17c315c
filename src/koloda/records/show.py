"""A record to look at: turn by turn, as plain data that a command or a viewer can print."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from koloda.cards import UNKNOWN, spell_cards
from koloda.deal import Deal
from koloda.records.make import laid_out_again
from koloda.records.record import Record
from koloda.records.verify import Verified
from koloda.rules.contract import Json


def replay(record: Record, *, seat: int | None = None, open_cards: bool = False) -> dict[str, Json]:
    """Verify the record and tell it turn by turn: plain JSON.

    ``verified`` says how far it was checked; ``deals`` holds, for each deal, ``start`` (what the
    seat, None: a spectator, saw after the deal), ``turns`` (see ``turns``), and its ``scores``
    when it was finished. ``open_cards`` adds where all cards lie. Raises RecordError.
    """
    verified = record.verify()
    match = verified.match
    return {
        "game": record.game,
        "players": list(record.players),
        "options": match.game.options,
        "free": _plain(record.free),
        "verified": verified.to_json(),
        "deals": [
            _mask(_deal(deal, seat, open_cards), set(spell_cards(unknown)))
            for deal, unknown in zip(match.deals, verified.unknown, strict=True)
        ],
        "totals": match.totals,
        "winners": list(match.winners),
        "settlement": _gains(verified),
    }


def _plain(value: Json) -> Json:
    """A TOML value as plain JSON: dates and numbers that JSON lacks as text."""
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    plain = isinstance(value, str | int) or (isinstance(value, float) and isfinite(value))
    return value if plain else str(value)


def _gains(verified: Verified) -> list[str] | None:
    settled = verified.match.settlement
    return None if settled is None or settled.gains is None else [str(g) for g in settled.gains]


def _deal(deal: Deal, seat: int | None, open_cards: bool) -> dict[str, Json]:
    again = laid_out_again(deal)
    shown: dict[str, Json] = {
        "deal": deal.number + 1,
        "dealer": deal.dealer,
        "cuts": spell_cards(deal.carry.get("cuts", [])),
        "start": again.observe(seat),
    }
    if open_cards:
        shown["places"] = _places(again)
    shown["turns"] = turns(deal, seat=seat, open_cards=open_cards)
    shown["scores"] = deal.scores if deal.over else None
    return shown


def turns(
    deal: Deal, *, seat: int | None = None, open_cards: bool = False
) -> list[dict[str, Json]]:
    """The turns of a deal so far, replayed.

    Each has ``deal``, ``turn`` and ``go`` (from 1), ``seat``, ``moves`` (the acts as spelled),
    ``events`` (what the watcher saw happen) and ``after`` (what he sees then); with
    ``open_cards`` also ``places``, where every card lies.
    """
    again = laid_out_again(deal)
    told: list[dict[str, Json]] = []
    for number, (who, actions) in enumerate(deal.turns(), 1):
        known = len(again.events(seat))
        for action in actions:
            again.apply(action, who)
        turn: dict[str, Json] = {
            "deal": deal.number + 1,
            "turn": number,
            "go": (number - 1) // deal.game.players + 1,
            "seat": who,
            "moves": [str(action) for action in actions],
            "events": again.events(seat)[known:],
            "after": again.observe(seat),
        }
        if open_cards:
            turn["places"] = _places(again)
        told.append(turn)
    return told


def _mask(data: Json, unknown: set[str]) -> Json:
    """The data with ``??`` for cards whose places are a guess."""
    if isinstance(data, dict):
        return {name: _mask(inner, unknown) for name, inner in data.items()}
    if isinstance(data, list):
        return [_mask(inner, unknown) for inner in data]
    return UNKNOWN if isinstance(data, str) and data in unknown else data


def _places(deal: Deal) -> dict[str, list[str]]:
    places = deal.game.rules.places(deal.state)
    return {name: spell_cards(cards) for name, cards in places.items()}
