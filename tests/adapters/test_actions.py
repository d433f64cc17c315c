"""Dense action ids: stable, of one name each, and able to say every legal act in one way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from koloda.adapters.actions import ACTIONS
from koloda.deal import game
from koloda.rules import SHELF, rockaway
from koloda.testing.setups import every_setup
from koloda.testing.walk import legal_codes

NAMES = sorted(ACTIONS)


def test_all_six_games_are_offered() -> None:
    assert len(ACTIONS) == 6
    assert set(ACTIONS) <= set(SHELF)


@pytest.mark.parametrize("name", NAMES)
def test_no_two_tokens_are_called_alike(name: str) -> None:
    actions = ACTIONS[name]
    names = [actions.name(token) for token in range(actions.size)]
    assert len(set(names)) == actions.size
    assert all(names)


# The ids that docs/adapters.md promises: a change here needs a new ``VERSION`` there.
PROMISED = {
    "rockaway": {54: None, 0: "2c", 51: "As", 52: "draw", 53: "pass"},
    "two_ten_jack": {53: None, 0: "2c", 51: "As", 52: "As=h"},
    "fifteen": {2: None, 0: "draw", 1: "stand"},
    "two_handed_hearts": {52: None, 0: "2c", 26: "2h", 51: "As"},
    "ladder_rummy": {
        1579: None,
        0: "stock",
        1: "decline",
        2: "take 2c",
        53: "take As",
        54: "discard 2c",
        105: "discard As",
        106: "add 2c to 1",
        158: "add 2c to 2",
        989: "add As to 17",
        990: "meld 2d 2h 2s",
        994: "meld 2c 2d 2h 2s",
        1055: "meld 2c 3c 4c",
        1578: "meld As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs",
    },
    "chain": {
        188: None,
        0: "end",
        1: "done",
        2: "lone 2c",
        55: "lone X2",
        56: "extend 1",
        109: "extend 54",
        110: "2c",
        161: "As",
        162: "X1=2",
        174: "X1=A",
        187: "X2=A",
    },
}


@pytest.mark.parametrize("name", NAMES)
def test_the_ids_are_those_of_the_documentation(name: str) -> None:
    for token, called in PROMISED[name].items():
        if called is None:
            assert ACTIONS[name].size == token
        else:
            assert ACTIONS[name].name(token) == called


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_act_is_spelled_in_tokens_that_begin_no_other(name: str) -> None:
    actions, rules = ACTIONS[name], SHELF[name]
    for seed, set_up in enumerate(every_setup(rules)):
        dice = Random(seed)
        state = set_up.deal(seed=seed).state
        while not state.over:
            codes = legal_codes(rules, state)
            spelled = [actions.tokens(code) for code in codes]
            assert all(0 <= token < actions.size for tokens in spelled for token in tokens)
            heads = {tokens[:n] for tokens in spelled for n in range(1, len(tokens))}
            assert len(set(spelled)) == len(codes)
            assert not heads & set(spelled)
            rules.apply(state, dice.choice(codes))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "chain"])
def test_one_token_acts_are_called_as_they_are_spelled(name: str) -> None:
    actions, rules = ACTIONS[name], SHELF[name]
    state, dice = game(name).deal(seed=5).state, Random(5)
    while not state.over:
        codes = legal_codes(rules, state)
        for code in codes:
            (token,) = actions.tokens(code)
            assert actions.name(token) == rules.spell(state, code).removesuffix("=s")
        rules.apply(state, dice.choice(codes))


def test_r8_a_draw_proves_what_the_rules_would_have_refused() -> None:
    state: Any = game("rockaway").deal(seed=0).state
    state.pile[state.n_pile - 1] = 5  # 7c
    absent, drawn = ACTIONS["rockaway"].proof(state, state, rockaway.DRAW)
    clubs_and_sevens = {*range(12), 18, 31, 44}  # an ace need not be played
    assert {card for card in range(52) if absent >> card & 1} == clubs_and_sevens
    assert drawn == 0
    state.drawn = 20
    _, drawn = ACTIONS["rockaway"].proof(state, state, rockaway.DRAW)
    assert {card for card in range(52) if drawn >> card & 1} == clubs_and_sevens | {12, 25, 38, 51}
