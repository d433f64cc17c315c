"""What one onlooker is shown of a table: put together part by part, nothing crossed out.

Seats and watchers (None) get the same parts. What only a seat may see comes from
``Deal.observe`` and ``Deal.events`` for that seat, and from nowhere else.
"""

from __future__ import annotations

import copy
from typing import Any

from koloda.cards import spell_cards
from koloda.fair import METHOD
from koloda.records import Record, from_match
from koloda.records.record import spell_gain
from koloda.rules.contract import Json, Rules
from koloda.table.commands import (
    Act,
    Back,
    Configure,
    Free,
    Leave,
    Next,
    Ready,
    Resign,
    SeatBot,
    Sit,
    TakeOver,
    Undo,
)
from koloda.table.core import Core, Phase
from koloda.table.held import replayed

VERSION = 1
"""Of the wire (``docs/wire.md``)."""


def snapshot(core: Core, seat: int | None) -> dict[str, Json]:
    """All that the seat (None: a watcher) may know now, as plain JSON."""
    shown: dict[str, Json] = {
        "version": VERSION,
        "table": core.id,
        "seq": core.seq,
        "you": seat,
        "phase": str(core.phase),
        "game": {
            "id": core.game.id,
            "players": core.game.players,
            "options": dict(core.game.options),
            "wins": wins(core.game.rules),
        },
        "settings": core.settings.to_json(),
        "seats": _seats(core),
        "shuffle": _shuffle(core),
        "clock": _clock(core),
        "may": _may(core, seat),
        "match": None,
        "sheet": list(core.sheet),
        "deal": None,
        "log": [],
    }
    if core.match is not None:
        shown["match"] = _match(core)
        shown["deal"] = core.shown.observe(seat)
        shown["log"] = core.deal.events(seat)[: core.told]
    return shown


def wins(rules: Rules[Any]) -> str:
    """Whether the most or the fewest points win."""
    return "most" if rules.SIGN > 0 else "fewest"


def _seats(core: Core) -> list[dict[str, Json]]:
    return [
        {
            "seat": seat,
            "kind": chair.kind,
            "name": chair.name,
            "level": chair.level,
            "host": chair.who == core.host,
            "ready": chair.ready,
            "away": chair.away,
            "absent": chair.absent is not None,
            "resigned": chair.resigned,
        }
        for seat, chair in enumerate(core.chairs)
    ]


def _shuffle(core: Core) -> dict[str, Json]:
    shuffle = core.shuffle if core.match is None else core.match.shuffle
    assert shuffle is not None
    seeds = [] if core.match is None else list(shuffle.client_seeds)
    shown = {"method": METHOD, "commit": shuffle.commit, "client_seeds": seeds}
    if core.phase is Phase.OVER and core.match is not None and core.match.over:
        shown["server_seed"] = shuffle.server_seed.hex()
    return shown


def _clock(core: Core) -> dict[str, Json]:
    return {
        "since": core.since,
        "seat": core.actor,
        "until": core.time_up() or core.pause_up(),
        "banks": [chair.bank for chair in core.chairs],
    }


def _match(core: Core) -> dict[str, Json]:
    match, deal = core.match, core.shown
    assert match is not None
    over = core.phase is Phase.OVER and match.over
    settlement = match.settlement if over else None
    gains = settlement.gains if settlement is not None else None
    return {
        "deal": deal.number + 1,
        "totals": match.totals if core.held is None else list(deal.totals),
        "draws": [spell_cards(row) for row in match.dealer_draws],
        "over": over,
        "winners": list(match.winners) if over else [],
        "gains": None if gains is None else [spell_gain(gain) for gain in gains],
    }


def _may(core: Core, seat: int | None) -> list[str]:
    """The kinds of commands that have a chance now: a help for buttons, not a promise."""
    if seat is None:
        return [Sit.KIND] if core.phase is Phase.SETUP else []
    chair = core.chairs[seat]
    host = chair.who is not None and chair.who == core.host
    if core.phase is Phase.SETUP:
        own = [Ready.KIND, Leave.KIND]
        return own + ([Configure.KIND, SeatBot.KIND, Free.KIND] if host else [])
    if core.phase is Phase.OVER:
        return []
    kinds = [Resign.KIND] if core.solo else [Leave.KIND, Resign.KIND]
    if seat == core.actor and core.timed_out != core.moved:
        kinds.append(Act.KIND)
    if core.phase is Phase.BETWEEN and not chair.ready:
        kinds.append(Next.KIND)
    if core.solo and core.settings.undo:
        kinds.append(Undo.KIND)
    if chair.away:
        kinds.append(Back.KIND)
    if host and any(other.absent is not None and not other.away for other in core.chairs):
        kinds.append(TakeOver.KIND)
    return kinds


def public_record(core: Core) -> Record:
    """The record that anybody may have. Of a turn that is not over there is nothing in it: then
    one that a rule has ended in silence looks like any other (F-5). Raises Refused ``not_now``."""
    shown, match = core.shown, copy.copy(core.match)
    assert match is not None
    if not shown.over:
        whole = sum(move.turn < shown.state.turn for move in core.deal.moves)
        match.deals = [*match.deals[:-1], replayed(core.deal, whole)]
    return from_match(match)
