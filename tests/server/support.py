"""A house in this process, and guests who play in it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from starlette.testclient import TestClient, WebSocketTestSession

from koloda.server.app import Settings, make_app
from koloda.server.messages import ServerFrame
from koloda.server.watch import make_logger
from koloda.table import fold

DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ServerFrame)
FAST = 0.001
"""Seconds that bots take at least in tests."""


class Open:
    """A house that is open, as one guest's browser sees it."""

    def __init__(self, client: TestClient, log: io.StringIO) -> None:
        self.client, self.log = client, log

    @property
    def state(self) -> Any:
        return self.client.app.state  # type: ignore[attr-defined]

    def make(self, game: str = "rockaway", **ways: Any) -> str:
        """A table, the match begun."""
        body = {"game": game, "bots": ["thumb"], **ways}
        answer = self.client.post("/api/tables", json=body)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["table"])

    @contextmanager
    def at(self, table: str, **hello: Any) -> Iterator[Guest]:
        """Sit down at a table."""
        with self.client.websocket_connect(f"/api/tables/{table}/ws") as socket:
            guest = Guest(socket)
            guest.say({"kind": "hello", "speed": 0, **hello})
            yield guest

    def metric(self, name: str, **labels: str) -> float:
        """The value of a metric."""
        return self.state.metrics.registry.get_sample_value(name, labels) or 0.0


class Guest:
    """One websocket: keeps the snapshot as a client does."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.shown: dict[str, Any] = {}
        self.count = 0

    def say(self, frame: Mapping[str, Any]) -> None:
        self.socket.send_text(json.dumps(frame))

    def hear(self) -> dict[str, Any]:
        """The next frame, of the types of the wire; events are folded."""
        text = self.socket.receive_text()
        DECODER.decode(text)
        frame: dict[str, Any] = json.loads(text)
        if frame["kind"] == "welcome":
            if frame["snapshot"] is not None:
                self.shown = frame["snapshot"]
                assert len(frame["words"]["log"]) == len(self.shown["log"])
            for step in frame["steps"] or ():
                self._fold(step)
        elif frame["kind"] == "event":
            self._fold(frame)
        return frame

    def _fold(self, step: dict[str, Any]) -> None:
        assert step["event"]["seq"] == self.shown["seq"] + 1
        assert len(step["words"]["log"]) == len(step["event"]["deal"])
        self.shown = fold(self.shown, step["event"])

    def until(self, kind: str) -> dict[str, Any]:
        """Hear frames up to one of this kind."""
        while (frame := self.hear())["kind"] != kind:
            pass
        return frame

    def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say a command and hear its answer."""
        self.count += 1
        name = fields.pop("id", f"{kind}-{self.count}")
        seen = {} if kind in ("pace", "hint") else {"seq": self.shown.get("seq", 0)}
        self.say({"kind": kind, "id": name, **seen, **fields})
        while True:
            frame = self.hear()
            if frame["kind"] in ("done", "refused", "hint") and frame["id"] == name:
                return frame

    @property
    def legal(self) -> list[str]:
        return list((self.shown["deal"] or {}).get("legal", ()))

    def my_turn(self) -> bool:
        """Hear until it is this guest's turn; False: the deal or the match is over."""
        while self.shown["phase"] == "play" and not self.legal:
            self.hear()
        return bool(self.shown["phase"] == "play")

    def act(self, text: str | None = None) -> dict[str, Any]:
        """One act, by default the first legal one."""
        assert self.my_turn()
        answer = self.command("act", text=text or self.legal[0])
        assert answer["kind"] == "done", answer
        while self.shown["seq"] < answer["seq"]:
            self.hear()
        return answer


@contextmanager
def opened(data: Path, **settings: Any) -> Iterator[Open]:
    """A house on this folder."""
    log = io.StringIO()
    given = {"grain": FAST, "frames": "100000/second", "changes": "100000/second", **settings}
    app = make_app(Settings(data, log=make_logger(log), **given))
    with TestClient(app, base_url="http://testserver") as client:
        yield Open(client, log)
