"""Batches: many deals side by side do what the plain rules do with each."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import koloda
from koloda.deal import Game
from koloda.fast import Batch, batch, playouts
from koloda.locales import translator
from koloda.options import OptionError
from koloda.rules import SHELF
from koloda.rules.chance import below

PLAIN = (False, True)


def most_seats() -> list[Game]:
    return [koloda.game(name, players=rules.MAX_PLAYERS) for name, rules in SHELF.items()]


@pytest.mark.parametrize("game", most_seats(), ids=repr)
def test_every_slot_does_what_the_plain_rules_do(game: Game) -> None:
    made, rules, out = Batch(game, 6, seed=5), game.rules, [0] * game.rules.MAX_ACTIONS
    plain = [made.state(i) for i in range(len(made))]
    while not all(state.over for state in plain):
        codes, starts = made.legal()
        assert made.counts().tolist() == np.diff(starts).tolist()
        for i, state in enumerate(plain):
            n = 0 if state.over else rules.legal(state, out)
            assert codes[starts[i] : starts[i + 1]].tolist() == out[:n]
        done = made.act_randomly()
        for i, state in enumerate(plain):
            if not state.over:
                code = out[below(state, rules.legal(state, out))]
                assert done[i] == code
                rules.apply(state, code)
            assert made.state(i) == state
    assert made.actors().tolist() == [-1] * 6
    expected = [[rules.score(state, p) for p in range(game.players)] for state in plain]
    assert made.scores().tolist() == expected


@pytest.mark.parametrize("name", SHELF)
def test_plain_and_compiled_batches_are_the_same(name: str) -> None:
    game = koloda.game(name)
    fast, slow = (Batch(game, 4, seed=9, plain=plain) for plain in PLAIN)
    assert (fast.compiled, slow.compiled) == (True, False)
    for _ in range(12):
        assert fast.states.dtype.names == slow.states.dtype.names
        for field in fast.states.dtype.names:
            assert (fast.states[field] == slow.states[field]).all(), field
        assert (fast.actors() == slow.actors()).all()
        for mine, his in zip(fast.legal(), slow.legal(), strict=True):
            assert (mine == his).all()
        places = fast.counts() // 2
        assert (fast.act(places) == slow.act(places)).all()
        assert (fast.scores() == slow.scores()).all()
        assert fast.renew() == slow.renew()
        assert (fast.numbers == slow.numbers).all()


def test_the_deals_are_those_of_the_playouts() -> None:
    game = koloda.game("two_handed_hearts")
    made = Batch(game, 2, seed=3)  # two seats take turns to deal
    while made.counts().any():
        made.act_randomly()
    assert made.scores()[0].tolist() == list(playouts(game, 1, seed=3).scores)
    assert made.states["dealer"].tolist() == [0, 1]


def test_finished_deals_rest_until_they_are_renewed() -> None:
    made = Batch(koloda.game("fifteen"), 5, seed=1)
    assert made.numbers.tolist() == [0, 1, 2, 3, 4]
    assert made.renew() == 0
    while made.counts()[2]:
        made.act_randomly()
    kept, acts = made.state(2), np.full(5, -7)
    codes, starts = made.legal()
    for i in np.flatnonzero(made.counts()):
        acts[i] = codes[starts[i]]
    assert made.apply(acts) == (acts >= 0).sum()
    assert made.state(2) == kept
    assert made.renew() == 5 - (made.numbers < 5).sum() > 0
    assert made.numbers[2] >= 5
    assert not (made.scores()[2]).any()


def test_where_cards_are_cut_the_deals_have_unlike_cuts() -> None:
    made = Batch(koloda.game("chain"), 30, seed=1)
    assert len(set(made.states["trump"].tolist())) > 2
    assert len({tuple(row) for row in made.states["hand"].tolist()}) == 30


def refused(call: Any) -> OptionError:
    with pytest.raises(OptionError) as caught:
        call()
    for lang in ("en", "ru"):
        assert translator(lang).refusal(None, caught.value)
    return caught.value


@pytest.mark.parametrize("plain", PLAIN)
def test_an_illegal_act_is_named_and_nothing_is_done(plain: bool) -> None:
    made = Batch(koloda.game("rockaway", players=4), 5, seed=2, plain=plain)
    codes, starts = made.legal()
    acts, before = codes[starts[:-1]], made.states.copy()
    good = acts.copy()
    acts[[2, 4]] = 999
    found = refused(lambda: made.apply(acts))
    assert (found.code, found.params) == ("batch_illegal", {"slot": 2, "act": 999})
    for bad in (made.counts(), [-1] * 5):
        found = refused(lambda bad=bad: made.act(bad))
        assert found.code == "batch_illegal"
        assert found.params["slot"] == 0
    assert refused(lambda: made.apply([999], slots=[3])).params == {"slot": 3, "act": 999}
    assert (made.states == before).all()
    assert made.apply(good[3:4], slots=[3]) == 1
    assert [i for i in range(5) if made.states[i] != before[i]] == [3]


@pytest.mark.parametrize(
    "wrong", [[0], [[0, 0, 0]], [0.5, 0, 0], [True] * 3, "abc", 7, [[1], [1, 2], 3]]
)
def test_wrong_shapes_are_refused(wrong: Any) -> None:
    made = Batch(koloda.game("fifteen"), 3)
    assert refused(lambda: made.apply(wrong)).code == "batch_shape"
    assert refused(lambda: made.act(wrong)).code == "batch_shape"


def test_wrong_slots_and_sizes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Batch(koloda.game("fifteen"), 3)
    assert refused(lambda: made.apply([0], slots=[3])).code == "batch_slots"
    assert refused(lambda: made.apply([0], slots=[-1])).code == "batch_slots"
    assert refused(lambda: made.apply([0, 0], slots=[1, 1])).code == "batch_twice"
    assert refused(lambda: made.legal(2, 1)).code == "batch_slots"
    for n in (0, -1, 1.0, True):
        wrong: Any = n
        assert (
            refused(lambda wrong=wrong: Batch(koloda.game("fifteen"), wrong)).code == "batch_size"
        )
    monkeypatch.setattr(batch, "CHUNK", 3)
    assert refused(made.legal).code == "batch_memory"
    assert len(made.legal(1, 2)[0]) == 2


def test_without_numpy_a_batch_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert refused(lambda: Batch(koloda.game("fifteen"), 3)).code == "batch_numpy"
