"""The HTTP part as OpenAPI: every address, what it takes and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from koloda.server.messages import (
    Checked,
    Failed,
    Lobby,
    Made,
    MyTables,
    NewTable,
    Replay,
    RulesPage,
    SetUp,
    Texts,
)
from koloda.table.snapshot import VERSION

Json = dict[str, Any]
JSON = "application/json"
LANG = ("lang",)


@dataclass(frozen=True)
class Endpoint:
    """One address: ``body`` and ``answer`` are messages, or the media type of a text; a name in
    ``query`` that ends with ``*`` may be repeated."""

    method: str
    path: str
    answer: Any
    body: Any = None
    query: Sequence[str] = ()


ENDPOINTS = (
    Endpoint("GET", "/api/lobby", Lobby, query=LANG),
    Endpoint("POST", "/api/check", Checked, SetUp),
    Endpoint("GET", "/api/tables", MyTables),
    Endpoint("POST", "/api/tables", Made, NewTable),
    Endpoint("POST", "/api/tables/{table}/again", Made, query=LANG),
    Endpoint("GET", "/api/tables/{table}/record", "application/toml", query=LANG),
    Endpoint("GET", "/api/rules/{game}", RulesPage, query=(*LANG, "table", "preset", "set*")),
    Endpoint("GET", "/api/deals/{name}", Replay, query=LANG),
    Endpoint("POST", "/api/replay", Replay, "text/plain", LANG),
    Endpoint("GET", "/api/texts/{lang}/{domain}", Texts, query=LANG),
    Endpoint("GET", "/healthz", "text/plain"),
    Endpoint("GET", "/readyz", "text/plain"),
    Endpoint("GET", "/metrics", "text/plain"),
)


def openapi() -> Json:
    """The description, relative to wherever the house is."""
    types = [t for e in ENDPOINTS for t in (e.answer, e.body) if isinstance(t, type)]
    found, parts = msgspec.json.schema_components(
        [*types, Failed], ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip([*types, Failed], found, strict=True))
    paths: dict[str, Json] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Koloda", "version": str(VERSION)},
        "servers": [{"url": "."}],
        "paths": paths,
        "components": {"schemas": dict(sorted(parts.items()))},
    }


def _operation(endpoint: Endpoint, schemas: dict[Any, Json]) -> Json:
    answers = {
        "200": {"description": "Done.", "content": _content(endpoint.answer, schemas)},
        "default": {"description": "Refused.", "content": _content(Failed, schemas)},
    }
    if endpoint.path == "/readyz":
        answers["503"] = {"description": "Not now.", "content": _content("text/plain", schemas)}
    names = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
    parameters = [_parameter(name, "path") for name in names]
    parameters += [_parameter(name, "query") for name in endpoint.query if name not in names]
    made: Json = {"parameters": parameters, "responses": answers}
    if endpoint.body is not None:
        made["requestBody"] = {"required": True, "content": _content(endpoint.body, schemas)}
    return made


def _content(kind: Any, schemas: dict[Any, Json]) -> Json:
    return {JSON: {"schema": schemas[kind]}} if kind in schemas else {kind: {"schema": _TEXT}}


_TEXT = {"type": "string"}


def _parameter(name: str, place: str) -> Json:
    many = name.endswith("*")
    schema = {"type": "array", "items": _TEXT} if many else _TEXT
    return {
        "name": name.removesuffix("*"),
        "in": place,
        "required": place == "path",
        "schema": schema,
    }
