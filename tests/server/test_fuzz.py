"""Whatever is said, in whatever order: an answer, and a table that its log makes again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.support import Guest, Open, opened

from koloda.deal import games
from koloda.table import PEOPLE_COMMANDS, Table

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
KINDS = st.sampled_from([*PEOPLE_COMMANDS, "hello", "pace", "open", "tick", "bot_act", "restart"])
FIELDS = {
    "id": st.sampled_from(["", "a", "b", "c"]),
    "seq": st.integers(-1, 60),
    "text": st.sampled_from(["draw", "stand", "6h", "pass", "?"]),
    "seat": st.integers(-1, 4),
    "name": st.text(max_size=50),
    "level": st.sampled_from(["thumb", "random", "none"]),
    "ready": st.booleans(),
    "client_seed": st.text(max_size=10),
    "cards": st.lists(st.sampled_from(["6h", "Qs", "zz"]), max_size=4),
    "game": st.sampled_from([*games(), "poker"]),
    "speed": st.integers(-1, 4),
}
FRAME = st.builds(
    lambda kind, more, odd: {"kind": kind, **more, **odd},
    KINDS,
    st.fixed_dictionaries({}, optional=FIELDS),
    st.dictionaries(st.sampled_from([*FIELDS, "extra"]), JSON, max_size=1),
)
PINNED = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
OWN = "own"
"""In its place: a legal act."""
MESSAGE = st.one_of(
    FRAME.map(json.dumps), st.just(OWN), JSON.map(json.dumps), st.text(), st.binary()
)


def test_sequences_of_messages(tmp_path: Path) -> None:
    """At two tables at once; and what they come to is what the next house finds."""
    with opened(tmp_path) as house:
        tables = {game: house.make(game, undo=True) for game in games()}
        cookie = house.client.cookies["koloda_guest"]

        @PINNED
        @given(
            st.lists(st.sampled_from(games()), min_size=2, max_size=2, unique=True),
            st.lists(st.tuples(st.integers(0, 1), MESSAGE), max_size=12),
        )
        def whatever(two: list[str], messages: list[tuple[int, Any]]) -> None:
            with house.at(tables[two[0]]) as first, house.at(tables[two[1]]) as second:
                play((first, second), messages)
            for game in two:
                check(house, tables[game])

        whatever()
        assert "failed" not in house.log.getvalue()
        rooms = [room for room in house.state.house.rooms if room.id in tables.values()]
    with opened(tmp_path) as house:
        house.client.cookies.set("koloda_guest", cookie)
        for room in rooms:
            assert stored(house, room.id)[: len(room.table.log)] == room.table.log
            with house.at(room.id) as guest:
                guest.hear()
                assert guest.command("arrange", cards=[], id="last")["kind"] in ("done", "refused")
            check(house, room.id)


def play(guests: tuple[Guest, Guest], messages: list[tuple[int, Any]]) -> None:
    """Say it all; every frame is answered, in order."""
    for guest in guests:
        guest.hear()
    for number, message in messages:
        guest = guests[number]
        if isinstance(message, bytes):
            guest.socket.send_bytes(message)
        elif message != OWN:
            guest.socket.send_text(message)
        elif guest.legal:
            guest.command("act", text=guest.legal[0], id="")
            continue
        else:
            continue
        while guest.hear()["kind"] not in ("done", "refused"):
            pass
    for guest in guests:
        guest.command("arrange", cards=[], id="last")


def check(house: Open, table: str) -> None:
    """The table is sound, and on disk."""
    room = next(room for room in house.state.house.rooms if room.id == table)
    log = list(room.table.log)
    assert Table.replay(log).log == log
    kept = stored(house, table)[: len(log)]
    assert kept == log[: len(kept)]
    assert len(kept) >= len(log) - 1  # one may be on its way to the disk


def stored(house: Open, table: str) -> list[dict[str, Any]]:
    """The log on disk."""
    assert house.client.portal is not None
    found: list[dict[str, Any]] = house.client.portal.call(house.state.store.log, table)
    return found


def test_requests(house: Open) -> None:
    posts = ("/api/check", "/api/tables", "/api/tables/x/again", "/api/replay")

    @PINNED
    @given(st.sampled_from(posts), JSON | FRAME, st.binary(max_size=40))
    def whatever(path: str, body: Any, raw: bytes) -> None:
        for answer in (
            house.client.post(path, json=body),
            house.client.post(path, content=raw, headers={"content-type": "application/json"}),
        ):
            assert answer.status_code < 500
            assert answer.status_code == 200 or answer.json()["error"]["sentence"]

    whatever()
