"""The contract every rules module keeps, and the types it is written with.

A game is one module of plain functions over a small mutable state made of ints and fixed-size
lists of ints. The functions marked (both) run interpreted and compiled, so they use nothing but
ints, the state's lists, the helpers of ``koloda.cards`` and ``koloda.rules.chance``, and each
other; the rest only ever runs interpreted. ``docs/architecture.md`` tells the story,
``koloda.testing`` checks that a module keeps the contract.

This room does no input or output, knows no clock and no global randomness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Protocol, Self, TypeVar, get_args, get_origin, get_type_hints

Ints = list[int]
Json = Any
"""Plain JSON data: dict, list, str, int, bool, None."""


class State:
    """The whole truth about one deal. Subclasses declare further fields by annotation.

    ``name: int`` is one int, ``name: Annotated[Ints, n]`` a list of exactly n ints; all start
    at 0. The option values of the game are int fields too (see ``Option.field``).
    """

    FIELDS: dict[str, int]
    """Name of each field -> 0 for an int, n for a list of n ints."""

    players: int
    dealer: int
    number: int
    """How many deals of the match were played before this one."""
    actor: int
    """Seat on turn; meaningless once ``over``."""
    over: int
    turn: int
    """How many turns of the deal have ended."""
    rng: int
    """The generator that ``redeal`` and playouts draw from; ``apply`` never touches it."""
    size: int
    """Cards in the pack."""
    next: int
    """Cursor: ``pack[next:size]`` is the stock, its top first."""
    pack: Ints
    """Every subclass declares its length. Slots before ``next`` are NO_CARD: a card that left
    the pack leaves no trace of its place."""

    def __init_subclass__(cls) -> None:
        cls.FIELDS = {}
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if hint is int:
                cls.FIELDS[name] = 0
            elif get_origin(hint) is Annotated:
                cls.FIELDS[name] = get_args(hint)[1]

    def __init__(self) -> None:
        for name, length in self.FIELDS.items():
            setattr(self, name, [0] * length if length else 0)

    def copy(self) -> Self:
        """An independent state equal to this one."""
        twin = object.__new__(type(self))
        fields = twin.__dict__
        for name, value in self.__dict__.items():
            fields[name] = value[:] if type(value) is list else value
        return twin

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # mutable

    def to_json(self) -> dict[str, Json]:
        """Every field, as plain JSON."""
        return self.copy().__dict__

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        """The state that ``to_json`` wrote.

        Raises ValueError when the fields are not exactly those of this class.
        """
        state = cls()
        if data.keys() != cls.FIELDS.keys():
            raise ValueError(f"not the fields of {cls.__module__}.State")
        for name, value in data.items():
            setattr(state, name, value[:] if type(value) is list else value)
        return state


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Option:
    """One rule that can be turned round.

    ``values`` lists what is allowed (``kind`` "choice"), or is (lowest, highest) for "int", and
    (False, True) for "bool". In the state the option is the int field ``field``: a bool as 0/1,
    a number as itself, one of several words as its index in ``values``.
    """

    name: str
    kind: str
    values: tuple[str | int | bool, ...]
    default: str | int | bool
    clause: str
    field: str = ""

    def __post_init__(self) -> None:
        if not self.field:
            object.__setattr__(self, "field", self.name)

    def encode(self, value: str | int | bool) -> int:
        """The int that stands for an allowed value in the state."""
        if self.kind == "choice" and any(isinstance(v, str) for v in self.values):
            return self.values.index(value)
        return int(value)


def flag(name: str, default: bool, clause: str) -> Option:
    """An option that is on or off."""
    return Option(name, "bool", (False, True), default, clause)


def number(name: str, lowest: int, highest: int, default: int, clause: str) -> Option:
    """An option that is a whole number in a closed range."""
    return Option(name, "int", (lowest, highest), default, clause)


def choice(name: str, values: tuple[str | int, ...], clause: str, *, field: str = "") -> Option:
    """An option that is one of several values; the first is the default."""
    return Option(name, "choice", values, values[0], clause, field)


class Coded(Exception):
    """An error without a sentence: ``koloda.locales`` has one in every language.

    ``code`` is stable and for programs; ``clause`` names the rule behind it ("R-8"), empty where
    no clause speaks of it; ``params`` fill the sentence. Travels between processes.
    """

    def __init__(self, code: str, clause: str = "", **params: Json) -> None:
        super().__init__(code, clause, params)
        self.code = code
        self.clause = clause
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.code, self.clause, self.params), dict(vars(self))

    def __str__(self) -> str:
        where = f" ({self.clause})" if self.clause else ""
        told = ", ".join(f"{name}={_in_short(value)}" for name, value in self.params.items())
        return f"{self.code}{where}" + (f": {told}" if told else "")

    def to_json(self) -> dict[str, Json]:
        """Code, clause and params, as plain JSON."""
        return {"code": self.code, "clause": self.clause, "params": dict(self.params)}


def _again(kind: type[Coded], code: str, clause: str, params: dict[str, Json]) -> Coded:
    return kind(code, clause, **params)


def _in_short(value: Json) -> str:
    if not isinstance(value, list):
        return str(value)
    more = ", ..." if len(value) > 12 else ""
    return "[" + ", ".join(map(str, value[:12])) + more + "]"


class Refused(Coded):
    """An act that the rules refuse. Nothing has been changed.

    No clause speaks of the codes ``syntax``, ``hand``, ``turn`` and ``over``. Params never hold
    what the actor may not know.
    """


@dataclass(frozen=True)
class Next:
    """What follows a deal: who deals, what is carried over, whether the match is over."""

    dealer: int
    carry: dict[str, Json]
    over: bool


@dataclass(frozen=True)
class Settlement:
    """The end of a match: the winning seats, and each seat's signed gain if the game pays."""

    winners: tuple[int, ...]
    gains: tuple[Fraction, ...] | None = None


