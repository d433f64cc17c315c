"""The shelf: every game on it is a module of its own that knows no other game."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest

import koloda
from koloda import rules
from koloda.deal import Game
from koloda.rules import SHELF

ROOM = Path(str(rules.__file__)).parent


def imported(module: str) -> set[str]:
    """The modules of the room that a module of it imports."""
    found = set()
    for node in ast.walk(ast.parse((ROOM / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "koloda.rules":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.removeprefix("koloda.rules."))
        elif isinstance(node, ast.Import):
            found |= {alias.name.removeprefix("koloda.rules.") for alias in node.names}
    return {name for name in found if (ROOM / f"{name}.py").exists()}


def reached(module: str) -> set[str]:
    """The modules of the room that a module needs, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        new = imported(waiting.pop()) - found
        found |= new
        waiting += new
    return found


@pytest.mark.parametrize("game", SHELF)
def test_games_never_import_each_other(game: str) -> None:
    needed = reached(game)
    assert {"contract", "chance"} <= needed
    assert not needed & SHELF.keys()


def test_a_game_is_a_module_named_by_its_id() -> None:
    for name, module in SHELF.items():
        assert vars(module)["__name__"] == f"koloda.rules.{name}"


def test_every_module_of_the_room_is_a_game_or_needed() -> None:
    needed = {"__init__", "generic"}.union(*map(reached, SHELF))
    assert {path.stem for path in ROOM.glob("*.py")} == needed | SHELF.keys()


def test_every_part_that_games_share_stands_in_the_architecture() -> None:
    page = (ROOM.parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## Inside `rules/`\n")[2].partition("\n## ")[0]
    parts = {path.stem for path in ROOM.glob("*.py")} - SHELF.keys() - {"__init__"}
    assert set(re.findall(r"^\| `(\w+)\.py` \|", table, re.MULTILINE)) == parts


def seats(game: Game) -> list[int | None]:
    return [None, *range(game.players)]


@pytest.mark.parametrize("name", SHELF)
def test_a_deal_begins_anew_whatever_the_state_held_before(name: str) -> None:
    for players in {SHELF[name].MIN_PLAYERS, SHELF[name].MAX_PLAYERS}:
        game, random = koloda.game(name, players=players), Random(name)
        used = game.deal(seed=5)
        for _ in range(6):
            while not used.over:
                used.apply(random.choice(used.legal_actions()))
            used.state.pack[: len(used.pack)] = used.pack
            game.rules.prepare(used.state, used.carry)
            game.rules.start(used.state)
            fresh = game.deal(seed=5)
            while not fresh.over:
                for seat in seats(game):
                    assert used.observe(seat) == fresh.observe(seat)
                action = random.choice(fresh.legal_actions())
                used.apply(action)
                fresh.apply(action)
            assert [used.explain(seat) for seat in range(players)] == [
                fresh.explain(seat) for seat in range(players)
            ]
            assert used.state.turn == fresh.state.turn
