"""What is on disk: nothing acknowledged is lost, and a disk that fails harms no table."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.support import Open, opened

from koloda.server.errors import ServerError
from koloda.server.store import FILE, Store, Written
from koloda.server.thinking import Thinker
from koloda.table import Pending, Table


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


def written(table: str = "t", first: int = 0, count: int = 1, **more: Any) -> Written:
    entries = [{"n": number} for number in range(first, first + count)]
    given = {"now": 1.0, "over": False, "public": {}, "members": {"ann": 0}, **more}
    return Written(table, "rockaway", first, entries, **given)


async def opening(folder: Path) -> Store:
    store = Store(folder)
    await store.open()
    return store


def test_what_is_written_is_there_for_the_next_house(tmp_path: Path) -> None:
    async def first() -> str:
        store = await opening(tmp_path / "deep" / "folder")
        await store.write(written(count=2))
        await asyncio.gather(*(store.write(written(first=n)) for n in (2, 3)))
        key = await store.key()
        await store.close()
        return key

    async def second() -> tuple[Any, str]:
        store = await opening(tmp_path / "deep" / "folder")
        log, key = await store.log("t"), await store.key()
        assert [listed.table for listed in await store.of("ann")] == ["t"]
        assert await store.of("bob") == []
        await store.close()
        return log, key

    key = run(first())
    assert run(second()) == ([{"n": n} for n in range(4)], key)
    mode = os.stat(tmp_path / "deep" / "folder" / FILE).st_mode
    assert mode & 0o077 == 0  # secrets of shuffles are in it


def test_a_number_is_written_once(tmp_path: Path) -> None:
    async def work() -> None:
        store = await opening(tmp_path)
        await store.write(written())
        await store.write(written("other"))
        good, bad = written("other", first=1), written(first=0, over=True)
        results = await asyncio.gather(store.write(good), store.write(bad), return_exceptions=True)
        assert results[0] is None  # what others write at the same time is not harmed
        assert isinstance(results[1], ServerError)
        assert results[1].code == "disk"
        assert len(await store.log("other")) == 2
        assert {listed.table for listed in await store.of("ann")} == {"t", "other"}
        await store.close()

    run(work())


def test_every_write_is_synced(tmp_path: Path) -> None:
    async def work() -> list[Any]:
        store = await opening(tmp_path)
        async with store.engine.connect() as connection:
            found = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous")
            ]
        await store.close()
        return found

    assert run(work()) == ["wal", 2]


def test_one_house_a_folder(tmp_path: Path) -> None:
    async def work() -> None:
        store = await opening(tmp_path)
        with pytest.raises(ServerError, match="data_used"):
            await opening(tmp_path)
        await store.close()
        await (await opening(tmp_path)).close()

    run(work())


def test_a_damaged_database_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this is no database at all" * 100)
    with pytest.raises(ServerError, match="data_broken"):
        run(opening(tmp_path))
    assert (tmp_path / FILE).read_bytes().startswith(b"this is no database")


def test_a_database_damaged_inside_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        store = await opening(tmp_path)
        await store.write(written(count=2000))
        await store.close()

    run(work())
    with (tmp_path / FILE).open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 4)
    with pytest.raises(ServerError, match="data_broken"):
        run(opening(tmp_path))


def test_a_locked_database_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koloda.server.store.BUSY", 0.05)
    other = sqlite3.connect(tmp_path / FILE)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(ServerError, match="data_locked"):
            run(opening(tmp_path))
    finally:
        other.close()


def test_a_newer_database_is_told(tmp_path: Path) -> None:
    run(closed(tmp_path))
    other = sqlite3.connect(tmp_path / FILE)
    other.execute("UPDATE alembic_version SET version_num = '9999'")
    other.commit()
    other.close()
    with pytest.raises(ServerError, match="data_newer"):
        run(opening(tmp_path))


async def closed(folder: Path) -> None:
    await (await opening(folder)).close()


def test_a_folder_that_can_not_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerError, match="data_folder"):
        run(opening(tmp_path / "file"))


# --- a house on such a disk ----------------------------------------------------------------


def test_a_restart_makes_the_same_table(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        table = house.make("ladder_rummy", players=3)
        with house.at(table) as guest:
            guest.hear()
            for _ in range(3):
                guest.act()
            guest.my_turn()
            shown = guest.shown
        truth = house.state.house.rooms[0].table.truth()
        cookie = house.client.cookies["koloda_guest"]
    with opened(tmp_path) as house:
        house.client.cookies.set("koloda_guest", cookie)
        assert [one["table"] for one in house.client.get("/api/tables").json()["tables"]] == [table]
        with house.at(table, seq=shown["seq"], seat=0) as guest:
            guest.shown = shown
            assert guest.hear()["steps"] == []
            assert house.state.house.rooms[0].table.truth() == truth
            guest.act()


def test_the_pace_is_remembered(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        table = house.make()
        with house.at(table, speed=None) as guest:
            assert guest.hear()["speed"] == 2
        with house.at(table, speed=1) as guest:
            assert guest.hear()["speed"] == 1
            assert guest.command("pace", speed=0)["kind"] == "done"
        cookie = house.client.cookies["koloda_guest"]
    with opened(tmp_path) as house:
        house.client.cookies.set("koloda_guest", cookie)
        with house.at(table, speed=None) as guest:
            assert guest.hear()["speed"] == 0


def test_a_full_disk_refuses_and_harms_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        table = house.make("two_handed_hearts")
        with house.at(table, lang="ru") as guest:
            guest.hear()
            guest.my_turn()
            before, connection = guest.shown, house.state.store.engine
            portal = house.client.portal
            assert portal is not None
            portal.call(_pragma, connection, "max_page_count=1")
            code = ""
            for n in range(400):  # there is room in the last page for a while
                answer = guest.command("arrange", cards=["2c"] * 80, id=f"a{n}")
                if answer["kind"] == "refused":
                    code = answer["code"]
                    break
            assert code == "disk"
            assert guest.shown["seq"] == before["seq"]
            portal.call(_pragma, connection, "max_page_count=1000000")
            assert guest.shown == before  # made anew from what is on disk
            assert guest.shown is not before
            guest.act()
            guest.my_turn()  # no bot is about to act
            log = portal.call(house.state.store.log, table)
            assert Table.replay(log).truth() == house.state.house.rooms[0].table.truth()
        assert '"code": "disk"' in house.log.getvalue()


def test_a_database_that_another_program_holds_refuses_and_harms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koloda.server.store.BUSY", 0.05)
    with opened(tmp_path) as house, house.at(house.make("two_handed_hearts")) as guest:
        guest.hear()
        guest.my_turn()
        before = guest.shown
        other = sqlite3.connect(tmp_path / FILE)
        other.execute("BEGIN IMMEDIATE")
        try:
            assert guest.command("act", text=guest.legal[0])["code"] == "disk"
            made = house.client.post("/api/tables", json={"game": "fifteen"})
            assert (made.status_code, made.json()["error"]["code"]) == (503, "disk")
        finally:
            other.close()
        assert guest.shown == before
        guest.act()
        assert '"code": "disk"' in house.log.getvalue()


@pytest.mark.parametrize("body", ["{", "{}", '{"who":"","now":1,"command":{"kind":"tick"}}'])
def test_a_damaged_table_harms_no_other(tmp_path: Path, body: str) -> None:
    with opened(tmp_path) as house:
        damaged, sound = house.make("rockaway"), house.make("rockaway")
        cookie = house.client.cookies["koloda_guest"]
    other = sqlite3.connect(tmp_path / FILE)
    other.execute("UPDATE entries SET body = ? WHERE table_id = ? AND number = 2", (body, damaged))
    other.commit()
    other.close()
    with opened(tmp_path) as house:
        house.client.cookies.set("koloda_guest", cookie)
        with house.at(damaged, lang="ru") as guest:
            refused = guest.hear()
            assert refused["code"] == "table_broken"
            assert not refused["sentence"].isascii()
            with pytest.raises(WebSocketDisconnect) as ended:
                guest.hear()
            assert ended.value.code == 4404
        record = house.client.get(f"/api/tables/{damaged}/record")
        assert (record.status_code, record.json()["error"]["code"]) == (500, "table_broken")
        assert '"code": "table_broken"' in house.log.getvalue()
        with house.at(sound) as guest:
            guest.hear()
            guest.act()


def test_a_bot_that_was_thinking_thinks_again_in_the_next_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    async def for_ever(self: Thinker, question: Pending, again: Any) -> None:
        asked.append(question.seq)
        await asyncio.Event().wait()

    monkeypatch.setattr(Thinker, "answer", for_ever)
    with opened(tmp_path) as house:
        table = house.make("two_ten_jack", players=3)
        cookie = house.client.cookies["koloda_guest"]
        with house.at(table) as guest:
            guest.hear()
            if not asked:
                guest.act()
            while not asked:
                guest.command("pace", speed=0)
    monkeypatch.undo()
    with opened(tmp_path) as house:
        house.client.cookies.set("koloda_guest", cookie)
        with house.at(table) as guest:
            guest.hear()
            guest.act()


def test_a_defect_does_not_harm_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as house:
        table = house.make("two_handed_hearts")
        with house.at(table) as guest:
            guest.hear()
            guest.my_turn()
            before = guest.shown
        real = Table.take

        def half(self: Table, *given: Any) -> Any:
            real(self, *given)
            raise ZeroDivisionError

        monkeypatch.setattr(Table, "take", half)
        with pytest.raises(ZeroDivisionError):
            act_and_hear(house, table)
        monkeypatch.undo()
        with house.at(table) as guest:
            guest.hear()
            assert guest.shown == before
            guest.act()


def act_and_hear(house: Open, table: str) -> None:
    with house.at(table) as guest:
        guest.hear()
        guest.command("act", text=guest.legal[0])


async def _pragma(engine: Any, text: str) -> None:
    async with engine.connect() as connection:
        await connection.exec_driver_sql(f"PRAGMA {text}")


def test_the_least_used_tables_are_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("koloda.server.house.KEPT", 2)
    with opened(tmp_path) as house:
        made = [house.make("fifteen", bots=["thumb"]) for _ in range(6)]
        for table in made:
            with house.at(table) as guest:
                guest.hear()
                guest.my_turn()
        assert len(house.state.house.rooms) <= 4
        for table in made:
            with house.at(table) as guest:
                assert guest.hear()["snapshot"]["table"] == table
                guest.act()


def test_too_many_unfinished_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koloda.server.house.MOST", 2)
    with opened(tmp_path) as house:
        house.make("fifteen")
        house.make("fifteen")
        answer = house.client.post("/api/tables", json={"game": "fifteen"})
        assert answer.json()["error"]["code"] == "too_many_tables"
