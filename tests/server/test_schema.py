"""The wire as it is written down for other languages: nothing may drift."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from koloda.server.messages import COMMANDS
from koloda.server.schema import (
    OPENAPI,
    SCHEMA,
    TYPES,
    main,
    openapi_text,
    schema,
    schema_text,
    typescript,
)
from koloda.table import PEOPLE_COMMANDS

CLIENT = Path(__file__).parents[2] / "web" / "src"


def test_the_written_schema_is_that_of_the_messages() -> None:
    assert (CLIENT / SCHEMA).read_text(encoding="utf-8") == schema_text()


def test_the_written_types_are_those_of_the_messages() -> None:
    assert (CLIENT / TYPES).read_text(encoding="utf-8") == typescript()


def test_the_written_description_is_that_of_the_addresses() -> None:
    assert (CLIENT / OPENAPI).read_text(encoding="utf-8") == openapi_text()


def test_the_files_are_written_where_they_are_wanted(tmp_path: Path) -> None:
    assert main([str(tmp_path / "deep")]) == 0
    assert {file.name for file in (tmp_path / "deep").iterdir()} == {SCHEMA, TYPES, OPENAPI}


def test_every_command_of_people_is_a_frame() -> None:
    assert COMMANDS.keys() == PEOPLE_COMMANDS.keys()
    tags = {ref["$ref"].rpartition("/")[2] for ref in schema()["$defs"]["ClientFrame"]["anyOf"]}
    assert {kind.__name__ for kind in PEOPLE_COMMANDS.values()} < tags


def test_the_schema_is_one_and_knows_a_frame_from_another_thing() -> None:
    whole = schema()
    jsonschema.Draft202012Validator.check_schema(whole)
    frames = jsonschema.Draft202012Validator({**whole, "$ref": "#/$defs/ClientFrame"})
    frames.validate({"kind": "act", "id": "1", "seq": 3, "text": "6h"})
    for wrong in ({"kind": "act"}, {"kind": "open"}, {"kind": "act", "text": "6h", "more": 1}):
        with pytest.raises(jsonschema.ValidationError):
            frames.validate(wrong)


def test_types_name_what_may_be_left_out() -> None:
    text = typescript()
    assert 'export interface Done {\n  kind: "done";\n  id: string;\n  seq: number;\n}' in text
    assert "  snapshot: Snapshot | null;" in text
    assert "  seq?: number | null;" in text
    assert json.dumps("welcome") in text
