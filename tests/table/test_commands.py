"""Messages are read strictly, and every refusal of a table can be told."""

from __future__ import annotations

import ast
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import koloda.table
from koloda.locales import COMMON, LANGUAGES, translator
from koloda.locales.check import load, placeholders, texts
from koloda.rules import SHELF
from koloda.rules.contract import Refused
from koloda.table import HOUSE_COMMANDS, PEOPLE_COMMANDS, read, write
from koloda.table.commands import LONGEST, MOST, Act, Configure, Open, Ready, Tick

EXAMPLES: dict[str, dict[str, Any]] = {
    "configure": {"game": "chain", "options": {"a": True, "b": "x", "c": 3}, "move": 30},
    "sit": {"seat": 1, "name": "Ann"},
    "seat_bot": {"seat": 1, "level": "thumb", "name": "Max"},
    "free": {"seat": 1},
    "ready": {"ready": False, "client_seed": "heads"},
    "act": {"text": "6h"},
    "take_over": {"seat": 2},
    "arrange": {"cards": ["6h", "Td"]},
    "pace": {"speed": 3},
    "open": {"game": "chain", "table": "t", "host": "ann", "secret": "00"},
    "bot_act": {"seat": 1, "text": "draw"},
    "absent": {"seat": 1},
    "present": {"seat": 1},
}


@pytest.mark.parametrize("kind", sorted({**PEOPLE_COMMANDS, **HOUSE_COMMANDS}))
def test_every_command_goes_through_json(kind: str) -> None:
    data = {"kind": kind, "id": "c1", "seq": 7, **EXAMPLES.get(kind, {})}
    command = read(data, house=True)
    assert (command.KIND, command.id, command.seq) == (kind, "c1", 7)
    assert read(json.loads(json.dumps(write(command))), house=True) == command


@pytest.mark.parametrize("kind", sorted(HOUSE_COMMANDS))
def test_people_cannot_say_what_the_house_says(kind: str) -> None:
    with pytest.raises(Refused, match="command: field=kind"):
        read({"kind": kind, **EXAMPLES.get(kind, {})})


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (None, "kind"),
        ([], "kind"),
        ({}, "kind"),
        ({"kind": "dance"}, "kind"),
        ({"kind": ["act"]}, "kind"),
        ({"kind": "act"}, "text"),
        ({"kind": "act", "text": 7}, "text"),
        ({"kind": "act", "text": "x" * (LONGEST + 1)}, "text"),
        ({"kind": "act", "text": "6h\x00"}, "text"),
        ({"kind": "act", "text": "\ud800"}, "text"),
        ({"kind": "act", "text": "6h", "extra": 1}, "extra"),
        ({"kind": "act", "text": "6h", "seq": True}, "seq"),
        ({"kind": "act", "text": "6h", "seq": -1}, "seq"),
        ({"kind": "act", "text": "6h", "seq": 1.0}, "seq"),
        ({"kind": "act", "text": "6h", "id": None}, "id"),
        ({"kind": "sit", "seat": "1", "name": "Ann"}, "seat"),
        ({"kind": "sit", "seat": 2**60, "name": "Ann"}, "seat"),
        ({"kind": "ready", "ready": 1}, "ready"),
        ({"kind": "arrange", "cards": "6h"}, "cards"),
        ({"kind": "arrange", "cards": ["6h"] * (MOST + 1)}, "cards"),
        ({"kind": "arrange", "cards": [6]}, "cards"),
        ({"kind": "configure", "game": "chain", "options": []}, "options"),
        ({"kind": "configure", "game": "chain", "options": {"a": None}}, "options"),
        ({"kind": "configure", "game": "chain", "options": {"a": 1.5}}, "options"),
        ({"kind": "configure", "game": "chain", "players": 2.0}, "players"),
        ({"kind": "configure", "game": "chain", "move": float("nan")}, "move"),
        ({"kind": "configure", "game": "chain", "move": -1}, "move"),
        ({"kind": "configure", "game": "chain", "watchers": "no"}, "watchers"),
    ],
)
def test_what_is_no_command_is_refused_by_field(data: Any, wrong: str) -> None:
    with pytest.raises(Refused) as refused:
        read(data)
    assert (refused.value.code, refused.value.params) == ("command", {"field": wrong})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=9,
)
KINDS = st.sampled_from(sorted({**PEOPLE_COMMANDS, **HOUSE_COMMANDS}))
NAMES = st.sampled_from(["id", "seq", "seat", "text", "name", "cards", "options", "game", "move"])


@given(JSON | st.builds(lambda k, d: {"kind": k, **d}, KINDS, st.dictionaries(NAMES, JSON)))
def test_nothing_else_comes_of_garbage(data: Any) -> None:
    with suppress(Refused):
        assert write(read(data, house=True))["kind"] == data["kind"]


def test_only_what_depends_on_the_deal_or_the_set_up_can_be_stale() -> None:
    both = {**PEOPLE_COMMANDS, **HOUSE_COMMANDS}.values()
    assert {c.KIND for c in both if c.TURN} == {"act", "bot_act", "undo", "next"}
    assert {c.KIND for c in both if c.AGREES} == {"ready"}
    assert (Act(text="x").TURN, Ready().AGREES, Tick().TURN) == (True, True, False)
    assert issubclass(Open, Configure)


# --- every refusal can be told -------------------------------------------------------------


def refusals() -> dict[tuple[str, str], set[str]]:
    """(code, problem) of every refusal made in the table's source -> the params it always has."""
    found: dict[tuple[str, str], set[str]] = {}
    for path in Path(koloda.table.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused"):
                continue
            if not isinstance(node.args[0], ast.Constant):
                continue  # a refusal or a wrong option handed on
            params = {k.arg: k.value for k in node.keywords if k.arg}
            problem = params.get("problem")
            words = (
                [n.value for n in ast.walk(problem) if isinstance(n, ast.Constant)]
                if (problem is not None)
                else [""]
            )
            for word in map(str, words or ["setup", "play", "between", "over"]):
                key = (str(node.args[0].value), word)
                found[key] = found.get(key, set(params)) & set(params)
    return found


REFUSALS = refusals()


def test_refusals_are_found_in_the_source() -> None:
    assert {("stale", ""), ("not_now", "between"), ("no_undo", "company")} <= REFUSALS.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("code", "problem"), sorted(REFUSALS))
def test_every_refusal_has_a_sentence(code: str, problem: str, lang: str) -> None:
    params: dict[str, Any] = dict.fromkeys(REFUSALS[code, problem], 1)
    if problem:
        params["problem"] = problem
    sentence = translator(lang).refusal("fifteen", Refused(code, **params), ["Ann", "Max"])
    assert "{" not in sentence
    assert len(sentence) > 10


def test_no_game_has_another_sentence_for_a_code_of_the_table() -> None:
    codes = {code for code, _ in REFUSALS} - {"over", "turn", "syntax", "hand"}
    common = {d for d in (*COMMON, *SHELF) if d != "interface"}
    for domain in common:
        keys = texts(load("en", domain)).keys()
        assert not {key for key in keys for code in codes if key == f"refusal.{code}"}


def test_sentences_name_nothing_that_is_not_given() -> None:
    ours = texts(load("en", "interface"))
    for (code, problem), params in REFUSALS.items():
        key = f"refusal.{code}.{problem}" if problem else f"refusal.{code}"
        if key in ours:
            assert placeholders(ours[key][0]) <= params
