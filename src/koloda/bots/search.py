"""A decision by search: which method a position gets, and what its figures say.

One ``Search`` serves one decision. It sees a ``View`` and nothing else, and of that only what the
seat knows: hidden cards are dealt anew for each world.
"""

from __future__ import annotations

from math import ceil, log2, sqrt
from time import perf_counter
from typing import Any

from koloda.bots import endings, generic_flat, generic_tree, generic_worlds, stubs
from koloda.bots.candidates import MAX
from koloda.bots.contract import Decision, Judged
from koloda.bots.plans import FLAT, PLANS, Limits, Plan
from koloda.deal import Action, View
from koloda.fast import Bound, bind
from koloda.rules.chance import seed_rng

WORLDS = 4096
"""At most so many worlds for flat Monte Carlo."""
TREE_NODES = 1 << 16
MEMORY = 1 << 17
"""Places in the hash table of endings."""
CHUNK = 20_000
"""So many acts between two looks at the clock."""


def engine(game_id: str, plan: Plan, *, plain: bool = False) -> Bound:
    """The generic search, bound to a game."""
    from koloda.rules import SHELF

    modules = (stubs, generic_worlds, generic_flat, generic_tree, endings)
    return bind(SHELF[game_id], *modules, given=plan.given(), plain=plain)


