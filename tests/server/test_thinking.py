"""Bots off the loop: the cap, failures, and a pace that tells nothing."""

from __future__ import annotations

import asyncio
import io
import pickle
import threading
from concurrent.futures import Future
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.support import act, begun, bot_turn, legal

from koloda.bots import levels
from koloda.bots.contract import Decision
from koloda.bots.hint import hint
from koloda.server import thinking
from koloda.server.errors import ServerError
from koloda.server.thinking import GRAIN, PACES, Thinker, due
from koloda.server.watch import Metrics, make_logger
from koloda.server.workshop import Task, Workshop, advice, answer
from koloda.table import Pending, Table


@given(st.integers(0, 3), st.floats(0, 20))
def test_answers_come_at_whole_grains_only(speed: int, thought: float) -> None:
    moment = due(1000.0, speed, 1000.0 + thought)
    assert moment >= 1000 + max(PACES[speed], GRAIN)
    assert moment >= 1000 + thought - 1e-6
    assert moment - 1000 <= max(PACES[speed], GRAIN, thought) + GRAIN + 1e-6
    grains = (moment - 1000 - max(PACES[speed], GRAIN)) / GRAIN
    assert abs(grains - round(grains)) < 1e-3


def test_how_long_a_short_thought_was_does_not_show() -> None:
    for speed in range(4):
        first = max(PACES[speed], GRAIN)
        assert {due(5.0, speed, 5.0 + part * first) for part in (0, 0.1, 0.9)} == {5.0 + first}


class Slow:
    """A bot that thinks until it is let go."""

    level = "slow"
    go_on = threading.Event()

    def choose(self, view: Any, seed: int) -> Any:
        self.go_on.wait()
        raise AssertionError("too late")


class Broken:
    level = "broken"

    def choose(self, view: Any, seed: int) -> Any:
        raise ZeroDivisionError("ace of spades")


def asked_of(table: Table) -> Pending:
    asked = table.pending()
    assert asked is not None
    return asked


def waiting_for_a_bot(game: str = "rockaway") -> Table:
    table = begun(game)
    while table.pending() is None:
        act(table, "ann", legal(table, "ann")[0])
    return table


@pytest.mark.parametrize(("kind", "event"), [(Slow, "bot late"), (Broken, "bot failed")])
def test_a_bot_that_fails_is_stood_in_for(
    monkeypatch: pytest.MonkeyPatch, kind: Any, event: str
) -> None:
    table = waiting_for_a_bot()
    real = levels.bot

    def chosen(level: str) -> Any:
        return kind() if threading.current_thread().name.startswith("bot") else real(level)

    monkeypatch.setattr(thinking, "bot", chosen)
    log, metrics = io.StringIO(), Metrics()

    async def work() -> str | None:
        thinker = Thinker(metrics, make_logger(log), cap=0.05 if kind is Slow else 5)
        text = await thinker.answer(asked_of(table), table.pending)
        Slow.go_on.set()
        thinker.close()
        return text

    right = str(real("thumb").choose(asked_of(table).view, asked_of(table).seed))  # type: ignore[arg-type]
    assert asyncio.run(work()) == right
    assert event in log.getvalue()
    assert "ace" not in log.getvalue()
    assert metrics.registry.get_sample_value("koloda_bots_late_total") == 1


def test_a_question_that_is_closed_meanwhile_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    table = waiting_for_a_bot()
    monkeypatch.setattr(thinking, "bot", lambda level: Broken())

    async def work() -> str | None:
        thinker = Thinker(Metrics(), make_logger(io.StringIO()))
        text = await thinker.answer(asked_of(table), lambda: None)
        thinker.close()
        return text

    assert asyncio.run(work()) is None


def silent_end() -> Table:
    """A table where a bot's turn has ended in silence (F-5)."""
    for number in range(100):
        table = begun("fifteen", secret=f"{number:064x}")
        while (asked := table.pending()) is not None or legal(table, "ann"):
            if asked is None:
                act(table, "ann", "stand" if "stand" in legal(table, "ann") else "draw")
            elif asked.forced is not None:
                return table
            else:
                bot_turn(table)
    raise AssertionError("no bot ever reached 15")


