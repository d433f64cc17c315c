"""Houses that are killed, closed, and opened where one is open already."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError

import pytest
from tests.server.process import Player, Process, house, seated
from websockets.exceptions import ConnectionClosed

from koloda.deal import games
from koloda.server.store import FILE
from koloda.table import Table

KILLS = int(os.environ.get("KOLODA_KILLS", "3"))
"""How many times a house is killed; 200 for the long check."""


def log_of(data: Path, table: str) -> list[dict[str, Any]]:
    """What is on disk, read by nobody's help but SQLite's."""
    with sqlite3.connect(data / FILE) as database:
        rows = database.execute(
            "SELECT body FROM entries WHERE table_id = ? ORDER BY number", (table,)
        ).fetchall()
    database.close()
    return [json.loads(body) for (body,) in rows]


def play_until_killed(house: Process, player: Player, random: Random, name: str) -> set[str]:
    """Play on, kill the house at some moment; the commands that were acknowledged."""
    acknowledged, left = set(), random.randint(0, 12)
    try:
        for number in range(1000):
            said = player.turn()
            if not said:
                house.running.kill()
                break
            player.say({**said, "id": f"{name}-{number}"})
            if left == 0:
                for _ in range(random.randint(0, 2)):  # its answer, its event
                    frame = player.hear()
                    if frame["kind"] == "done":
                        acknowledged.add(frame["id"])
                house.running.kill()
            left -= 1
            while (frame := player.hear())["kind"] != "done":
                assert frame["kind"] == "event", frame
            acknowledged.add(frame["id"])
            while player.shown["seq"] < frame["seq"]:
                player.hear()
    except ConnectionClosed:
        pass
    return acknowledged


def go_on_until_killed(
    house: Process, game: str, table: str | None, cookie: str, random: Random, name: str
) -> tuple[str, str, set[str]]:
    """At this table, or a new one where there is none or it is over."""
    if table is None:
        made, cookie = house.post("api/tables", {"game": game, "bots": ["thumb"]}, cookie)
        table = str(made["table"])
    with seated(house, table, cookie) as player:
        player.hear()
        over = player.shown["phase"] == "over"
        if not over:
            return table, cookie, play_until_killed(house, player, random, name)
    return go_on_until_killed(house, game, None, cookie, random, name)


def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    random, log, cookie = Random(5), tmp_path / "log", ""
    tables: dict[str, str] = {}
    acknowledged = 0
    for number in range(KILLS):
        game = games()[number % len(games())]
        with house(tmp_path, log) as open_house:
            tables[game], cookie, done = go_on_until_killed(
                open_house, game, tables.get(game), cookie, random, f"k{number}"
            )
        kept = log_of(tmp_path, tables[game])
        assert Table.replay(kept).log == kept
        assert done <= {entry["command"]["id"] for entry in kept}
        acknowledged += len(done)
    assert acknowledged
    with house(tmp_path, log) as open_house:  # no table is stuck
        for table in tables.values():
            with seated(open_house, table, cookie) as player:
                said = player.turn()
                if said:
                    player.say({**said, "id": "last"})
                    while player.hear()["kind"] != "done":
                        pass


def test_a_house_closes_in_good_order(tmp_path: Path) -> None:
    data, log = tmp_path / "data", tmp_path / "log"
    with house(data, log, quick=False) as open_house:
        made, cookie = open_house.post("api/tables", {"game": "two_ten_jack", "bots": ["thumb"]})
        with seated(open_house, made["table"], cookie) as player:
            player.say({**player.turn(), "id": "a"})
            while player.hear()["kind"] != "done":
                pass
            assert open_house.get("readyz") == "ok"
            hand = player.shown["deal"]["hand"]
            open_house.running.send_signal(signal.SIGTERM)
            while player.hear()["kind"] != "closing":
                pass
            assert closed_with(player) == 1012
        assert open_house.running.wait(timeout=30) == 0
    kept = log_of(data, made["table"])
    assert Table.replay(kept).log == kept
    check_log(log.read_text(), hand, [cookie, made["table"], kept[0]["command"]["secret"]])


def closed_with(player: Player) -> int:
    """How the house ends the connection."""
    try:
        while True:
            player.hear()
    except ConnectionClosed as ended:
        return ended.rcvd.code if ended.rcvd is not None else 0


def check_log(text: str, hand: list[str], secrets: list[str]) -> None:
    """Lines of JSON, and nothing in them that is nobody's business."""
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"open", "closing", "closed"} <= {line["event"] for line in lines}
    assert not any(secret in text for secret in secrets)
    assert not any(re.search(rf"\b{card}\b", text) for card in hand)


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with house(tmp_path / "a", tmp_path / "log") as open_house:
        port = open_house.address.rstrip("/").rpartition(":")[2]
        serve = ["serve", "--no-open", "--port", port, "--data", str(tmp_path / "b")]
        told = subprocess.run(
            [sys.executable, "-m", "koloda", *serve, "--lang", "ru"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert told.returncode == 2
        assert f"Порт {port}" in told.stderr
        assert "Traceback" not in told.stderr
        assert open_house.get("healthz") == "ok"


def test_data_in_use_and_broken_data_are_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / FILE).write_text("no database " * 1000)
    with house(tmp_path / "a", tmp_path / "log"):
        for folder, words in [(tmp_path / "a", "Another house"), (broken, "damaged")]:
            serve = ["serve", "--no-open", "--port", "0", "--data", str(folder), "--lang", "en"]
            told = subprocess.run(
                [sys.executable, "-m", "koloda", *serve],
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert told.returncode == 2
            assert words in told.stderr
            assert "Traceback" not in told.stderr


def full_at(size: int) -> str:
    """Python after which no file may grow larger than that: a disk that is full then."""
    return f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))\n"


