"""Every message of the wire as a type: what the schema and the client's types are made from.

A frame on the websocket has a ``kind``. Those of a client are commands to the table, derived from
``koloda.table.commands``, and a few to the house; the rest of this file is what the house says,
and the bodies of HTTP. ``docs/wire.md`` tells them in words.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, Union, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from koloda.table import PEOPLE_COMMANDS

Language = Literal["en", "ru"]
Speed = Annotated[int, Meta(ge=0, le=3)]
"""How long bots take over an act: 0 not at all, 3 long."""
Name = Annotated[str, Meta(max_length=40)]
Short = Annotated[str, Meta(max_length=200)]
Value = str | int | bool
"""What an option may be."""


class Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    """Anything that comes from outside: a field nobody knows is an error."""


# --- from the client, on the websocket --------------------------------------------------------


class Hello(Strict, tag_field="kind", tag="hello"):
    """The first frame: the last event seen, and the seat it was seen from; null the first time.

    ``speed`` is a ``pace`` said at once; null: the table knows.
    """

    seq: int | None = None
    seat: int | None = None
    lang: Language = "en"
    speed: Speed | None = None


class Hint(Strict, tag_field="kind", tag="hint"):
    """What would a strong bot do in this seat's place? Answered by ``hint``."""

    id: Short = ""


def _derived(kind: str) -> type[Struct]:
    """A command of the table as a message type, field by field."""
    command = PEOPLE_COMMANDS[kind]
    hints = get_type_hints(command)
    told: list[tuple[str, Any, Any]] = []
    for field in fields(command):
        default: Any = msgspec.NODEFAULT
        if field.default is not MISSING:
            default = field.default
        elif field.default_factory is not MISSING:
            default = msgspec.field(default_factory=field.default_factory)
        told.append((field.name, hints[field.name], default))
    return msgspec.defstruct(
        command.__name__,
        told,
        bases=(Strict,),
        module=__name__,
        namespace={"__doc__": command.__doc__},
        tag_field="kind",
        tag=kind,
        kw_only=True,
    )


COMMANDS: dict[str, type[Struct]] = {kind: _derived(kind) for kind in PEOPLE_COMMANDS}
ClientFrame: Any = Union[(Hello, Hint, *COMMANDS.values())]
"""Anything a client may send."""


# --- what an onlooker is shown ----------------------------------------------------------------


Wins = Literal["most", "fewest"]
"""Whether the most or the fewest points win."""


class GameShown(Struct):
    """What is played, every option with its value."""

    id: str
    players: int
    options: dict[str, Value]
    wins: Wins


class Ways(Struct):
    """The ways of the table; times in seconds, null: no limit."""

    move: float | None
    bank: float
    pause: float | None
    grace: float | None
    watchers: bool
    undo: bool


class SeatShown(Struct):
    """A seat and who is on it."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str
    level: str | None
    host: bool
    ready: bool
    away: bool
    absent: bool
    resigned: bool


class ShuffleShown(Struct):
    """What is published about the shuffle; the server's seed when the match is over."""

    method: str
    commit: str
    client_seeds: list[str]
    server_seed: str | UnsetType = UNSET


class Clock(Struct):
    """Whose time runs, since when, until when."""

    since: float
    seat: int | None
    until: float | None
    banks: list[float]


class MatchShown(Struct):
    """The match so far."""

    deal: int
    totals: list[int]
    draws: list[list[str]]
    over: bool
    winners: list[int]
    gains: list[str | int] | None


class Reason(Struct):
    """One reason of a score; the points of all add up to it."""

    reason: str
    points: int
    cards: list[str]


class SheetRow(Struct):
    """A finished deal."""

    deal: int
    dealer: int
    scores: list[int]
    totals: list[int]
    reasons: list[list[Reason]]


Phase = Literal["setup", "play", "between", "over"]


class Snapshot(Struct):
    """All that one onlooker may know; ``deal`` and ``log`` are in the words of the game."""

    version: int
    table: str
    seq: int
    you: int | None
    phase: Phase
    game: GameShown
    settings: Ways
    seats: list[SeatShown]
    shuffle: ShuffleShown
    clock: Clock
    may: list[str]
    match: MatchShown | None
    sheet: list[SheetRow]
    deal: dict[str, Any] | None
    log: list[dict[str, Any]]


