"""Tensors: numbers 0 .. 1 of what a seat sees, telling apart what its information tells apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.adapters.support import TINY, every_table, finished, walk

from koloda.adapters.actions import ACTIONS
from koloda.adapters.encoding import HISTORY, LAYOUTS, Encoder, bounds
from koloda.adapters.table import Setup, Table, play
from koloda.adapters.worlds import another_world
from koloda.cards import parse_card
from koloda.deal import game
from koloda.rules import SHELF
from koloda.testing.setups import every_setup

NAMES = sorted(ACTIONS)


def test_every_game_has_a_layout() -> None:
    assert set(LAYOUTS) == set(ACTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_numbers_lie_between_0_and_1(name: str) -> None:
    for seed, set_up in enumerate(every_setup(SHELF[name])):
        setup = Setup(set_up)
        encoder = Encoder(setup, recall=True)
        for table in walk(setup, seed):
            if table.over or len(table.history) % 13 == 0:
                for seat in range(set_up.players):
                    encoder.write(table, seat)
                    assert encoder.tensor.min() >= 0
                    assert encoder.tensor.max() == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_hand_is_in_it(name: str) -> None:
    setup = Setup(game(name))
    encoder = Encoder(setup)
    for table in walk(setup, 9):
        if not table.chance:
            encoder.write(table, 1)
            hand = sorted(parse_card(card) for card in table.observation(1)["hand"])
            assert np.flatnonzero(encoder.dict["hand"]).tolist() == hand


def test_r2_of_two_packs_a_card_held_twice_counts_twice() -> None:
    setup = Setup(game("rockaway", packs=2))
    table = play(setup, [0, 1, 0, 2, 5, *range(10, 20)])
    encoder = Encoder(setup)
    encoder.write(table, 1)  # eldest got the cards 0, 0, 5, ...
    assert encoder.dict["hand"][0] == 1
    assert encoder.dict["hand"][5] == 0.5


@pytest.mark.parametrize("name", NAMES)
def test_nothing_hidden_comes_in(name: str) -> None:
    setup = Setup(game(name))
    encoder = Encoder(setup, recall=True)
    for table in walk(setup, 10):
        if table.chance or table.over or (len(table.history) % 7 and name != "fifteen"):
            continue
        for seat in range(setup.game.players):
            encoder.write(table, seat)
            seen = encoder.tensor.copy()
            encoder.write(play(setup, another_world(table, seat, 4)), seat)
            assert (encoder.tensor == seen).all()


@pytest.mark.parametrize("name", sorted(TINY))
def test_with_the_history_it_tells_as_much_as_the_information(name: str) -> None:
    encoder = Encoder(TINY[name], recall=True)
    told: dict[tuple[int, bytes], str] = {}
    for i, table in enumerate(every_table(Table(TINY[name]))):
        if table.chance or table.over or i % 3:
            continue
        for seat in range(2):
            encoder.write(table, seat)
            key = (seat, encoder.tensor.tobytes())
            assert told.setdefault(key, table.information(seat)) == table.information(seat)
    assert len(set(told.values())) > 10


def test_chain_with_the_history_no_two_histories_of_one_deal_look_alike() -> None:
    setup = Setup(game("chain"))
    encoder = Encoder(setup, recall=True)
    told: dict[bytes, str] = {}
    for table in walk(setup, 3):
        if not table.chance and not table.over:
            encoder.write(table, table.actor)
            assert told.setdefault(encoder.tensor.tobytes(), table.information(table.actor))
    assert len(set(told.values())) == len(told) > 30


@pytest.mark.parametrize("name", NAMES)
def test_returns_lie_within_the_bounds(name: str) -> None:
    for seed, set_up in enumerate(every_setup(SHELF[name])):
        setup = Setup(set_up)
        low, high = bounds(setup)
        assert low < 0 < high
        assert all(low <= gain <= high for gain in finished(setup, seed).returns())


@pytest.mark.parametrize(
    ("name", "options", "low", "high"),
    [
        ("fifteen", {"ante": 3}, -3, 3),
        ("two_handed_hearts", {}, -6.5, 6.5),
        ("two_handed_hearts", {"queen_spades": 13}, -13, 13),
        ("two_ten_jack", {}, -20, 20),  # +22 and -18 lie in the pack
    ],
)
def test_bounds_that_can_be_reached(
    name: str, options: dict[str, Any], low: float, high: float
) -> None:
    assert bounds(Setup(game(name, **options))) == (low, high)


def test_shapes_depend_on_the_set_up_alone() -> None:
    setup = Setup(game("fifteen"))
    encoder = Encoder(setup, recall=True)
    assert encoder.dict[HISTORY].shape == (32, 2 + 1 + 6)
    assert len(encoder.tensor) == sum(part.size for part in encoder.dict.values())
    encoder.write(Table(setup), 1)
    assert encoder.tensor.sum() == 1  # before the deal: who looks
