"""How each game is searched: what is particular to it, and how much of everything."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import FunctionType, ModuleType

from koloda.bots import (
    candidates,
    candidates_chain,
    chain,
    ending_hearts,
    ending_jack,
    fifteen,
    inference,
    inference_jack,
    inference_rockaway,
    ladder_rummy,
    rockaway,
    stubs,
    two_handed_hearts,
    two_ten_jack,
)
from koloda.bots.contract import Budget
from koloda.rules.rockaway import DRAW

FLAT, TREE = "flat", "tree"


@dataclass(frozen=True)
class Plan:
    """The search of one game.

    ``soft`` of 1000 acts in playouts are random. ``inference`` tells how little what the others
    did fits a world. Another act than the policy's has to be better by ``caution`` standard
    errors, one of the ``reluctant`` also by ``margin`` points. ``explore`` (for trees) is in
    points, ``trust`` how many of 100 acts others do by policy there; with a budget below
    ``tree_from`` a tree is too small to be better than flat search. ``ending`` makes
    the last tricks of two players exact. ``pace`` and ``spread`` are those of ``stakes``, measured
    over deals by rule of thumb. ``nodes`` are the budgets of the levels.
    """

    policy: ModuleType
    method: str = FLAT
    candidates: ModuleType = candidates
    inference: ModuleType | None = None
    ending: ModuleType | None = None
    soft: int = 50
    caution: float = 1.0
    reluctant: tuple[int, ...] = ()
    margin: float = 0.0
    explore: float = 0.0
    trust: int = 0
    tree_from: int = 10_000
    pace: float = 50.0
    spread: float = 50.0
    nodes: tuple[int, int, int] = (2_000, 20_000, 150_000)

    def given(self) -> dict[FunctionType, FunctionType]:
        """What the stand-ins of ``koloda.bots.stubs`` are in this game."""
        modules: list[ModuleType] = [self.policy, self.candidates, self.inference or inference]
        modules += [self.ending] if self.ending is not None else []
        found = {}
        for stub in vars(stubs).values():
            if isinstance(stub, FunctionType) and stub.__module__ == stubs.__name__:
                for module in modules:
                    real = vars(module).get(stub.__name__, stub)
                    if real is not stub:
                        found[stub] = real
        return found


PLANS: dict[str, Plan] = {
    "rockaway": Plan(
        policy=rockaway,
        inference=inference_rockaway,
        reluctant=(DRAW,),
        margin=0.5,
        pace=25,
        spread=30,
        nodes=(500, 5_000, 400_000),
    ),
    "ladder_rummy": Plan(policy=ladder_rummy, pace=130, spread=60, nodes=(2_000, 12_000, 100_000)),
    "two_ten_jack": Plan(
        policy=two_ten_jack,
        inference=inference_jack,
        ending=ending_jack,
        caution=0.0,
        pace=8,
        spread=12,
        nodes=(1_500, 8_000, 400_000),
    ),
    "fifteen": Plan(policy=fifteen),
    "two_handed_hearts": Plan(
        policy=two_handed_hearts,
        method=TREE,
        ending=ending_hearts,
        explore=4.0,
        trust=50,
        pace=10,
        spread=7,
        nodes=(1_000, 5_000, 400_000),
    ),
    "chain": Plan(
        policy=chain,
        candidates=candidates_chain,
        soft=0,
        caution=0.0,
        pace=250,
        spread=190,
        nodes=(1_000, 6_000, 100_000),
    ),
}


def plan_of(game_id: str) -> Plan:
    """The plan of a game; the defaults with its ``policy`` for one that has none yet."""
    if game_id in PLANS:
        return PLANS[game_id]
    return Plan(policy=import_module(f"koloda.bots.{game_id}"))


@dataclass(frozen=True)
class Limits:
    """What a search may do: its budget, whether it infers from others' acts, whether it plays
    endings exactly, whatever that takes, and to the score of the match."""

    budget: Budget
    infer: bool = True
    exact: bool = True
    match: bool = True


SEARCHED = ("club", "strong", "master")


def limits(game_id: str, level: str, seconds: float | None = 1.0) -> Limits:
    """The limits of a level that searches."""
    k = SEARCHED.index(level)
    return Limits(Budget(plan_of(game_id).nodes[k], seconds), exact=k > 0)
