"""One websocket: frames in, one at a time; frames out through a line of its own."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from koloda.rules.contract import Refused
from koloda.server.errors import ServerError
from koloda.server.guards import Rates, check_origin, frame_id, read_frame
from koloda.server.guests import Guests
from koloda.server.house import House
from koloda.server.messages import ClientFrame, Hello, Hint, ServerFrame
from koloda.server.room import Room
from koloda.server.words import Reader, language

NO_HELLO, NO_TABLE, BUSY, BAD = 4400, 4404, 4008, 1008
ENDS = {
    "no_table": NO_TABLE,
    "table_broken": NO_TABLE,
    "closing": 1012,
    "disk": 1013,
    "origin": BAD,
}
"""How a connection ends that can't begin, by what was refused."""
FIRST = 10.0
"""Seconds in which ``hello`` has to come."""
LINE = 256
"""So many frames may wait to be sent."""
PATIENCE = 30
"""So many frames that are none end the connection."""
ENCODER = msgspec.json.Encoder()


class Connection:
    """A listener of a room, see ``koloda.server.room.Listener``."""

    def __init__(self, socket: WebSocket, who: str, lang: str) -> None:
        self.who, self.lang = who, lang
        self.seat: int | None = None
        self.advising: asyncio.Task[None] | None = None
        self._socket = socket
        self._line: asyncio.Queue[ServerFrame | int] = asyncio.Queue()
        self.ended = False
        self.writer = asyncio.create_task(self._write_on())

    def send(self, frame: ServerFrame) -> None:
        """Put it into the line; who does not read is sent away, and may come back."""
        if self.ended:
            return
        if self._line.qsize() >= LINE:
            while not self._line.empty():
                self._line.get_nowait()
            self.end(BUSY)
            return
        self._line.put_nowait(frame)

    def end(self, code: int) -> None:
        """Close when all in the line is sent."""
        if not self.ended:
            self.ended = True
            self._line.put_nowait(code)

    async def _write_on(self) -> None:
        reason = ""
        try:
            while True:
                item = await self._line.get()
                if isinstance(item, int):
                    await self._socket.close(item, reason)
                    return
                reason = _short(getattr(item, "sentence", ""))
                await self._socket.send_text(ENCODER.encode(item).decode())
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.ended = True  # the other side has gone


def _short(reason: str) -> str:
    """A reason as a close frame can carry it: 123 bytes."""
    return reason.encode()[:120].decode(errors="ignore")


class Doorman:
    """Lets websockets in: ``serve`` is the endpoint."""

    def __init__(
        self, house: House, guests: Guests, rates: Rates, origins: frozenset[str], first: float
    ) -> None:
        self._house, self._guests, self._rates = house, guests, rates
        self._origins, self._first = origins, first
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ClientFrame)
        self._means = house.means

    async def serve(self, socket: WebSocket) -> None:
        """From the first frame to the last."""
        await socket.accept()
        who = self._guests.who(socket) or self._guests.fresh()
        connection = Connection(socket, who, language(socket))
        self._means.metrics.connections.inc()
        try:
            await self._visit(socket, connection)
        except WebSocketDisconnect:
            pass
        finally:
            self._means.metrics.connections.dec()
            connection.end(1000)
            if socket.client_state is WebSocketState.DISCONNECTED:
                connection.writer.cancel()
            await asyncio.wait({connection.writer}, timeout=5)
            connection.writer.cancel()

    async def _visit(self, socket: WebSocket, connection: Connection) -> None:
        try:
            check_origin(socket, self._origins)
            async with asyncio.timeout(self._first):
                hello = read_frame(await _text(socket), self._decoder)
            if not isinstance(hello, Hello):
                raise ServerError("frame", problem="hello")
            connection.lang = hello.lang
            room = await self._house.room(socket.path_params["table"])
        except TimeoutError:
            connection.end(NO_HELLO)
            return
        except ServerError as error:
            self._refuse(connection, None, "", error)
            connection.end(ENDS.get(error.code, NO_HELLO))
            return
        room.users += 1
        try:
            await room.pace(connection.who, hello.speed)
            if await room.join(connection, hello.seq, hello.seat):
                await self._listen(socket, connection, room)
        finally:
            room.users -= 1
            if connection.advising is not None:
                connection.advising.cancel()
            await room.gone(connection)

    async def _listen(self, socket: WebSocket, connection: Connection, room: Room) -> None:
        bad = 0
        while bad < PATIENCE:
            text, name = "", ""
            try:
                text = await _text(socket)
                if connection.ended:  # taken over, or does not read
                    return
                self._rates.check("frames", connection.who)
                frame = read_frame(text, self._decoder)
                name = frame.id if not isinstance(frame, Hello) else ""
                await self._take(connection, room, frame)
                bad = 0
            except ServerError as error:
                bad += error.code in ("frame", "too_big", "binary", "too_fast")
                self._refuse(connection, room, name or frame_id(text), error)
            except Refused as error:
                bad = 0
                self._means.metrics.commands.labels(frame.__struct_config__.tag, "refused").inc()
                connection.send(room.refusal(connection, name, error))
        connection.end(BUSY)

    async def _take(self, connection: Connection, room: Room, frame: Any) -> None:
        if isinstance(frame, Hello):
            raise ServerError("frame", problem="hello")
        if isinstance(frame, Hint):
            self._rates.check("works", connection.who)
            if connection.advising is not None and not connection.advising.done():
                raise ServerError("too_fast")
            connection.advising = asyncio.create_task(self._advise(connection, room, frame.id))
        else:
            command = msgspec.to_builtins(frame)
            await room.take(connection.who, command, connection)
            self._means.metrics.commands.labels(command["kind"], "accepted").inc()

    async def _advise(self, connection: Connection, room: Room, name: str) -> None:
        """Meanwhile he may play on."""
        try:
            connection.send(await room.advise(connection, name))
        except ServerError as error:
            self._refuse(connection, room, name, error)
        except Refused as error:
            connection.send(room.refusal(connection, name, error))

    def _refuse(
        self, connection: Connection, room: Room | None, name: str, error: ServerError
    ) -> None:
        self._means.metrics.refused.labels(error.code).inc()
        table = "" if room is None else room.id[:6]
        self._means.log.info("frame refused", code=error.code, table=table)
        reader = room.reader(connection.lang) if room else Reader(connection.lang, "", ())
        connection.send(reader.refusal(name, error))


async def _text(socket: WebSocket) -> str:
    """The next frame. Raises ServerError ``binary``, WebSocketDisconnect."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text = message.get("text")
    if not isinstance(text, str):
        raise ServerError("binary")
    return text
