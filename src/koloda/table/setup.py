"""What is done at a table before the match: who plays what, and who sits where.

Each function does one command or raises Refused (or OptionError) with nothing changed; it
returns what everybody is told.
"""

from __future__ import annotations

from koloda.bots import bot
from koloda.deal import check_seat
from koloda.match import Match
from koloda.rules.contract import Json, Refused
from koloda.table.commands import Configure, Free, Ready, SeatBot, Sit
from koloda.table.core import Chair, Core, Phase
from koloda.table.settings import Settings, chosen_game

LONGEST_NAME = 40
Told = list[dict[str, Json]]


def configure(core: Core, who: str, command: Configure, now: float) -> Told:
    """Another game or other ways; nobody has agreed to them yet."""
    core.need(Phase.SETUP)
    core.need_host(who)
    game, settings = chosen_game(command), Settings.of(command)
    for seat, chair in enumerate(core.chairs):
        if seat >= game.players and chair.who is not None:
            raise Refused("players_seated", seat=seat)
    core.game, core.settings = game, settings
    kept = core.chairs[: game.players]
    core.chairs = kept + [Chair() for _ in range(game.players - len(kept))]
    _agree_anew(core)
    return [{"event": "configure"}]


def sit(core: Core, who: str, command: Sit, now: float) -> Told:
    """A person takes a seat."""
    seat = _empty(core, command.seat)
    if core.seat_of(who) is not None:
        raise Refused("already_seated")
    core.chairs[seat] = Chair(who=who, name=_name(command.name))
    _agree_anew(core)
    return [{"event": "sit", "seat": seat}]


def seat_bot(core: Core, who: str, command: SeatBot, now: float) -> Told:
    """The host seats a bot, which is always ready."""
    core.need_host(who)
    seat = _empty(core, command.seat)
    level = bot(command.level).level
    core.chairs[seat] = Chair(level=level, name=_name(command.name))
    _agree_anew(core)
    return [{"event": "sit", "seat": seat}]


def free(core: Core, who: str, command: Free, now: float) -> Told:
    """The host empties a seat."""
    core.need(Phase.SETUP)
    core.need_host(who)
    seat = check_seat(command.seat, core.game.players)
    if core.chairs[seat].kind == "empty":
        raise Refused("seat_empty", seat=seat)
    return get_up(core, seat)


def get_up(core: Core, seat: int) -> Told:
    """The seat is empty again; a host who goes leaves the table to another person on it."""
    gone, core.chairs[seat] = core.chairs[seat].who, Chair()
    others = [chair.who for chair in core.chairs if chair.who is not None]
    if gone == core.host and others:
        core.host = others[0]
    _agree_anew(core)
    return [{"event": "get_up", "seat": seat}]


def ready(core: Core, who: str, command: Ready, now: float) -> Told:
    """A person agrees; the last one begins the match."""
    core.need(Phase.SETUP)
    seat = core.seated(who)
    chair = core.chairs[seat]
    chair.ready, chair.client_seed = command.ready, command.client_seed
    told: Told = [{"event": "ready" if command.ready else "not_ready", "seat": seat}]
    if any(chair.level is None and not chair.ready for chair in core.chairs):
        return told
    names = [c.name if c.level is None else f"{c.name} [{c.level}]" for c in core.chairs]
    core.match = Match(core.game, shuffle=core.shuffle, names=names)
    core.solo = len(core.present()) == 1
    for chair in core.chairs:
        chair.bank = core.settings.bank
    begin_deal(core, now)
    return [*told, {"event": "begin"}, {"event": "deal", "deal": 1}]


def begin_deal(core: Core, now: float) -> None:
    """The deal just laid out is the current one."""
    core.phase, core.held, core.told = Phase.PLAY, None, 0
    core.moved, core.since = core.seq + 1, now
    for chair in core.chairs:
        chair.ready = False


def _agree_anew(core: Core) -> None:
    core.agreed = core.seq + 1
    for chair in core.chairs:
        chair.ready = False


def _empty(core: Core, seat: int) -> int:
    core.need(Phase.SETUP)
    check_seat(seat, core.game.players)
    if core.chairs[seat].kind != "empty":
        raise Refused("seat_taken", seat=seat)
    return seat


def _name(text: str) -> str:
    name = text.strip()
    if not 0 < len(name) <= LONGEST_NAME:
        raise Refused("seat_name", most=LONGEST_NAME)
    return name
