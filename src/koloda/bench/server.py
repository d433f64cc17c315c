"""How a house bears up: scripted clients at N tables, every move over a websocket, bots thinking.

``python -m koloda.bench.server`` (``scripts/bench server``) measures the cases of ``CASES``, or one
that its options make. The house is a process of its own with its ordinary limits but for the
rates; this one is the clients. They share the machine's cores, so a figure is what both together
can do. A client plays the first legal act as soon as it is asked, or after ``think`` seconds on
average, and opens another table when a match is over.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from koloda.deal import games

HOUSE = """
import sys
from pathlib import Path
from koloda.locales import translator
from koloda.server.app import Settings
from koloda.server.run import Door, serve
settings = Settings(Path(sys.argv[1]), frames="1000000/second", changes="1000000/second")
sys.exit(serve(settings, Door(port=0, browser=False), translator("en")))
"""
RANDOM = Random(1)
TICKS = 100
"""Units of /proc/<pid>/stat a second."""
LAG = 50
"""Milliseconds that the event loop may be late (p99)."""
SECONDS = 12.0
"""Of play, a case."""


@dataclass(frozen=True)
class Case:
    """So many tables of one person each, bots of this level, ``think`` seconds a move."""

    tables: int
    level: str = "thumb"
    think: float = 0

    @property
    def warm(self) -> float:
        """Seconds of play before it is measured: until all searches have been compiled."""
        return 2 if self.level in ("random", "novice", "thumb") else 20


CASES = (
    *(Case(1), Case(50), Case(300)),
    *(Case(50, "club"), Case(50, "strong")),
    *(Case(50, "strong", 2), Case(300, "thumb", 2)),
)


@dataclass
class House:
    """The process, and where it listens."""

    pid: int
    address: str

    def ask(self, path: str, body: Any = None, cookie: str = "") -> tuple[str, str]:
        """The text of an answer, and the cookie."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": cookie}
        with urlopen(Request(self.address + path, data, headers), timeout=60) as answer:
            given = answer.headers.get("set-cookie", cookie).partition(";")[0]
            return answer.read().decode(), given

    def used(self) -> tuple[float, float]:
        """CPU seconds and MiB of memory so far."""
        stat = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())
        assert memory is not None
        return (int(stat[11]) + int(stat[12])) / TICKS, int(memory[1]) / 1024

    def lag(self) -> dict[float, float]:
        """How often the loop was at most so many seconds late."""
        rows = re.findall(
            r'koloda_loop_lag_seconds_bucket{le="([^"]+)"} (\S+)', self.ask("metrics")[0]
        )
        return {float(limit): float(count) for limit, count in rows}


class Client:
    """One person, at one table after another."""

    def __init__(self, house: House, number: int, case: Case) -> None:
        self._house, self._number, self._case = house, number, case
        self._cookie = ""
        self.delays: list[float] = []
        self.moves = 0
        self._seq = 0
        self._parts: dict[str, Any] = {}
        self._socket: ClientConnection | None = None

    async def sit_down(self, stack: AsyncExitStack) -> None:
        """Make a table and join it."""
        game = games()[self._number % len(games())]
        body = {"game": game, "bots": [self._case.level]}
        made, self._cookie = await asyncio.to_thread(
            self._house.ask, "api/tables", body, self._cookie
        )
        table = json.loads(made)["table"]
        url = f"{self._house.address.replace('http', 'ws', 1)}api/tables/{table}/ws"
        headers = {"cookie": self._cookie}
        opened = connect(url, additional_headers=headers, compression=None, proxy=None)
        self._socket = await stack.enter_async_context(opened)
        await self._socket.send('{"kind":"hello","speed":0}')
        await self._hear()

    async def play(self, until: float, stack: AsyncExitStack) -> None:
        """Say what can be said, each command answered by its event, up to that time."""
        while time.perf_counter() < until:
            legal = (self._parts.get("deal") or {}).get("legal")
            if self._parts["phase"] == "over":
                await self.sit_down(stack)
            elif self._parts["phase"] == "between":
                await self._say({"kind": "next"})
            elif legal:
                await self._say({"kind": "act", "text": legal[0]})
            else:
                await self._hear()

    async def _say(self, command: dict[str, Any]) -> None:
        assert self._socket is not None
        if self._case.think:
            await asyncio.sleep(RANDOM.uniform(0, 2 * self._case.think))
        began, seen = time.perf_counter(), self._seq
        await self._socket.send(json.dumps({**command, "seq": seen}))
        while self._seq == seen:
            await self._hear()
        self.delays.append(time.perf_counter() - began)

    async def _hear(self) -> None:
        assert self._socket is not None
        frame = json.loads(await self._socket.recv())
        if frame["kind"] == "welcome":
            self._parts, self._seq = frame["snapshot"], frame["snapshot"]["seq"]
        elif frame["kind"] == "event":
            self._parts = {**self._parts, **frame["event"]["set"]}
            self._seq = frame["event"]["seq"]
            self.moves += 1
        elif frame["kind"] == "refused":
            raise RuntimeError(frame["sentence"])


