"""F-5 at a table: nobody can tell how another stopped, nor when a rule ended his turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.table.support import PEOPLE, act, begun, bot_turn, bots_on, legal, refusal, sent
from tests.table.worlds import deal_of, with_pack

from koloda.cards import spell_cards
from koloda.deal import parse_pack
from koloda.records import dumps
from koloda.table import HOUSE, Table
from koloda.table.commands import Act, BotAct, Leave, Resign, Tick, Undo

# the non-dealer's card, the dealer's, then the stock
LOW, FULL, OVER = "2c", "5c", "Kc"
"""Drawn to a ten: 12, 15, 20."""


def dealt(card: str, **ways: Any) -> tuple[Table, str, str]:
    """A table where the non-dealer holds a ten and will draw ``card``; both names, his first."""
    table = begun("fifteen", people=2, **ways)
    deal = deal_of(table)
    first = ["Td", "9h", card]
    drawn = first + [name for name in ("8s", "Ks") if name not in first]
    rest = [name for name in spell_cards(deal.game.cards()) if name not in drawn]
    order = "".join(drawn + sorted(rest, key=lambda name: (name[0], name[1])))
    table = with_pack(table, parse_pack(order))
    dealer = deal.dealer
    return table, PEOPLE[1 - dealer], PEOPLE[dealer]


def seat_of(table: Table, who: str) -> int:
    seat = table.audience(who)
    assert seat is not None
    return seat


def streams(card: str, commands: Any, **ways: Any) -> list[list[bytes]]:
    """All that the dealer and a watcher are sent while ``commands`` are done, and the records
    that anybody may fetch meanwhile."""
    table, first, dealer = dealt(card, **ways)
    onlookers = (seat_of(table, dealer), None)
    told: list[list[bytes]] = [[], [], []]
    for now, command in enumerate(commands(table, first), 1):
        who, said = command
        outcome = table.take(who, said, now)
        for heard, onlooker in zip(told, onlookers, strict=False):
            heard.append(sent(outcome.events[onlooker]))
            heard.append(sent(table.snapshot(onlooker)))
        told[2].append(dumps(table.record()).encode())
        told[2].append(sent([table.deadline()]))
    return told


def by_hand(table: Table, who: str) -> Any:
    """A person draws once and stops."""
    yield who, Act(seq=table.seq, text="draw")
    yield who, Act(seq=table.seq, text="stand")


def by_stand_in(table: Table, who: str) -> Any:
    """A person leaves, and the bot in his place draws once and stops at once."""
    seat = seat_of(table, who)
    yield who, Leave()
    for text in ("draw", "stand"):
        asked = table.pending()
        assert asked is not None
        assert asked.forced in (None, text)
        yield HOUSE, BotAct(seat=seat, seq=asked.seq, text=text)


def by_time(table: Table, who: str) -> Any:
    """A person draws; then his time runs out and a bot stops for him."""
    yield who, Act(seq=table.seq, text="draw")
    assert table.deadline() == 2
    yield HOUSE, Tick()
    asked = table.pending()
    assert asked is not None
    yield HOUSE, BotAct(seat=seat_of(table, who), seq=asked.seq, text="stand")


def by_resigning(table: Table, who: str) -> Any:
    """A person draws and resigns; a bot stops for him."""
    seat = seat_of(table, who)
    yield who, Act(seq=table.seq, text="draw")
    yield who, Resign()
    asked = table.pending()
    assert asked is not None
    yield HOUSE, BotAct(seat=seat, seq=asked.seq, text="stand")


@pytest.mark.parametrize("commands", [by_hand, by_stand_in, by_time, by_resigning])
@pytest.mark.parametrize("card", [FULL, OVER])
def test_f5_others_are_sent_the_same_however_he_stopped(card: str, commands: Any) -> None:
    ways = {"move": 1, "bank": 0} if commands is by_time else {}
    chosen, forced = streams(LOW, commands, **ways), streams(card, commands, **ways)
    assert chosen == forced
    assert any(b'"event": "stop"' in line for line in chosen[1])


def test_f5_the_turn_is_his_until_he_says_stop() -> None:
    table, first, dealer = dealt(OVER)
    seat = seat_of(table, first)
    event = act(table, first, "draw", 1).events[seat]
    assert event["deal"] == [{"seat": seat, "event": "draw", "card": OVER}]
    assert deal_of(table).actor != seat
    own, others = table.snapshot(seat)["deal"], table.snapshot(None)["deal"]
    assert (own["total"], own["legal"], own["actor"]) == (20, ["stand"], seat)
    assert (others["stopped"], others["actor"]) == ([False, False], seat)
    told = refusal(table, first, Act(seq=table.seq, text="draw"))
    assert (told.code, told.params) == ("only_stop", {"legal": ["stand"]})
    assert refusal(table, first, Act(seq=table.seq, text="xyzzy")).code == "syntax"
    assert refusal(table, dealer, Act(seq=table.seq, text="draw")).code == "turn"
    assert table.view(first) is None
    assert legal(table, dealer) == []
    event = act(table, first, "stand", 2).events[None]
    assert event["deal"] == [{"seat": seat, "event": "stop"}]
    assert table.snapshot(None)["deal"]["actor"] == seat_of(table, dealer)
    assert legal(table, dealer) == ["draw", "stand"]


def test_f5_the_record_has_no_stand_for_it() -> None:
    table, first, dealer = dealt(OVER)
    act(table, first, "draw", 1)
    act(table, first, "stand", 2)
    act(table, dealer, "stand", 3)
    moves = [str(move.action) for move in deal_of(table).moves]
    assert moves == ["draw", "stand"]
    assert table.snapshot(None)["phase"] == "between"


def test_f5_f7_the_cards_are_shown_when_the_dealer_has_said_stop() -> None:
    table, first, dealer = dealt(LOW)
    act(table, first, "stand", 1)
    act(table, dealer, "draw", 2)  # 9 and 2
    before = table.snapshot(None)
    while not deal_of(table).over:
        before = table.snapshot(None)
        act(table, dealer, "draw", 3)
    shown = table.snapshot(None)
    assert shown["phase"] == "play"
    assert shown["match"] == before["match"]
    assert shown["sheet"] == []
    assert "hands" not in shown["deal"]
    assert "scores" not in shown["deal"]
    event = act(table, dealer, "stand", 4).events[None]
    assert [happened["event"] for happened in event["deal"]] == ["stop", "show", "show"]
    assert event["set"]["phase"] == "between"
    assert len(event["set"]["sheet"]) == 1


def test_f5_a_bot_must_say_stop_as_well() -> None:
    random, seen = Random(1), 0
    for _ in range(40):
        table = begun("fifteen", secret=random.randbytes(32).hex(), level="random")
        while table.snapshot(None)["phase"] == "play":
            asked = table.pending()
            if asked is None:
                act(table, "ann", "stand")
                continue
            if asked.forced is not None:
                seen += 1
                assert (asked.forced, asked.view, asked.seat) == ("stand", None, 1)
                late = BotAct(seat=1, seq=asked.seq, text="draw")
                assert refusal(table, HOUSE, late).code == "only_stop"
                assert Table.replay(table.log) == table
            words = [e["event"] for e in bot_turn(table).events[None]["deal"]]
            assert words[:1] in (["draw"], ["stop"])
            assert "stop" not in words[1:]
    assert seen > 3


def test_f5_taking_back_a_draw_that_ended_the_turn() -> None:
    table = begun("fifteen")
    bots_on(table)
    before = table.snapshot(0)
    while table.pending() is None and table.snapshot(None)["phase"] == "play":
        draws = legal(table, "ann") != ["stand"]
        act(table, "ann", "draw" if draws else "stand")
        if legal(table, "ann") == ["stand"]:
            break
    taken = sum(event["event"] == "draw" and event["seat"] == 0 for event in log(table))
    assert taken
    for _ in range(taken):
        table.take("ann", Undo(seq=table.seq), 5)
    after = table.snapshot(0)
    assert (after["deal"], after["log"]) == (before["deal"], before["log"])
    assert Table.replay(table.log) == table


def log(table: Table) -> list[dict[str, Any]]:
    found = table.snapshot(0)["log"]
    assert isinstance(found, list)
    return found
