"""Lines in, lines out: the only place of the terminal that reads and writes."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from shutil import get_terminal_size
from typing import TextIO

from koloda.terminal.look import wrap

LONGEST = 500
"""Of a longer line typed only so much is looked at."""

ENOUGH = ("q", "й", "quit", "выход")
"""What ends a page and is no command then."""

SIMPLE = str.maketrans({"·": "-", "─": "-", "–": "-", "—": "-", "−": "-", "•": "*", "×": "x"})
SIMPLE |= str.maketrans({"→": "->", "…": "...", "«": '"', "»": '"', "\u00a0": " "})
"""What stands for the signs that an old encoding lacks."""
PLAIN = SIMPLE | str.maketrans("♣♦♥♠★±", "cdhsX~", "\ufe0e")
"""The same for output that is no terminal session: there suits can't be switched to letters."""


class Console:
    """A reader of lines and a writer of lines.

    ``width`` in columns; ``height`` in rows, 0: never stop to page. On a real terminal
    ``completions`` are offered for the Tab key.
    """

    def __init__(self, reader: TextIO, writer: TextIO, width: int = 80, height: int = 0) -> None:
        self.reader = reader
        self.writer = writer
        self.width = max(width, 20)
        self.height = height
        self.completions: Sequence[str] = ()
        self._ahead = ""
        self.live = reader is sys.stdin and is_tty(reader) and is_tty(writer)
        if hasattr(reader, "reconfigure"):
            reader.reconfigure(errors="replace")
        if self.live:
            _offer(self)

    @classmethod
    def of(cls, reader: TextIO, writer: TextIO) -> Console:
        """The console of these streams, as wide and high as the terminal says."""
        size = get_terminal_size()
        rows = size.lines if is_tty(reader) and is_tty(writer) else 0
        return cls(reader, writer, min(size.columns, 100), rows)

    def say(self, text: str = "", indent: int = 0) -> None:
        """Write a text in lines that fit; ``indent`` is that of the later lines."""
        for part in text.split("\n"):
            for line in wrap(part, self.width, indent):
                self._write(line + "\n")

    def raw(self, text: str) -> None:
        """Write one line as it is, however long: something to be copied."""
        self._write(text + "\n")

    def ask(self, prompt: str) -> str:
        """The next line typed, without spaces at its ends. Raises EOFError at the end of input."""
        prompt += " "
        if self._ahead:
            typed, self._ahead = self._ahead, ""
            self._write(prompt + typed + "\n")
            return typed
        if self.live:
            self.writer.flush()
            return input(self._fit(prompt))[:LONGEST].strip()
        self._write(prompt)
        self.writer.flush()
        try:
            line = self.reader.readline()
        except UnicodeError:  # not the encoding it claims to be
            line = ""
        if not line:
            raise EOFError
        if not is_tty(self.reader):
            self._write("\n")
        return line[:LONGEST].strip()

    def page(self, lines: Iterable[str], more: str) -> None:
        """Write many lines, stopping at each full screen until Enter; any word ends it, and one
        that is more than ``q`` is what ``ask`` gives next."""
        shown = 0
        for text in lines:
            hang = len(text) - len(text.lstrip(" •"))
            for line in wrap(text, self.width, hang):
                if self.height and shown == self.height - 2:
                    if typed := self.ask(more):
                        self._ahead = "" if typed.lower() in ENOUGH else typed
                        return
                    shown = 0
                self._write(line + "\n")
                shown += 1

    def _fit(self, text: str) -> str:
        """The text with what the writer's encoding lacks replaced."""
        encoding = getattr(self.writer, "encoding", None) or "utf-8"
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            text = text.translate(SIMPLE)
        return text.encode(encoding, "replace").decode(encoding)

    def _write(self, text: str) -> None:
        # no-break spaces have kept words together on a line
        self.writer.write(self._fit(text).replace("\u00a0", " "))


def plainer(error: UnicodeError) -> tuple[str, int]:
    """The error handler of codecs that puts simpler signs where an encoding lacks one."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(PLAIN)
    return lacking.encode("ascii", "replace").decode(), error.end


codecs.register_error("koloda.plainer", plainer)


def mend_streams() -> None:
    """A standard stream that is closed leads nowhere; what an encoding lacks is written plainer."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="koloda.plainer")


def silence() -> None:
    """Standard output takes nothing any more: what is left to write leads nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def is_tty(stream: TextIO) -> bool:
    """Whether a person sits at the other end."""
    return bool(getattr(stream, "isatty", bool)())


def has_suits(writer: TextIO) -> bool:
    """Whether the writer can show suit symbols."""
    if os.environ.get("KOLODA_ASCII"):
        return False
    try:
        "♣♦♥♠".encode(getattr(writer, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _offer(console: Console) -> None:
    """Let the Tab key complete what may be typed, where this Python can."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = [c for c in console.completions if c.lower().startswith(text.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
