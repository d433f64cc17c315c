"""Opening and closing the house: the port, signals, the browser."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from http.client import HTTPException
from types import FrameType
from urllib.request import ProxyHandler, build_opener

import uvicorn
from starlette.applications import Starlette

from koloda.locales import Translator
from koloda.server.app import Settings, make_app
from koloda.server.errors import ServerError
from koloda.server.guards import HARD, own_names
from koloda.server.lock import open_at
from koloda.server.watch import where

USUAL_PORT = 8000
DRAIN = 10
"""Seconds that connections get to end at the closing."""
UNREAD = 30.0
"""Seconds in which what is sent must be read; then the system ends the connection (where it can),
which a close would not: it waits behind what has not been read."""
ANSWER = 5.0
"""Seconds in which a house must answer that is to be used instead of a new one."""
FULL = 600.0
"""Seconds between full collections of garbage."""
NEVER = 1 << 30


@dataclass(frozen=True)
class Door:
    """Where the house is open."""

    host: str = "127.0.0.1"
    port: int | None = None
    """0: any that is free; None: the usual one, or any where that is in use."""
    browser: bool = True


class Drained(uvicorn.Server):
    """At the first signal everything that has begun is carried through and told; a second one
    ends at once."""

    def __init__(self, config: uvicorn.Config, app: Starlette, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._opened = app, opened
        self._draining: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Say that it is open as soon as it is."""
        await super().startup(sockets)
        if self.started:
            self._collecting = asyncio.create_task(collect_seldom())
            self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called by the signal: begin to close."""
        if self._draining is not None or not self.started:
            super().handle_exit(sig, frame)
            return
        self._app.state.log.info("closing", signal=signal.Signals(sig).name)
        self._draining = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            await self._app.state.house.close()
        finally:
            self.should_exit = True


async def collect_seldom() -> None:
    """Full collections of garbage stop the loop for as long as it takes to visit every object:
    0.1 s with 50 tables, several times a minute if Python has its way. What is there from the
    start is not visited any more, and the rest when ``FULL`` seconds have passed."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    while True:
        await asyncio.sleep(FULL)
        gc.collect()


def serve(settings: Settings, door: Door, texts: Translator) -> int:
    """Keep the house open until a signal; 0 when it has closed in good order. Where one is open
    with this data already, and a browser is wanted, that one is shown.

    Raises ServerError: ``port``, and what is wrong with the data.
    """
    address = open_at(settings.data) if door.browser else ""
    if _is_ready(address):
        print(texts.text("server", "open_already", address=address), flush=True)
        _show(address)
        return 0
    listening = _listen(door)
    names = own_names(door.host, settings.hosts, settings.origins)
    app = make_app(replace(settings, hosts=names))
    address = _address(listening, door.host, settings.root_path)

    def opened() -> None:
        print(texts.text("server", "open", address=address))
        print(texts.text("server", "data", folder=str(settings.data)), flush=True)
        app.state.store.announce(address)
        if door.browser:
            threading.Thread(target=_show, args=(address,), daemon=True).start()

    config = uvicorn.Config(
        _catching(app),
        log_config=None,
        access_log=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=HARD,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=DRAIN,
        h11_max_incomplete_event_size=32 * 1024,
    )
    server = Drained(config, app, opened)
    app.state.failure = None
    with _heard(app):
        try:
            server.run(sockets=[listening])
        except SystemExit:  # it could not begin
            if app.state.failure is None:
                raise
        finally:
            listening.close()
    if app.state.failure is not None:
        raise app.state.failure
    return 0


@contextmanager
def _heard(app: Starlette) -> Iterator[None]:
    """What the server itself complains of, without its words: they may name anything."""
    complaints = logging.getLogger("uvicorn")

    class Told(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if app.state.failure is not None:  # which is told by who opened the house
                return
            error = record.exc_info[1] if record.exc_info else None
            told = {} if error is None else {"error": type(error).__name__, "where": where(error)}
            app.state.log.warning("uvicorn", kind=record.levelname.lower(), **told)

    handler = Told(logging.WARNING)
    complaints.addHandler(handler)
    complaints.propagate = False
    try:
        yield
    finally:
        complaints.removeHandler(handler)
        complaints.propagate = True


def _catching(app: Starlette) -> Starlette:
    """Keep what the opening fails with: the server itself would only log it."""
    inner = app.router.lifespan_context

    @asynccontextmanager
    async def catching(given: Starlette) -> AsyncIterator[None]:
        try:
            async with inner(given):
                yield
        except BaseException as error:
            app.state.failure = error
            raise

    app.router.lifespan_context = catching
    return app


def _is_ready(address: str) -> bool:
    """Whether a house at this address takes guests."""
    try:
        with build_opener(ProxyHandler({})).open(f"{address}readyz", timeout=ANSWER) as answer:
            return bool(answer.status == 200)
    except (OSError, HTTPException, ValueError):
        return False


def _show(address: str) -> None:
    """In a browser, where it would have a window: on a bare console one would take the terminal."""
    named = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform in ("darwin", "win32") or any(map(os.environ.get, named)):
        webbrowser.open(address)


def _listen(door: Door) -> socket.socket:
    """The port. Raises ServerError ``port``."""
    port = USUAL_PORT if door.port is None else door.port
    try:
        try:
            return _listen_at(door.host, port)
        except OSError as error:
            if door.port is not None or error.errno != errno.EADDRINUSE:
                raise
            return _listen_at(door.host, 0)
    except (OSError, OverflowError) as error:
        number = error.errno if isinstance(error, OSError) else None
        problem = errno.errorcode.get(number or 0, type(error).__name__)
        raise ServerError("port", host=door.host, port=port, problem=problem) from None


def _listen_at(host: str, port: int) -> socket.socket:
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * UNREAD))
        made.bind((host, port))
        made.listen(2048)
    except BaseException:
        made.close()
        raise
    return made


def _address(listening: socket.socket, host: str, root_path: str) -> str:
    port = listening.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}{root_path}/"
