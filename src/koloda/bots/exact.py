"""Exact endings of one decision, where two players and an empty stock leave nothing hidden."""

from __future__ import annotations

from typing import Any

from koloda.bots import endings
from koloda.bots.contract import Decision, Judged
from koloda.bots.task import CHUNK, Task

MEMORY = 1 << 17
"""Places in the hash table."""


def solvable(task: Task) -> bool:
    """Whether the rest of the deal can be played exactly, and the level may."""
    s = task.view.state
    able = task.limits.exact and task.plan.ending is not None
    return able and s.players == 2 and s.next == s.size


def exact(task: Task, *, explain: bool = False) -> Decision | None:
    """The best act, proved, and with ``explain`` the worth of the others; None where half of the
    guard's time did not suffice."""
    state = task.view.state
    memory = task.bound.buffer(MEMORY * endings.PLACE + endings.HISTORY)
    sign = 1 if task.seat == 0 else -1
    found = _solve(task, state, memory)
    if found is None:
        return None
    value, choice = found
    legal = task.view.legal_actions()
    action = next(action for action in legal if action.code == choice)
    told = [Judged(action, float(sign * value), 0.0, 0)]
    for other in legal if explain else ():
        if other != action:
            after = state.copy()
            task.view.game.rules.apply(after, other.code)
            found = _solve(task, after, memory)
            if found is not None:
                told.append(Judged(other, float(sign * found[0]), 0.0, 0))
    told[1:] = sorted(told[1:], key=lambda judged: -judged.mean)
    return Decision(action, "exact", task.nodes, tuple(told))


def _solve(task: Task, state: Any, memory: Any) -> tuple[int, int] | None:
    """Seat 0's gain over seat 1 in the whole deal, and the act that leads there."""
    if state.over:
        rules = task.view.game.rules
        return rules.SIGN * (rules.score(state, 0) - rules.score(state, 1)), endings.NO_ACT
    s = task.bound.state(state)
    stack = task.bound.buffer(endings.STACK)
    task.call("begin", s, stack, memory)
    nodes = -1
    while nodes < 0:
        nodes = int(task.call("solve", s, stack, memory, task.stretch("solve", CHUNK)))
        task.nodes += abs(nodes)
        if nodes < 0 and task.late(0.5):  # the rest is for a search
            return None
    value = int(task.call("so_far", s)) + int(stack[endings.BEST])
    return value, int(stack[endings.CHOICE])
