"""The script that breaks the rules makes real programs, and its list of equivalents is not
stale."""

from __future__ import annotations

import ast
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from koloda.rules import SHELF

SCRIPT = Path(__file__).parents[2] / "scripts" / "mutants.py"


def _load() -> ModuleType:
    spec = spec_from_file_location("mutants_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


MUTANTS = _load()


@pytest.mark.parametrize("game_id", SHELF)
def test_every_mutant_is_another_program(game_id: str) -> None:
    chosen = MUTANTS.chosen(game_id, 40, 7)
    assert len(chosen) == 40
    assert len({(mutant.path, mutant.line) for mutant in chosen}) == 40
    for mutant in chosen:
        source = mutant.path.read_bytes()
        broken = mutant.apply(source)
        assert ast.dump(ast.parse(broken)) != ast.dump(ast.parse(source)), str(mutant)
        changed = sum(
            a != b for a, b in zip(source.splitlines(), broken.splitlines(), strict=False)
        )
        assert changed >= 1, str(mutant)


def test_the_same_seed_chooses_the_same() -> None:
    assert MUTANTS.chosen("rockaway", 10, 3) == MUTANTS.chosen("rockaway", 10, 3)
    assert MUTANTS.chosen("rockaway", 10, 3) != MUTANTS.chosen("rockaway", 10, 4)


def test_known_equivalents_still_exist() -> None:
    found = {
        MUTANTS.key(mutant)
        for game_id in SHELF
        for path in MUTANTS.modules(game_id)
        for mutant in MUTANTS.Finder(path).found
    }
    assert MUTANTS.equivalents().keys() <= found
