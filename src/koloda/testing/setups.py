"""Which set-ups of a game are put to the test: all of them that differ in one thing.

Nothing here names a game: the shelf is the list, so no game can stay away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from koloda.deal import Game
from koloda.options import OptionError, Value, resolve
from koloda.rules.contract import Option, Rules


def player_counts(rules: Rules[Any]) -> list[int]:
    """The fewest, the most, and one number of players in between."""
    low, high = rules.MIN_PLAYERS, rules.MAX_PLAYERS
    return sorted({low, (low + high) // 2, high})


def _setups(rules: Rules[Any], given: Mapping[str, Value]) -> list[Game]:
    """The set-ups that differ from the default in ``given``: one for each number of players
    that may have it."""
    found = []
    for players in player_counts(rules):
        try:
            found.append(Game(rules, players, resolve(rules, given)))
        except OptionError as refused:
            if not refused.clause:
                raise AssertionError(f"{rules.ID} {given}: {refused}, no clause") from refused
    return found


def _with_option(rules: Rules[Any], option: Option, value: Value) -> list[Game]:
    """As ``_setups``; where the end of a range agrees with no default of the other options, the
    value furthest out that does, found by halving the way."""
    while not (found := _setups(rules, {option.name: value})) and option.kind == "int":
        value = int(value) + (int(option.default) - int(value)) // 2
    return found


def every_setup(rules: Rules[Any]) -> list[Game]:
    """The game with each preset, and with each value of each option alone (of a range its
    ends), for several player counts; no set-up twice.

    A set-up that a clause refuses is left out only if another number of players may have it:
    raises AssertionError where a preset or an option value can't be played at all.
    """
    found: dict[Game, None] = {}
    for name, preset in rules.PRESETS.items():
        games = _setups(rules, preset)
        assert games, f"{rules.ID}: no number of players can have preset {name}"
        found.update(dict.fromkeys(games))
    for option in rules.OPTIONS:
        for value in option.values:
            games = _with_option(rules, option, value)
            assert games, f"{rules.ID}: no number of players can have {option.name}={value}"
            found.update(dict.fromkeys(games))
    return list(found)
