"""The ways of a table that are no rules of the game: time, watchers, taking back."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Self

from koloda.deal import Game
from koloda.deal import game as game_of
from koloda.options import find
from koloda.rules.contract import Json, Refused
from koloda.table.commands import Configure

SHORTEST, LONGEST = 1, 30 * 24 * 3600
"""Seconds that a time limit may be."""


@dataclass(frozen=True)
class Settings:
    """Times are seconds, None: no limit.

    ``move`` is for each decision, then the person's own ``bank`` for the match is used up;
    ``pause`` is how long the scores stay before the next deal comes by itself; ``grace`` is how
    long a seat waits for a person whose connection is gone.
    """

    move: float | None = None
    bank: float = 0
    pause: float | None = None
    grace: float | None = None
    watchers: bool = True
    undo: bool = True

    @classmethod
    def of(cls, command: Configure) -> Self:
        """What the command sets. Raises Refused ``setting`` for a time out of range."""
        values = {f.name: getattr(command, f.name) for f in fields(cls)}
        for name in ("move", "pause", "grace", "bank"):
            lowest, value = (0 if name == "bank" else SHORTEST), values[name]
            if value is not None and not lowest <= value <= LONGEST:
                raise Refused("setting", name=name, value=value, low=lowest, high=LONGEST)
        return cls(**values)

    def to_json(self) -> dict[str, Json]:
        """Every setting by name."""
        return asdict(self)


def chosen_game(command: Configure) -> Game:
    """The set-up that the command asks for. Raises OptionError as ``koloda.game``."""
    rules = game_of(command.game).rules
    for name in command.options:
        find(rules, name)  # so that no option can pass for another argument below
    return game_of(command.game, players=command.players, preset=command.preset, **command.options)