@contextmanager
def house() -> Iterator[House]:
    """A house that is open, on a folder of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-c", HOUSE, folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as running,
    ):
        try:
            assert running.stdout is not None
            found = re.search(r"http://\S+/", running.stdout.readline())
            assert found is not None
            yield House(running.pid, found[0])
        finally:
            running.terminate()


def quantile(counts: dict[float, float], share: float) -> float:
    """The limit below which so many of a histogram's values lie."""
    whole = max(counts.values())
    return next(limit for limit, count in counts.items() if count >= share * whole)


async def _rounds(opened: House, case: Case, seconds: float) -> dict[str, Any]:
    _, empty = opened.used()
    async with AsyncExitStack() as stack:
        clients = [Client(opened, number, case) for number in range(case.tables)]
        await asyncio.gather(*(client.sit_down(stack) for client in clients))
        warm = time.perf_counter() + case.warm
        await asyncio.gather(*(client.play(warm, stack) for client in clients))
        for client in clients:
            client.moves, client.delays = 0, []
        late, (cpu, _) = opened.lag(), opened.used()
        began = time.perf_counter()
        await asyncio.gather(*(client.play(began + seconds, stack) for client in clients))
        took = time.perf_counter() - began
        (spent, held), later = opened.used(), opened.lag()
    delays = sorted(delay for client in clients for delay in client.delays)
    moves = sum(client.moves for client in clients)
    lag = quantile({limit: later[limit] - late[limit] for limit in later}, 0.99)
    return {
        "tables": case.tables,
        "level": case.level,
        "think": case.think,
        "commands_per_second": round(len(delays) / took, 1),
        "moves_per_second": round(moves / took, 1),
        "p50_ms": round(1000 * delays[len(delays) // 2], 1),
        "p99_ms": round(1000 * delays[len(delays) * 99 // 100], 1),
        "lag_p99_below_ms": 1000 * lag,
        "cores": round((spent - cpu) / took, 2),
        "cpu_ms_per_move": round(1000 * (spent - cpu) / moves, 2),
        "kib_per_table": round(1024 * (held - empty) / case.tables),
    }


def measure(case: Case, seconds: float) -> dict[str, Any]:
    """The figures of one case, a fresh house playing for so many seconds."""
    with house() as opened:
        return asyncio.run(_rounds(opened, case, seconds))


COLUMNS = {
    "tables": "tables",
    "level": "bots",
    "think": "seconds a person thinks",
    "commands_per_second": "commands/s",
    "moves_per_second": "moves/s, bots' too",
    "p50_ms": "command to event, p50 ms",
    "p99_ms": "p99 ms",
    "lag_p99_below_ms": f"loop late, p99 below ms (promised {LAG})",
    "cores": "cores busy",
    "cpu_ms_per_move": "CPU ms a move",
    "kib_per_table": "KiB a table",
}


def table(rows: Sequence[dict[str, Any]]) -> str:
    """The figures as a Markdown table."""
    lines = [f"| {' | '.join(COLUMNS.values())} |", f"|{'---:|' * len(COLUMNS)}"]
    for row in rows:
        cells = [row[name] if name == "level" else f"{row[name]:g}" for name in COLUMNS]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def page(seconds: float = SECONDS) -> str:
    """All cases, as docs/benchmarks.md has them."""
    rows = [measure(case, seconds) for case in CASES]
    about = f"Python {platform.python_version()} on {platform.machine()}, {os.cpu_count()} cores"
    about += f" for the house and its clients together; {seconds:g} seconds a case."
    return f"{about}\n\n{table(rows)}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="scripts/bench server", description=__doc__)
    parser.add_argument("--tables", type=int, help="one case, of so many tables")
    parser.add_argument("--level", default="thumb", help="of its bots")
    parser.add_argument("--think", type=float, default=0, help="seconds a person takes a move")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of play, a case")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    cases = CASES if given.tables is None else (Case(given.tables, given.level, given.think),)
    rows = [measure(case, given.seconds) for case in cases]
    print(json.dumps(rows, indent=2) if given.json else table(rows))


if __name__ == "__main__":
    main()
