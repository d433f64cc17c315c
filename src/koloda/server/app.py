"""The house put together: one ASGI application."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koloda.server.errors import ServerError
from koloda.server.guards import Rates, check_host
from koloda.server.guests import Guests
from koloda.server.house import House
from koloda.server.messages import Failed
from koloda.server.room import Means
from koloda.server.sockets import BAD, FIRST, Doorman
from koloda.server.store import Store
from koloda.server.thinking import CAP, GRAIN, Thinker
from koloda.server.watch import Metrics, make_logger, watch_lag, where
from koloda.server.web import Web, answer, failed, no_client
from koloda.server.words import language, problem

CLIENT = Path(__file__).parent / "client"
SECURITY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Settings:
    """How a house is run. ``data`` is its folder; ``origins`` are its own addresses besides the
    one that a request names (behind a proxy that changes ``Host``), ``hosts`` the names by which
    it may be called (empty: any)."""

    data: Path
    root_path: str = ""
    origins: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()
    client: Path = CLIENT
    clock: Callable[[], float] = time.time
    cap: float = CAP
    grain: float = GRAIN
    first: float = FIRST
    frames: str = "120/10second"
    changes: str = "240/minute"
    log: Any = None

    def __post_init__(self) -> None:
        path = self.root_path
        if path and (not path.startswith("/") or path.endswith("/") or "//" in path):
            raise ServerError("root_path", text=path[:100])


def make_app(settings: Settings) -> Starlette:
    """The application; ``app.state.house`` and ``app.state.store`` are there while it lives."""
    app = Starlette(
        lifespan=_lifespan(settings),
        middleware=[
            Middleware(Watched, root_path=settings.root_path, hosts=settings.hosts),
            Middleware(GZipMiddleware, minimum_size=1024),
        ],
        exception_handlers={HTTPException: _no_such, Exception: _broken},
    )
    app.state.log = settings.log or make_logger()
    app.state.metrics = Metrics()
    return app


def _lifespan(settings: Settings) -> Callable[[Starlette], Any]:
    @asynccontextmanager
    async def live(app: Starlette) -> AsyncIterator[None]:
        state = app.state
        store = Store(settings.data)
        await store.open()
        thinker = Thinker(state.metrics, state.log, cap=settings.cap)
        means = Means(store, thinker, state.metrics, state.log, settings.clock, settings.grain)
        state.store, state.house = store, House(means)
        guests = Guests(await store.key(), settings.root_path or "/")
        _furnish(app, settings, guests)
        lag = asyncio.create_task(watch_lag(state.metrics))
        state.log.info("open")
        try:
            yield
        finally:
            lag.cancel()
            await state.house.close()
            thinker.close()
            await store.close()
            state.log.info("closed")

    return live


def _furnish(app: Starlette, settings: Settings, guests: Guests) -> None:
    rates = Rates(settings.frames, settings.changes)
    house: House = app.state.house
    doorman = Doorman(house, guests, rates, settings.origins, settings.first)
    app.router.routes[:] = [
        *Web(house, guests, rates, settings.origins).routes(),
        WebSocketRoute("/api/tables/{table}/ws", doorman.serve),
        *_client(settings.client),
    ]


def _client(folder: Path) -> list[Route | Mount]:
    """The built client, or a page that says how to build it."""
    index = folder / "index.html"

    async def page(request: Request) -> Response:
        if not index.is_file():
            return no_client(language(request))
        return FileResponse(index, headers={"cache-control": "no-cache"})

    routes: list[Route | Mount] = [Route("/", page)]
    if index.is_file():
        routes.append(Mount("/", Files(directory=folder)))
    return routes


class Files(StaticFiles):
    """The client's files; those with a hash in their name never change."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        parts = Path(str(args[0] if args else kwargs["full_path"])).parts
        response.headers["cache-control"] = FOR_EVER if "assets" in parts else "no-cache"
        return response


async def _no_such(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "method" if error.status_code == 405 else "not_found"
    response = failed(language(request), ServerError(code))
    response.status_code = error.status_code
    return response


async def _broken(request: Request, error: Exception) -> Response:
    request.app.state.log.error("failed", error=type(error).__name__, where=where(error))
    return answer(Failed(problem(language(request), ServerError("failed"))), 500)


class Watched:
    """Outermost: the path prefix, the name of the house, the headers of every answer, what is
    counted."""

    def __init__(self, app: ASGIApp, root_path: str, hosts: frozenset[str]) -> None:
        self._app, self._root, self._hosts = app, root_path, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Proxies leave the prefix on the path or take it off: both are understood."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        path, root = scope["path"], self._root
        if root and path != root and not path.startswith(f"{root}/"):
            path = root + path
        if path == root and scope["type"] == "http":  # without the slash nothing is relative
            await RedirectResponse(f"{root}/", 308)(scope, receive, send)
            return
        scope = {**scope, "root_path": root, "path": path}

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                status = f"{message['status'] // 100}xx"
                scope["app"].state.metrics.requests.labels(_method(scope), status).inc()
            await send(message)

        try:
            check_host(HTTPConnection(scope), self._hosts)
        except ServerError as error:
            await self._refuse(error, scope, receive, counted)
        else:
            await self._app(scope, receive, counted)

    async def _refuse(self, error: ServerError, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope["app"].state
        state.metrics.refused.labels(error.code).inc()
        state.log.info("refused", code=error.code)
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": BAD})
        else:
            await failed(language(Request(scope)), error)(scope, receive, send)


def _method(scope: Scope) -> str:
    return scope["method"] if scope["method"] in ("GET", "POST", "HEAD") else "other"
