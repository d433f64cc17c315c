"""Information-set tree search of one decision: the most visited act is chosen."""

from __future__ import annotations

from math import sqrt
from typing import Any

from koloda.bots import generic_tree
from koloda.bots.contract import Decision, Judged
from koloda.bots.task import Task

NODES = 1 << 16
"""A tree has at most so many nodes."""


def tree(task: Task) -> Decision:
    """The act to choose by single-observer information-set tree search."""
    bound = task.bound
    root = bound.state(task.view.state)
    w = bound.state()
    worlds = task.worlds(always=True)
    buffer = bound.buffer(task.view.game.rules.MAX_ACTIONS)
    budget = task.limits.budget.nodes
    fields = generic_tree.FIELDS
    nodes = bound.buffer(fields * min(NODES, budget + 2))
    spent = bound.buffer(2)
    explore = int(100 * task.unit * task.plan.explore)
    task.call("plant", nodes, task.seat)
    size, world = 1, 0
    budget += task.nodes  # an ending that proved too long has cost some
    while task.nodes < budget and not (world and task.late()):
        stretch = (world, task.stretch("grow", budget - task.nodes), spent)
        chance = (task.seed, worlds, task.plan.soft)
        size = task.call(
            "grow",
            root,
            task.seat,
            task.sign,
            task.stakes,
            nodes,
            size,
            *stretch,
            *chance,
            explore,
            task.plan.trust,
            w,
            buffer,
        )
        task.nodes += int(spent[0])
        world = int(spent[1])
    children = []
    child = int(nodes[generic_tree.CHILD])
    while child != generic_tree.NONE:
        children.append(_branch(task, nodes, child * fields))
        child = int(nodes[child * fields + generic_tree.SIBLING])
    children.sort(key=lambda judged: (-judged.samples, -judged.mean, judged.action.code))
    return Decision(children[0].action, "tree", task.nodes, tuple(children))


def _branch(task: Task, nodes: Any, at: int) -> Judged:
    n = int(nodes[at + generic_tree.VISITS])
    mean = int(nodes[at + generic_tree.TOTAL]) / n
    variance = max(0.0, int(nodes[at + generic_tree.SQUARES]) / n - mean * mean)
    action = task.action(int(nodes[at + generic_tree.ACT]))
    return Judged(action, mean / task.unit, sqrt(variance / n) / task.unit, n)
