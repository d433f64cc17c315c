"""Whatever anybody says to a table: only refusals come back, nothing breaks, nobody is lost.

Random commands, sensible and not, from people, strangers and the house. After each one every
onlooker who folds events has exactly what a fresh snapshot says, and the log makes an equal
table.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.support import (
    PEOPLE,
    Client,
    begun,
    bot_turn,
    legal,
    opened,
    play_on,
    refusal,
    seated,
    sent,
)
from tests.table.worlds import deal_of

from koloda.rules import SHELF
from koloda.rules.contract import Refused
from koloda.table import HOUSE, HOUSE_COMMANDS, PEOPLE_COMMANDS, Table
from koloda.table.streams import KEPT

WORDS = ("draw", "stand", "pass", "6h", "xyzzy", "", "meld 2c 2d 2h", "take 5h", "thumb", "ace")


class Crowd:
    """People, strangers and the house, saying anything to a table. Time only goes on."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.random = Random(seed)
        self.now = 0.0
        self.said = 0
        self.clients = {seat: Client(table, seat) for seat in self.onlookers()}

    def onlookers(self) -> list[int | None]:
        players: int = self.table.snapshot(None)["game"]["players"]
        return [None, *range(players)]

    def seq(self) -> int:
        return max(0, self.table.seq + self.random.choice((0, 0, 0, 0, -1, -5, 1)))

    def fields(self, kind: str) -> dict[str, Any]:
        """Something for the fields of a command: often what fits."""
        choice, seat = self.random.choice, self.random.randrange(-1, 4)
        own: dict[str, dict[str, Any]] = {
            "configure": {
                "game": choice([*SHELF, "whist"]),
                "players": choice([None, 2, 3, 99]),
                "options": choice([{}, {"pack": 36}, {"deals": 2}]),
                "move": choice([None, 5, 0.1]),
                "pause": choice([None, 3]),
                "grace": choice([None, 4]),
            },
            "sit": {"seat": seat, "name": choice(["Ann", "", "x" * 50])},
            "seat_bot": {"seat": seat, "level": choice(WORDS), "name": "Bot"},
            "free": {"seat": seat},
            "ready": {"ready": choice([True, True, False]), "client_seed": choice(["", "s"])},
            "act": {"text": choice(WORDS)},
            "take_over": {"seat": seat},
            "arrange": {"cards": choice([[], ["6h"], ["zz"]])},
            "pace": {"speed": choice([0, 1, 2, 3, 4])},
            "bot_act": {"seat": seat, "text": choice(WORDS)},
            "absent": {"seat": seat},
            "present": {"seat": seat},
        }
        return own.get(kind, {})

    def anything(self) -> tuple[str, dict[str, Any]]:
        """Some command of some sender."""
        kind = self.random.choice([*PEOPLE_COMMANDS, *HOUSE_COMMANDS])
        data = {"kind": kind, "seq": self.seq(), **self.fields(kind)}
        data["id"] = self.random.choice(["", "", "1", "2"])
        if self.random.random() < 0.1:
            data[self.random.choice([*data, "more"])] = self.random.choice([None, [], -1, "?"])
        return self.random.choice([*PEOPLE[:4], HOUSE, "zoe"]), data

    def sensible(self) -> tuple[str, dict[str, Any]] | None:
        """The command that brings the table on, if it is a person's."""
        shown = self.table.snapshot(None)
        if shown["phase"] == "play" and self.table.pending() is None:
            who = next(p for p in PEOPLE if self.table.audience(p) == shown["deal"]["actor"])
            text = self.random.choice(legal(self.table, who))
            return who, {"kind": "act", "seq": self.table.seq, "text": text}
        if shown["phase"] == "between":
            who = self.random.choice(PEOPLE[:4])
            return who, {"kind": "next", "seq": self.table.seq}
        return None

    def say(self) -> None:
        """One command, and everything that must hold after it."""
        table = self.table
        self.now += self.random.choice((0, 0, 0.5, 3))
        before, entries = table.truth(), len(table.log)
        self.said += 1
        command = None if self.random.random() < 0.4 else self.sensible()
        try:
            if command is None and table.pending() is not None and self.random.random() < 0.5:
                outcome = bot_turn(table, self.now)
            else:
                who, data = command or self.anything()
                outcome = table.take(who, data, self.now)
        except Refused as error:
            json.dumps(error.params)
            assert (table.truth(), len(table.log)) == (before, entries)
            return
        assert len(table.log) == entries + (outcome.entry is not None)
        assert table.seq == before["seq"] + bool(outcome.events)
        if outcome.events:
            self.hear(outcome.events)
        self.check()

    def hear(self, events: dict[int | None, Any]) -> None:
        """Every onlooker hears of it; one who looks on from a new seat begins with a snapshot."""
        assert set(events) == set(self.onlookers())
        for seat in events:
            if seat not in self.clients:
                self.clients[seat] = Client(self.table, seat)
            else:
                self.clients[seat].hear(events)
        self.clients = {seat: self.clients[seat] for seat in events}

    def check(self) -> None:
        table = self.table
        for seat, client in self.clients.items():
            assert client.shown == json.loads(sent(table.snapshot(seat)))
        shown = table.snapshot(None)
        pending, deadline = table.pending(), table.deadline()
        if shown["phase"] == "play":
            chair = shown["seats"][shown["deal"]["actor"]]
            assert pending is not None or chair["kind"] == "person"
            assert pending is None or pending.seat == chair["seat"]
            deal = deal_of(table)
            places = deal.game.rules.places(deal.state)
            assert Counter(c for cards in places.values() for c in cards) == Counter(deal.pack)
        else:
            assert pending is None
        assert deadline is None or deadline >= 0


