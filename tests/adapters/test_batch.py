"""Batches in dense ids do what the adapters' tables do, slot by slot."""

from __future__ import annotations

import numpy as np
import pytest

import koloda
from koloda.adapters.batch import Learners
from koloda.adapters.encoding import Encoder
from koloda.adapters.table import Setup, Table
from koloda.options import OptionError
from koloda.rules import SHELF


@pytest.mark.parametrize("name", SHELF)
def test_masks_and_observations_are_those_of_the_tables(name: str) -> None:
    game = koloda.game(name)
    made, dice = Learners(game, 3, seed=4), np.random.default_rng(4)
    setup = Setup(game)
    tables = [Table(setup) for _ in range(3)]
    for i, table in enumerate(tables):
        table.state = made.batch.state(i)
    for _ in range(40):
        masks, seen, busy = made.masks(), made.observe(), made.batch.counts() > 0
        ids = (masks * dice.random(masks.shape)).argmax(axis=1)
        for i, table in enumerate(tables):
            assert np.flatnonzero(masks[i]).tolist() == (table.legal() if busy[i] else [])
            encoder = Encoder(setup)
            if busy[i]:
                encoder.write(table, table.actor)
            assert (seen[i] == encoder.tensor).all()
        made.apply(ids)
        for i, table in enumerate(tables):
            if busy[i]:
                tokens = (*table.prefix, int(ids[i]))
                code = table.acts().get(tokens)
                table.prefix = tokens if code is None else ()
                if code is not None:
                    game.rules.apply(table.state, code)
                    table._acts = None
            assert made.batch.state(i) == table.state
    assert made.width == len(Encoder(setup).tensor)


@pytest.mark.parametrize("name", ["fifteen", "chain"])
def test_ids_that_are_not_allowed_change_nothing(name: str) -> None:
    made = Learners(koloda.game(name), 3, seed=1)
    good = made.masks().argmax(axis=1)
    for bad in (-1, made.size):
        ids = good.copy()
        ids[1] = bad
        before = [made.batch.state(i) for i in range(3)], made.masks()
        with pytest.raises(OptionError) as caught:
            made.apply(ids)
        assert (caught.value.code, caught.value.params["slot"]) == ("batch_illegal", 1)
        assert [made.batch.state(i) for i in range(3)] == before[0]
        assert (made.masks() == before[1]).all()


def test_returns_are_the_nets_of_the_deals_that_are_over() -> None:
    made = Learners(koloda.game("two_handed_hearts"), 2, seed=1)
    assert not made.returns().any()
    while made.masks().any():
        made.apply(made.masks().argmax(axis=1))
    scores = made.batch.scores()
    assert made.returns()[:, 0].tolist() == ((scores[:, 1] - scores[:, 0]) / 2).tolist()
    assert made.renew() == 2
    assert made.masks().any(axis=1).all()
