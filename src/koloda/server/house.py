"""All tables of the house: made, found again, put away when nobody is there, and the closing."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping

from koloda.deal import game as game_of
from koloda.locales import Translator, translator
from koloda.rules.contract import Json, Refused
from koloda.server.errors import ServerError
from koloda.server.messages import Closing, NewTable, TableInfo
from koloda.server.room import Means, Room, public_of, read_table
from koloda.server.store import Written
from koloda.table import HOUSE, Table
from koloda.table.commands import Open, Ready, Restart, SeatBot, Sit

KEPT = 64
"""So many tables stay in memory though nobody is there."""
MOST = 500
"""Unfinished tables that one guest may have."""
GOING = 1012


class House:
    """The rooms in use, by the name of their table."""

    def __init__(self, means: Means) -> None:
        self.means = means
        self.closing = False
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    # --- finding ---------------------------------------------------------------------------
    async def room(self, name: str) -> Room:
        """The table of that name, read from the disk where it is not in use. Raises ServerError
        ``no_table``, ``closing``, ``disk``, ``table_broken``."""
        if self.closing:
            raise ServerError("closing")
        if name not in self._rooms:
            lock = self._loading.setdefault(name, asyncio.Lock())
            try:
                async with lock:
                    if name not in self._rooms:
                        await self._load(name)
            finally:
                if not lock.locked():
                    self._loading.pop(name, None)
        room = self._rooms.pop(name)
        self._rooms[name] = room  # the one used last is dropped last
        return room

    async def _load(self, name: str) -> None:
        room = Room(await read_table(self.means, name), self.means)
        self._enter(room)
        if room.table.deadline() is not None:
            await room.take(HOUSE, Restart())
        room.drive()

    def _enter(self, room: Room) -> None:
        self._rooms[room.id] = room
        idle = [name for name, other in self._rooms.items() if other.idle and other is not room]
        for name in idle[: max(0, len(self._rooms) - KEPT)]:
            self._rooms.pop(name).driver.let_go()
        self.means.metrics.tables.set(len(self._rooms))

    # --- making ----------------------------------------------------------------------------
    async def make(self, who: str, wanted: NewTable) -> Room:
        """A table for one against bots, the match begun. Raises Refused and OptionError as the
        table does, ServerError."""
        await self._room_for(who)
        game = game_of(wanted.game, players=wanted.players, preset=wanted.preset)
        bots = wanted.bots if len(wanted.bots) != 1 else wanted.bots * (game.players - 1)
        if len(bots) != game.players - 1:
            told: dict[str, Json] = {"bots": len(bots), "seats": game.players - 1}
            raise Refused("bots", **told)
        now, texts = self.means.clock(), translator(wanted.lang)
        name = wanted.name.strip() or texts.text("interface", "player_name")
        opened = Open(
            table=secrets.token_urlsafe(12),
            host=who,
            secret=secrets.token_hex(32),
            game=wanted.game,
            players=wanted.players,
            preset=wanted.preset,
            options=wanted.options,
            move=wanted.move,
            watchers=wanted.watchers,
            undo=wanted.undo,
        )
        table = Table.open(opened, now)
        table.take(who, Sit(seat=0, name=name), now)
        for seat, (called, level) in enumerate(zip(_names(texts, name), bots, strict=False), 1):
            table.take(who, SeatBot(seat=seat, level=level, name=called), now)
        table.take(who, Ready(seq=table.seq, client_seed=wanted.client_seed), now)
        return await self._begin(table)

    async def again(self, who: str, name: str) -> Room:
        """The same for another match. Raises ServerError ``not_yours``, ``not_whole``."""
        room = await self.room(name)
        old = await room.mend()
        if who not in old.people() and old.log[0]["command"]["host"] != who:
            raise ServerError("not_yours")
        if not old.over:
            raise ServerError("not_whole")
        await self._room_for(who)
        now = self.means.clock()
        table = old.again(secrets.token_urlsafe(12), secrets.token_hex(32), now)
        if not table.people():  # he had resigned: his seat is the one without a bot
            chairs = table.snapshot(None)["seats"]
            seat = next(chair["seat"] for chair in chairs if chair["kind"] == "empty")
            table.take(who, Sit(seat=seat, name=room.names[seat]), now)
        if list(table.people()) == [who]:
            table.take(who, Ready(seq=table.seq), now)
        return await self._begin(table)

    async def _room_for(self, who: str) -> None:
        if self.closing:
            raise ServerError("closing")
        if await self.means.store.unfinished(who) >= MOST:
            raise ServerError("too_many_tables", limit=MOST)

    async def _begin(self, table: Table) -> Room:
        """Write a new table's whole log, then let it begin."""
        public = public_of(table.snapshot(None))
        now, people = self.means.clock(), table.people()
        written = Written(
            public["table"], public["game"]["id"], 0, table.log, now, table.over, public, people
        )
        await self.means.store.write(written)
        room = Room(table, self.means)
        self._enter(room)
        room.drive()
        return room

    # --- lists -----------------------------------------------------------------------------
    async def tables_of(self, who: str) -> list[TableInfo]:
        """The guest's unfinished tables, the last played first."""
        return [
            _info(listed.table, listed.seat, listed.touched, listed.public)
            for listed in await self.means.store.of(who)
        ]

    @property
    def rooms(self) -> list[Room]:
        """Those in use."""
        return list(self._rooms.values())

    # --- closing ---------------------------------------------------------------------------
    async def close(self) -> None:
        """Take nothing new, carry through what has begun, tell everybody, end connections."""
        self.closing = True
        await asyncio.gather(*(room.stop() for room in self.rooms))
        for room in self.rooms:
            for listener in list(room.listeners):
                sentence = translator(listener.lang).text("server", "closing")
                listener.send(Closing(sentence))
                listener.end(GOING)


def _names(texts: Translator, taken: str) -> list[str]:
    names = [name.strip() for name in texts.text("interface", "bot_names").split(",")]
    return [name for name in names if name != taken] + [f"{name} II" for name in names]


def _info(table: str, seat: int, touched: float, public: Mapping[str, Json]) -> TableInfo:
    match = public["match"] or {"deal": 0, "totals": []}
    return TableInfo(
        table=table,
        game=public["game"]["id"],
        players=public["game"]["players"],
        names=[chair["name"] for chair in public["seats"]],
        phase=public["phase"],
        deal=match["deal"],
        totals=match["totals"],
        turn=public["clock"]["seat"] == seat or public["phase"] == "between",
        touched=touched,
    )
