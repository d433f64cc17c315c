"""Exact endings: the value and the act are those of a search of everything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import koloda
from koloda.bots import endings
from koloda.bots.plans import PLANS
from koloda.bots.task import engine
from koloda.fast import Bound
from koloda.rules import SHELF

PLACES = 1 << 12
SET_UPS: list[tuple[str, dict[str, Any]]] = [
    ("two_handed_hearts", {}),
    ("two_handed_hearts", {"moon": True}),
    ("two_handed_hearts", {"hearts_broken": True}),
    ("two_handed_hearts", {"queen_spades": 13, "moon": True, "hearts_broken": True}),
    ("two_ten_jack", {}),
    ("two_ten_jack", {"ace_on_spade_lead": "trump"}),
    ("two_ten_jack", {"void": "free"}),
    ("two_ten_jack", {"values": "japan"}),
]


def ending(game: koloda.Game, cards: int, seed: int) -> Any:
    """A state with the stock out and so many cards left, reached by random play."""
    random, rules = Random(seed), game.rules
    state: Any = game.deal(seed=seed).state
    out = [0] * rules.MAX_ACTIONS
    while state.next < state.size or state.hand[0].bit_count() + state.hand[1].bit_count() > cards:
        rules.apply(state, random.choice(out[: rules.legal(state, out)]))
    return state


def brute(rules: Any, state: Any, known: dict[Any, int]) -> int:
    """Seat 0's gain over seat 1 in the deal with best play of both, every line looked at."""
    if state.over:
        return int(rules.SIGN * (rules.score(state, 0) - rules.score(state, 1)))
    key = (*state.hand[:2], *state.taken[:2], state.actor, state.led)
    key += tuple(state.plays[state.n_plays - state.n_plays % 2 : state.n_plays])
    if key not in known:
        out = [0] * rules.MAX_ACTIONS
        values = []
        for act in out[: rules.legal(state, out)]:
            after = state.copy()
            rules.apply(after, act)
            values.append(brute(rules, after, known))
        known[key] = max(values) if state.actor == 0 else min(values)
    return known[key]


def solved(bound: Bound, state: Any, memory: Any) -> tuple[int, int]:
    """The solver's value of the whole deal for seat 0, and the act it would do."""
    s = bound.state(state)
    stack = bound.buffer(endings.STACK)
    bound["begin"](s, stack, memory)
    while bound["solve"](s, stack, memory, 50) < 0:  # a little at a time
        pass
    return int(stack[endings.BEST] + bound["so_far"](s)), int(stack[endings.CHOICE])


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
@pytest.mark.parametrize(("name", "options"), SET_UPS, ids=str)
def test_value_and_act_are_those_of_brute_force(
    name: str, options: dict[str, Any], plain: bool
) -> None:
    game = koloda.game(name, players=2, **options)
    bound = engine(SHELF[name], PLANS[name], plain=plain)
    memory = bound.buffer(PLACES * endings.PLACE + endings.HISTORY)
    for seed in range(8 if plain else 125):
        state = ending(game, 8 - seed % 2, seed)
        value, act = solved(bound, state, memory)
        known: dict[Any, int] = {}
        assert value == brute(game.rules, state, known)
        game.rules.apply(state, act)
        assert value == brute(game.rules, state, known)


def test_a_memory_too_small_changes_nothing() -> None:
    game = koloda.game("two_handed_hearts")
    bound = engine(game.rules, PLANS[game.id])
    small = bound.buffer(2 * endings.PLACE + endings.HISTORY)
    for seed in range(20):
        state = ending(game, 12, seed)
        large = bound.buffer(PLACES * endings.PLACE + endings.HISTORY)
        assert solved(bound, state, small)[0] == solved(bound, state, large)[0]
