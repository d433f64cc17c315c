"""What can be said to a table: the commands of people and of the house, as plain dataclasses.

``read`` makes a command from plain JSON and refuses everything else; ``write`` gives the JSON
back. The classes depend on nothing, so that the table also runs where nothing can be installed;
a server may derive its own message types from their fields.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from functools import cache
from types import UnionType
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from koloda.options import shown
from koloda.rules.contract import Json, Refused

LONGEST = 200
"""Characters of any one text in a command."""
MOST = 80
"""Items of any one list or dict in a command."""
MOST_NUMBER = 1 << 53
SLOWEST = 3


@dataclass(frozen=True, kw_only=True)
class Command:
    """Anything that is said to a table.

    ``id`` is the sender's own name for it: said again under the same id it gets the same answer
    and changes nothing; "" is never remembered. ``seq`` is the number of the last event the
    sender had seen.
    """

    KIND: ClassVar[str]
    TURN: ClassVar[bool] = False
    """Whether it answers the deal as it stands: refused as ``stale`` once that has moved on."""
    AGREES: ClassVar[bool] = False
    """The same for the set-up of the table."""
    QUIET: ClassVar[bool] = False
    """Whether nobody is told, so that it makes no event."""

    id: str = ""
    seq: int = 0


# --- before the match ----------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Configure(Command):
    """The host chooses the game, its options, and the ways of the table (``settings.py``)."""

    KIND = "configure"
    game: str
    players: int | None = None
    preset: str | None = None
    options: dict[str, str | int | bool] = field(default_factory=dict)
    move: float | None = None
    bank: float = 0
    pause: float | None = None
    grace: float | None = None
    watchers: bool = True
    undo: bool = True


@dataclass(frozen=True, kw_only=True)
class Sit(Command):
    """Take an empty seat under a name."""

    KIND = "sit"
    seat: int
    name: str


@dataclass(frozen=True, kw_only=True)
class SeatBot(Command):
    """The host puts a bot of some level on an empty seat."""

    KIND = "seat_bot"
    seat: int
    level: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Free(Command):
    """The host empties a seat."""

    KIND = "free"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Ready(Command):
    """Agree to the set-up (or no more), with a seed of one's own for the shuffle.

    The match begins when every seat is taken and every person is ready.
    """

    KIND = "ready"
    AGREES = True
    ready: bool = True
    client_seed: str = ""


# --- in the match --------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Act(Command):
    """One act as the game spells it."""

    KIND = "act"
    TURN = True
    text: str


@dataclass(frozen=True, kw_only=True)
class Next(Command):
    """Seen the scores: on to the next deal."""

    KIND = "next"
    TURN = True


@dataclass(frozen=True, kw_only=True)
class Undo(Command):
    """One person against bots: back to his last decision in this deal."""

    KIND = "undo"
    TURN = True


@dataclass(frozen=True, kw_only=True)
class Leave(Command):
    """Go: before the match the seat is free again, in a match a bot plays on until ``back``."""

    KIND = "leave"


@dataclass(frozen=True, kw_only=True)
class Back(Command):
    """Play oneself again, from the next decision on."""

    KIND = "back"


@dataclass(frozen=True, kw_only=True)
class Resign(Command):
    """Give the seat to a bot for good; when no person is left the match is over."""

    KIND = "resign"


@dataclass(frozen=True, kw_only=True)
class TakeOver(Command):
    """The host lets a bot play for a person whose connection is gone."""

    KIND = "take_over"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Arrange(Command):
    """The order in which one likes to hold one's cards: kept, and told to nobody."""

    KIND = "arrange"
    QUIET = True
    cards: list[str]


@dataclass(frozen=True, kw_only=True)
class Pace(Command):
    """How long bots are to take over an act, 0 (not at all) to ``SLOWEST``; told to nobody."""

    KIND = "pace"
    QUIET = True
    speed: int


# --- what the house says ---------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Open(Configure):
    """The first command of every table: its name, its host, the secret of its shuffle in hex."""

    KIND = "open"
    table: str
    host: str
    secret: str
    version: int = 1


