"""Every clause of every rules page, and every option value, has tests that are named after it.

Pages and tests are compared as texts, so that a clause added to a page, or a game added to the
shelf, asks for its tests by itself. That the tests are good ones is for ``scripts/mutants``.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from koloda.rules import SHELF
from koloda.rules.contract import Option

TESTS = Path(__file__).parent
PAGES = TESTS.parent / "docs" / "rules"
RULES = TESTS.parent / "src" / "koloda" / "rules"
CLAUSE = re.compile(r"^- \*\*([A-Z]+-\d+)", re.MULTILINE)
NAME = re.compile(r"test_((?:[a-z]+\d+_)+)")

GAMES = list(SHELF)
OPTIONS = [(name, option) for name, rules in SHELF.items() for option in rules.OPTIONS]


def clauses(game: str) -> list[str]:
    return CLAUSE.findall((PAGES / f"{game}.en.md").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Said:
    """What stands in a test, in its parameters, and in the tables of its module that it names."""

    words: frozenset[str]
    """Keywords of calls, and the words of its strings."""
    constants: frozenset[str]
    """As Python writes them: True is not 1."""


def said(test: ast.FunctionDef, tables: dict[str, ast.expr]) -> Said:
    nodes = list(ast.walk(test))
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    nodes += [node for name in sorted(named & tables.keys()) for node in ast.walk(tables[name])]
    constants = [node.value for node in nodes if isinstance(node, ast.Constant)]
    words = {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}
    words |= {word for text in constants if isinstance(text, str) for word in text.split()}
    return Said(frozenset(words), frozenset(map(repr, constants)))


@cache
def named_tests() -> dict[str, list[Said]]:
    """The test functions of ``tests/rules`` by the clauses in their names, ``R-8``."""
    found: dict[str, list[Said]] = {}
    for path in sorted((TESTS / "rules").glob("test_*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        tables = {
            target.id: node.value
            for node in body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in body:
            if isinstance(node, ast.FunctionDef) and (name := NAME.match(node.name)):
                for clause in name[1].rstrip("_").split("_"):
                    key = re.sub(r"(\d+)", r"-\1", clause.upper())
                    found.setdefault(key, []).append(said(node, tables))
    return found


def test_every_game_has_clauses_counted_from_one() -> None:
    for game, rules in SHELF.items():
        prefix = rules.OPTIONS[0].clause.partition("-")[0]
        found = clauses(game)
        assert found == [f"{prefix}-{n}" for n in range(1, len(found) + 1)], game


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_tests_and_every_clause_tested_is_there(game: str) -> None:
    there = clauses(game)
    prefix = there[0].partition("-")[0]
    named = {clause for clause in named_tests() if clause.partition("-")[0] == prefix}
    assert named == set(there)


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda x: getattr(x, "name", x))
def test_every_option_value_has_a_test_named_after_its_clause(game: str, option: Option) -> None:
    """The default stands in every test that names no value; of a range some value is enough."""
    tests = [test for test in named_tests()[option.clause] if option.name in test.words]
    assert tests, f"no test of {option.clause} names the option"
    if option.kind != "int":
        for value in option.values:
            names_it = any(repr(value) in test.constants for test in tests)
            assert value == option.default or names_it, f"{option.name}={value} in no test"


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_is_expected_by_a_test_named_after_its_clause(game: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted(RULES.glob("*.py"))]
    found = re.findall(r'Refused\(\s*"([a-z_]+)", "([A-Z]+-\d+)"', "".join(sources))
    for code, clause in sorted(set(found)):
        if clause in clauses(game):
            expected = any(code in test.words for test in named_tests()[clause])
            assert expected, f"no test named after {clause} expects {code}"
