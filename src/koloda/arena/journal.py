"""The file that keeps what has been measured: JSON lines, only ever appended to.

The first line says what is played, each further one is a finished playing. Whoever dies, however,
loses nothing that is in the file; a last line cut short by a crash is played again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from koloda.arena.contest import Contest, Task
from koloda.options import OptionError
from koloda.rules.contract import Json

FORMAT = "koloda-arena/1"


class Journal:
    """The finished playings of one contest, in a file if ``path`` is given.

    Raises OSError where the file can't be read or written, and OptionError: ``arena_file`` where
    it is no such journal (``line`` is the first bad one), ``arena_other`` where it is the journal
    of another contest (``what`` differs). Neither changes the file.
    """

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        self.path = path
        self.records: dict[Task, dict[str, Json]] = {}
        self._file: FileIO | None = None
        if path is None:
            return
        header = {"format": FORMAT, **contest.to_json()}
        there = path.is_file()  # a device or a pipe has no past to go on from
        good = self._read(path, contest, header) if there else 0
        self._file = path.open("ab", buffering=0)  # a line is out when it is written
        try:
            if there:
                self._file.truncate(good)
            if not good:
                self._write(header)
        except OSError:
            self.close()
            raise

    def _read(self, path: Path, contest: Contest, header: Mapping[str, Json]) -> int:
        """Take over what is there; returns how many bytes of it are whole lines."""
        text = path.read_bytes()
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        if not lines and text:  # no line at all: only a header cut short may be written over
            start = json.dumps(header)[: len(text)].encode()
            if text != start:
                raise OptionError("arena_file", file=str(path), line=1)
        for number, line in enumerate(lines, 1):
            found = _parsed(line)
            if number == 1 and found.get("format") == FORMAT:
                differ = [name for name in header if found.get(name) != header[name]]
                if differ:
                    raise OptionError("arena_other", file=str(path), what=", ".join(differ))
                continue
            if number == 1 or not _fits(contest, found):
                raise OptionError("arena_file", file=str(path), line=number)
            task = Task(found["table"], found["deal"], found["rotation"])
            self.records.setdefault(task, found)
        return whole

    def add(self, record: dict[str, Json]) -> None:
        """Keep a playing; it is with the operating system when this returns."""
        self.records[Task(record["table"], record["deal"], record["rotation"])] = record
        if self._file is not None:
            self._write(record)

    def _write(self, data: Mapping[str, Json]) -> None:
        assert self._file is not None
        try:
            rest = json.dumps(data).encode() + b"\n"
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            error.filename = error.filename or str(self.path)
            raise

    def close(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _parsed(line: bytes) -> dict[str, Json]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _fits(contest: Contest, record: Mapping[str, Json]) -> bool:
    """Whether a line is a playing of this contest, as far as its form goes."""
    numbers: list[Any] = [record.get(name) for name in Task._fields]
    if not all(type(number) is int and number >= 0 for number in numbers):
        return False
    task = Task(*numbers)
    if task.table >= len(contest.tables) or task.rotation >= contest.players:
        return False
    kinds: dict[str, Any] = {"scores": int, "acts": int, "ms": (int, float)}
    if contest.worlds:
        kinds["luck"] = (int, float)
    lists = [(record.get(name), kind) for name, kind in kinds.items()]
    return record.get("bots") == contest.seating(task) and all(
        isinstance(values, list)
        and len(values) == contest.players
        and all(isinstance(value, kind) for value in values)
        for values, kind in lists
    )
