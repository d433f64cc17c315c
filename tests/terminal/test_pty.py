"""On a real terminal: Ctrl-C ends politely, a killed program leaves a match to go on with."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIG_DFL, SIGINT, SIGKILL, signal

import pytest

from koloda.records import load

pexpect = pytest.importorskip("pexpect")
PLAY = """
import sys, koloda
from koloda import terminal
game = koloda.game("rockaway", players=3)
sys.exit(terminal.play(game, seed=1, lang="ru", save_path=sys.argv[1]))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.toml"


def _as_from_a_terminal() -> None:
    """Tests run in the background may hand down that Ctrl-C is ignored."""
    signal(SIGINT, SIG_DFL)


@pytest.fixture
def screen(path: Path) -> Iterator[object]:
    child = pexpect.spawn(
        sys.executable,
        ["-c", PLAY, str(path)],
        encoding="utf-8",
        dimensions=(24, 80),
        timeout=30,
        preexec_fn=_as_from_a_terminal,
    )
    yield child
    child.close(force=True)


def test_ctrl_c_ends_politely(screen, path: Path) -> None:  # type: ignore[no-untyped-def]
    screen.expect("Ваш ход >")
    screen.sendline("подсказка")
    screen.expect("Подсказка:")
    screen.expect("Ваш ход >")
    screen.sendintr()
    screen.expect("koloda play --resume")
    screen.expect(pexpect.EOF)
    screen.close()
    assert screen.exitstatus == 0
    assert load(path).resume()


def test_a_killed_program_leaves_the_match(screen, path: Path) -> None:  # type: ignore[no-untyped-def]
    screen.expect("Ваш ход >")
    screen.sendline("1")
    screen.expect("Ваш ход >")
    screen.kill(SIGKILL)
    screen.expect(pexpect.EOF)
    assert load(path).resume().deal.moves


@pytest.mark.parametrize("command", [("rules", "fifteen"), ("games", "--lang", "ru")])
def test_lines_are_broken_at_words(command: tuple[str, ...]) -> None:
    arguments = ["-m", "koloda", *command]
    told, code = pexpect.run(
        shlex.join([sys.executable, *arguments]),
        encoding="utf-8",
        timeout=30,
        withexitstatus=True,
        env={**os.environ, "COLUMNS": "60", "TERM": "xterm"},
    )
    assert code == 0
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in told.splitlines()]
    assert len(lines) > 10
    assert max(map(len, lines)) <= 60