def test_what_is_forced_is_answered_by_the_same_road() -> None:
    table = silent_end()
    found = asked_of(table)
    assert found.forced is not None

    async def work() -> str | None:
        metrics = Metrics()
        thinker = Thinker(metrics, make_logger(io.StringIO()))
        text = await thinker.answer(found, table.pending)
        thinker.close()
        counted = metrics.registry.get_sample_value("koloda_bot_seconds_count", {"level": "thumb"})
        assert counted == 1
        return text

    assert asyncio.run(work()) == found.forced


def test_a_question_travels_whole() -> None:
    for game in ("rockaway", "chain", "two_handed_hearts"):
        table = begun(game)
        while table.pending() is None:
            act(table, "ann", legal(table, "ann")[0])
        asked = asked_of(table)
        assert asked.view is not None
        task = pickle.loads(pickle.dumps(Task.of(asked.view, "thumb", asked.seed)))
        again = task.view()
        assert again.state == asked.view.state
        assert (again.seat, again.events) == (asked.view.seat, asked.view.events)
        assert answer(task) == str(levels.bot("thumb").choose(asked.view, asked.seed))


def test_only_searching_bots_go_to_the_workshop_and_only_once() -> None:
    asked, shop = asked_of(waiting_for_a_bot()), Workshop()
    assert asked.view is not None
    assert [shop.wants(asked.view, level) for level in ("thumb", "novice", "club")] == [0, 0, 1]
    assert not shop.wants(None, "club")
    first: Future[str] = Future()
    shop._busy.add(("rockaway", "club"))
    assert shop.busy(asked.view, "club")
    assert shop.submit(answer, asked.view, "club", 1) is None  # it is being compiled
    first.set_result("draw")
    shop._done(("rockaway", "club"), first)
    assert not shop.wants(asked.view, "club")
    failed: Future[str] = Future()
    failed.set_exception(ZeroDivisionError())
    shop._done(("rockaway", "strong"), failed)
    assert shop.wants(asked.view, "strong")


class Compiling:
    """A process that is busy with all it is given."""

    def __init__(self) -> None:
        self.jobs: list[Future[Any]] = []

    def submit(self, call: Any, task: Task) -> Future[Any]:
        self.jobs.append(Future())
        self.jobs[-1].set_running_or_notify_cancel()
        return self.jobs[-1]


def test_a_hint_whose_search_is_being_compiled_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    view, process = asked_of(waiting_for_a_bot()).view, Compiling()
    assert view is not None
    found = Decision(view.legal_actions()[0], "flat")
    monkeypatch.setattr(thinking, "hint", lambda view, seed: found)
    monkeypatch.setattr(Workshop, "_process", lambda shop: process)
    monkeypatch.setattr("koloda.server.workshop.compiled", lambda: True)

    async def work() -> None:
        thinker = Thinker(Metrics(), make_logger(io.StringIO()), cap=0.01)

        async def ask() -> Any:
            try:
                return await thinker.advise(view, 1)
            except ServerError as error:
                return error.code

        assert [await ask(), await ask(), len(process.jobs)] == ["preparing", "preparing", 1]
        process.jobs[0].set_exception(ZeroDivisionError())
        assert [await ask(), len(process.jobs)] == ["preparing", 2]
        process.jobs[1].set_result(found)
        assert [await ask(), len(process.jobs)] == [found, 2]
        thinker.close()

    asyncio.run(work())


def test_a_hint_that_takes_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(thinking, "hint", lambda view, seed: go_on.wait())
    view = asked_of(waiting_for_a_bot("fifteen")).view
    assert view is not None

    async def work() -> None:
        thinker = Thinker(Metrics(), make_logger(io.StringIO()), cap=0.01)
        with pytest.raises(ServerError, match="too_slow"):
            await thinker.advise(view, 1)
        go_on.set()
        thinker.close()

    asyncio.run(work())


def test_the_process_answers_and_ends() -> None:
    asked, shop = asked_of(waiting_for_a_bot()), Workshop()
    assert asked.view is not None
    job = shop.submit(answer, asked.view, "thumb", asked.seed)
    assert job is not None
    assert job.result(timeout=60) == str(levels.bot("thumb").choose(asked.view, asked.seed))
    hinted = shop.submit(advice, asked.view, "novice", asked.seed)
    assert hinted is not None
    assert hinted.result(timeout=60) == hint(asked.view, asked.seed, "novice")
    assert shop._pool is not None
    (process,) = shop._pool._processes.values()
    shop.close()
    process.join(timeout=30)
    assert not process.is_alive()
