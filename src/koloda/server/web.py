"""The HTTP part: thin handlers around the house and the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from koloda.locales import translator
from koloda.options import OptionError
from koloda.records import RecordError, dumps
from koloda.rules.contract import Coded, Refused
from koloda.server import lobby
from koloda.server.errors import ServerError
from koloda.server.guards import RECORD, Rates, check_origin, read_body, read_json
from koloda.server.guests import Guests
from koloda.server.house import House
from koloda.server.messages import Failed, Made, MyTables, NewTable, SetUp
from koloda.server.words import language, problem

STATUS = {
    "no_table": 404,
    "not_found": 404,
    "too_big": 413,
    "too_fast": 429,
    "origin": 403,
    "host": 421,
    "not_yours": 403,
    "no_watchers": 403,
    "disk": 503,
    "closing": 503,
    "table_broken": 500,
    "body": 400,
}
"""By code; what a table or a record refuses is 422, what can't be now 409."""
Endpoint = Callable[[Request], Awaitable[Response]]


def answer(data: Any, status: int = 200) -> Response:
    """Any message as JSON."""
    body = msgspec.json.encode(data)
    return Response(body, status, media_type="application/json", headers=_FRESH)


_FRESH = {"cache-control": "no-store"}


def failed(lang: str, error: Coded) -> Response:
    """Why not, in words."""
    game = error.game if isinstance(error, RecordError) else None
    usual = 409 if isinstance(error, ServerError) else 422
    return answer(Failed(problem(lang, error, game)), STATUS.get(error.code, usual))


class Web:
    """The endpoints; ``routes`` has them all."""

    def __init__(self, house: House, guests: Guests, rates: Rates, origins: frozenset[str]) -> None:
        self._house, self._guests, self._rates = house, guests, rates
        self._origins = origins

    def routes(self) -> list[Route]:
        """Every address of the HTTP part."""
        get = {
            "/api/lobby": self._lobby,
            "/api/tables": self._tables,
            "/api/tables/{table}/record": self._record,
            "/api/rules/{game}": self._rules,
            "/api/deals/{name}": self._deal,
            "/api/texts/{lang}/{domain}": self._texts,
        }
        post = {
            "/api/check": self._check,
            "/api/tables": self._make,
            "/api/tables/{table}/again": self._again,
            "/api/replay": self._replay,
        }
        routes = [Route(path, self._told(call), methods=["GET"]) for path, call in get.items()]
        routes += [
            Route(path, self._changing(call), methods=["POST"]) for path, call in post.items()
        ]
        plain = {"/healthz": self._healthz, "/readyz": self._readyz, "/metrics": self._metrics}
        return routes + [Route(path, call, methods=["GET"]) for path, call in plain.items()]

    def _told(self, call: Endpoint) -> Endpoint:
        """Whatever is refused becomes an answer with a sentence."""

        async def told(request: Request) -> Response:
            try:
                return await call(request)
            except (ServerError, Refused, OptionError, RecordError) as error:
                return failed(language(request), error)

        return told

    def _changing(self, call: Endpoint) -> Endpoint:
        async def guarded(request: Request) -> Response:
            check_origin(request, self._origins)
            self._rates.check("changes", self._guests.who(request) or _address(request))
            return await call(request)

        return self._told(guarded)

    # --- the lobby -------------------------------------------------------------------------
    async def _lobby(self, request: Request) -> Response:
        return answer(lobby.lobby(language(request)))

    async def _texts(self, request: Request) -> Response:
        return answer(lobby.all_texts(request.path_params["lang"], request.path_params["domain"]))

    async def _check(self, request: Request) -> Response:
        return answer(lobby.check(await read_json(request, SetUp)))

    async def _rules(self, request: Request) -> Response:
        query, game = request.query_params, request.path_params["game"]
        options = None
        if "table" in query:
            room = await self._house.room(query["table"])
            room.table.audience(self._guests.who(request) or "?")
            options = room.public["game"]["options"] if room.game == game else None
        preset = query.get("preset") or None
        pairs = query.getlist("set")
        return answer(lobby.rules_page(language(request), game, preset, pairs, options))

    async def _deal(self, request: Request) -> Response:
        self._rates.check("works", _address(request))
        lang, name = language(request), request.path_params["name"]
        return answer(await asyncio.to_thread(lobby.book_deal, lang, name))

    async def _replay(self, request: Request) -> Response:
        body = await read_body(request, RECORD)
        try:
            text = body.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = body.count(b"\n", 0, error.start) + 1
            raise RecordError("not_text", line=line, byte=error.start) from None
        return answer(await asyncio.to_thread(lobby.replay, language(request), text))

    # --- tables ----------------------------------------------------------------------------
    async def _tables(self, request: Request) -> Response:
        who = self._guests.who(request)
        return answer(MyTables([] if who is None else await self._house.tables_of(who)))

    async def _make(self, request: Request) -> Response:
        wanted = await read_json(request, NewTable)
        known = self._guests.who(request)
        who = known or self._guests.fresh()
        try:
            room = await self._house.make(who, wanted)
        except (Refused, OptionError) as error:
            return answer(Failed(problem(wanted.lang, error, lobby.known(wanted.game))), 422)
        made = answer(Made(room.id))
        if known is None:
            self._guests.remember(made, who, secure=request.url.scheme == "https")
        return made

    async def _again(self, request: Request) -> Response:
        who = self._guests.who(request)
        if who is None:
            raise ServerError("not_yours")
        return answer(Made((await self._house.again(who, request.path_params["table"])).id))

    async def _record(self, request: Request) -> Response:
        room = await self._house.room(request.path_params["table"])
        table = await room.mend()  # nothing that is not on disk yet
        table.audience(self._guests.who(request) or "?")
        text = await asyncio.to_thread(dumps, table.record())
        name = f"{room.game}-{room.id[:6]}.koloda.toml"
        headers = {**_FRESH, "content-disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/toml; charset=utf-8", headers=headers)

    # --- how the house is ------------------------------------------------------------------
    async def _healthz(self, request: Request) -> Response:
        return PlainTextResponse("ok", headers=_FRESH)

    async def _readyz(self, request: Request) -> Response:
        ready = not self._house.closing and await self._house.means.store.healthy()
        return PlainTextResponse("ok" if ready else "no", 200 if ready else 503, headers=_FRESH)

    async def _metrics(self, request: Request) -> Response:
        return Response(self._house.means.metrics.text(), media_type="text/plain; version=0.0.4")


def _address(request: Request) -> str:
    return request.client.host if request.client else "?"


def no_client(lang: str) -> Response:
    """What stands in the place of the client where it has not been built."""
    texts = translator(lang)
    title, text = (texts.text("server", f"no_client.{part}") for part in ("title", "text"))
    page = (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{title}</title>'
        f"<h1>{title}</h1><p>{text}</p></html>"
    )
    return Response(page.replace("&&", "&amp;&amp;"), 503, media_type="text/html")
