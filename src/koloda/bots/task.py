"""What every kind of search of one decision shares: the view, the limits, the clock, the count."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from koloda.bots import endings, generic_flat, generic_stakes, generic_tree, generic_worlds, stubs
from koloda.bots.plans import Limits, Plan, plan_of
from koloda.bots.stakes import stakes
from koloda.deal import Action, View
from koloda.fast import Bound, bind
from koloda.rules.chance import seed_rng

WORLDS = 2048
"""At most so many worlds are kept,"""
ACTS_A_WORLD = 50
"""one for so many acts of the budget."""
WALK = 32
"""So many worlds are walked through between two looks at the clock,"""
CHUNK = 20_000
"""or so many acts are done."""


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
        seed_rng(view.state, seed)
        self._called: set[str] = set()
        self._began = perf_counter()

    def call(self, name: str, *given: Any) -> Any:
        """What a bound function returns. The first call in a decision may have to compile it, so
        that time does not count; it should do little (``stretch``)."""
        began = perf_counter()
        result = self.bound[name](*given)
        if name not in self._called:
            self._called.add(name)
            self._began += perf_counter() - began
        return result

    def stretch(self, name: str, left: int, most: int = CHUNK) -> int:
        """How much a bound function should do of what is left before the next look at the clock.
        What is decided does not depend on it."""
        return min(most, left) if name in self._called else 1

    def late(self, share: float = 1.0) -> bool:
        """Whether this share of the guard's time is over."""
        seconds = self.limits.budget.seconds
        return seconds is not None and perf_counter() > self._began + share * seconds

    def worlds(self, *, always: bool = False) -> Any:
        """Worlds as likely as what the others did makes them; where nothing is inferred none, or
        with ``always`` any."""
        infers = self.limits.infer and self.plan.inference is not None
        if not infers and not always:
            return self.bound.blanks(0)
        n = max(16, min(WORLDS, self.limits.budget.nodes // ACTS_A_WORLD))
        worlds = self.bound.blanks(n)
        root, size = self.bound.state(self.view.state), self.view.state.size
        w, s = self.states(2)
        where = [self.bound.buffer(length) for length in (generic_worlds.WALK, size, size)]
        self.call("set_out", w, root, self.seat, self.seed, *where, s)
        if not infers:
            where[0][generic_worlds.OTHERS] = 0
        given = (root, self.seat, self.seed, *where, worlds)
        done = -(n // 2)  # before the walk has forgotten where it began nothing is kept
        while done < n and not self.late(0.5):
            first, done = done, done + self.stretch("go_on", n - done, WALK)
            self.call("go_on", w, *given, first, done, s)
        if done < 1:
            done = 1
            self.call("go_on", w, *given, 0, done, s)
        return worlds[:done]

    def action(self, code: int) -> Action:
        """The act with this code."""
        return Action(code, self.view.game.rules.spell(self.view.state, code))

    def states(self, n: int) -> list[Any]:
        """States to work on."""
        return [self.bound.state() for _ in range(n)]
