"""Bots off the event loop: compiled search in threads without the GIL, compiling elsewhere,
a cap on the time of each decision, and a pace that tells nothing."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from math import ceil
from time import perf_counter
from typing import Any, TypeVar

from koloda.bots import bot
from koloda.bots.contract import Decision
from koloda.bots.hint import LEVEL, hint
from koloda.deal import View
from koloda.server import workshop
from koloda.server.errors import ServerError
from koloda.server.watch import Metrics, where
from koloda.server.workshop import Workshop
from koloda.table import Pending

T = TypeVar("T")

PACES = (0.0, 0.4, 0.9, 1.8)
"""Seconds that an act of a bot takes at least, by speed."""
GRAIN = 0.05
"""Bots answer at whole multiples of this only, never at once: how long one has thought, or that
it had nothing to think about (F-5), is not to be told from the clock."""
CAP = 6.0
"""Seconds after which the rule of thumb decides instead."""
IN_ITS_PLACE = "thumb"


def due(since: float, speed: int, now: float, grain: float = GRAIN) -> float:
    """When the answer to a question asked at ``since`` is to be said, the bot ready at ``now``."""
    first = max(PACES[speed], grain)
    late = max(0.0, now - since - first)
    return since + first + ceil(late / grain) * grain


def _choose(asked: Pending, level: str) -> str:
    if asked.view is None:  # a turn that has ended in silence takes the same road
        assert asked.forced is not None
        return asked.forced
    return str(bot(level).choose(asked.view, asked.seed))


def _step_back() -> None:
    """The loop goes first where the processors are busy; only some systems can do that."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Thinker:
    """The threads in which all bots of the house think."""

    def __init__(self, metrics: Metrics, log: Any, *, cap: float = CAP) -> None:
        workers = os.cpu_count() or 2
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="bot", initializer=_step_back)
        self._thumb = ThreadPoolExecutor(1, thread_name_prefix="thumb")
        self._workshop = Workshop()
        self._metrics, self._log, self._cap = metrics, log, cap

    async def answer(self, asked: Pending, again: Callable[[], Pending | None]) -> str | None:
        """The act to the question; that of the rule of thumb where the bot is too slow or fails.

        ``again`` asks anew, for a view that nobody is busy with; None when the question is not
        open any more.
        """
        started = perf_counter()
        text = await self._chosen(asked)
        self._metrics.thinking.labels(asked.level).observe(perf_counter() - started)
        if text is not None:
            return text
        self._metrics.late.inc()
        fresh = again()
        if fresh is None or fresh.seq != asked.seq:
            return None
        return await asyncio.wrap_future(self._thumb.submit(_choose, fresh, IN_ITS_PLACE))

    async def _chosen(self, asked: Pending) -> str | None:
        if asked.view is not None and self._workshop.wants(asked.view, asked.level):
            job = self._workshop.submit(workshop.answer, asked.view, asked.level, asked.seed)
            if job is None:
                return None
            text: str | None = await self._within(job, asked.level)
            return text
        return await self._within(self._pool.submit(_choose, asked, asked.level), asked.level)

    async def advise(self, view: View, seed: int) -> Decision:
        """A hint. Raises ServerError ``preparing`` while the search it needs is being compiled,
        ``too_slow`` where it fails or takes too long."""
        job: Future[Decision] | None
        found: Decision | None = None
        if self._workshop.wants(view, LEVEL):
            job = self._workshop.submit(workshop.advice, view, LEVEL, seed)
        else:
            job = self._pool.submit(hint, view, seed)
        if job is not None:
            found = await self._within(job, "hint")
        if found is None:
            raise ServerError("preparing" if self._workshop.busy(view, LEVEL) else "too_slow")
        return found

    async def _within(self, job: Future[T], level: str) -> T | None:
        """What the job comes to, None where it is late or fails."""
        waited = asyncio.wrap_future(job)
        done, _ = await asyncio.wait({waited}, timeout=self._cap)
        if not done:
            waited.cancel()  # one that has begun runs on, and nobody listens
            self._log.warning("bot late", level_of_bot=level, seconds=self._cap)
            return None
        error = waited.exception()
        if error is not None:
            self._log.error(
                "bot failed", level_of_bot=level, error=type(error).__name__, where=where(error)
            )
            return None
        return waited.result()

    def close(self) -> None:
        """Nobody thinks any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._thumb.shutdown(wait=False, cancel_futures=True)
        self._workshop.close()
