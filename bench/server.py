"""How a house bears up: scripted clients at N tables, every move over a websocket, bots thinking.

    .venv/bin/python bench/server.py [--tables 1,50,300] [--level thumb] [--moves N]
                                     [--think SECONDS] [--json]

The house is a process of its own with its ordinary pace at speed 0; this one is the clients.
Without ``--think`` everybody moves at once, all the time: the most the house can do; with it
people take so long on average, and come one after another. For each number of tables: moves a
second (bots' too), milliseconds from a person's command to its event (p50, p99), how late the
event loop was (p99, from its own metric), CPU seconds a thousand moves, and memory a table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
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


class Client:
    """One person who plays the first legal act at once, for so many moves."""

    def __init__(self, socket: ClientConnection, think: float) -> None:
        self.socket, self.think = socket, think
        self.parts: dict[str, Any] = {}
        self.seq = 0
        self.delays: list[float] = []

    async def play(self, moves: int) -> None:
        """Say ``moves`` commands, each answered by its event."""
        await self.socket.send('{"kind":"hello","speed":0}')
        while len(self.delays) < moves and self.parts.get("phase") != "over":
            legal = (self.parts.get("deal") or {}).get("legal")
            if self.parts.get("phase") == "between":
                await self._say({"kind": "next"})
            elif legal:
                await self._say({"kind": "act", "text": legal[0]})
            else:
                await self._hear()

    async def _say(self, command: dict[str, Any]) -> None:
        await pause(self.think)
        began, seen = time.perf_counter(), self.seq
        await self.socket.send(json.dumps({**command, "seq": seen}))
        while self.seq == seen:
            await self._hear()
        self.delays.append(time.perf_counter() - began)

    async def _hear(self) -> None:
        frame = json.loads(await self.socket.recv())
        if frame["kind"] == "welcome":
            self.parts, self.seq = frame["snapshot"], frame["snapshot"]["seq"]
        elif frame["kind"] == "event":
            self.parts = {**self.parts, **frame["event"]["set"]}
            self.seq = frame["event"]["seq"]
        elif frame["kind"] == "refused":
            raise RuntimeError(frame["sentence"])


async def pause(mean: float) -> None:
    """As long as people take, about."""
    if mean:
        await asyncio.sleep(RANDOM.uniform(0, 2 * mean))


def ask(address: str, path: str, body: Any = None, cookie: str = "") -> tuple[str, str]:
    """The text of an answer, and the cookie."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "cookie": cookie}
    with urlopen(Request(address + path, data, headers), timeout=60) as answer:
        return answer.read().decode(), answer.headers.get("set-cookie", cookie).partition(";")[0]


async def visit(address: str, number: int, given: argparse.Namespace) -> Client:
    """Make a table and play there."""
    await pause(given.think)
    body = {"game": games()[number % len(games())], "bots": [given.level]}
    made, cookie = await asyncio.to_thread(ask, address, "api/tables", body)
    url = f"{address.replace('http', 'ws', 1)}api/tables/{json.loads(made)['table']}/ws"
    headers = {"cookie": cookie}
    async with connect(url, additional_headers=headers, compression=None, proxy=None) as socket:
        client = Client(socket, given.think)
        await client.play(given.moves)
    return client


def used(pid: int) -> tuple[float, float]:
    """CPU seconds and MiB of memory of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert memory is not None
    return (int(fields[11]) + int(fields[12])) / TICKS, int(memory[1]) / 1024


def quantile(metrics: str, name: str, share: float) -> float:
    """The bucket below which so many of a histogram's values lie."""
    rows = re.findall(rf'{name}_bucket{{le="([^"]+)"}} (\S+)', metrics)
    whole = float(rows[-1][1])
    return next(float(limit) for limit, count in rows if float(count) >= share * whole)


def measure(tables: int, given: argparse.Namespace) -> dict[str, Any]:
    """One house with so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", HOUSE, folder]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as house:
            try:
                assert house.stdout is not None
                found = re.search(r"http://\S+/", house.stdout.readline())
                assert found is not None
                return figures(house.pid, found[0], tables, given)
            finally:
                house.terminate()


def figures(pid: int, address: str, tables: int, given: argparse.Namespace) -> dict[str, Any]:
    """Play, and sum up."""

    async def all_of_them() -> list[Client]:
        return await asyncio.gather(*(visit(address, n, given) for n in range(tables)))

    cpu, memory = used(pid)
    began = time.perf_counter()
    clients = asyncio.run(all_of_them())
    seconds = time.perf_counter() - began
    spent, held = used(pid)
    delays = sorted(delay for client in clients for delay in client.delays)
    done = sum(client.seq for client in clients)
    metrics, _ = ask(address, "metrics")
    return {
        "tables": tables,
        "level": given.level,
        "moves_per_second": round(done / seconds),
        "p50_ms": round(1000 * delays[len(delays) // 2], 1),
        "p99_ms": round(1000 * delays[len(delays) * 99 // 100], 1),
        "lag_p99_below_ms": 1000 * quantile(metrics, "koloda_loop_lag_seconds", 0.99),
        "cpu_seconds_per_1000_moves": round(1000 * (spent - cpu) / done, 2),
        "mib_per_table": round((held - memory) / tables, 2),
    }


def main() -> None:
    """Measure and print, a line for each number of tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", default="1,50,300")
    parser.add_argument("--level", default="thumb")
    parser.add_argument("--moves", type=int, default=20, help="of each person")
    parser.add_argument("--think", type=float, default=0, help="seconds a person takes a move")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = [measure(int(n), given) for n in given.tables.split(",")]
    for row in found:
        told = json.dumps(row) if given.json else "  ".join(f"{k} {v}" for k, v in row.items())
        print(told)


if __name__ == "__main__":
    main()
