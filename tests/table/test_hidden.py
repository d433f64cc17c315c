"""No byte that a seat or a watcher is sent depends on cards he may not know.

The commands stay the same; at each step all that one onlooker can't know is dealt anew. What he
and the watchers are sent must be the same bytes before the command and after it, as long as he
does not see another card by it. KOLODA_LEAK_GAMES sets how many games of each kind are played.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from tests.table.support import PEOPLE, begun, is_waited_for, legal, sent
from tests.table.worlds import deal_of, world_of

import koloda
from koloda.rules import SHELF
from koloda.rules.contract import Refused
from koloda.table import HOUSE, Table, snapshot
from koloda.table.commands import Act, BotAct, Command, Leave, Next
from koloda.table.streams import Event

GAMES = int(os.environ.get("KOLODA_LEAK_GAMES", "3"))
STEPS = 60


def table_for(game: str, random: Random) -> Table:
    """A table of people alone, of any number of them."""
    rules = SHELF[game]
    players = random.randint(rules.MIN_PLAYERS, rules.MAX_PLAYERS)
    setup = koloda.game(game, players=players)
    secret = random.randbytes(32).hex()
    return begun(setup.id, people=players, players=players, secret=secret, move=20, bank=60)


def next_command(table: Table, random: Random) -> tuple[str, Command]:
    """What somebody may do now, and who."""
    shown = table.snapshot(None)
    if shown["phase"] == "between":
        waited = (p for p in PEOPLE if is_waited_for(table, p))  # none where all have gone
        return next(waited, PEOPLE[0]), Next(seq=table.seq)
    seat = shown["deal"]["actor"]
    if random.random() < 0.02 and not shown["seats"][seat]["away"]:
        return PEOPLE[seat], Leave()
    text = random.choice(legal(table, PEOPLE[seat]))
    if shown["seats"][seat]["away"] and random.random() < 0.5:
        return HOUSE, BotAct(seat=seat, seq=deal_seq(table), text=text)
    return PEOPLE[seat], Act(seq=table.seq, text=text)


def deal_seq(table: Table) -> int:
    """The number by which a bot's answer is known."""
    asked = table.pending()
    assert asked is not None
    return asked.seq


def outline(event: Event) -> Any:
    """What of an event does not depend on which cards are seen by it."""
    words = [(happened["seat"], happened["event"]) for happened in event["deal"]]
    parts = {name: part for name, part in event["set"].items() if name in ("seats", "may")}
    return [event[name] for name in ("seq", "at", "kind", "by")], words, parts


def check_game(game: str, seed: int) -> int:
    """Play a table at random and look at other worlds at each step; how many were compared."""
    random = Random(f"{game}/{seed}")
    table, compared = table_for(game, random), 0
    for step in range(STEPS):
        if table.over:
            break
        who, command = next_command(table, random)
        seat = random.randrange(deal_of(table).game.players)
        world = world_of(table, seat, random.randrange(2**62))
        where = f"{game} seed {seed} step {step}: {who} {command}, for {seat}"
        for onlooker in (seat, None):
            assert sent(table.snapshot(onlooker)) == sent(world.snapshot(onlooker)), where
        assert table.deadline() == world.deadline(), where
        events = table.take(who, command, step).events
        try:
            others = world.take(who, command, step).events
        except Refused:
            continue  # in that world he does not hold the card
        for onlooker in (seat, None):
            same = table.snapshot(onlooker)["deal"] == world.snapshot(onlooker)["deal"]
            if same:
                assert sent(events[onlooker]) == sent(others[onlooker]), where
                compared += 1
            elif table.snapshot(None)["phase"] == world.snapshot(None)["phase"] == "play":
                assert outline(events[onlooker]) == outline(others[onlooker]), where
    return compared


@pytest.mark.parametrize("game", sorted(SHELF))
def test_no_byte_depends_on_hidden_cards(game: str) -> None:
    assert sum(check_game(game, seed) for seed in range(GAMES)) > 10


def test_a_turn_that_is_over_for_all_who_count_tells_no_more() -> None:
    """Seed 1485: a player holds so many cards that the others know them to be 15 or more."""
    assert check_game("fifteen", 1485) > 0


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = snapshot._match

    def leaking(core: Any) -> Any:
        return {**honest(core), "stock": core.deal.state.pack[core.deal.state.size - 1]}

    monkeypatch.setattr(snapshot, "_match", leaking)
    with pytest.raises(AssertionError, match="rockaway seed 0 step"):
        check_game("rockaway", 0)
