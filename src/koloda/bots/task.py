"""What every kind of search of one decision shares: the view, the limits, the clock, the count."""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Any

from koloda.bots import endings, generic_flat, generic_stakes, generic_tree, generic_worlds, stubs
from koloda.bots.plans import Limits, Plan, plan_of
from koloda.bots.stakes import stakes
from koloda.deal import Action, View
from koloda.fast import Bound, bind
from koloda.rules.chance import seed_rng

POOL = 4096
"""At most so many worlds are weighed by what the others did,"""
ACTS_A_WORLD = 10
"""one for so many acts of the budget."""
CHUNK = 20_000
"""So many acts between two looks at the clock."""


def engine(rules: Any, plan: Plan, *, plain: bool = False) -> Bound:
    """The generic search, bound to a game."""
    modules = (stubs, generic_worlds, generic_stakes, generic_flat, generic_tree, endings)
    return bind(rules, *modules, given=plan.given(), plain=plain)


class Task:
    """One decision to be made. Of the view's state it depends on what the seat knows alone.

    ``nodes`` counts the acts applied so far; the view must be on turn, and its state's generator
    is set from ``seed``. ``plain`` searches on the interpreted rules, with the same result.
    """

    def __init__(
        self,
        view: View,
        limits: Limits,
        seed: int,
        *,
        plan: Plan | None = None,
        plain: bool = False,
    ) -> None:
        self.view = view
        self.limits = limits
        self.seed = seed
        self.plan = plan or plan_of(view.game.id)
        self.bound = engine(view.game.rules, self.plan, plain=plain)
        self.seat = int(view.seat)
        self.sign = view.game.rules.SIGN
        by_score = stakes(view, self.plan.pace, self.plan.spread) if limits.match else []
        self.stakes = self.bound.buffer(len(by_score))
        for k, field in enumerate(by_score):
            self.stakes[k] = field
        self.unit = (view.game.players - 1) * (generic_stakes.FINE if by_score else 1)
        """What the compiled gains are multiples of a point by."""
        self.nodes = 0
        self._stretches = 0
        self._began = inf
        seed_rng(view.state, seed)

    def picks(self) -> Any:
        """The numbers of the worlds to use, by what the others did; none: all are alike."""
        if not self.limits.infer or self.plan.inference is None:
            return self.bound.buffer(0)
        n = max(16, min(POOL, self.limits.budget.nodes // ACTS_A_WORLD))
        picks = self.bound.buffer(POOL)
        root, world = self.bound.state(self.view.state), self.bound.state()
        self.bound["weigh"](root, self.seat, self.seed, n, picks, self.bound.buffer(n), world)
        return picks

    def stretch(self, left: int) -> int:
        """How many acts to do before the next look at the clock: at first one, for that stretch
        may have to compile the game. What is decided does not depend on it."""
        self._stretches += 1
        return 1 if self._stretches == 1 else min(CHUNK, left)

    def late(self, share: float = 1.0) -> bool:
        """Whether this share of the guard's time is over; it starts after the first stretch."""
        seconds = self.limits.budget.seconds
        if self._stretches == 0 or seconds is None:
            return False
        if self._began == inf:
            self._began = perf_counter()
        return perf_counter() > self._began + share * seconds

    def action(self, code: int) -> Action:
        """The act with this code."""
        return Action(code, self.view.game.rules.spell(self.view.state, code))

    def states(self, n: int) -> list[Any]:
        """States to work on."""
        return [self.bound.state() for _ in range(n)]