@dataclass(frozen=True)
class ScoreItem:
    """One reason behind a figure of the score sheet.

    ``reason`` is a code that ``koloda.locales`` has a phrase for; the points of all items of a
    seat add up to its score.
    """

    reason: str
    points: int
    cards: tuple[str, ...] = ()


class Rules(Protocol[S]):
    """What a rules module looks like from outside: a module, not a class."""

    @property
    def ID(self) -> str: ...
    @property
    def VERSION(self) -> int:
        """Version of the rules; rises only when play changes."""

    @property
    def State(self) -> type[S]: ...
    @property
    def MIN_PLAYERS(self) -> int: ...
    @property
    def MAX_PLAYERS(self) -> int: ...
    @property
    def MAX_ACTIONS(self) -> int:
        """Length of the list that ``legal`` may fill."""

    @property
    def SIGN(self) -> int:
        """+1 where a higher score is better, -1 where scores are penalties."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...
    @property
    def PRESETS(self) -> Mapping[str, Mapping[str, str | int | bool]]:
        """Named sets of options that people know; the first is the default game, ``{}``."""

    @property
    def PUBLIC_CARRY(self) -> tuple[str, ...]:
        """Those keys of ``carry`` that every seat may know."""

    # --- one deal ------------------------------------------------------------------------
    def deck(self, s: S, carry: Mapping[str, Json]) -> tuple[list[int], bool]:
        """The cards of this deal, and whether they are to be shuffled (False: in this order).

        Players, options, dealer and number are set. Raises Refused (code, clause) where the
        cards don't suffice for this set-up.
        """

    def prepare(self, s: S, carry: Mapping[str, Json]) -> None:
        """Write into the state what ``start`` reads: the sizes of this set-up, and ``carry``
        (what the last deal left, and cuts). Raises Refused for what can't be carried."""

    def start(self, s: S) -> None:
        """(both) Deal from the ordered pack; ``prepare`` has been called. Whatever else the state
        held before counts for nothing."""

    def legal(self, s: S, out: Ints) -> int:
        """(both) Write the legal actions of the actor in a stable order; return how many."""

    def apply(self, s: S, action: int) -> None:
        """(both) Do a legal action. Trusts its argument: the checked entry is ``Deal.apply``."""

    def redeal(self, s: S, seat: int) -> None:
        """(both) Deal everything that ``seat`` can't know anew, from ``s.rng``.

        Reaches exactly the worlds consistent with what the seat knows, each with positive
        probability, in bounded time. The result is a function of what the seat knows and of
        ``s.rng`` alone: it does not depend on the hidden cards it replaces.
        """

    def score(self, s: S, seat: int) -> int:
        """(both) The seat's result of a deal that is over."""

    # --- only interpreted ----------------------------------------------------------------
    def bound(self, s: S) -> int:
        """A deal from this start is over after at most so many actions."""

    def explain(self, s: S, seat: int) -> list[ScoreItem]:
        """Why ``score`` is what it is: items whose points add up to it."""

    def audit(self, s: S) -> bool:
        """Whether the scores of a finished deal add up together as the clauses say they must."""

    def spell(self, s: S, action: int) -> str:
        """The one canonical spelling of an action (``docs/records.md``)."""

    def parse(self, s: S, text: str) -> int:
        """The action spelled so, legal or not. Raises Refused, code ``syntax`` where the text
        spells nothing in this game, or the code of the rule that such an act can't keep."""

    def refuse(self, s: S, action: int) -> Refused | None:
        """None when the actor may do it, else why not. Holding the cards comes first."""

    def observe(self, s: S, seat: int | None) -> dict[str, Json]:
        """What the seat (None: a spectator) sees now, assembled from parts that are his or
        public."""

    def events(self, before: S, after: S, action: int, seat: int | None) -> list[dict[str, Json]]:
        """What the seat (None: a spectator) saw happen when ``before``'s actor did ``action``.

        Each event has ``seat`` and ``event`` (a word); cards he may not see are ``"??"``.
        """

    def places(self, s: S) -> dict[str, list[int]]:
        """Where every card of the pack is: each in exactly one place.

        ``stock`` and ``hand 0``, ``hand 1``, ... are what a spectator can't see into; in any
        other place every card lies open, or was seen before it got there.
        """

    # --- the match -------------------------------------------------------------------------
    def first_dealer(self, players: int, rows: Sequence[Sequence[int]]) -> list[int]:
        """Who draws a card in the next round of the draw for dealer; one seat alone deals.

        ``rows`` are the rounds so far: the cards drawn, in the order of the seats that drew.
        """

    def opening(self, s: S) -> int:
        """The total each seat starts the match with (Fifteen: its chips)."""

    def more_cuts(self, shown: Sequence[int]) -> bool:
        """Whether a (further) card must be cut before the deal, after these."""

    def after_deal(self, s: S, totals: Sequence[int], carry: Mapping[str, Json]) -> Next:
        """What follows this finished deal; ``totals`` include it."""

    def settle(self, s: S, totals: Sequence[int]) -> Settlement:
        """Winners and gains of the match that ended with this finished deal."""