@pytest.mark.parametrize("game", sorted(SHELF))
def test_nothing_said_in_a_match_can_break_a_table(game: str) -> None:
    for seed in range(2):
        people = seed + 1
        crowd = Crowd(begun(game, people=people, move=5, bank=2, pause=9, grace=4), seed)
        for _ in range(150):
            crowd.say()
        assert crowd.table.seq > 20
        log = json.loads(json.dumps(crowd.table.log))
        assert Table.replay(log) == crowd.table


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32))
def test_nothing_said_before_a_match_can_break_a_table(seed: int) -> None:
    crowd = Crowd(opened("rockaway", players=2), seed)
    for _ in range(60):
        crowd.say()
    assert Table.replay(json.loads(json.dumps(crowd.table.log))) == crowd.table


@pytest.mark.parametrize("game", sorted(SHELF))
def test_a_table_is_made_again_at_any_moment(game: str) -> None:
    table = begun(game, people=2)
    random = Random(7)
    for _ in range(6):
        play_on(table, random, random.randint(1, 12))
        again = Table.replay(json.loads(json.dumps(table.log)))
        assert again == table
        # and plays on in the same way
        ours, theirs = Random(3), Random(3)
        play_on(again, ours, 3)
        twin = Table.replay(table.log)
        play_on(twin, theirs, 3)
        assert twin == again


def test_the_tail_is_kept_and_made_again_up_to_its_length() -> None:
    table = begun("two_handed_hearts")
    play_on(table, Random(1), KEPT + 40)
    assert table.seq > KEPT + 10
    last = table.seq
    for looked_at in (table, Table.replay(table.log)):
        oldest = looked_at.resume("ann", last - KEPT, 0).events
        assert oldest is not None
        assert [event["seq"] for event in oldest] == list(range(last - KEPT + 1, last + 1))
        assert looked_at.resume("ann", last - KEPT - 1, 0).events is None
    assert Table.replay(table.log) == table


def test_a_tail_leads_to_the_same_as_a_snapshot() -> None:
    table = begun("ladder_rummy", people=2)
    clients = [Client(table, seat) for seat in (0, 1, None)]
    for _ in range(8):
        play_on(table, Random(table.seq), 4)
        for client in clients:
            who = "zoe" if client.seat is None else PEOPLE[client.seat]
            resumed = table.resume(who, client.shown["seq"], client.seat)
            assert resumed.events is not None
            for event in resumed.events:
                client.hear({client.seat: event})
            assert client.shown == json.loads(sent(table.snapshot(client.seat)))


def test_every_onlooker_gets_every_number() -> None:
    table = seated("chain", people=6)
    outcome = table.take("ann", {"kind": "ready", "seq": table.seq}, 0)
    assert set(outcome.events) == {None, 0, 1, 2, 3, 4, 5}
    assert {event["seq"] for event in outcome.events.values()} == {table.seq}
    assert refusal(table, "zoe", {"kind": "back"}).code == "not_now"
