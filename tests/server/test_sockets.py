"""A table over a websocket: what is said, answered, told, and to whom."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.server.support import Guest, Open

from koloda.bots.contract import Decision
from koloda.deal import View, games
from koloda.server.thinking import Thinker


def closed_with(guest: Guest) -> int:
    """How the house ends the connection; what comes before is heard."""
    try:
        while True:
            guest.hear()
    except WebSocketDisconnect as ended:
        return ended.code


@pytest.mark.parametrize("game", games())
def test_a_deal_of_every_game_can_be_played(house: Open, game: str) -> None:
    with house.at(house.make(game)) as guest:
        assert guest.hear()["snapshot"]["game"]["id"] == game
        while guest.my_turn():
            guest.act()
        assert guest.shown["sheet"]
        if guest.shown["phase"] == "between":
            assert guest.command("next")["kind"] == "done"
            guest.until("event")
            assert guest.shown["match"]["deal"] == 2


def test_what_was_folded_is_what_a_fresh_look_shows(house: Open) -> None:
    table = house.make("rockaway", players=3)
    with house.at(table) as guest:
        guest.hear()
        guest.act()
        guest.my_turn()
        folded = guest.shown
    with house.at(table) as again:
        again.hear()
        assert again.shown == folded


def test_a_connection_goes_on_where_it_was(house: Open) -> None:
    table = house.make()
    with house.at(table) as guest:
        guest.hear()
        guest.my_turn()
        before = guest.shown
        guest.act()
        guest.my_turn()
        after = guest.shown
    with house.at(table, seq=before["seq"], seat=0) as again:
        again.shown = before
        welcome = again.hear()
        assert welcome["snapshot"] is None
        assert [step["event"]["seq"] for step in welcome["steps"]] == list(
            range(before["seq"] + 1, after["seq"] + 1)
        )
        assert again.shown == after


def test_a_refusal_has_a_code_a_clause_and_a_sentence(house: Open) -> None:
    with house.at(house.make("two_ten_jack"), lang="ru") as guest:
        guest.hear()
        guest.my_turn()
        before = guest.shown
        refused = guest.command("act", text="no card")
        assert refused["code"] == "syntax"
        assert refused["sentence"][0].isupper()
        assert not refused["sentence"].isascii()
        assert guest.shown == before


def test_the_same_command_said_twice_is_done_once(house: Open) -> None:
    with house.at(house.make("rockaway")) as guest:
        guest.hear()
        guest.my_turn()
        seq, text = guest.shown["seq"], guest.legal[0]
        first = guest.command("act", text=text, id="x", seq=seq)
        assert guest.command("act", text=text, id="x", seq=seq) == first
        late = guest.command("act", text=text, id="y", seq=seq)
        assert late["code"] == "stale"


def test_a_watcher_sees_what_everybody_may_know(house: Open) -> None:
    table = house.make("two_ten_jack")
    house.client.cookies.clear()
    with house.at(table) as watcher:
        shown = watcher.hear()["snapshot"]
        assert (shown["you"], shown["may"]) == (None, [])
        assert "legal" not in shown["deal"]
        assert watcher.command("act", text="6h")["code"] == "not_seated"


def test_only_who_has_a_seat_looks_on_where_watching_is_off(house: Open) -> None:
    table = house.make(watchers=False)
    house.client.cookies.clear()
    with house.at(table) as stranger:
        frame = stranger.hear()
        assert (frame["kind"], frame["code"]) == ("refused", "no_watchers")
        assert closed_with(stranger) == 4403


def test_a_forged_cookie_is_nobody(house: Open) -> None:
    table = house.make(watchers=False)
    cookie = house.client.cookies["koloda_guest"]
    house.client.cookies.clear()
    house.client.cookies.set("koloda_guest", cookie[:-2] + ("aa" if cookie[-2:] != "aa" else "bb"))
    with house.at(table) as stranger:
        assert stranger.hear()["code"] == "no_watchers"


def test_there_is_no_such_table(house: Open) -> None:
    with house.at("nowhere") as guest:
        assert guest.hear()["code"] == "no_table"
        assert closed_with(guest) == 4404


def test_the_newer_connection_takes_the_seat_over(house: Open) -> None:
    table = house.make()
    with house.at(table, lang="ru") as older:
        older.hear()
        with house.at(table) as newer:
            newer.hear()
            taken = older.until("taken")
            assert not taken["sentence"].isascii()
            assert closed_with(older) == 4001
            newer.act()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "frame"),
        ("[]", "frame"),
        ('{"kind":"open","id":"7"}', "frame"),
        ('{"kind":"tick","id":"7"}', "frame"),
        ('{"kind":"act","id":"7"}', "frame"),
        ('{"kind":"act","id":"7","text":"6h","more":1}', "frame"),
        ('{"kind":"act","id":"7","text":7}', "frame"),
        ('{"kind":"act","id":"7","text":"' + "6" * 201 + '"}', "command"),
        ('{"kind":"act","id":"7","text":"' + "6" * 9000 + '"}', "too_big"),
        ('{"kind":"act","id":"7","seq":-1,"text":"6h"}', "command"),
        ('{"kind":"act","id":"7","seq":99999,"text":"6h"}', "command"),
        ('{"kind":"hello","id":"7"}', "frame"),
        ('{"kind":"pace","id":"7","speed":4}', "command"),
        ('{"kind":"act","id":"7","text":"\\ud800"}', "frame"),
        ("[" * 5000, "frame"),
        ('{"kind":"free","id":"7","seat":0}', "not_now"),
        ('{"kind":"sit","id":"7","seat":1,"name":"Eve"}', "not_now"),
        ('{"kind":"leave","id":"7"}', "leave_solo"),
        ('{"kind":"next","id":"7","seq":9}', "not_now"),
    ],
)
def test_what_is_no_command_is_answered_and_changes_nothing(
    house: Open, text: str, code: str
) -> None:
    table = house.make("fifteen")
    with house.at(table) as guest:
        guest.hear()
        guest.my_turn()
        room = house.state.house.rooms[0]
        before = room.table.truth()
        if '"seq":9}' in text:
            text = text.replace('"seq":9', f'"seq":{guest.shown["seq"]}')
        guest.socket.send_text(text)
        refused = guest.until("refused")
        assert refused["code"] == code
        assert refused["sentence"]
        assert refused["id"] == ("7" if '"id":"7"' in text and code != "too_big" else "")
        assert room.table.truth() == before
        guest.act()


def test_binary_is_no_command(house: Open) -> None:
    with house.at(house.make()) as guest:
        guest.hear()
        guest.socket.send_bytes(b"\x00\xff" * 100)
        assert guest.until("refused")["code"] == "binary"
        guest.act()


def test_only_rubbish_is_not_listened_to_for_ever(house: Open) -> None:
    with house.at(house.make()) as guest:
        guest.hear()
        for _ in range(40):
            guest.socket.send_text("?")
        assert closed_with(guest) == 4008


@pytest.mark.parametrize("first", ["?", '{"kind":"act","text":"6h"}'])
def test_hello_comes_first(house: Open, first: str) -> None:
    with house.client.websocket_connect(f"/api/tables/{house.make()}/ws") as socket:
        socket.send_text(first)
        guest = Guest(socket)
        assert guest.hear()["code"] == "frame"
        assert closed_with(guest) == 4400


def test_a_page_of_another_site_is_sent_away(house: Open) -> None:
    path = f"/api/tables/{house.make()}/ws"
    with house.client.websocket_connect(path, headers={"origin": "http://evil.example"}) as socket:
        guest = Guest(socket)
        assert guest.hear()["code"] == "origin"
        assert closed_with(guest) == 1008
    own = {"origin": "http://testserver"}
    with house.client.websocket_connect(path, headers=own) as socket:
        guest = Guest(socket)
        guest.say({"kind": "hello"})
        assert guest.hear()["kind"] == "welcome"


def test_the_order_of_the_hand_is_kept(house: Open) -> None:
    table = house.make("two_ten_jack")
    with house.at(table) as guest:
        hand = guest.hear()["snapshot"]["deal"]["hand"]
        order = list(reversed(hand))
        assert guest.command("arrange", cards=order)["kind"] == "done"
    with house.at(table) as again:
        assert again.hear()["order"] == order


def test_a_hint_is_for_the_own_decision(house: Open) -> None:
    with house.at(house.make("fifteen")) as guest:
        guest.hear()
        guest.my_turn()
        advice = guest.command("hint")
        assert advice["kind"] == "hint"
        assert advice["text"] in guest.legal
        while "draw" in guest.legal:
            guest.act("draw")
        assert guest.legal == ["stand"]  # the end of the turn is held back (F-5)
        advice = guest.command("hint")
        assert (advice["text"], advice["method"], advice["candidates"]) == ("stand", "only", [])
        guest.act()
        guest.my_turn()
        assert guest.shown["phase"] == "between"
        assert guest.command("hint")["code"] == "no_hint"


def test_a_hint_holds_nobody_up(house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is sought one may play on; then it is too late."""
    go_on = asyncio.Event()

    async def slowly(self: Thinker, view: View, seed: int) -> Decision:
        await go_on.wait()
        return Decision(view.legal_actions()[0], "x")

    monkeypatch.setattr(Thinker, "advise", slowly)
    with house.at(house.make("fifteen")) as guest:
        guest.hear()
        guest.my_turn()
        guest.say({"kind": "hint", "id": "first"})
        assert guest.command("hint")["code"] == "too_fast"
        guest.act()
        assert house.client.portal is not None
        house.client.portal.call(go_on.set)
        refused = guest.until("refused")
        assert (refused["id"], refused["code"]) == ("first", "stale")


