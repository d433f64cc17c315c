"""Line-ups, seatings, the same cards for all, and what is refused."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable

import pytest

import koloda
from koloda.arena.contest import Contest, Pace, Task, contest
from koloda.bots.levels import SearchBot
from koloda.options import OptionError
from koloda.rules import SHELF


def made(name: str, bots: str, players: int | None = None, *, cross: bool = False) -> Contest:
    return contest(koloda.game(name, players=players), bots.split(","), 3, cross=cross)


def test_the_last_bot_takes_the_seats_left() -> None:
    assert made("rockaway", "thumb,random").tables == [[0, 1]]
    assert made("rockaway", "thumb,random", 4).tables == [[0, 1, 1, 1]]
    assert made("rockaway", "thumb,random,novice", 4).tables == [[0, 1, 2, 2]]


def test_cross_play_has_a_table_for_every_pair() -> None:
    assert made("rockaway", "thumb,random", cross=True).tables == [[0, 1]]
    assert made("rockaway", "thumb,random,novice", cross=True).tables == [[0, 1], [0, 2], [1, 2]]
    both_ways = made("rockaway", "thumb,random", 3, cross=True).tables
    assert both_ways == [[0, 1, 1], [1, 0, 0]]
    assert len(made("chain", "thumb,random,novice", cross=True).tables) == 6


@pytest.mark.parametrize(
    "bots", ["thumb,random", "thumb,random,novice", "thumb,random,club,novice"]
)
def test_over_the_rotations_every_bot_has_every_seat(bots: str) -> None:
    table = made("rockaway", bots, 4)
    for deal in range(5):
        seatings = [table.seating(Task(0, deal, rotation)) for rotation in range(4)]
        line = Counter(table.tables[0])
        assert all(Counter(seating) == line for seating in seatings)
        for seat in range(4):
            assert Counter(seating[seat] for seating in seatings) == line


def test_who_sits_beside_whom_changes_from_deal_to_deal() -> None:
    table = made("rockaway", "thumb,random,club,novice", 4)
    beside = set()
    for deal in range(20):
        seating = table.seating(Task(0, deal, 0))
        beside.add(seating[(seating.index(0) + 1) % 4])
    assert beside == {1, 2, 3}


@pytest.mark.parametrize("name", SHELF)
def test_a_deal_has_the_same_cards_for_all_and_others_than_the_next(name: str) -> None:
    table = made(name, "thumb,random")
    packs = [table.lay_out(number).pack for number in range(6)]
    assert packs == [table.lay_out(number).pack for number in range(6)]
    assert len(set(packs)) == 6
    other = contest(koloda.game(name), ["random", "thumb"], 4)
    assert other.lay_out(0).pack != packs[0]


def test_every_seat_deals() -> None:
    table = made("rockaway", "thumb,random", 3)
    assert [table.lay_out(number).dealer for number in range(6)] == [0, 1, 2, 0, 1, 2]


def test_a_level_named_twice_gets_a_number() -> None:
    assert made("rockaway", "thumb,random,thumb", 3).labels == ["thumb", "random", "thumb#2"]


def test_a_contest_can_be_sent_to_a_worker() -> None:
    table = contest(koloda.game("rockaway", pack=36), ["thumb", "random"], pace=Pace(nodes=7))
    twin = pickle.loads(pickle.dumps(table))
    assert twin == table
    assert twin.game == table.game
    assert twin.to_json() == table.to_json()


def test_the_pace_is_what_every_searcher_gets() -> None:
    assert Pace().player("thumb").level == "thumb"
    for pace, same in (
        (Pace(), SearchBot("club", seconds=None)),
        (Pace(nodes=50), SearchBot("club", budget=50, seconds=None)),
        (Pace(ms=20), SearchBot("club", budget=1 << 40, seconds=0.02)),
    ):
        assert vars(pace.player("club")) == vars(same)


@pytest.mark.parametrize(
    ("bots", "code"),
    [
        ("", "unknown_level"),
        ("thumb", "arena_few"),
        ("thumb,grandmaster", "unknown_level"),
        ("thumb,random,thumb", "arena_many"),
    ],
)
def test_bots_that_can_not_be(bots: str, code: str) -> None:
    with pytest.raises(OptionError) as caught:
        made("rockaway", bots)
    assert caught.value.code == code


def test_other_things_that_can_not_be() -> None:
    game = koloda.game("rockaway")
    wrongs: dict[str, Callable[[], object]] = {
        "arena_pace": lambda: Pace(nodes=5, ms=5),
        "arena_nodes": lambda: Pace(nodes=0),
        "arena_time": lambda: Pace(ms=0),
        "arena_luck": lambda: contest(game, ["thumb", "random"], worlds=-1),
        "seed": lambda: contest(game, ["thumb", "random"], -1),
    }
    for code, wrong in wrongs.items():
        with pytest.raises(OptionError) as caught:
            wrong()
        assert caught.value.code == code
