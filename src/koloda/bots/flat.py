"""Flat Monte Carlo with successive halving: the same worlds for every act still in question.

In each round all candidates left are played out in further worlds, then the worse half is
dropped. The policy's own act stays to the end: another has to be better by enough.
"""

from __future__ import annotations

from math import ceil, log2, sqrt

from koloda.bots.candidates import MAX
from koloda.bots.contract import Decision, Judged
from koloda.bots.task import Task

WORLDS = 4096
"""At most so many worlds."""


class Table:
    """The candidates of a decision and what they gained, by world."""

    def __init__(self, task: Task) -> None:
        bound = task.bound
        self.task = task
        self.root = bound.state(task.view.state)
        self.scratch = task.states(2)
        self.buffer = bound.buffer(task.view.game.rules.MAX_ACTIONS)
        found = bound.buffer(MAX)
        n = int(task.call("candidates", self.root, self.scratch[0], self.buffer, found))
        self.acts = [int(act) for act in found[:n]]
        self.worlds = task.worlds()
        self.gains = bound.buffer(n * WORLDS)
        self.seen = [0] * n
        """In how many worlds each was played."""

    def play(self, alive: list[int], share: int) -> None:
        """Play these candidates in further worlds until ``share`` nodes are spent in all."""
        task, bound = self.task, self.task.bound
        tried = bound.buffer(MAX)
        for k, c in enumerate(alive):
            tried[k] = self.acts[c]
        gains = bound.buffer(len(alive) * WORLDS)
        spent = bound.buffer(2)
        first = done = self.seen[alive[0]]
        while task.nodes < share and done < WORLDS and not (done and task.late()):
            limits = (done, task.stretch("compare", share - task.nodes), spent)
            chance = (task.seed, self.worlds, task.plan.soft)
            done = int(
                task.call(
                    "compare",
                    self.root,
                    task.seat,
                    task.sign,
                    task.stakes,
                    tried,
                    len(alive),
                    gains,
                    WORLDS,
                    *limits,
                    *chance,
                    *self.scratch,
                    self.buffer,
                )
            )
            task.nodes += int(spent[0])
        for k, c in enumerate(alive):
            self.seen[c] = done
            new = gains[k * WORLDS + first : k * WORLDS + done]
            self.gains[c * WORLDS + first : c * WORLDS + done] = new

    def moments(self, one: int, other: int, n: int) -> list[float]:
        """Means and standard errors in points: of an act, and of what it has over another."""
        out = self.task.bound.buffer(4)
        self.task.call("moments", self.gains, one * WORLDS, other * WORLDS, n, out)
        total, squares, more, more_squares = (int(x) for x in out)
        n = max(n, 1)
        spread = max(n - 1, 1) * n
        error = sqrt(max(0.0, squares - total * total / n) / spread)
        more_error = sqrt(max(0.0, more_squares - more * more / n) / spread)
        return [value / self.task.unit for value in (total / n, error, more / n, more_error)]

    def mean(self, c: int) -> float:
        """What a candidate gained on average."""
        return self.moments(c, c, self.seen[c])[0]

    def judged(self, c: int) -> Judged:
        """A candidate with its figures."""
        mean, error, _, _ = self.moments(c, c, self.seen[c])
        return Judged(self.task.action(self.acts[c]), mean, error, self.seen[c])

    def preferred(self, alive: list[int]) -> int:
        """The candidate with the best mean that is better than the policy's act by enough."""
        plan = self.task.plan
        best, most = 0, 0.0
        for c in alive:
            n = min(self.seen[c], self.seen[0])
            if c == 0 or n < 2:
                continue
            _, _, more, error = self.moments(c, 0, n)
            needed = plan.caution * error
            if self.acts[c] in plan.reluctant:
                needed += plan.margin
            if more > needed and more > most:
                best, most = c, more
        return best


def flat(task: Task) -> Decision:
    """The act to choose by flat Monte Carlo."""
    table = Table(task)
    n = len(table.acts)
    alive = list(range(n))
    rounds = max(1, ceil(log2(n)))
    before = task.nodes  # an ending that proved too long has cost some
    for k in range(rounds):
        table.play(alive, before + task.limits.budget.nodes * (k + 1) // rounds)
        order = sorted(alive, key=lambda c: (-table.mean(c), c))
        alive = order[: max(2, (len(order) + 1) // 2)]
        if 0 not in alive:
            alive.append(0)
        if task.late() or table.seen[0] == WORLDS:
            break
    best = table.preferred(alive)
    judged = [table.judged(c) for c in range(n)]
    rest = [c for c in range(n) if c != best]
    rest.sort(key=lambda c: (c not in alive, -judged[c].mean, c))
    told = tuple(judged[c] for c in [best, *rest])
    return Decision(told[0].action, "flat", task.nodes, told)
