"""Tables of several people over sockets: turns, time, coming and going."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server.support import FAST, Guest, opened
from tests.server.support import Open as House
from tests.table.support import SECRET

from koloda.table import Table
from koloda.table.commands import Open, Ready, Sit

NAMES = ("Ann", "Bob")


def table_for_two(house: House, now: float = 0, **ways: Any) -> tuple[str, list[str]]:
    """A table of two strangers, the match begun, and their cookies; Ann is the host."""
    cookies, people = [], []
    for _ in NAMES:
        house.client.cookies.clear()
        made = house.make("rockaway")
        room = next(room for room in house.state.house.rooms if room.id == made)
        people += room.table.people()
        cookies.append(house.client.cookies["koloda_guest"])
    house.client.cookies.clear()
    given = Open(table="two", host=people[0], secret=SECRET, game="rockaway", players=2, **ways)
    table = Table.open(given, now)
    for seat, (who, name) in enumerate(zip(people, NAMES, strict=True)):
        table.take(who, Sit(seat=seat, name=name), now)
    for who in people:
        table.take(who, Ready(seq=table.seq), now)
    assert house.client.portal is not None
    house.client.portal.call(house.state.house._begin, table)
    return "two", cookies


@contextmanager
def seated(house: House, table: str, cookie: str) -> Iterator[Guest]:
    house.client.cookies.set("koloda_guest", cookie)
    with house.at(table) as guest:
        house.client.cookies.clear()
        guest.hear()
        yield guest


def told(guest: Guest, event: str) -> None:
    """Hear until everybody is told of this."""
    while all(one["event"] != event for one in guest.until("event")["event"]["told"]):
        pass


def test_an_act_is_for_who_is_on_turn(house: House) -> None:
    table, cookies = table_for_two(house)
    with seated(house, table, cookies[0]) as ann, seated(house, table, cookies[1]) as bob:
        waiting, on_turn = (ann, bob) if bob.legal else (bob, ann)
        for guest in (waiting, on_turn):
            guest.command("pace", speed=0)
        seq = on_turn.shown["seq"]
        assert waiting.command("act", text=on_turn.legal[0], seq=seq)["code"] == "turn"
        assert waiting.command("next")["code"] == "not_now"
        assert waiting.command("undo")["code"] == "no_undo"
        on_turn.act()


def test_who_leaves_is_played_for_until_he_is_back(house: House) -> None:
    table, cookies = table_for_two(house)
    with seated(house, table, cookies[0]) as ann, seated(house, table, cookies[1]) as bob:
        assert bob.command("leave")["kind"] == "done"
        told(ann, "away")
        assert bob.command("leave")["code"] == "already_away"
        ann.act()
        ann.my_turn()  # a bot has played for Bob
        assert bob.command("back")["kind"] == "done"
        told(ann, "back")
        assert not ann.shown["seats"][1]["away"]


def test_the_host_need_not_wait_for_a_lost_connection(house: House) -> None:
    table, cookies = table_for_two(house)
    with seated(house, table, cookies[0]) as ann:
        with seated(house, table, cookies[1]) as bob:
            assert ann.command("take_over", seat=1)["code"] == "not_absent"
            assert bob.command("take_over", seat=0)["code"] == "not_host"
        told(ann, "absent")
        assert "take_over" in ann.shown["may"]
        assert ann.command("take_over", seat=1)["kind"] == "done"
        told(ann, "away")
        with seated(house, table, cookies[1]) as bob:
            for guest in (ann, bob):
                told(guest, "present")
                seat = guest.shown["seats"][1]
                assert (seat["absent"], seat["away"]) == (False, False)


def test_whose_time_is_up_is_played_for(tmp_path: Path) -> None:
    now = [1000.0]
    with opened(tmp_path, clock=lambda: now[0]) as house:
        table, cookies = table_for_two(house, now[0], move=30, bank=5)
        with seated(house, table, cookies[0]) as ann, seated(house, table, cookies[1]) as bob:
            waiting, on_turn = (ann, bob) if bob.legal else (bob, ann)
            seat = on_turn.shown["you"]
            now[0] += 34
            assert waiting.command("tick")["code"] == "frame"
            assert not on_turn.shown["seats"][seat]["away"]
            now[0] += 1
            waiting.command("pace", speed=0)  # so that the house looks at its clock
            while not waiting.shown["seats"][seat]["away"]:
                waiting.hear()
            while not waiting.legal:  # a bot's grains pass on this clock too: they are small, so
                now[0] += FAST  # that the next one's time is not over before it is his turn
                waiting.command("pace", speed=0)
            waiting.act()


def test_who_has_been_taken_over_is_not_listened_to(house: House) -> None:
    table, cookies = table_for_two(house)
    with seated(house, table, cookies[0]) as older, seated(house, table, cookies[0]) as newer:
        older.say({"kind": "arrange", "id": "old", "cards": []})
        newer.say({"kind": "arrange", "id": "new", "cards": []})
        older.until("taken")
        assert newer.until("done")["id"] == "new"
    said = [entry["command"]["id"] for entry in house.state.house.rooms[-1].table.log]
    assert ("new" in said, "old" in said) == (True, False)