class Changes(Struct, omit_defaults=True):
    """The parts of a snapshot that an event has changed, each one whole."""

    version: int | UnsetType = UNSET
    table: str | UnsetType = UNSET
    you: int | UnsetType | None = UNSET
    phase: Phase | UnsetType = UNSET
    game: GameShown | UnsetType = UNSET
    settings: Ways | UnsetType = UNSET
    seats: list[SeatShown] | UnsetType = UNSET
    shuffle: ShuffleShown | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    may: list[str] | UnsetType = UNSET
    match: MatchShown | UnsetType | None = UNSET
    sheet: list[SheetRow] | UnsetType = UNSET
    deal: dict[str, Any] | UnsetType | None = UNSET
    log: list[dict[str, Any]] | UnsetType = UNSET


class Event(Struct):
    """One event as this onlooker is told it."""

    seq: int
    at: float
    kind: str
    by: int | None
    told: list[dict[str, Any]]
    deal: list[dict[str, Any]]
    set: Changes


class Words(Struct):
    """The same in the reader's language.

    ``log`` has a phrase for each entry of ``log`` (in a welcome) or of ``event.deal``: printed
    after the seat's name, which is not in it. ``sheet``, where the sheet is sent, has for each
    deal and seat a phrase for each reason.
    """

    log: list[str]
    sheet: list[list[list[str]]] | None = None


class Step(Struct):
    """An event and its words."""

    event: Event
    words: Words


# --- from the house, on the websocket ---------------------------------------------------------


class Welcome(Struct, tag_field="kind", tag="welcome"):
    """The answer to ``hello``, and what comes when one looks on from elsewhere now.

    Either ``snapshot`` with its ``words``, or ``steps``: the events since ``hello.seq``. ``now``
    is the house's clock, ``order`` how the person likes to hold his cards, ``speed`` how long he
    likes bots to take.
    """

    now: float
    speed: int
    order: list[str]
    snapshot: Snapshot | None
    words: Words | None
    steps: list[Step] | None


class Happened(Struct, tag_field="kind", tag="event"):
    """The next event: fold it into the snapshot."""

    event: Event
    words: Words


class Done(Struct, tag_field="kind", tag="done"):
    """The command ``id`` was accepted and is on disk; it made event ``seq`` (or none)."""

    id: str
    seq: int


class Refusal(Struct, tag_field="kind", tag="refused"):
    """The command ``id`` (or a frame that was none: "") was refused; nothing has changed.

    ``clause`` is that of the rules, "" where none speaks of it; ``sentence`` says what was wrong
    and what is allowed, the clause in brackets.
    """

    id: str
    code: str
    clause: str
    params: dict[str, Any]
    sentence: str


class Candidate(Struct):
    """An act looked at: its worth in points against the others' mean, and how sure that is."""

    text: str
    mean: float
    error: float


class Advice(Struct, tag_field="kind", tag="hint"):
    """What a strong bot would do, and the acts it looked at, the chosen one first."""

    id: str
    seq: int
    text: str
    method: str
    candidates: list[Candidate]


class Taken(Struct, tag_field="kind", tag="taken"):
    """The seat has been opened elsewhere; this connection ends (4001): do not come back by
    yourself."""

    sentence: str


class Closing(Struct, tag_field="kind", tag="closing"):
    """The house shuts down or starts anew; this connection ends (1012): try again in a while."""

    sentence: str


ServerFrame = Welcome | Happened | Done | Refusal | Advice | Taken | Closing


# --- HTTP -------------------------------------------------------------------------------------


class ValueShown(Struct):
    """A value of a choice, and what it is called."""

    value: Value
    label: str


class OptionShown(Struct):
    """An option: for ``int`` the values are ``low..high``, else those listed."""

    name: str
    kind: Literal["bool", "int", "choice"]
    title: str
    help: str
    clause: str
    default: Value
    values: list[ValueShown]
    low: int | None
    high: int | None


class PresetShown(Struct):
    """A named set of options: what it turns round from the defaults."""

    name: str
    title: str
    options: dict[str, Value]


class GameInfo(Struct):
    """A game in the lobby."""

    id: str
    name: str
    summary: str
    length: str
    players: list[int]
    options: list[OptionShown]
    presets: list[PresetShown]


