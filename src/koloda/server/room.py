"""A table that is in use: it takes commands one at a time, writes them, tells everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from koloda.bots import decision_seed
from koloda.rules.contract import Coded, Json, Refused
from koloda.server.driving import Driver
from koloda.server.errors import ServerError
from koloda.server.messages import (
    Advice,
    Candidate,
    Done,
    Event,
    Happened,
    Refusal,
    ServerFrame,
    Snapshot,
    Step,
    Taken,
    Welcome,
    Words,
)
from koloda.server.store import Store, Written
from koloda.server.thinking import Thinker
from koloda.server.watch import Metrics
from koloda.server.words import Reader
from koloda.table import HOUSE, Command, Outcome, Table
from koloda.table.commands import Absent, Pace, Present

ELSEWHERE, NOT_FOR_YOU = 4001, 4403


class Listener(Protocol):
    """A connection as a room sees it. ``seat`` is where its person looks on from."""

    who: str
    lang: str
    seat: int | None

    def send(self, frame: ServerFrame) -> None:
        """Put a frame into the line; never waits."""

    def end(self, code: int) -> None:
        """Close when all in the line is sent."""


@dataclass(frozen=True)
class Means:
    """What a room needs of its house."""

    store: Store
    thinker: Thinker
    metrics: Metrics
    log: Any
    clock: Callable[[], float]
    grain: float


async def read_table(means: Means, name: str) -> Table:
    """The table that its log on disk makes. Raises ServerError ``no_table``, ``disk``,
    ``table_broken`` for a log that no table has written."""
    log = await means.store.log(name)
    if not log:
        raise ServerError("no_table")
    try:
        return await asyncio.to_thread(Table.replay, log)
    except Refused as error:
        means.log.error("table broken", table=name[:6], code=error.code)
        raise ServerError("table_broken") from None


class Room:
    """One table with its listeners."""

    def __init__(self, table: Table, means: Means) -> None:
        shown = table.snapshot(None)
        self.id: str = shown["table"]
        self.listeners: list[Listener] = []
        self.users = 0
        """Who holds the room besides: it is not to be dropped."""
        self._table: Table | None = table
        self.means = means
        self._public = public_of(shown)
        self._lock = asyncio.Lock()
        self.driver = Driver(self)

    @property
    def table(self) -> Table:
        """The table. Raises ServerError ``disk`` while what is on disk could not be read."""
        if self._table is None:
            raise ServerError("disk", problem="not read")
        return self._table

    @property
    def public(self) -> dict[str, Json]:
        """What lists show of it: all public."""
        return self._public

    @property
    def game(self) -> str:
        return str(self._public["game"]["id"])

    @property
    def names(self) -> list[str]:
        return [seat["name"] for seat in self._public["seats"]]

    @property
    def solo(self) -> bool:
        """Whether only one person has a seat."""
        return len([seat for seat in self._public["seats"] if seat["kind"] == "person"]) == 1

    @property
    def idle(self) -> bool:
        """Whether nothing will happen until somebody comes."""
        if self.users or self.listeners or self._lock.locked():
            return False
        if self._table is None:
            return True
        bots, time = self._table.pending(), self._table.deadline()
        return bots is None and time is None

    def reader(self, lang: str) -> Reader:
        """Words for somebody of this language."""
        return Reader(lang, self.game, self.names)

    # --- commands --------------------------------------------------------------------------
    async def take(
        self, who: str, command: Command | Mapping[str, Json], sender: Listener | None = None
    ) -> Outcome:
        """Do it, write it, answer, tell everybody; once begun it is carried through.

        Raises Refused, ServerError ``disk``: the table is as it was.
        """
        return await asyncio.shield(self._take(who, command, sender))

    async def _take(
        self, who: str, command: Command | Mapping[str, Json], sender: Listener | None
    ) -> Outcome:
        async with self._lock:
            table = self._table or await self._reload()
            try:
                outcome = table.take(who, command, self.means.clock())
            except Refused:
                raise
            except BaseException:
                self._table = None  # a defect may have left it half changed: the disk has not
                raise
            if outcome.entry is not None:
                await self._write(table, outcome)
            if sender is not None:
                name = command.id if isinstance(command, Command) else command.get("id", "")
                sender.send(Done(name, outcome.seq))
            self._tell(table, outcome)
        self.drive()
        return outcome

    async def _write(self, table: Table, outcome: Outcome) -> None:
        public = self._public
        if None in outcome.events:
            public = public_of({**public, **outcome.events[None]["set"]})
        written = Written(
            self.id,
            public["game"]["id"],
            len(table.log) - 1,
            [outcome.entry],
            self.means.clock(),
            table.over,
            public,
            table.people() if outcome.moved else {},
        )
        try:
            with self.means.metrics.disk.time():
                await self.means.store.write(written)
        except ServerError as error:
            self.means.log.error("not written", table=self.id[:6], code=error.code)
            self._table = None  # it knows what the disk does not
            if error.code != "closing":
                await self._reload()
            raise
        self._public = public

    async def _reload(self) -> Table:
        """What is on disk is the truth: everybody begins anew from there."""
        self._table = table = await read_table(self.means, self.id)
        self._public = public_of(table.snapshot(None))
        for listener in list(self.listeners):
            self._welcome(table, listener)
        return table

    # --- telling ---------------------------------------------------------------------------
    def _tell(self, table: Table, outcome: Outcome) -> None:
        for listener in list(self.listeners):
            if listener.who in outcome.moved:
                self._welcome(table, listener)
            elif listener.seat in outcome.events:
                event = outcome.events[listener.seat]
                listener.send(Happened(*_step(event, self.reader(listener.lang))))

    def _welcome(
        self, table: Table, listener: Listener, seq: Json = None, seat: Json = None
    ) -> None:
        """Begin, or begin anew, as the onlooker he is now."""
        reader = self.reader(listener.lang)
        try:
            resumed = table.resume(listener.who, seq, seat)
            listener.seat = table.audience(listener.who)
        except Refused as error:
            listener.send(reader.refusal("", error))
            listener.end(NOT_FOR_YOU)
            self.leave(listener)
            return
        speed = table.speed(listener.who)
        welcome = Welcome(self.means.clock(), speed, resumed.order, None, None, None)
        if resumed.snapshot is not None:
            welcome.snapshot = msgspec.convert(resumed.snapshot, Snapshot)
            welcome.words = reader.words(resumed.snapshot["log"], resumed.snapshot["sheet"])
        if resumed.events is not None:
            welcome.steps = [Step(*_step(event, reader)) for event in resumed.events]
        listener.send(welcome)

    async def join(self, listener: Listener, seq: Json, seat: Json) -> bool:
        """A connection begins; an older one to the same seat ends. False: it may not look on."""
        async with self._lock:
            table = self._table or await self._reload()
            for other in [o for o in self.listeners if o.who == listener.who]:
                if other.who in table.people():
                    other.send(Taken(Reader(other.lang, "", ()).texts.text("server", "taken")))
                    other.end(ELSEWHERE)
                    self.listeners.remove(other)
            self.listeners.append(listener)
            self._welcome(table, listener, seq, seat)
        self.drive()
        if listener not in self.listeners:
            return False
        await self._presence(listener, Present)
        return True

    async def pace(self, who: str, speed: int | None) -> None:
        """How long somebody who has a seat and comes in likes bots to take, where that is new."""
        table = await self.mend()
        if speed is None or who not in table.people() or table.speed(who) == speed:
            return
        with suppress(ServerError):  # a full disk: he may look all the same
            await self.take(who, Pace(speed=speed))

    def leave(self, listener: Listener) -> None:
        """The connection is gone."""
        if listener in self.listeners:
            self.listeners.remove(listener)

    async def gone(self, listener: Listener) -> None:
        """The same; others are told when it was the last of a person's."""
        known = listener in self.listeners
        self.leave(listener)
        if known and all(other.who != listener.who for other in self.listeners):
            await self._presence(listener, Absent)

    async def _presence(self, listener: Listener, kind: type[Absent] | type[Present]) -> None:
        """Alone with bots nobody needs to be told."""
        seat = listener.seat
        if seat is None or self.solo or self._table is None or self._table.over:
            return
        if self._public["seats"][seat]["absent"] != (kind is Present):
            return
        try:
            await self.take(HOUSE, kind(seat=seat))
        except (Refused, ServerError) as error:
            self.means.log.info("presence", table=self.id[:6], code=error.code)

    # --- bots and time ---------------------------------------------------------------------
    def drive(self) -> None:
        """See to it that bots play and time runs."""
        self.driver.go_on()

    async def stop(self) -> None:
        """No bot plays and no time runs any more; what has begun is carried through."""
        await self.driver.stop()
        async with self._lock:
            pass

    async def mend(self) -> Table:
        """The table, read anew where it has to be. Raises ServerError ``disk``."""
        async with self._lock:
            return self._table or await self._reload()

    async def advise(self, listener: Listener, name: str) -> Advice:
        """A hint for the seat on turn; where it has one act left, as at an end that is held back
        (F-5), nothing is sought. Raises ServerError ``no_hint`` where it is not on turn,
        ``preparing``, ``too_slow``; Refused ``stale`` where the table has moved on."""
        table = await self.mend()
        view, seq = table.view(listener.who), table.seq
        deal = table.snapshot(table.audience(listener.who))["deal"] or {}
        legal = deal.get("legal", ())
        if len(legal) == 1:
            return Advice(name, seq, legal[0], "only", [])
        if view is None:
            raise ServerError("no_hint")
        found = await self.means.thinker.advise(view, decision_seed(0, 0, seq, view.seat))
        if self.table.seq != seq:
            raise Refused("stale", seen=seq, seq=self.table.seq)
        looked_at = [Candidate(str(c.action), c.mean, c.error) for c in found.candidates]
        return Advice(name, seq, str(found.action), found.method, looked_at)

    def refusal(self, listener: Listener, name: str, error: Coded) -> Refusal:
        """What the sender of a command is answered that was refused."""
        return self.reader(listener.lang).refusal(name, error)


PUBLIC = ("table", "phase", "game", "seats", "match", "clock")


def public_of(shown: Mapping[str, Json]) -> dict[str, Json]:
    """What lists of tables show: all public."""
    return {name: shown[name] for name in PUBLIC}


def _step(event: Mapping[str, Json], reader: Reader) -> tuple[Event, Words]:
    return msgspec.convert(event, Event), reader.of_event(event)
