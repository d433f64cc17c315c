"""A house as a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from koloda.table import fold

QUICK = """
import sys
from pathlib import Path
from koloda.locales import translator
from koloda.server.app import Settings
from koloda.server.run import Door, serve
settings = Settings(Path(sys.argv[1]), grain=0.001, frames="100000/second", cap=60)
sys.exit(serve(settings, Door(port=int(sys.argv[2]), browser=False), translator("en")))
"""


class Process:
    """It, and where it listens."""

    def __init__(self, running: subprocess.Popen[str], address: str) -> None:
        self.running, self.address = running, address

    def post(self, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
        """An answer and the cookie that came with it."""
        headers = {"content-type": "application/json", "cookie": cookie}
        request = Request(self.address + path, json.dumps(body).encode(), headers)
        with urlopen(request, timeout=30) as answer:
            given = answer.headers.get("set-cookie", cookie).partition(";")[0]
            return json.loads(answer.read()), given

    def get(self, path: str) -> str:
        with urlopen(self.address + path, timeout=30) as answer:
            return str(answer.read().decode())


@contextmanager
def house(
    data: Path,
    log: Path,
    *arguments: str,
    quick: bool = True,
    port: int = 0,
    first: str = "",
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Process]:
    """Start it, wait until it is open, kill it at the end. ``first`` is Python that a quick one
    runs before anything else, ``environment`` what it finds there besides ours."""
    command = [sys.executable, "-c", first + QUICK, str(data), str(port)]
    if not quick:
        serve = ["serve", "--port", str(port), "--no-open", "--data", str(data), "--lang", "en"]
        command = [sys.executable, "-m", "koloda", *serve, *arguments]
    with log.open("a") as errors:
        running = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        try:
            yield Process(running, _address(running.stdout))
        finally:
            running.kill()
            running.wait()
            assert running.stdout is not None
            running.stdout.close()


def _address(output: IO[str] | None) -> str:
    assert output is not None
    for line in output:
        found = re.search(r"http://\S+/", line)
        if found:
            return found[0]
    raise AssertionError("the house did not open")


class Player:
    """A person at a table, over a real socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.shown: dict[str, Any] = {}
        self.say({"kind": "hello", "speed": 0})

    def say(self, frame: dict[str, Any]) -> None:
        self.socket.send(json.dumps(frame))

    def hear(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.socket.recv(timeout=30))
        if frame["kind"] == "welcome":
            self.shown = frame["snapshot"]
        elif frame["kind"] == "event":
            self.shown = fold(self.shown, frame["event"])
        return frame

    def turn(self) -> dict[str, Any]:
        """Hear until there is something to say, and what that is; nothing in a match over."""
        while not self.shown or (self.shown["phase"] == "play" and not self.legal):
            self.hear()
        if self.shown["phase"] == "over":
            return {}
        if self.shown["phase"] == "between":
            return {"kind": "next", "seq": self.shown["seq"]}
        return {"kind": "act", "seq": self.shown["seq"], "text": self.legal[0]}

    @property
    def legal(self) -> list[str]:
        return list((self.shown["deal"] or {}).get("legal", ()))


@contextmanager
def seated(house: Process, table: str, cookie: str) -> Iterator[Player]:
    """Somebody at the table."""
    url = f"{house.address.replace('http', 'ws', 1)}api/tables/{table}/ws"
    headers = {"cookie": cookie}
    with connect(url, additional_headers=headers, compression=None, proxy=None) as socket:
        yield Player(socket)
