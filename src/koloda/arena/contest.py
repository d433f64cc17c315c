"""What is played: a game, the bots, the line-ups, and every deal of it by number.

A playing is fixed by its contest and its ``Task`` alone, wherever and whenever it is run.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import koloda
from koloda.bots import bot, decision_seed
from koloda.bots.contract import Bot
from koloda.bots.levels import SearchBot
from koloda.deal import Deal, Game, check_seed, game
from koloda.fair import Shuffle
from koloda.options import OptionError, Value, changed
from koloda.rules.contract import Json

UNLIMITED = 1 << 40
"""Nodes enough for any time."""


class Task(NamedTuple):
    """One playing: of which table, of which deal (0-based), in which seating."""

    table: int
    deal: int
    rotation: int


@dataclass(frozen=True)
class Pace:
    """What a decision may cost. By default each level's own nodes and no clock, so that the same
    seed gives the same play on any machine; ``nodes`` gives every bot that searches the same
    number, ``ms`` the same time. Raises OptionError ``arena_pace``, ``arena_nodes``,
    ``arena_time``."""

    nodes: int | None = None
    ms: int | None = None

    def __post_init__(self) -> None:
        if self.nodes is not None and self.ms is not None:
            raise OptionError("arena_pace")
        if self.nodes is not None and self.nodes < 1:
            raise OptionError("arena_nodes", nodes=self.nodes)
        if self.ms is not None and self.ms < 1:
            raise OptionError("arena_time", ms=self.ms)

    def player(self, level: str) -> Bot:
        """The bot of a level at this pace. Raises OptionError ``unknown_level``."""
        made = bot(level)
        if not isinstance(made, SearchBot):
            return made
        if self.ms is not None:
            return SearchBot(level, budget=UNLIMITED, seconds=self.ms / 1000)
        return SearchBot(level, budget=self.nodes, seconds=None)

    def to_json(self) -> dict[str, Json]:
        return {"nodes": self.nodes, "ms": self.ms}


@dataclass(frozen=True)
class Contest:
    """Bots that meet over duplicate deals; ``contest`` makes one and checks it.

    Seats are filled in the order of the bots, the last one takes all seats left: two bots at four
    seats are one of the first among three of the second. With ``cross`` every pair meets so, at
    a table of its own (at more than two seats each pair both ways). ``worlds`` are the playouts
    that value a drawn card (``koloda.arena.luck``); 0 leaves the luck alone.
    """

    game_id: str
    players: int
    options: tuple[tuple[str, Value], ...]
    levels: tuple[str, ...]
    seed: int = 0
    pace: Pace = Pace()
    worlds: int = 0
    cross: bool = False

    @property
    def game(self) -> Game:
        return _game(self.game_id, self.players, self.options)

    @property
    def labels(self) -> list[str]:
        """A name for each bot: its level, numbered where a level comes again."""
        names: list[str] = []
        for i, level in enumerate(self.levels):
            before = self.levels[:i].count(level)
            names.append(f"{level}#{before + 1}" if before else level)
        return names

    @property
    def tables(self) -> list[list[int]]:
        """The line-ups: for each table the bot (its index) of each seat."""
        n = len(self.levels)
        if not self.cross:
            return [[*range(n), *[n - 1] * (self.players - n)]]
        pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
        if self.players == 2:
            pairs = [(i, j) for i, j in pairs if i < j]
        return [[i, *[j] * (self.players - 1)] for i, j in pairs]

    def seating(self, task: Task) -> list[int]:
        """The bot of each seat. Over the rotations every bot has every seat; where more than two
        bots share a table, who sits beside whom is drawn for each deal."""
        line = self.tables[task.table]
        if len(set(line)) > 2:
            Random(decision_seed(self.seed, task.deal, 0, 0)).shuffle(line)
        return [line[(seat - task.rotation) % len(line)] for seat in range(len(line))]

    def player(self, level: str, deal: Deal) -> Bot:
        """Who plays a level's seat in this deal. Ours know no more of the deal than their
        views."""
        return self.pace.player(level)

    def deal_seed(self, number: int) -> int:
        """The seed of a deal: its cards and all decisions in it."""
        return decision_seed(self.seed, number, 0, self.players)

    def lay_out(self, number: int) -> Deal:
        """Deal ``number``, the same cards in every seating and at every table."""
        shuffle = Shuffle.from_seed(self.deal_seed(number))
        return self.game.lay_out(shuffle, dealer=number % self.players)

    def to_json(self) -> dict[str, Json]:
        """All that the figures depend on, the version of the rules and bots included."""
        return {
            "game": self.game_id,
            "players": self.players,
            "options": changed(self.game.rules, self.game.options),
            "bots": list(self.levels),
            "seed": self.seed,
            "pace": self.pace.to_json(),
            "luck": self.worlds,
            "cross": self.cross,
            "code": code_hash(),
        }


@cache
def _game(game_id: str, players: int, options: tuple[tuple[str, Value], ...]) -> Game:
    given: dict[str, Any] = dict(options)
    return game(game_id, players=players, **given)


@cache
def code_hash() -> str:
    """A short hash of the sources that decide how a deal goes: rules, deals, bots."""
    root = Path(koloda.__file__).parent
    files = [root / name for name in ("cards.py", "deal.py", "fair.py")]
    files += [*(root / "rules").rglob("*.py"), *(root / "bots").rglob("*.py")]
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(str(file.relative_to(root).as_posix()).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def contest(
    game: Game,
    levels: list[str] | tuple[str, ...],
    seed: int = 0,
    *,
    pace: Pace | None = None,
    worlds: int = 0,
    cross: bool = False,
) -> Contest:
    """A checked contest.

    Raises OptionError: ``arena_few`` below two bots, ``arena_many`` for more bots than seats
    without ``cross``, ``unknown_level``, ``seed``, ``arena_luck``.
    """
    pace = pace or Pace()
    for level in levels:
        pace.player(level)
    if len(levels) < 2:
        raise OptionError("arena_few", bots=len(levels))
    if len(levels) > game.players and not cross:
        raise OptionError("arena_many", bots=len(levels), seats=game.players)
    if worlds < 0:
        raise OptionError("arena_luck", luck=worlds)
    options = tuple(game.options.items())
    made = Contest(game.id, game.players, options, tuple(levels), seed, pace, worlds, cross)
    check_seed(seed)
    return made
