"""What goes on at a table without anybody saying so: bots answer, time runs out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from koloda.rules.contract import Refused
from koloda.server.errors import ServerError
from koloda.server.thinking import due
from koloda.server.watch import where
from koloda.table import HOUSE, Pending, Table
from koloda.table.commands import BotAct, Tick

if TYPE_CHECKING:
    from koloda.server.room import Room

RETRY = 1.0
"""Seconds until what could not be written is tried again."""


class Driver:
    """The task of one room that plays for bots and watches the clock; it ends with the match."""

    def __init__(self, room: Room) -> None:
        self._room, self._means = room, room.means
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._thought: tuple[int, str | None] = (-1, None)
        self._stopped = False

    def go_on(self) -> None:
        """Something has happened: look again."""
        self._wake.set()
        if (self._task is None or self._task.done()) and not self._stopped:
            self._task = asyncio.create_task(self._drive(), name=f"table {self._room.id[:6]}")
            self._task.add_done_callback(self._ended)

    def let_go(self) -> None:
        """The room is not in use any more; nothing has begun."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()

    async def stop(self) -> None:
        """For good; a command that has begun is carried through by its room."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def _ended(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            name, place = type(error).__name__, where(error)
            self._means.log.error("driver failed", table=self._room.id[:6], error=name, where=place)

    async def _drive(self) -> None:
        while True:
            self._wake.clear()
            try:
                table = await self._room.mend()
                if table.over:
                    return
                await self._step(table)
            except ServerError as error:
                if error.code == "closing":
                    return
                await self._pause(self._means.clock() + RETRY)
            except Refused as error:  # the table has moved on meanwhile, which woke us
                self._means.log.info("house refused", table=self._room.id[:6], code=error.code)
                await self._pause(self._means.clock() + RETRY)

    async def _step(self, table: Table) -> None:
        clock, asked = self._means.clock, table.pending()
        if asked is None:
            deadline = table.deadline()
            await self._pause(deadline)
            if deadline is not None and clock() >= deadline:
                await self._room.take(HOUSE, Tick())
            return
        text = await self._think(table, asked)
        if text is None:
            return
        moment = due(asked.since, table.speed(), clock(), self._means.grain)
        self._wake.clear()
        if not await self._pause(moment) or clock() >= moment:
            await self._room.take(HOUSE, BotAct(seat=asked.seat, seq=asked.seq, text=text))

    async def _think(self, table: Table, asked: Pending) -> str | None:
        """The answer, found once for a question."""
        if self._thought[0] != asked.seq or self._thought[1] is None:
            text = await self._means.thinker.answer(asked, table.pending)
            self._thought = (asked.seq, text)
        return self._thought[1]

    async def _pause(self, until: float | None) -> bool:
        """Wait until then, or until something has happened: then True."""
        timeout = None if until is None else max(0.0, until - self._means.clock())
        try:
            await asyncio.wait_for(self._wake.wait(), timeout)
        except TimeoutError:
            return False
        return True
