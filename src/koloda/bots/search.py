"""A decision by search: which method a position gets."""

from __future__ import annotations

from koloda.bots.contract import Decision
from koloda.bots.exact import exact, solvable
from koloda.bots.flat import flat
from koloda.bots.plans import TREE, Limits, Plan
from koloda.bots.task import Task
from koloda.bots.tree import tree
from koloda.deal import View


def search(
    view: View,
    limits: Limits,
    seed: int,
    *,
    explain: bool = False,
    plan: Plan | None = None,
    plain: bool = False,
) -> Decision:
    """The act to choose for a view on turn.

    The same view, limits without guard, and seed give the same decision. ``explain`` has every
    candidate valued where that costs more; ``plan`` searches otherwise than the game's own plan
    says; ``plain`` runs on the interpreted rules, with the same result.
    """
    legal = view.legal_actions()
    if len(legal) == 1:
        return Decision(legal[0], "only")
    task = Task(view, limits, seed, plan=plan, plain=plain)
    solved = exact(task, explain=explain) if solvable(task) else None
    if solved is not None:
        return solved
    grows = task.plan.method == TREE and limits.budget.nodes >= task.plan.tree_from
    return tree(task) if grows else flat(task)
