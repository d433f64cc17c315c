"""``scripts/new-game`` lays out a game that passes the conformance suite as it stands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECK = """
import koloda
from koloda.locales import translator
from koloda.rules import SHELF
from koloda.testing import check_game
from koloda.terminal.tables import table_of

assert "high_card" in SHELF and "rockaway" in SHELF
for players in (2, 6):
    for seed in range(3):
        check_game(koloda.game("high_card", players=players), seed)
table_of("high_card")
for lang in ("en", "ru"):
    assert translator(lang).text("high_card", "name") == "High Card"
"""


def new_game(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / "new_game.py"), *arguments]
    return subprocess.run(
        [*command, "--root", str(root)], capture_output=True, text=True, check=False
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    ignore = shutil.ignore_patterns("__pycache__")
    for folder in ("src", "docs", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore)
    return tmp_path


def test_a_new_game_is_whole_at_once(checkout: Path) -> None:
    done = new_game(checkout, "high_card", "High Card", "HC")
    assert done.returncode == 0, done.stderr
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    tests = checkout / "tests"
    pytest_on = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "high_card"]
    named = [str(tests / "rules" / "test_high_card.py"), str(tests / "test_clauses.py")]
    for command in (["-c", CHECK], [*pytest_on, *named]):
        run = subprocess.run(
            [sys.executable, *command],
            cwd=checkout,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("game", ["ox", "a_game_of_a_long_name"])
def test_what_is_laid_out_is_formatted(checkout: Path, game: str) -> None:
    done = new_game(checkout, game, "Title", "XYZ")
    assert done.returncode == 0, done.stderr
    written = [line for line in done.stdout.splitlines() if line.endswith(".py")]
    assert len(written) == 4
    ruff = [sys.executable, "-m", "ruff", "format", "--check", "--no-cache"]
    files = [*written, "src/koloda/rules/__init__.py"]
    run = subprocess.run(
        [*ruff, "--config", str(ROOT / "pyproject.toml"), *files],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_nothing_is_written_over(checkout: Path) -> None:
    before = (checkout / "src/koloda/rules/rockaway.py").read_bytes()
    done = new_game(checkout, "rockaway", "Rockaway", "R")
    assert done.returncode == 2
    assert "there already" in done.stderr
    assert (checkout / "src/koloda/rules/rockaway.py").read_bytes() == before


@pytest.mark.parametrize("arguments", [("../x", "X", "X"), ("ok", "Ok", "o1"), ("ok", "Ok")])
def test_bad_names_are_refused(checkout: Path, arguments: tuple[str, ...]) -> None:
    assert new_game(checkout, *arguments).returncode == 2
