"""Where playings are run: here, in local processes, on a Ray cluster. Same tasks, same records.

A pool is a generator: it takes a task when a worker is free and gives records as they are done,
in any order. Closing it stops the workers.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from typing import Any

from koloda.arena.contest import Contest, Task
from koloda.arena.playing import play
from koloda.options import OptionError
from koloda.rules.contract import Json

Records = Generator[dict[str, Json], None, None]
Pool = Callable[[Contest, Iterator[Task]], Records]
PATIENCE = 2
"""A playing whose worker dies is begun anew; after so many deaths it is given up."""


class WorkerDied(RuntimeError):
    """A playing killed its worker again and again. ``task`` is the playing."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.task = task


def here(contest: Contest, tasks: Iterator[Task]) -> Records:
    """One after another in this process."""
    for task in tasks:
        yield play(contest, task)


# --- local processes -----------------------------------------------------------------------


def _serve(line: Connection, contest: Contest) -> None:
    """A worker: play what comes down the line until it is hung up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gave the tasks
    with suppress(EOFError, BrokenPipeError):
        while True:
            line.send(play(contest, line.recv()))


class _Worker:
    """A process and the line to it."""

    def __init__(self, contest: Contest) -> None:
        context = get_context("spawn")
        self.line, far = context.Pipe()
        self.task: Task | None = None
        self.process = context.Process(target=_serve, args=(far, contest), daemon=True)
        # A child that is still starting up must not hear Ctrl-C either: it inherits the mask.
        masking = hasattr(signal, "pthread_sigmask")
        if masking:
            old = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()
        finally:
            if masking:
                signal.pthread_sigmask(signal.SIG_SETMASK, old)
        far.close()

    def begin(self, task: Task) -> None:
        self.task = task
        with suppress(BrokenPipeError):  # it died idle: noticed when it is asked for the result
            self.line.send(task)

    def stop(self) -> None:
        self.process.terminate()
        self.process.join()
        self.process.close()
        self.line.close()


def processes(jobs: int) -> Pool:
    """``jobs`` local processes. The pool raises WorkerDied."""

    def pool(contest: Contest, tasks: Iterator[Task]) -> Records:
        again: deque[Task] = deque()
        deaths: Counter[Task] = Counter()
        workers: list[_Worker] = []
        idle: list[_Worker] = []
        try:
            while True:
                while len(idle) or len(workers) < jobs:
                    task = again.popleft() if again else next(tasks, None)
                    if task is None:
                        break
                    if not idle:
                        workers.append(_Worker(contest))
                        idle.append(workers[-1])
                    idle.pop().begin(task)
                busy = {worker.line: worker for worker in workers if worker.task is not None}
                if not busy:
                    return
                for line in connection.wait(list(busy)):
                    worker = busy[line]  # type: ignore[index]  # we asked for connections only
                    task, worker.task = worker.task, None
                    assert task is not None
                    try:
                        record = worker.line.recv()
                    except (EOFError, OSError):
                        workers.remove(worker)
                        worker.stop()
                        deaths[task] += 1
                        if deaths[task] == PATIENCE:
                            raise WorkerDied(task) from None
                        again.append(task)
                        continue
                    idle.append(worker)
                    yield record
        finally:
            for worker in workers:
                worker.stop()

    return pool


# --- a Ray cluster ---------------------------------------------------------------------------


def cluster(contest: Contest, tasks: Iterator[Task]) -> Records:
    """The Ray cluster at ``RAY_ADDRESS``, or a local one that lives as long as the pool.

    Raises OptionError ``arena_ray_extra`` where Ray is not installed, WorkerDied.
    """
    if find_spec("ray") is None:
        raise OptionError("arena_ray_extra")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray: Any = import_module("ray")
    joined = ray.is_initialized()
    if not joined:
        local = {} if os.environ.get("RAY_ADDRESS") else {"include_dashboard": False}
        ray.init(log_to_driver=False, logging_level="ERROR", **local)
    remote = ray.remote(max_retries=PATIENCE - 1)(play)
    running: dict[Any, Task] = {}
    try:
        while True:
            room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(running)
            for task in _first(tasks, room):
                running[remote.remote(contest, task)] = task
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                task = running.pop(reference)
                try:
                    record: dict[str, Json] = ray.get(reference)
                except ray.exceptions.RayError:
                    raise WorkerDied(task) from None
                yield record
    finally:
        for reference in running:
            ray.cancel(reference, force=True)
        if not joined:
            ray.shutdown()


def _first(tasks: Iterator[Task], n: int) -> Iterable[Task]:
    """Up to n tasks, no more taken than given."""
    for _ in range(n):
        task = next(tasks, None)
        if task is None:
            return
        yield task