class LevelInfo(Struct):
    """A level of bots."""

    id: str
    name: str


class DealInfo(Struct):
    """A worked deal of the book, ready as a replay."""

    name: str
    game: str
    title: str


class Lobby(Struct):
    """``GET api/lobby``."""

    version: str
    lang: Language
    games: list[GameInfo]
    levels: list[LevelInfo]
    deals: list[DealInfo]


class SetUp(Strict):
    """``POST api/check``: would this set-up do?"""

    game: Short
    players: int | None = None
    preset: Short | None = None
    options: dict[str, Value] = {}
    lang: Language = "en"


class NewTable(Strict):
    """``POST api/tables``: a table for one against bots; ``bots`` has a level for each seat but
    the first, or one for all. The match begins at once."""

    game: Short
    players: int | None = None
    preset: Short | None = None
    options: dict[str, Value] = {}
    bots: list[Short] = msgspec.field(default_factory=lambda: ["club"])
    name: Name = ""
    undo: bool = True
    move: float | None = None
    watchers: bool = True
    client_seed: Short = ""
    lang: Language = "en"


class Problem(Struct):
    """Why something was refused, over HTTP: always ``{"error": Problem}``."""

    code: str
    clause: str
    params: dict[str, Any]
    sentence: str


class Failed(Struct):
    """The body of every answer that is not 200."""

    error: Problem


class Checked(Struct):
    """Whether the set-up does, every option with its value, or why not."""

    ok: bool
    players: int | None = None
    options: dict[str, Value] | None = None
    error: Problem | None = None


class Made(Struct):
    """The table that was made."""

    table: str


class TableInfo(Struct):
    """One of the reader's unfinished tables. ``turn``: it waits for him."""

    table: str
    game: str
    players: int
    names: list[str]
    phase: Phase
    deal: int
    totals: list[int]
    turn: bool
    touched: float


class MyTables(Struct):
    """``GET api/tables``, the last one played at first."""

    tables: list[TableInfo]


class OptionInForce(Struct):
    """An option as it is played."""

    name: str
    title: str
    value: Value
    label: str
    clause: str
    changed: bool


class RulesPage(Struct):
    """``GET api/rules/<game>``: the page (Markdown) and the options in force."""

    game: str
    lang: Language
    page: str
    options: list[OptionInForce]


class Erratum(Struct):
    """A claim of the book about a worked deal beside our figure. ``where`` has ``deal``, and
    ``go`` and ``seat`` where they apply; ``erratum`` is its number, "" where both agree."""

    id: str
    clause: str
    where: dict[str, int]
    book: Any
    ours: Any
    agrees: bool
    erratum: str


class Turn(Struct):
    """A turn: the acts, what was seen to happen, how it stands then, where all cards lie, and
    phrases for the events."""

    deal: int
    turn: int
    go: int
    seat: int
    moves: list[str]
    events: list[dict[str, Any]]
    after: dict[str, Any]
    words: list[str]
    places: dict[str, list[str]]


class DealReplay(Struct):
    """A deal from the first card to the last."""

    deal: int
    dealer: int
    cuts: list[str]
    start: dict[str, Any]
    turns: list[Turn]
    scores: list[int] | None
    places: dict[str, list[str]]


class Checks(Struct):
    """How far a record was verified, and what is known about its shuffle."""

    complete: bool
    up_to: dict[str, int] | None
    shuffle: str
    deals: int
    over: bool


class Replay(Struct):
    """``POST api/replay`` and ``GET api/deals/<name>``: a record turn by turn."""

    game: str
    players: list[str]
    options: dict[str, Value]
    free: dict[str, Any]
    verified: Checks
    deals: list[DealReplay]
    totals: list[int]
    winners: list[int]
    settlement: list[str] | None
    book: list[Erratum]


class Texts(Struct):
    """``GET api/texts/<lang>/<domain>``: a catalogue; a text with plural forms is a list."""

    lang: Language
    domain: str
    texts: dict[str, str | list[str]]


HTTP_TYPES: tuple[type[Struct], ...] = (
    Lobby,
    SetUp,
    Checked,
    NewTable,
    Made,
    MyTables,
    RulesPage,
    Replay,
    Texts,
    Failed,
)
