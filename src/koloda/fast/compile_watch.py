"""What goes on while Numba compiles: a line for who waits, and no old code left on the disk.

Compiled code is kept in a file of its own for every hash of the sources, named after it, and
nobody asks for the old ones again. So whoever compiles a function first removes, from the folder
where it will be kept, what older sources left there. Whoever still runs on those sources has
them in memory, and compiles again what he lacks: no harm but the time.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

from numba.core import event

from koloda.fast.binding import TAG

PATIENCE = 1.0
"""Seconds of compiling before anybody is told."""


def stale(folder: Path, game: str, kind: str, current: str) -> list[Path]:
    """The files in a cache folder with code of a game from other sources than ``current``, of the
    same kind (see ``binding.kind_of``), or of no kind at all. The indices come first, so that
    none is left that leads to nothing."""
    name = re.compile(
        rf"\w+\.\w+_{game}_(?:k(?P<kind>[0-9a-f]{{6}})_)?(?P<hash>[0-9a-f]{{12}})-\d+\.\w+"
        r"\.(?:nbi|\d+\.nbc)"
    )
    found = []
    for path in folder.iterdir():
        match = name.fullmatch(path.name)
        if match and match["kind"] in (kind, None) and match["hash"] != current:
            found.append(path)
    return sorted(found, key=lambda path: (path.suffix != ".nbi", path.name))


def remove_stale(folder: Path, game: str, kind: str, current: str) -> None:
    """Remove them; what may not be removed, or is gone already, stays as it is."""
    with suppress(OSError):
        for path in stale(folder, game, kind, current):
            with suppress(OSError):
                path.unlink()


class Watch(event.Listener):
    """Told by Numba of every function that it compiles, one inside the other; not of those that
    it takes from the disk. Numba's own lock lets one thread compile at a time."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._depth = 0
        self._timer: Timer | None = None
        self._told: set[str] = set()
        self._cleaned: set[tuple[str, tuple[str, str, str]]] = set()

    def on_start(self, event: Any) -> None:
        dispatcher = event.data["dispatcher"]
        tag = vars(dispatcher.py_func).get(TAG)
        self._depth += 1
        if tag is None:
            return
        game, kind, sources = tag
        if self._timer is None and game not in self._told:
            self._timer = Timer(self._patience, self._tell, (game,))
            self._timer.daemon = True
            self._timer.start()
        folder = dispatcher.stats.cache_path
        if folder is not None and (folder, tag) not in self._cleaned:
            self._cleaned.add((folder, tag))
            remove_stale(Path(folder), game, kind, sources)

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell(self, game: str) -> None:
        """Once a game and process, whichever of its functions it is."""
        self._told.add(game)
        with suppress(OSError, ValueError, AttributeError):  # closed, or none at all
            sys.stderr.write(f"koloda: compiling {game} ...\n")
            sys.stderr.flush()


WATCH = Watch()


def begin() -> None:
    """Watch from now on, for as long as the process lives."""
    event.register("numba:compile", WATCH)  # type: ignore[no-untyped-call]  # numba's own typing
