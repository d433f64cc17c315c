"""The wire as JSON Schema, TypeScript and OpenAPI: ``python -m koloda.server.schema [web/src]``.

The files are made from ``messages.py`` and ``openapi.py`` and committed; a test fails where they
have drifted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from koloda.server.messages import HTTP_TYPES, ClientFrame, ServerFrame
from koloda.server.openapi import openapi

SCHEMA, TYPES, OPENAPI = "wire.schema.json", "wire.ts", "openapi.json"
_REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """Every message by name; ``ClientFrame`` and ``ServerFrame`` are what a websocket carries."""
    roots, parts = msgspec.json.schema_components(
        [ClientFrame, ServerFrame, *HTTP_TYPES], ref_template=_REF
    )
    frames = {"ClientFrame": roots[0], "ServerFrame": roots[1]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Koloda: the wire",
        "$defs": {**dict(sorted(parts.items())), **frames},
    }


def schema_text() -> str:
    """The schema as its file has it."""
    return _text(schema())


def openapi_text() -> str:
    """The description of the HTTP part as its file has it."""
    return _text(openapi())


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def typescript() -> str:
    """The same as TypeScript types."""
    lines = ["// Made by `python -m koloda.server.schema` from src/koloda/server/messages.py.", ""]
    for name, part in schema()["$defs"].items():
        if "description" in part:
            text = " ".join(str(part["description"]).split()).replace("*/", "* /")
            lines.append(f"/** {text} */")
        if part.get("type") == "object" and "properties" in part:
            lines += [f"export interface {name} {{", *_members(part), "}", ""]
        else:
            lines += [f"export type {name} = {_type(part)};", ""]
    return "\n".join(lines)


def _members(part: Mapping[str, Any]) -> list[str]:
    needed = set(part.get("required", ()))
    return [
        f"  {name}{'' if name in needed else '?'}: {_type(inner)};"
        for name, inner in part["properties"].items()
    ]


def _type(part: Mapping[str, Any]) -> str:
    """The TypeScript type of a part of the schema."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "anyOf" in part:
        return _union([_type(inner) for inner in part["anyOf"]])
    if "enum" in part:
        return _union([json.dumps(value) for value in part["enum"]])
    if "const" in part:
        return json.dumps(part["const"])
    kind = part.get("type")
    if isinstance(kind, list):
        return _union([_type({**part, "type": one}) for one in kind])
    if kind == "array":
        inner = _type(part["items"]) if part.get("items") else "unknown"
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        more = part.get("additionalProperties")
        return f"Record<string, {_type(more) if isinstance(more, dict) else 'unknown'}>"
    plain = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
    return "null" if kind == "null" else plain.get(str(kind), "unknown")


def _union(types: Sequence[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def main(arguments: Sequence[str]) -> int:
    """Write the files into a folder, ``web/src`` by default."""
    folder = Path(arguments[0] if arguments else "web/src")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SCHEMA).write_text(schema_text(), encoding="utf-8")
    (folder / TYPES).write_text(typescript(), encoding="utf-8")
    (folder / OPENAPI).write_text(openapi_text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
