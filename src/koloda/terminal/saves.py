"""Where unfinished matches are kept, and what is written into them.

A saved match is an ordinary record with its private part. Who sits where at this terminal is
not part of the match, so it goes into the names: the seats of bots are named "Anna [thumb]".
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

SUFFIX = ".koloda.toml"
_BOT = re.compile(r"(.+) \[(\w+)\]")


def data_folder() -> Path:
    """Where the user's data is: ``KOLODA_DATA``, else ``koloda`` in ``XDG_DATA_HOME``, else
    ``~/.local/share/koloda``."""
    if chosen := os.environ.get("KOLODA_DATA"):
        return Path(os.path.expanduser(chosen))
    base = os.environ.get("XDG_DATA_HOME")
    return Path(base or os.path.expanduser("~/.local/share")) / "koloda"


def saves_folder() -> Path:
    """The folder of the saved matches; it need not exist."""
    return data_folder() / "matches"


def new_path(game: str) -> Path:
    """A path in that folder, taken with an empty file: another terminal may look for one too.

    Where the folder can't be written to it is only a path: the first saving will tell.
    """
    folder = saves_folder()
    n = 1
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        while True:
            try:
                (folder / f"{game}-{n}{SUFFIX}").touch(mode=0o600, exist_ok=False)
                break
            except FileExistsError:
                n += 1
    return folder / f"{game}-{n}{SUFFIX}"


def saved(limit: int = 9) -> list[Path]:
    """The saved matches, the newest first."""
    files = [path for path in saves_folder().glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(files, key=lambda path: (-path.stat().st_mtime, path.name))[:limit]


def seat_name(name: str, level: str) -> str:
    """The name of a bot's seat as a record has it."""
    return f"{name} [{level}]"


def split_name(name: str) -> tuple[str, str | None]:
    """The name to show, and the level where the seat is a bot's."""
    found = _BOT.fullmatch(name)
    return (found[1], found[2]) if found else (name, None)


def levels_of(names: Sequence[str]) -> list[str | None]:
    """The level of each seat's bot by the names; None for a person."""
    return [split_name(name)[1] for name in names]
