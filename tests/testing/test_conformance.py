"""Every game on the shelf, with every option value, passes every check. The shelf is the list:
there is no way to exempt a game, a set-up or a check."""

from __future__ import annotations

from typing import Any

import pytest

from koloda.deal import Game, game
from koloda.rules import SHELF
from koloda.testing import CHECKS, Walk, every_setup

SETUPS = [setup for rules in SHELF.values() for setup in every_setup(rules)]
STEPS = 60
"""Random deals of a set-up are played until they have so many acts together."""


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_keeps_the_contract(setup: Game) -> None:
    seed = steps = 0
    while steps < STEPS:
        walk = Walk(setup, seed)
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


@pytest.mark.parametrize(
    ("game_id", "carry"),
    [
        ("chain", {"cuts": ["X1", "9d", "X2", "Td"]}),
        ("chain", {"cuts": ["Qh", "Qh"]}),
        ("chain", {"cuts": ["2c", "Ac"]}),
        ("fifteen", {"pot": 12, "chips": [2, 86]}),
        ("fifteen", {"pack": "9c8h4dAs7c2dKhTs3c5h6d2c4hJs8d"}),
    ],
)
def test_rare_beginnings_keep_the_contract(game_id: str, carry: dict[str, Any]) -> None:
    setup = game(game_id)
    for seed in range(3):
        order = setup.cards(carry) if "pack" in carry else None
        walk = Walk(setup, seed, setup.deal(seed=seed, dealer=1, pack_order=order, **carry))
        for check in CHECKS:
            check(walk)
