"""The HTTP part."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.support import Open, opened

from koloda.deal import games
from koloda.locales import LANGUAGES
from koloda.records import loads
from koloda.records.book import deal_names, deal_text
from koloda.server.guards import own_names


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lobby_has_every_game_in_the_readers_language(house: Open, lang: str) -> None:
    lobby = house.client.get("/api/lobby", params={"lang": lang}).json()
    assert [game["id"] for game in lobby["games"]] == list(games())
    assert {deal["name"] for deal in lobby["deals"]} == set(deal_names())
    for game in lobby["games"]:
        assert game["summary"].isascii() == (lang == "en") or lang == "en"
        for option in game["options"]:
            assert (option["kind"] == "int") == (option["values"] == [])
            assert option["title"]
            assert option["clause"]


def test_the_browser_says_which_language(house: Open) -> None:
    russian = house.client.get("/api/lobby", headers={"accept-language": "ru-RU,ru;q=0.9"})
    assert russian.json()["lang"] == "ru"
    assert house.client.get("/api/lobby").json()["lang"] == "en"


def test_a_set_up_is_checked_as_it_is_made(house: Open) -> None:
    good = house.client.post("/api/check", json={"game": "rockaway", "options": {"pack": 36}})
    assert good.json()["ok"] is True
    assert good.json()["options"]["pack"] == 36
    cases: list[tuple[dict[str, Any], str]] = [
        ({"game": "rockaway", "options": {"pack": 37}}, "option_value"),
        ({"game": "rockaway", "options": {"players": 3}}, "unknown_option"),
        ({"game": "rockaway", "players": 99}, "players"),
        ({"game": "rockaway", "preset": "none such"}, "unknown_preset"),
        ({"game": "poker"}, "unknown_game"),
    ]
    for wrong, code in cases:
        told = house.client.post("/api/check", json={**wrong, "lang": "ru"}).json()
        assert (told["ok"], told["error"]["code"]) == (False, code)
        assert not told["error"]["sentence"].isascii()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "rockaway", "bots": ["thumb", "thumb"]}, 422, "bots"),
        ({"game": "rockaway", "bots": ["genius"]}, 422, "unknown_level"),
        ({"game": "rockaway", "options": {"pack": "?"}}, 422, "option_value"),
        ({"game": "rockaway", "name": "x" * 41}, 400, "body"),
        ({"game": "rockaway", "name": "x\n"}, 200, ""),
        ({"game": "rockaway", "secret": "00"}, 400, "body"),
        ({"game": "rockaway", "move": 0}, 422, "setting"),
        ({}, 400, "body"),
        ([], 400, "body"),
    ],
)
def test_a_table_that_can_not_be_made(house: Open, body: Any, status: int, code: str) -> None:
    answer = house.client.post("/api/tables", json=body)
    assert answer.status_code == status, answer.text
    if code:
        assert answer.json()["error"]["code"] == code
        assert answer.json()["error"]["sentence"]
        assert house.client.get("/api/tables").json() == {"tables": []}


def test_a_guest_finds_his_unfinished_tables(house: Open) -> None:
    assert house.client.get("/api/tables").json() == {"tables": []}
    first, second = house.make("fifteen"), house.make("rockaway", players=3)
    found = house.client.get("/api/tables").json()["tables"]
    assert {table["table"] for table in found} == {first, second}
    shown = next(table for table in found if table["table"] == second)
    assert (shown["game"], shown["players"], shown["deal"]) == ("rockaway", 3, 1)
    with house.at(first) as guest:
        guest.hear()
        guest.command("resign")
    found = house.client.get("/api/tables").json()["tables"]
    assert [table["table"] for table in found] == [second]
    house.client.cookies.clear()
    assert house.client.get("/api/tables").json() == {"tables": []}


def test_the_cookie_is_for_the_house_only(house: Open) -> None:
    made = house.client.post("/api/tables", json={"game": "fifteen"})
    cookie = made.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "set-cookie" not in house.client.post("/api/tables", json={"game": "fifteen"}).headers


def test_the_record_of_a_match_is_for_its_players(house: Open) -> None:
    table = house.make("rockaway", watchers=False)
    with house.at(table) as guest:
        guest.hear()
        guest.act()
    answer = house.client.get(f"/api/tables/{table}/record")
    assert answer.status_code == 200
    assert re.search(
        r'filename="rockaway-[\w-]{6}\.koloda\.toml"', answer.headers["content-disposition"]
    )
    record = loads(answer.text)
    assert record.private is None
    record.verify()
    house.client.cookies.clear()
    refused = house.client.get(f"/api/tables/{table}/record")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_watchers")


def test_again_is_another_match_when_this_one_is_over(house: Open) -> None:
    table = house.make("chain", bots=["random"], options={}, undo=False)
    early = house.client.post(f"/api/tables/{table}/again", json={})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_whole")
    with house.at(table) as guest:
        guest.hear()
        guest.command("resign")
    made = house.client.post(f"/api/tables/{table}/again", json={}).json()
    assert made["table"] != table
    house.client.cookies.clear()
    assert house.client.post(f"/api/tables/{table}/again", json={}).status_code == 403


def test_rules_with_the_options_in_force(house: Open) -> None:
    page = house.client.get("/api/rules/rockaway", params={"lang": "ru", "set": "pack=36"}).json()
    assert page["page"].startswith("#")
    pack = next(option for option in page["options"] if option["name"] == "pack")
    assert (pack["value"], pack["changed"]) == (36, True)
    table = house.make("rockaway", options={"pack": 36})
    same = house.client.get("/api/rules/rockaway", params={"lang": "ru", "table": table}).json()
    assert same == page
    assert house.client.get("/api/rules/poker").status_code == 404
    wrong = house.client.get("/api/rules/rockaway", params={"set": "pack"})
    assert wrong.json()["error"]["code"] == "option_value"


@pytest.mark.parametrize("name", deal_names())
def test_the_books_deals_are_replays_with_their_errata(house: Open, name: str) -> None:
    shown = house.client.get(f"/api/deals/{name}", params={"lang": "ru"}).json()
    assert shown["deals"][0]["turns"]
    for turn in shown["deals"][0]["turns"]:
        assert len(turn["words"]) == len(turn["events"])
        assert turn["places"]
    assert shown["book"]
    assert all(bool(claim["erratum"]) == (not claim["agrees"]) for claim in shown["book"])


def test_a_record_is_replayed_or_told_what_is_wrong(house: Open) -> None:
    text = deal_text("rockaway_1")
    assert house.client.post("/api/replay", content=text).json()["game"] == "rockaway"
    wrong = text.replace('"0 6h"', '"0 7h"')
    for body, code in [
        (wrong.encode(), "move"),
        (b"\xff\xfe", "not_text"),
        (b"", "not_a_record"),
        (b"<html>", "toml"),
        (b"koloda = 99", "version"),
    ]:
        answer = house.client.post("/api/replay", params={"lang": "ru"}, content=body)
        assert answer.status_code == 422
        error = answer.json()["error"]
        assert code in (error["code"], "not_a_record")
        assert not error["sentence"].isascii()
    big = house.client.post("/api/replay", content=b"#" * (1024 * 1024 + 1))
    assert (big.status_code, big.json()["error"]["code"]) == (413, "too_big")


def test_catalogues(house: Open) -> None:
    texts = house.client.get("/api/texts/ru/rockaway").json()["texts"]
    assert not texts["name"].isascii()
    assert house.client.get("/api/texts/de/rockaway").status_code == 404
    assert house.client.get("/api/texts/ru/..").status_code == 404


@pytest.mark.parametrize(
    "path", ["/api/nothing", "/nothing.js", "/api/tables/x/record", "/%2e%2e/x"]
)
def test_nothing_there(house: Open, path: str) -> None:
    answer = house.client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] in ("not_found", "no_table")


def test_what_no_page_of_ours_would_send(house: Open) -> None:
    body = '{"game":"fifteen"}'
    plain = house.client.post("/api/tables", content=body, headers={"content-type": "text/plain"})
    assert (plain.status_code, plain.json()["error"]["code"]) == (400, "body")
    other = house.client.post(
        "/api/tables", json={"game": "fifteen"}, headers={"origin": "http://evil.example"}
    )
    assert (other.status_code, other.json()["error"]["code"]) == (403, "origin")
    huge = house.client.post(
        "/api/tables", content=b" " * 70_000, headers={"content-type": "application/json"}
    )
    assert huge.status_code == 413
    assert house.client.delete("/api/tables").json()["error"]["code"] == "method"
    assert house.client.get("/api/tables").json() == {"tables": []}


def test_not_too_fast(tmp_path: Path) -> None:
    with opened(tmp_path, changes="3/hour") as house:
        codes = [house.client.post("/api/check", json={"game": "fifteen"}) for _ in range(5)]
        assert [answer.status_code for answer in codes] == [200, 200, 200, 429, 429]


def test_every_answer_is_strict(house: Open) -> None:
    for path in ("/", "/api/lobby", "/nothing", "/healthz"):
        headers = house.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_how_the_house_is(house: Open) -> None:
    assert house.client.get("/healthz").text == "ok"
    assert house.client.get("/readyz").status_code == 200
    with house.at(house.make("fifteen")) as guest:
        guest.hear()
        guest.act()
        figures = house.client.get("/metrics").text
    assert 'koloda_commands_total{kind="act",result="accepted"} 1.0' in figures
    assert "koloda_connections 1.0" in figures
    house.state.house.closing = True
    assert house.client.get("/readyz").status_code == 503
    assert house.client.post("/api/tables", json={"game": "fifteen"}).status_code == 503


def test_a_house_answers_to_its_own_names_only(tmp_path: Path) -> None:
    names = own_names("127.0.0.1", ["Cards.example"], ["https://room.example:444"])
    assert own_names("0.0.0.0", [], []) == frozenset()
    assert "localhost" in own_names("0.0.0.0", ["cards.example"], [])
    with opened(tmp_path, hosts=names) as house:
        for host in ("127.0.0.1:8000", "LOCALHOST", "[::1]:1", "cards.example", "room.example:444"):
            assert house.client.get("/healthz", headers={"host": host}).status_code == 200
        for host in ("evil.example", "room.example", "127.0.0.1.evil.example:8000", ""):
            for path in ("/", "/api/lobby", "/metrics", "/assets/x"):
                refused = house.client.get(path, headers={"host": host})
                assert (refused.status_code, refused.json()["error"]["code"]) == (421, "host")
                assert "content-security-policy" in refused.headers
        with (
            pytest.raises(WebSocketDisconnect),
            house.client.websocket_connect("/api/tables/x/ws", headers={"host": "evil.example"}),
        ):
            pass
        assert house.metric("koloda_frames_refused_total", code="host") == 17
        assert '"code": "host"' in house.log.getvalue()


def test_under_a_prefix_left_on_or_taken_off(tmp_path: Path) -> None:
    with opened(tmp_path, root_path="/cards") as house:
        assert house.client.get("/api/lobby").status_code == 200
        assert house.client.get("/cards/api/lobby").status_code == 200
        moved = house.client.get("/cards", follow_redirects=False)
        assert (moved.status_code, moved.headers["location"]) == (308, "/cards/")
        made = house.client.post("/cards/api/tables", json={"game": "fifteen", "bots": ["thumb"]})
        assert "Path=/cards" in made.headers["set-cookie"]
        cookie = made.headers["set-cookie"].partition(";")[0]
        path = f"/cards/api/tables/{made.json()['table']}/ws"
        with house.client.websocket_connect(path, headers={"cookie": cookie}) as socket:
            socket.send_text('{"kind":"hello"}')
            assert '"kind":"welcome"' in socket.receive_text()


def test_a_prefix_is_a_path(tmp_path: Path) -> None:
    from koloda.server.app import Settings
    from koloda.server.errors import ServerError

    for wrong in ("cards", "/cards/", "//cards"):
        with pytest.raises(ServerError, match="root_path"):
            Settings(tmp_path, root_path=wrong)


def test_the_built_client_is_served(tmp_path: Path) -> None:
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<!doctype html><title>room</title>")
    (client / "assets" / "a-1.js").write_text("0")
    with opened(tmp_path / "data", client=client) as house:
        page = house.client.get("/")
        assert "room" in page.text
        assert page.headers["cache-control"] == "no-cache"
        assert "immutable" in house.client.get("/assets/a-1.js").headers["cache-control"]
        for way in ("..", "%2e%2e", "assets/%2e%2e/..", "assets/..%2f..", "%2e%2e%5c"):
            for file in ("data/tables.sqlite3", "etc/passwd"):
                assert house.client.get(f"/{way}/{file}").status_code == 404, (way, file)


def test_a_client_that_is_not_built_says_how(tmp_path: Path) -> None:
    with opened(tmp_path / "data", client=tmp_path / "none") as house:
        page = house.client.get("/", headers={"accept-language": "ru"})
        assert page.status_code == 503
        assert "scripts/setup play" in page.text
        assert 'lang="ru"' in page.text