class Search:
    """The search of one decision. ``explain`` has every candidate valued where that costs
    more."""

    def __init__(
        self,
        view: View,
        limits: Limits,
        seed: int,
        *,
        explain: bool = False,
        plan: Plan | None = None,
        plain: bool = False,
    ) -> None:
        self.view = view
        self.limits = limits
        self.seed = seed
        self.explain = explain
        self.plan = plan or PLANS[view.game.id]
        self.bound = engine(view.game.id, self.plan, plain=plain)
        self.sign = view.game.rules.SIGN
        self.tries = self.plan.tries if limits.infer else 1
        self.nodes = 0
        self._until: float | None = None

    def decide(self) -> Decision:
        """The act to choose. The view must be on turn."""
        legal = self.view.legal_actions()
        if len(legal) == 1:
            return Decision(legal[0], "only")
        seconds = self.limits.budget.seconds
        self._until = None if seconds is None else perf_counter() + seconds
        seed_rng(self.view.state, self.seed)
        if self._solvable():
            solved = self._exact(legal)
            if solved is not None:
                return solved
        return self._flat() if self.plan.method == FLAT else self._tree()

    def _late(self) -> bool:
        return self._until is not None and perf_counter() > self._until

    def _action(self, code: int) -> Action:
        return Action(code, self.view.game.rules.spell(self.view.state, code))

    # --- flat Monte Carlo ------------------------------------------------------------------

    def _flat(self) -> Decision:
        bound = self.bound
        root = bound.state(self.view.state)
        scratch = [bound.state() for _ in range(4)]
        buffer = bound.buffer(self.view.game.rules.MAX_ACTIONS)
        found = bound.buffer(MAX)
        n = int(bound["candidates"](root, scratch[0], buffer, found))
        acts = [int(act) for act in found[:n]]
        gains = bound.buffer(n * WORLDS)
        seen = [0] * n
        alive = list(range(n))
        rounds = max(1, ceil(log2(n)))
        for k in range(rounds):
            share = self.limits.budget.nodes * (k + 1) // rounds
            self._compare(root, acts, alive, gains, seen, share, scratch, buffer)
            order = sorted(alive, key=lambda c: (-self._mean(gains, c, seen[c]), c))
            alive = order[: max(2, (len(order) + 1) // 2)]
            if 0 not in alive:
                alive.append(0)  # the policy's act is what others are measured by
            if self._late() or seen[order[0]] == WORLDS:
                break
        best = self._preferred(acts, gains, seen, alive)
        judged = [self._judged(acts[c], gains, c, seen[c]) for c in range(n)]
        rest = [c for c in range(n) if c != best]
        rest.sort(key=lambda c: (c not in alive, -judged[c].mean, c))
        told = tuple(judged[c] for c in [best, *rest])
        return Decision(told[0].action, "flat", self.nodes, told)

    def _compare(
        self,
        root: Any,
        acts: list[int],
        alive: list[int],
        gains: Any,
        seen: list[int],
        share: int,
        scratch: list[Any],
        buffer: Any,
    ) -> None:
        """Play the acts still alive in further worlds until ``share`` nodes are spent in all."""
        bound = self.bound
        tried = bound.buffer(MAX)
        for k, c in enumerate(alive):
            tried[k] = acts[c]
        results = bound.buffer(len(alive) * WORLDS)
        spent = bound.buffer(2)
        first = done = seen[alive[0]]
        while self.nodes < share and done < WORLDS and not self._late():
            done = int(
                bound["compare"](
                    root,
                    int(self.view.seat),
                    self.sign,
                    tried,
                    len(alive),
                    results,
                    WORLDS,
                    done,
                    min(CHUNK, share - self.nodes),
                    spent,
                    self.seed,
                    self.tries,
                    self.plan.soft,
                    *scratch,
                    buffer,
                )
            )
            self.nodes += int(spent[0])
        for k, c in enumerate(alive):
            seen[c] = done
            gains[c * WORLDS + first : c * WORLDS + done] = results[
                k * WORLDS + first : k * WORLDS + done
            ]

    def _moments(self, gains: Any, one: int, other: int, n: int) -> list[float]:
        """Means and standard errors in points: of an act, and of what it has over another."""
        out = self.bound.buffer(4)
        self.bound["moments"](gains, one * WORLDS, other * WORLDS, n, out)
        total, squares, more, more_squares = (int(x) for x in out)
        unit = self.view.game.players - 1
        n = max(n, 1)
        spread = max(n - 1, 1) * n
        error = sqrt(max(0.0, squares - total * total / n) / spread)
        more_error = sqrt(max(0.0, more_squares - more * more / n) / spread)
        return [value / unit for value in (total / n, error, more / n, more_error)]

    def _mean(self, gains: Any, c: int, n: int) -> float:
        return self._moments(gains, c, c, n)[0]

    def _judged(self, act: int, gains: Any, c: int, n: int) -> Judged:
        mean, error, _, _ = self._moments(gains, c, c, n)
        return Judged(self._action(act), mean, error, n)

    def _preferred(self, acts: list[int], gains: Any, seen: list[int], alive: list[int]) -> int:
        """The candidate with the best mean that is better than the policy's act by enough."""
        best, most = 0, 0.0
        for c in alive:
            n = min(seen[c], seen[0])
            if c == 0 or n < 2:
                continue
            _, _, more, error = self._moments(gains, c, 0, n)
            needed = self.plan.caution * error
            if (acts[c] in self.plan.reluctant) != (acts[0] in self.plan.reluctant):
                needed += self.plan.margin if acts[c] in self.plan.reluctant else 0.0
            if more > needed and more > most:
                best, most = c, more
        return best

    # --- tree search -------------------------------------------------------------------------

    def _tree(self) -> Decision:
        bound = self.bound
        root = bound.state(self.view.state)
        scratch = [bound.state() for _ in range(3)]
        buffer = bound.buffer(self.view.game.rules.MAX_ACTIONS)
        budget = self.limits.budget.nodes
        fields = generic_tree.FIELDS
        tree = bound.buffer(fields * min(TREE_NODES, budget + 2))
        spent = bound.buffer(2)
        bound["plant"](tree, int(self.view.seat))
        unit = self.view.game.players - 1
        size, world = 1, 0
        budget += self.nodes  # an ending that proved too long has cost some
        while self.nodes < budget and not (world and self._late()):
            size = bound["grow"](
                root,
                int(self.view.seat),
                self.sign,
                tree,
                size,
                world,
                min(CHUNK, budget - self.nodes),
                spent,
                self.seed,
                self.tries,
                self.plan.soft,
                int(100 * unit * self.plan.explore),
                *scratch,
                buffer,
            )
            self.nodes += int(spent[0])
            world = int(spent[1])
        children = []
        child = int(tree[generic_tree.CHILD])
        while child != generic_tree.NONE:
            children.append(self._branch(tree, child * fields, unit))
            child = int(tree[child * fields + generic_tree.SIBLING])
        children.sort(key=lambda judged: (-judged.samples, -judged.mean, judged.action.code))
        return Decision(children[0].action, "tree", self.nodes, tuple(children))

    def _branch(self, tree: Any, at: int, unit: int) -> Judged:
        n = int(tree[at + generic_tree.VISITS])
        mean = int(tree[at + generic_tree.TOTAL]) / n
        variance = max(0.0, int(tree[at + generic_tree.SQUARES]) / n - mean * mean)
        action = self._action(int(tree[at + generic_tree.ACT]))
        return Judged(action, mean / unit, sqrt(variance / n) / unit, n)

    # --- exact endings -----------------------------------------------------------------------

    def _solvable(self) -> bool:
        """Whether all cards are known: two players, the stock is out."""
        s = self.view.state
        exact = self.limits.exact and self.plan.ending is not None
        return exact and s.players == 2 and s.next == s.size

    def _exact(self, legal: list[Action]) -> Decision | None:
        """The best act, proved; None where it could not be proved in time."""
        state = self.view.state
        memory = self.bound.buffer(MEMORY * endings.PLACE + endings.HISTORY)
        sign = 1 if self.view.seat == 0 else -1
        found = self._solve(state, memory)
        if found is None:
            return None
        value, choice = found
        action = next(action for action in legal if action.code == choice)
        told = [Judged(action, float(sign * value), 0.0, 0)]
        for other in legal if self.explain else ():
            if other != action:
                after = state.copy()
                self.view.game.rules.apply(after, other.code)
                found = self._solve(after, memory)
                if found is not None:
                    told.append(Judged(other, float(sign * found[0]), 0.0, 0))
        told[1:] = sorted(told[1:], key=lambda judged: -judged.mean)
        return Decision(action, "exact", self.nodes, tuple(told))

    def _solve(self, state: Any, memory: Any) -> tuple[int, int] | None:
        """Seat 0's gain over seat 1 in the whole deal, and the act that leads there."""
        s = self.bound.state(state)
        if state.over:
            rules = self.view.game.rules
            return rules.SIGN * (rules.score(state, 0) - rules.score(state, 1)), endings.NO_ACT
        stack = self.bound.buffer(endings.STACK)
        self.bound["begin"](s, stack, memory)
        nodes = -1
        while nodes < 0:
            nodes = int(self.bound["solve"](s, stack, memory, CHUNK))
            self.nodes += abs(nodes)
            if nodes < 0 and self._late():
                return None
        value = int(self.bound["so_far"](s)) + int(stack[endings.BEST])
        return value, int(stack[endings.CHOICE])
