"""Tables to play at: opened, seated, begun, and played at random."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from koloda.bots import bot
from koloda.rules.contract import Refused
from koloda.table import HOUSE, Outcome, Table, fold, read
from koloda.table.commands import Act, BotAct, Next, Open, Ready, SeatBot, Sit
from koloda.table.streams import Event, Snapshot

SECRET = "5a" * 32
PEOPLE = ("ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal", "ida", "jon")


def opened(game: str = "rockaway", *, secret: str = SECRET, **ways: Any) -> Table:
    """A table that Ann hosts, nobody seated."""
    return Table.open(Open(table="t", host="ann", secret=secret, game=game, **ways), 0)


def seated(game: str = "rockaway", *, people: int = 1, level: str = "thumb", **ways: Any) -> Table:
    """A table with so many people on its first seats, bots on the others."""
    table = opened(game, **ways)
    for seat in range(table.snapshot(None)["game"]["players"]):
        if seat < people:
            table.take(PEOPLE[seat], Sit(seat=seat, name=PEOPLE[seat].title()), 0)
        else:
            table.take("ann", SeatBot(seat=seat, level=level, name=f"Bot {seat}"), 0)
    return table


def begun(game: str = "rockaway", *, people: int = 1, level: str = "thumb", **ways: Any) -> Table:
    """The same, and everybody is ready."""
    table = seated(game, people=people, level=level, **ways)
    for who in PEOPLE[:people]:
        table.take(who, Ready(seq=table.seq), 0)
    assert table.snapshot(None)["phase"] == "play"
    return table


def refusal(table: Table, who: str, command: Any, now: float = 0) -> Refused:
    """Why the table refuses; it must not have changed."""
    before = table.truth(), len(table.log)
    try:
        table.take(who, command, now)
    except Refused as error:
        assert (table.truth(), len(table.log)) == before
        return error
    raise AssertionError(f"{who} may do {command}")


def bot_turn(table: Table, now: float = 0) -> Outcome:
    """Let the bot that is on turn answer."""
    asked = table.pending()
    assert asked is not None
    if asked.forced is not None:
        text = asked.forced
    else:
        assert asked.view is not None
        text = str(bot(asked.level).choose(asked.view, asked.seed))
    return table.take(HOUSE, BotAct(seat=asked.seat, seq=asked.seq, text=text), now)


def bots_on(table: Table, now: float = 0) -> None:
    """Let bots answer until it is a person's turn."""
    while table.pending() is not None:
        bot_turn(table, now)


def act(table: Table, who: str, text: str, now: float = 0) -> Outcome:
    """An act of a person who has seen everything."""
    return table.take(who, Act(seq=table.seq, text=text), now)


def legal(table: Table, who: str) -> list[str]:
    """What the person may do, as he is told."""
    seat = table.audience(who)
    found = table.snapshot(seat)["deal"]["legal"]
    assert isinstance(found, list)
    return found


def play_on(table: Table, random: Random, steps: int = 10_000, now: float = 0) -> None:
    """So many commands of play at random, each legal; until the match is over."""
    for _ in range(steps):
        if table.over:
            return
        shown = table.snapshot(None)
        if shown["phase"] == "between":
            waiting = [p for p in PEOPLE if is_waited_for(table, p)]
            table.take(waiting[0], Next(seq=table.seq), now)
        elif table.pending() is not None:
            bot_turn(table, now)
        else:
            who = PEOPLE[shown["deal"]["actor"]]
            act(table, who, random.choice(legal(table, who)), now)


def is_waited_for(table: Table, who: str) -> bool:
    """Whether the person has not yet seen the scores."""
    seat = table.audience(who)
    if seat is None:
        return False
    chair = table.snapshot(seat)["seats"][seat]
    return not chair["ready"] and not chair["away"]


def sent(data: Any) -> bytes:
    """The bytes that would be sent."""
    return json.dumps(data, allow_nan=False).encode()


class Client:
    """One who keeps a snapshot and folds events into it, as the wire page says."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.seat = seat
        self.shown: Snapshot = json.loads(sent(table.snapshot(seat)))

    def hear(self, events: dict[int | None, Event]) -> None:
        """The event of an outcome, if there is one for this onlooker."""
        if self.seat in events:
            event = json.loads(sent(events[self.seat]))
            assert event["seq"] == self.shown["seq"] + 1
            self.shown = fold(self.shown, event)


def again(command: dict[str, Any]) -> Any:
    """A command by way of its JSON."""
    return read(json.loads(json.dumps(command)), house=True)