def test_taking_back(house: Open) -> None:
    with house.at(house.make("two_handed_hearts")) as guest:
        guest.hear()
        while len(guest.legal) < 2:
            guest.my_turn()
            if len(guest.legal) < 2:
                guest.act()
        legal = guest.legal
        guest.act()
        guest.my_turn()
        assert guest.command("undo")["kind"] == "done"
        guest.until("event")
        assert guest.legal == legal


def test_the_pace_is_told_and_no_event(house: Open) -> None:
    with house.at(house.make(), speed=1) as guest:
        assert guest.hear()["speed"] == 1
        seq = guest.shown["seq"]
        guest.my_turn()
        told = guest.shown["seq"]
        assert guest.command("pace", speed=3)["kind"] == "done"
        assert guest.shown["seq"] == told >= seq


def test_who_resigns_may_play_again(house: Open) -> None:
    table = house.make("rockaway", players=3, name="Ann")
    with house.at(table) as guest:
        guest.hear()
        assert guest.command("resign")["kind"] == "done"
        while guest.shown["phase"] != "over":
            guest.hear()
    made = house.client.post(f"/api/tables/{table}/again", json={})
    assert made.status_code == 200, made.text
    with house.at(made.json()["table"]) as guest:
        shown: dict[str, Any] = guest.hear()["snapshot"]
        assert shown["phase"] == "play"
        assert [seat["kind"] for seat in shown["seats"]] == ["person", "bot", "bot"]
        assert shown["seats"][0]["name"] == "Ann"


def test_time_runs_out(tmp_path: Any) -> None:
    from tests.server.support import opened

    now = [1000.0]
    with opened(tmp_path, clock=lambda: now[0], grain=0.5) as house:
        table = house.make("fifteen", move=30)
        with house.at(table) as guest:
            guest.hear()
            while not guest.legal:
                now[0] += 1
                guest.command("pace", speed=0)
            since = guest.shown["clock"]["since"]
            assert guest.shown["clock"]["until"] == since + 30
            now[0] = since + 31
            guest.command("pace", speed=0)  # so that the house looks at the clock
            while not guest.shown["seats"][0]["away"]:  # a bot plays for him now
                guest.hear()
