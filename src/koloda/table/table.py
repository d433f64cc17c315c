"""A table: who may do what, in what order, and who is told what.

No sockets, no tasks, no database, no clock: the time is an argument, in seconds. ``Table.take``
gets who, a command and the time; it refuses, or changes the table and returns the event for each
onlooker. ``docs/wire.md`` tells the messages in words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from koloda.bots import decision_seed
from koloda.deal import Seat, View
from koloda.options import OptionError
from koloda.records import Record
from koloda.rules.contract import Json, Refused
from koloda.table import commands, play, setup
from koloda.table.answers import Answers
from koloda.table.commands import Command, Open, check, read, write
from koloda.table.core import Chair, Core, Phase
from koloda.table.settings import Settings, chosen_game
from koloda.table.snapshot import VERSION, public_record, snapshot
from koloda.table.streams import KEPT, Event, Happened, Snapshot, Streams

HOUSE = ""
"""Who the house itself is, as the sender of a command."""
LONGEST_WHO = 200

Handler = Callable[[Core, str, Any, float], list[dict[str, Json]]]
HANDLERS: dict[str, Handler] = {
    commands.Configure.KIND: setup.configure,
    commands.Sit.KIND: setup.sit,
    commands.SeatBot.KIND: setup.seat_bot,
    commands.Free.KIND: setup.free,
    commands.Ready.KIND: setup.ready,
    commands.Act.KIND: play.act,
    commands.Next.KIND: play.next_deal,
    commands.Undo.KIND: play.undo,
    commands.Leave.KIND: play.leave,
    commands.Back.KIND: play.back,
    commands.Resign.KIND: play.resign,
    commands.TakeOver.KIND: play.take_over,
    commands.Arrange.KIND: play.arrange,
    commands.Pace.KIND: play.pace,
    commands.BotAct.KIND: play.bot_act,
    commands.Tick.KIND: play.tick,
    commands.Absent.KIND: play.absent,
    commands.Present.KIND: play.present,
    commands.Restart.KIND: play.restart,
}


@dataclass(frozen=True)
class Outcome:
    """What became of an accepted command.

    ``seq`` is the answer to its sender. ``entry`` is to be on disk before anybody hears of it,
    None for a command said twice. ``events`` has each seat's event and that of watchers (None).
    ``moved`` are the people who look on from elsewhere now: each needs a fresh snapshot.
    """

    seq: int
    entry: dict[str, Json] | None = None
    events: dict[int | None, Event] = field(default_factory=dict)
    moved: tuple[str, ...] = ()


@dataclass(frozen=True)
class Resumed:
    """How a connection goes on: the ``events`` it has missed, or a ``snapshot`` to begin with;
    and ``order``, how the person likes to hold his cards, which no event tells."""

    events: list[Event] | None
    snapshot: Snapshot | None
    order: list[str]


@dataclass(frozen=True)
class Pending:
    """A decision that a bot is to make: the house answers with ``BotAct``.

    ``view`` and ``seed`` are for ``Bot.choose``. ``forced`` is the one act that is left where a
    turn has ended in silence (there is no view then): it must come with the same delay as a
    choice, counted from ``since``, or the delay tells the others.
    """

    seat: Seat
    level: str
    seq: int
    since: float
    seed: int
    view: View | None
    forced: str | None


@dataclass(frozen=True)
class _Done:
    """What a command has done: what is told, and the people whose seat it changed."""

    happened: Happened
    moved: tuple[str, ...]


class Table:
    """One table from the set-up to the end of the match; ``Table.open`` makes one.

    ``log`` has every accepted command: all that is needed to make the table again.
    """

    def __init__(self, core: Core, entry: dict[str, Json]) -> None:
        self._core = core
        self._streams: Streams | None = Streams(core)
        self._now = float(entry["now"])
        self._answers = Answers()
        self.log: list[dict[str, Json]] = [entry]

    @classmethod
    def open(cls, command: Open, now: float) -> Self:
        """A new table with every seat empty. Raises Refused."""
        check(command)
        try:
            game, settings = chosen_game(command), Settings.of(command)
        except OptionError as error:
            raise _as_refused(error) from None
        try:
            secret = bytes.fromhex(command.secret)
        except ValueError:
            raise Refused("command", field="secret") from None
        if len(secret) != 32:
            raise Refused("command", field="secret")
        if command.version != VERSION:
            raise Refused("command", field="version")
        if not command.host:
            raise Refused("command", field="host")
        chairs = [Chair() for _ in range(game.players)]
        core = Core(command.table, command.host, secret, game, settings, chairs)
        return cls(core, {"who": HOUSE, "now": _time(now), "command": write(command)})

    @classmethod
    def replay(cls, log: Sequence[Mapping[str, Json]]) -> Self:
        """The table that a log makes, equal to the one that wrote it.

        Raises Refused ``table_log`` at the first ``entry`` (from 1) that no table has written.
        """
        read_log = [_entry(number, entry) for number, entry in enumerate(log, 1)]
        if not read_log or not isinstance(read_log[0].command, Open):
            raise Refused("table_log", entry=1)
        table = cls.open(read_log[0].command, read_log[0].now)
        rest = sum(not entry.command.QUIET for entry in read_log[1:])
        for number, entry in enumerate(read_log[1:], 2):
            if rest > KEPT:
                table._streams = None  # nobody can ask for events so old
            elif table._streams is None:
                table._streams = Streams(table._core)
            rest -= not entry.command.QUIET
            try:
                done = table.take(entry.who, entry.command, entry.now).entry
            except Refused:
                done = None
            if done != dict(log[number - 1]):
                raise Refused("table_log", entry=number)
        return table

    def again(self, name: str, secret: str, now: float) -> Self:
        """A new table, called ``name``, for another match: the same game, ways, people and bots,
        nobody ready yet. The seats of those who resigned are empty."""
        core = self._core
        given = {**self.log[0]["command"], **core.settings.to_json(), "host": core.host}
        given |= {"game": core.game.id, "players": core.game.players, "preset": None}
        given |= {"options": dict(core.game.options), "table": name, "secret": secret, "id": ""}
        opened = read(given, house=True)
        assert isinstance(opened, Open)
        table = self.open(opened, now)
        for seat, chair in enumerate(core.chairs):
            if chair.who is not None:
                table.take(chair.who, commands.Sit(seat=seat, name=chair.name), now)
            elif chair.level is not None and not chair.resigned:
                bot = commands.SeatBot(seat=seat, level=chair.level, name=chair.name)
                table.take(core.host, bot, now)
        return table

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Table)
            and self.log == other.log
            and self.truth() == other.truth()
            and self._streams == other._streams
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    def truth(self) -> dict[str, Json]:
        """All of it as plain JSON, secrets and hidden cards too: for comparing, not for sending."""
        return {**self._core.truth(), "now": self._now, "done": self._answers.done}

    # --- commands --------------------------------------------------------------------------
    def take(self, who: str, command: Command | Mapping[str, Json], now: float) -> Outcome:
        """Do what ``who`` (a person's id, or HOUSE) says at the time ``now``, in seconds.

        Raises Refused, with nothing changed. A command whose ``id`` the same person has used is
        answered as it was then. A time before the last one counts as that one. ValueError for a
        time that is none.
        """
        moment = max(_time(now), self._now)
        said = self._read(who, command)
        known = self._answers.known(who, said.id)
        if known is not None:
            return Outcome(known)
        try:
            done = self._do(who, said, moment)
        except (Refused, OptionError) as error:
            refusal = error if isinstance(error, Refused) else _as_refused(error)
            self._answers.refused(who, said.id, refusal)
            raise refusal from None
        return self._accept(who, said, done)

    def _read(self, who: str, command: Command | Mapping[str, Json]) -> Command:
        if type(who) is not str or len(who) > LONGEST_WHO:
            raise Refused("command", field="who")
        if not isinstance(command, Command):
            return read(command, house=who == HOUSE)
        if command.KIND not in HANDLERS:
            raise Refused("command", field="kind")
        check(command)
        return command

    def _do(self, who: str, said: Command, now: float) -> _Done:
        core = self._core
        handler = HANDLERS.get(said.KIND)
        if handler is None or (who == HOUSE) != (said.KIND in commands.HOUSE_COMMANDS):
            raise Refused("command", field="kind")
        if said.seq > core.seq:
            raise Refused("command", field="seq")
        if said.TURN and said.seq < core.moved:
            raise Refused("stale", seen=said.seq, seq=core.moved)
        if said.AGREES and said.seq < core.agreed:
            raise Refused("stale", seen=said.seq, seq=core.agreed)
        before = self.people()
        told = handler(core, who, said, now)
        after = self.people()
        by = getattr(said, "seat", None) if who == HOUSE else before.get(who, after.get(who))
        moved = sorted(one for one in {*before, *after} if before.get(one) != after.get(one))
        kind = commands.Act.KIND if said.KIND == commands.BotAct.KIND else said.KIND
        return _Done(Happened(now, kind, by, told), tuple(moved))

    def people(self) -> dict[str, int]:
        """Who sits where."""
        return {c.who: seat for seat, c in enumerate(self._core.chairs) if c.who is not None}

    def _accept(self, who: str, said: Command, done: _Done) -> Outcome:
        core, self._now = self._core, done.happened.at
        entry = {"who": who, "now": self._now, "command": write(said)}
        self.log.append(entry)
        events: dict[int | None, Event] = {}
        if not said.QUIET:
            core.seq += 1
            if self._streams is not None:
                events = self._streams.publish(core, done.happened)
        self._answers.accepted(who, said.id, core.seq)
        return Outcome(core.seq, entry, events, done.moved)

    # --- looking on ------------------------------------------------------------------------
    def audience(self, who: str) -> int | None:
        """The seat from which a person looks on, None as a watcher.

        Raises Refused ``no_watchers`` where the match is not for watching.
        """
        seat = self._core.seat_of(who)
        if seat is None and not self._core.settings.watchers and self._core.phase != Phase.SETUP:
            raise Refused("no_watchers")
        return seat

    def snapshot(self, seat: int | None) -> Snapshot:
        """All that the seat (None: a watcher) may know now."""
        return snapshot(self._core, seat)

    def resume(self, who: str, seq: Json = None, seat: Json = None) -> Resumed:
        """What a connection needs that saw event ``seq`` as onlooker ``seat`` last.

        The events since, without a gap, or else a fresh snapshot. Raises Refused
        ``no_watchers``.
        """
        own = self.audience(who)
        order = [] if own is None else list(self._core.chairs[own].order)
        known = type(seq) is int and (seat is None or type(seat) is int)
        if self._streams is not None and known and seat == own:
            events = self._streams.tail(own, seq)
            if events is not None:
                return Resumed(events, None, order)
        return Resumed(None, self.snapshot(own), order)

    def record(self) -> Record:
        """The match as everybody may have it: all of it when it is over, else only whole turns,
        and nothing of them that a watcher has not seen.

        Raises Refused ``not_now`` before the match.
        """
        return public_record(self._core)

    # --- what the house must see to --------------------------------------------------------
    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self._core.seq

    @property
    def over(self) -> bool:
        """Whether nothing more can happen in the match."""
        return self._core.phase is Phase.OVER

    def deadline(self) -> float | None:
        """When the house is to say ``Tick``, None while no time runs."""
        return self._core.deadline()

    def speed(self, who: str | None = None) -> int:
        """How long bots are to take, 0 to 3: as the slowest of those who play likes, 0 with
        nobody; or as this person does."""
        own = [c.speed for c in self._core.chairs if who is not None and c.who == who]
        return max(own or (c.speed for c in self._core.present()), default=0)

    def pending(self) -> Pending | None:
        """The decision that a bot is to make now, None where it is a person's."""
        core = self._core
        seat = core.actor
        level = None if seat is None else core.player(seat)
        if seat is None or level is None:
            return None
        seed, forced = core.seed(seat), core.forced
        view = core.deal.view(seat, seed) if forced is None else None
        return Pending(seat, level, core.moved, core.since, seed, view, forced)

    def view(self, who: str) -> View | None:
        """What a hint for the person may be made of; None where he has nothing to choose."""
        core = self._core
        seat = core.seat_of(who)
        if seat is None or seat != core.actor or core.forced is not None:
            return None
        # another seed than that of a bot that may decide in his place
        seed = decision_seed(core.seed(seat), core.deal.number, len(core.deal.moves), seat)
        return core.deal.view(seat, seed)


@dataclass(frozen=True)
class _Entry:
    who: str
    now: float
    command: Command


def _entry(number: int, entry: Mapping[str, Json]) -> _Entry:
    """An entry of a log as it was written. Raises Refused ``table_log``."""
    try:
        return _Entry(entry["who"], _time(entry["now"]), read(entry["command"], house=True))
    except (KeyError, TypeError, ValueError, Refused):
        raise Refused("table_log", entry=number) from None


def _time(now: float) -> float:
    if type(now) not in (int, float) or not math.isfinite(now):
        raise ValueError(f"no time: {now!r}")
    return float(now)


def _as_refused(error: OptionError) -> Refused:
    return Refused(error.code, error.clause, **error.params)
