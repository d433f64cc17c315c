"""The levels of play there are, and how a name becomes a bot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

from koloda.bots.contract import Bot, Budget, Decision
from koloda.deal import Action, View
from koloda.options import OptionError
from koloda.rules.chance import seed_rng

SLIPS = 0.25
"""How often a novice does anything legal."""


class RandomBot:
    """Every legal action is equally likely."""

    level = "random"

    def choose(self, view: View, seed: int) -> Action:
        return Random(seed).choice(view.legal_actions())


class ThumbBot:
    """The book's advice as a rule of thumb: the ``policy`` of ``koloda.bots.<game>``.

    Version 1 of it, ``thumb-1``, is the yardstick of strength and is not changed any more.
    """

    def __init__(self, level: str = "thumb") -> None:
        self.level = level

    def choose(self, view: View, seed: int) -> Action:
        seed_rng(view.state, seed)
        code = import_module(f"koloda.bots.{view.game.id}").policy(view.state)
        return Action(code, view.game.rules.spell(view.state, code))


class NoviceBot:
    """Knows the rules of thumb and does not always think of them."""

    level = "novice"

    def choose(self, view: View, seed: int) -> Action:
        random = Random(seed)
        if random.random() < SLIPS:
            return random.choice(view.legal_actions())
        return ThumbBot().choose(view, seed)


class SearchBot:
    """Looks ahead, as far as the level's budget goes: ``koloda.bots.search``.

    ``budget`` instead of the level's own number of acts in search, ``seconds`` as the guard (None:
    none). Fifteen is not searched: its club player is the rule of thumb, the strong one plays
    the solution for the cards left by totals only, the master all of it.
    """

    def __init__(
        self, level: str, *, budget: int | None = None, seconds: float | None = 1.0
    ) -> None:
        self.level = level
        self._guard = Budget(1 if budget is None else budget, seconds)
        self._own = budget is None

    def choose(self, view: View, seed: int) -> Action:
        if view.game.id == "fifteen":
            return _fifteen(self.level).choose(view, seed)
        return self.decide(view, seed).action

    def decide(self, view: View, seed: int, *, explain: bool = False) -> Decision:
        """The act to choose and why; with ``explain`` every candidate's worth where that costs
        more than the choice. The same act as ``choose``, except in Fifteen, which is solved and
        not searched. The view must be on turn."""
        from koloda.bots.plans import limits
        from koloda.bots.search import search

        given = limits(view.game.id, self.level)
        nodes = given.budget.nodes if self._own else self._guard.nodes
        given = replace(given, budget=replace(self._guard, nodes=nodes))
        return search(view, given, seed, explain=explain)


def _fifteen(level: str) -> Bot:
    if level == "club":
        return ThumbBot(level)
    solver: Any = import_module("koloda.bots.solvers.fifteen")
    made: Bot = solver.ExactBot(level, totals=level == "strong")
    return made


LEVELS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "thumb": ThumbBot,
    "club": lambda: SearchBot("club"),
    "strong": lambda: SearchBot("strong"),
    "master": lambda: SearchBot("master"),
}
"""By name, the weaker ones first."""
YARDSTICK = "thumb-1"
"""``thumb`` as it was when strength was first measured, and by another name as it is."""


def bot(level: str) -> Bot:
    """The bot of a level, or the ``YARDSTICK``. Raises OptionError ``unknown_level``."""
    if level == YARDSTICK:
        return ThumbBot(YARDSTICK)
    if level not in LEVELS:
        raise OptionError("unknown_level", name=level[:80], allowed=", ".join(LEVELS))
    return LEVELS[level]()
