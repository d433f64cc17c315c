"""One process for what would hold the interpreter up: compiling, and searching uncompiled.

The first decision of a searching level in a game, a bot's or a hint, is made there. It compiles the
search and leaves it in the cache on disk, from which the threads of the house take it then; where
nothing can be compiled, all decisions of these levels are made there.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

from koloda.bots import bot
from koloda.bots.contract import Decision
from koloda.bots.hint import hint
from koloda.bots.levels import SearchBot
from koloda.deal import Seat, View
from koloda.deal import game as game_of
from koloda.fast import compiled
from koloda.rules.contract import Json

T = TypeVar("T")


@dataclass(frozen=True)
class Task:
    """A question as it travels to another process: a view in plain data."""

    game: str
    players: int
    options: dict[str, Any]
    seat: int
    state: dict[str, Json]
    events: tuple[dict[str, Json], ...]
    totals: tuple[int, ...]
    carry: dict[str, Json]
    level: str
    seed: int

    @classmethod
    def of(cls, view: View, level: str, seed: int) -> Task:
        """The question what a bot of this level does with this view."""
        game = view.game
        return cls(
            game.id,
            game.players,
            dict(game.options),
            view.seat,
            view.state.to_json(),
            view.events,
            view.totals,
            view.carry,
            level,
            seed,
        )

    def view(self) -> View:
        """The view again."""
        game = game_of(self.game, players=self.players, **self.options)
        state = game.rules.State.from_json(self.state)
        return View(game, Seat(self.seat), state, self.events, self.totals, self.carry)


def answer(task: Task) -> str:
    """What the bot does."""
    return str(bot(task.level).choose(task.view(), task.seed))


def advice(task: Task) -> Decision:
    """What the level would do, and why."""
    return hint(task.view(), task.seed, task.level)


def _begin() -> None:
    """The worker is quiet, leaves Ctrl-C to the house, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (for the life of the process)
    threading.Thread(target=_end_with_the_house, daemon=True).start()


def _end_with_the_house() -> None:
    house = parent_process()
    assert house is not None
    house.join()
    os._exit(0)


class Workshop:
    """Whose decisions are made there, and the process, which starts with the first of them."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._ready: set[tuple[str, str]] = set()
        self._busy: set[tuple[str, str]] = set()

    def wants(self, view: View | None, level: str) -> bool:
        """Whether the threads of the house are not to make this decision."""
        if view is None or view.game.id == "fifteen":  # which is solved, not searched
            return False
        return (view.game.id, level) not in self._ready and isinstance(bot(level), SearchBot)

    def busy(self, view: View, level: str) -> bool:
        """Whether the search that the decision needs is being compiled."""
        return (view.game.id, level) in self._busy

    def submit(
        self, call: Callable[[Task], T], view: View, level: str, seed: int
    ) -> Future[T] | None:
        """Make it: ``answer`` or ``advice``; None while the search it needs is being compiled."""
        key = view.game.id, level
        if key in self._busy:
            return None
        task = Task.of(view, level, seed)
        try:
            job = self._process().submit(call, task)
        except BrokenProcessPool:
            self.close()
            job = self._process().submit(call, task)
        if compiled():
            self._busy.add(key)
            job.add_done_callback(lambda done: self._done(key, done))
        return job

    def _done(self, key: tuple[str, str], job: Future[Any]) -> None:
        self._busy.discard(key)
        if not job.cancelled() and job.exception() is None:
            self._ready.add(key)

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin)
        return self._pool

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            self._pool = None
