"""The same records wherever they are played, and what happens when a worker dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from multiprocessing import active_children
from typing import Any

import pytest

import koloda
from koloda.arena import pools
from koloda.arena.contest import Contest, Task, contest
from koloda.arena.pools import WorkerDied, here, processes
from koloda.options import OptionError


def pair() -> Contest:
    return contest(koloda.game("fifteen"), ["thumb", "random"], 1)


TASKS = [Task(0, deal, rotation) for deal in range(6) for rotation in range(2)]


def facts(records: Any) -> list[dict[str, Any]]:
    """Everything but the time it took, in order."""
    found = [{k: v for k, v in record.items() if k != "ms"} for record in records]
    return sorted(found, key=lambda record: (record["deal"], record["rotation"]))


class Deadly(Task):
    """A task that kills the process it is sent to."""

    def __reduce__(self) -> Any:
        return os._exit, (3,)


def test_local_processes_play_the_same_even_if_one_dies() -> None:
    records: list[dict[str, Any]] = []
    pool = processes(2)(pair(), iter(TASKS))
    for record in pool:
        if not records:
            victim = active_children()[0].pid
            assert victim is not None
            os.kill(victim, signal.SIGKILL)
        records.append(record)
    assert facts(records) == facts(here(pair(), iter(TASKS)))
    assert active_children() == []


def test_a_playing_that_kills_its_workers_is_given_up() -> None:
    bad = Deadly(*TASKS[1])
    pool = processes(1)(pair(), iter([TASKS[0], bad, TASKS[2]]))
    records = [next(pool)]
    with pytest.raises(WorkerDied) as caught:
        records += pool
    assert caught.value.task is bad
    assert records[0]["deal"] == 0
    assert active_children() == []


def test_workers_stop_when_no_more_is_wanted() -> None:
    pool = processes(2)(pair(), iter(TASKS))
    next(pool)
    pool.close()
    assert active_children() == []


def test_without_ray_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "find_spec", lambda name: None)
    with pytest.raises(OptionError) as caught:
        next(pools.cluster(pair(), iter(TASKS)))
    assert caught.value.code == "arena_ray_extra"


def test_a_local_ray_cluster_plays_the_same() -> None:
    pytest.importorskip("ray")
    told = []
    for more in (["--ray"], []):  # processes of their own: Ray leaves threads and warnings behind
        command = ["arena", "fifteen", "--bots", "thumb,random", "--deals", "3", "--json"]
        done = subprocess.run(
            [sys.executable, "-m", "koloda", *command, *more],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout))
        del told[-1]["speed"]
    assert told[0] == told[1]
    assert told[0]["tables"][0]["deals"] == 3
