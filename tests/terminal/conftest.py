"""A terminal made of strings: what is typed in, what was printed out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path

import pytest

from koloda import Game, Match
from koloda.locales import translator
from koloda.terminal.console import Console
from koloda.terminal.seating import new_match, session_for
from koloda.terminal.session import Session


class Script:
    """A reader that types prepared lines, then what ``then`` answers to the last line printed.

    ``then`` gets the text printed so far and gives a line; None is the end of input.
    """

    def __init__(
        self,
        lines: Iterable[str] = (),
        then: Callable[[str], str | None] = lambda shown: None,
    ) -> None:
        self.lines = list(lines)
        self.then = then
        self.writer = StringIO()

    def readline(self) -> str:
        line = self.lines.pop(0) if self.lines else self.then(self.writer.getvalue())
        if line is None:
            return ""
        if line == "^C":
            raise KeyboardInterrupt
        return line + "\n"

    @property
    def text(self) -> str:
        """All that was printed."""
        return self.writer.getvalue()

    @property
    def flat(self) -> str:
        """The same on one line."""
        return " ".join(self.text.split())


def first_legal(shown: str) -> str:
    """Answers every question: the first listed move, or on to the next deal."""
    return "" if shown.endswith(("(quit: leave) > ", "(выход — уйти) > ")) else "1"


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees or leaves anything in the user's folders."""
    monkeypatch.setenv("KOLODA_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("KOLODA_ASCII", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("os.fsync", lambda handle: None)  # the disk may take its time


def session(
    what: Game | Match,
    script: Script,
    *,
    lang: str = "en",
    path: Path | None = None,
    seed: int = 1,
    bots: list[str] | None = None,
    width: int = 80,
) -> Session:
    """A session on a script."""
    texts = translator(lang)
    console = Console(script, script.writer, width)  # type: ignore[arg-type]
    match = what if isinstance(what, Match) else new_match(what, texts, bots, seed)
    return session_for(match, console, texts, bots, path)