@dataclass(frozen=True, kw_only=True)
class BotAct(Command):
    """The answer of a bot to ``Table.pending()``; ``seq`` is that of the question."""

    KIND = "bot_act"
    TURN = True
    seat: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Tick(Command):
    """The time ``Table.deadline`` has come."""

    KIND = "tick"


@dataclass(frozen=True, kw_only=True)
class Absent(Command):
    """The last connection of the person on this seat is gone."""

    KIND = "absent"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Present(Command):
    """The person on this seat is connected again."""

    KIND = "present"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Restart(Command):
    """The house was shut: the time until now is nobody's."""

    KIND = "restart"


def _named(*kinds: type[Command]) -> dict[str, type[Command]]:
    return {kind.KIND: kind for kind in kinds}


PEOPLE_COMMANDS = _named(
    *(Configure, Sit, SeatBot, Free, Ready, Act, Next, Undo, Leave, Back, Resign, TakeOver),
    *(Arrange, Pace),
)
"""By kind, what people may say."""
HOUSE_COMMANDS = _named(Open, BotAct, Tick, Absent, Present, Restart)
"""By kind, what only the house itself may say."""


# --- reading and writing -------------------------------------------------------------------


def write(command: Command) -> dict[str, Json]:
    """The command as plain JSON; ``read`` gives it back."""
    return {"kind": command.KIND, **asdict(command)}


def read(data: Json, *, house: bool = False) -> Command:
    """The command that plain JSON stands for: a person's, or with ``house`` the house's too.

    Raises Refused ``command``, with the ``field`` that is missing, unknown or wrong.
    """
    if not isinstance(data, Mapping):
        raise Refused("command", field="kind")
    kind = data.get("kind")
    known = {**PEOPLE_COMMANDS, **HOUSE_COMMANDS} if house else PEOPLE_COMMANDS
    if not isinstance(kind, str) or kind not in known:
        raise Refused("command", field="kind")
    hints, needed = _shape(kind)
    given = {name: value for name, value in data.items() if name != "kind"}
    for name in given:
        if name not in hints:
            raise Refused("command", field=shown(name)[:40])
    for name, hint in hints.items():
        if (name in given and not _fits(given[name], hint)) or (name in needed - given.keys()):
            raise Refused("command", field=name)
    return known[kind](**given)


def check(command: Command) -> None:
    """Raises Refused ``command`` where a field of the command is not of its type."""
    hints, _ = _shape(command.KIND)
    for name, hint in hints.items():
        if not _fits(getattr(command, name), hint):
            raise Refused("command", field=name)


@cache
def _shape(kind: str) -> tuple[dict[str, Any], set[str]]:
    """Types of the fields by name, and the names of those that must be given."""
    made = {**PEOPLE_COMMANDS, **HOUSE_COMMANDS}[kind]
    hints, own = get_type_hints(made), fields(made)
    bare = {f.name for f in own if f.default is MISSING and f.default_factory is MISSING}
    return {f.name: hints[f.name] for f in own}, bare


def _fits(value: Json, hint: Any) -> bool:
    """Whether the value is of the type exactly: True is no number, and no text is endless."""
    if get_origin(hint) is UnionType:
        return any(_fits(value, part) for part in get_args(hint))
    if get_origin(hint) is list:
        return type(value) is list and len(value) <= MOST and all(_fits(v, str) for v in value)
    if get_origin(hint) is dict:
        inner = get_args(hint)[1]
        return (
            type(value) is dict
            and len(value) <= MOST
            and all(_fits(name, str) and _fits(part, inner) for name, part in value.items())
        )
    if hint is str:
        return type(value) is str and len(value) <= LONGEST and value.isprintable()
    if hint is float:
        return type(value) in (int, float) and math.isfinite(value) and 0 <= value < MOST_NUMBER
    if hint is int:
        return type(value) is int and 0 <= value < MOST_NUMBER
    return value is None if hint is type(None) else type(value) is hint
