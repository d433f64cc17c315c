"""What comes from outside is kept small, slow and from our own pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.requests import HTTPConnection, Request

from koloda.server.errors import ServerError

T = TypeVar("T")

FRAME = 8 * 1024
"""Bytes of a frame of a client."""
HARD = 64 * 1024
"""Of a frame that ends the connection at once."""
BODY = 64 * 1024
"""Of a request."""
RECORD = 1024 * 1024
"""Of a record to be looked at."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})
"""What this machine is called by itself."""


class Rates:
    """How often one visitor may do what."""

    def __init__(
        self, frames: str = "120/10second", changes: str = "240/minute", works: str = "120/minute"
    ) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._items: dict[str, RateLimitItem] = {
            "frames": parse(frames),
            "changes": parse(changes),
            "works": parse(works),
        }

    def check(self, what: str, who: str) -> None:
        """Count one. Raises ServerError ``too_fast``."""
        if not self._limiter.hit(self._items[what], what, who):
            raise ServerError("too_fast")


def check_origin(connection: HTTPConnection, known: frozenset[str]) -> None:
    """A page of another site may not speak in its visitor's name. Raises ServerError
    ``origin``. Programs that are no browser name none."""
    origin = connection.headers.get("origin")
    if origin is None or origin in known:
        return
    if urlsplit(origin).netloc.lower() != connection.headers.get("host", "").lower():
        raise ServerError("origin", origin=origin[:100])


def own_names(bound: str, given: Iterable[str], origins: Iterable[str]) -> frozenset[str]:
    """What the house may be called in ``Host``; empty: anything.

    Open to this machine alone it has this machine's names only, and those that it is ``given`` or
    has among its ``origins``: else a page of another site could have its own name resolved to
    this machine and speak to the house as if it were a page of it (DNS rebinding).
    """
    named = {*given, *(urlsplit(origin).netloc for origin in origins)}
    if not named and bound not in LOOPBACK:
        return frozenset()
    return LOOPBACK | {name.lower() for name in named}


def check_host(connection: HTTPConnection, names: frozenset[str]) -> None:
    """Raises ServerError ``host`` where the house is called what it is not."""
    host = connection.headers.get("host", "")
    if names and not names & {host.lower(), re.sub(r":\d*$", "", host.lower())}:
        raise ServerError("host", host=host[:100])


async def read_body(request: Request, limit: int) -> bytes:
    """The body, as long as it is not too long. Raises ServerError ``too_big``."""
    whole = b""
    async for chunk in request.stream():
        whole += chunk
        if len(whole) > limit:
            raise ServerError("too_big", limit=limit)
    return whole


async def read_json(request: Request, kind: type[T]) -> T:
    """The body as a message. Raises ServerError ``body``, ``too_big``."""
    sort = request.headers.get("content-type", "").partition(";")[0].strip()
    if sort != "application/json":
        raise ServerError("body", problem="content-type: application/json")
    try:
        return msgspec.json.decode(await read_body(request, BODY), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ServerError("body", problem=_safe(error)) from None


def read_frame(text: str, decoder: msgspec.json.Decoder[T]) -> T:
    """A frame as a message. Raises ServerError ``too_big``, ``frame``."""
    if len(text) > FRAME:
        raise ServerError("too_big", limit=FRAME)
    try:
        data = text.encode()
        if len(data) > FRAME:
            raise ServerError("too_big", limit=FRAME)
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ServerError("frame", problem=_safe(error)) from None


def frame_id(text: str) -> str:
    """The ``id`` of a frame that could not be read, where it has one."""
    if len(text) > FRAME:
        return ""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    name = data.get("id") if isinstance(data, dict) else None
    return name[:200] if isinstance(name, str) else ""


def _safe(error: Exception) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in str(error))[:200]
