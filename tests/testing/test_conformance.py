"""Every game on the shelf, with every option value, passes every check. The shelf is the list:
there is no way to exempt a game, a set-up or a check."""

from __future__ import annotations

import pytest

from koloda.deal import Game
from koloda.rules import SHELF
from koloda.testing import CHECKS, Walk, every_setup

SETUPS = [setup for rules in SHELF.values() for setup in every_setup(rules)]
STEPS = 60
"""Random deals of a set-up are played until they have so many acts together."""


@pytest.mark.parametrize("game", SETUPS, ids=repr)
def test_keeps_the_contract(game: Game) -> None:
    seed = steps = 0
    while steps < STEPS:
        walk = Walk(game, seed)
        for check in CHECKS:
            check(walk)
        steps += len(walk.steps)
        seed += 1


@pytest.mark.parametrize("game_id", SHELF)
def test_every_option_value_is_asked(game_id: str) -> None:
    rules = SHELF[game_id]
    setups = every_setup(rules)
    assert {setup.players for setup in setups} >= {rules.MIN_PLAYERS, rules.MAX_PLAYERS}
    for option in rules.OPTIONS:
        asked = {setup.options[option.name] for setup in setups}
        if option.kind == "int":
            assert len(asked) > 1
        else:
            assert asked == {*option.values}
    for preset in rules.PRESETS.values():
        assert any(preset.items() <= setup.options.items() for setup in setups)