@pytest.mark.parametrize("size", [0, 20_000])
def test_a_disk_that_is_full_at_the_start_is_told(tmp_path: Path, size: int) -> None:
    serve = ["serve", "--no-open", "--port", "0", "--data", str(tmp_path), "--lang", "ru"]
    told = subprocess.run(
        [sys.executable, "-c", full_at(size) + "from koloda.cli import main; main()", *serve],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2
    assert "Хранить данные" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_disk_that_becomes_full_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    data, log = tmp_path / "data", tmp_path / "log"
    with house(data, log, first=full_at(400_000)) as open_house:
        made, cookie = open_house.post("api/tables", {"game": "two_handed_hearts"})
        acknowledged: list[str] = []
        refused = None
        with seated(open_house, made["table"], cookie) as player:
            player.turn()
            while refused is None:
                name = f"n{len(acknowledged)}"
                player.say({"kind": "arrange", "id": name, "cards": ["2c"] * 80})
                while (frame := player.hear())["kind"] not in ("done", "refused"):
                    pass
                refused = frame.get("code")
                acknowledged += [name] if refused is None else []
            assert refused == "disk"
        with seated(open_house, made["table"], cookie) as player:
            assert player.turn()["kind"] == "act"  # one may look on
    with house(data, log) as open_house, seated(open_house, made["table"], cookie) as player:
        say_and_hear(player)
    kept = [entry["command"]["id"] for entry in log_of(data, made["table"])]
    assert [name for name in kept if name.startswith("n")] == acknowledged


def say_and_hear(player: Player) -> None:
    """One act or more, answered."""
    player.say({**player.turn(), "id": "later"})
    while player.hear()["kind"] != "done":
        pass


def test_a_signal_in_the_middle_of_commands_loses_none_that_was_answered(tmp_path: Path) -> None:
    data, log = tmp_path / "data", tmp_path / "log"
    with house(data, log) as open_house:
        made, cookie = open_house.post("api/tables", {"game": "rockaway", "bots": ["thumb"]})
        done, codes = set(), set()
        with seated(open_house, made["table"], cookie) as player, suppress(ConnectionClosed):
            player.turn()
            for number in range(100):
                if number == 50:
                    open_house.running.send_signal(signal.SIGTERM)
                player.say({"kind": "arrange", "id": f"n{number}", "cards": []})
        with suppress(ConnectionClosed):
            while True:
                frame = player.hear()
                done |= {frame["id"]} if frame["kind"] == "done" else set()
                codes |= {frame["code"]} if frame["kind"] == "refused" else set()
        assert open_house.running.wait(timeout=30) == 0
    assert done <= {entry["command"]["id"] for entry in log_of(data, made["table"])}
    assert codes <= {"closing"}


def test_who_does_not_read_is_sent_away(tmp_path: Path) -> None:
    soon = "import koloda.server.run as run\nrun.UNREAD = 1.0\n"
    with house(tmp_path, tmp_path / "log", first=soon) as open_house:
        made, cookie = open_house.post("api/tables", {"game": "fifteen", "bots": ["thumb"]})
        name = "x" * 200  # so that answers are long
        with seated(open_house, made["table"], cookie) as deaf, suppress(ConnectionClosed):
            while True:
                deaf.say({"kind": "act", "id": name, "text": "?"})
        with seated(open_house, made["table"], cookie) as player:
            say_and_hear(player)


def test_thousands_of_connections_come_and_go(tmp_path: Path) -> None:
    with house(tmp_path, tmp_path / "log") as open_house:
        made, cookie = open_house.post("api/tables", {"game": "fifteen", "bots": ["thumb"]})
        host, port = open_house.address.removeprefix("http://").rstrip("/").split(":")
        for _ in range(2000):
            with socket.create_connection((host, int(port))) as nobody:
                nobody.sendall(b"GET /api/tables/x/ws HTTP/1.1\r\nHost: localhost\r\n")
        with seated(open_house, made["table"], cookie) as player:
            say_and_hear(player)


def test_a_huge_frame_ends_the_connection_and_not_the_house(tmp_path: Path) -> None:
    with house(tmp_path, tmp_path / "log") as open_house:
        made, cookie = open_house.post("api/tables", {"game": "fifteen", "bots": ["thumb"]})
        with seated(open_house, made["table"], cookie) as player:
            player.turn()
            player.socket.send("x" * 200_000)
            assert closed_with(player) == 1009
        with seated(open_house, made["table"], cookie) as again:
            assert again.turn()["kind"] == "act"
        with pytest.raises(HTTPError) as refused:
            open_house.post("api/tables", {"game": "poker"})
        assert refused.value.code == 422
        refused.value.close()


def test_without_the_extra_it_says_what_to_install() -> None:
    program = "import sys; sys.modules['starlette'] = None; from koloda.cli import main; main()"
    told = subprocess.run(
        [sys.executable, "-c", program, "serve", "--lang", "en"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2
    assert "koloda[server]" in told.stderr
    assert "Traceback" not in told.stderr
