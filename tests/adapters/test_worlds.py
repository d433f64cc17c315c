"""Other worlds: all that a seat can't tell from the true one, and nothing else."""

from __future__ import annotations

from collections import defaultdict

import pytest
from tests.adapters.support import TINY, every_table, walk

from koloda.adapters.actions import ACTIONS
from koloda.adapters.table import Setup, Table, play
from koloda.adapters.worlds import another_world
from koloda.deal import game
from koloda.rules import SHELF
from koloda.testing.setups import every_setup

NAMES = sorted(ACTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_cannot_tell_another_world_from_the_true_one(name: str) -> None:
    for seed, set_up in enumerate(every_setup(SHELF[name])):
        for table in walk(Setup(set_up, seed % set_up.players), seed):
            if table.chance or table.over or len(table.history) % 29:
                continue
            for seat in {table.actor, seed % set_up.players}:
                other = play(table.setup, another_world(table, seat, seed))
                assert other.information(seat) == table.information(seat)
                assert other.observation(seat) == table.observation(seat)
                assert other.information(None) == table.information(None)
                assert other.actor == table.actor
                if seat == table.actor:
                    assert other.legal() == table.legal()


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_does_not_matter_to_what_is_drawn(name: str) -> None:
    different = 0
    for table in walk(Setup(game(name)), 8):
        if table.chance or table.over or (len(table.history) % 5 and name != "fifteen"):
            continue
        seat = table.actor
        other = play(table.setup, another_world(table, seat, 1))
        different += other.history != table.history
        for seed in (2, 3):
            assert another_world(other, seat, seed) == another_world(table, seat, seed)
    assert different


@pytest.mark.parametrize("name", sorted(TINY))
def test_every_world_of_a_tiny_game_is_drawn(name: str) -> None:
    alike: dict[tuple[int, str], list[Table]] = defaultdict(list)
    for table in every_table(Table(TINY[name])):
        if not table.chance and not table.over:
            alike[table.actor, table.information(table.actor)].append(table)
    open_questions = [key for key in sorted(alike) if len(alike[key]) > 1]
    assert open_questions
    for seat, told in open_questions[::7]:
        tables = alike[seat, told]
        wanted = {tuple(table.history) for table in tables}
        drawn = {tuple(another_world(tables[0], seat, seed)) for seed in range(12 * len(wanted))}
        assert drawn == wanted
