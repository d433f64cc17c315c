"""Fifteen as a linear program in sequence form, solved exactly by HiGHS (SciPy).

The dealer chooses how much of each flow he draws with; ``v[m]``, the worth of hand ``m`` to a
first player who answers best, is bounded by each of the two acts; the dealer makes ``v`` at the
start as large as can be. The shadow prices of those bounds are the first player's flows.

Two things are added to the textbook's program.

*Columns and rows on demand.* At most hands one act is plainly right. The program starts with both
acts only where there is a choice in practice, and each round best responses over the *whole* tree
tell which act is missing. When none is, the solution is that of the whole program.

*Trembles.* Numbers of cards that best play never shows leave the dealer's behaviour there
undetermined. So at every hand the first player also does either act by mistake, with a tiny
weight, and goes on from there as well as he can. The dealer's answer is taken from that program;
the value and the first player's flows from the one without. Both are then measured by exact best
responses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import linprog

from koloda.bots.solvers.fifteen_tree import Array, Flows, Tree
from koloda.rules.fifteen import TEN

TREMBLE = 1e-7
"""Weight of the first player's mistakes, for each number of cards; a hand's share is how likely
it is dealt."""
TOLERANCE = 1e-10
SLACK = 1e-9
"""An act is missing where it is better by more than this, relative to the hand's weight."""
_SOLVER = {
    "primal_feasibility_tolerance": TOLERANCE,
    "dual_feasibility_tolerance": TOLERANCE,
}
EXACT = 1e-8
"""The largest best-response gap with which a behaviour chosen by trembles is kept."""
CHOICE = (9, 12)
"""Totals at which both acts are tried from the first round on."""


class SolverFailure(ArithmeticError):
    """The linear program could not be solved: a defect, not bad input."""


@dataclass(frozen=True)
class Optimum:
    """Of one program: the dealer's chances to draw, nan where he never comes; the first player's
    flows as he means to play, and as the dealer meets them, mistakes included."""

    dealer: Array
    first: Flows
    met: Flows


class Program:
    """The acts in play and the linear program over them."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        low, high = CHOICE
        likely = np.stack([tree.total >= low, tree.total <= high], axis=1)
        self.first = _at_least_one(likely & tree.first_legal, tree.first_legal)
        dealer = np.broadcast_to(likely, tree.dealer_legal.shape)
        self.dealer = _at_least_one(dealer & tree.dealer_legal, tree.dealer_legal)
        reach = tree.flows(np.ones(len(tree.size))).draw  # of one who always draws
        self.tremble = reach / np.bincount(tree.size, weights=reach)[tree.size]

    # --- the program -----------------------------------------------------------------------

    def solve(self, tremble: float) -> Optimum:
        """The optimum over the whole tree; acts that it needs are added on the way."""
        while True:
            optimum = self._round(tremble)
            if not self._grow(optimum):
                return optimum

    def _round(self, tremble: float) -> Optimum:
        """Solve the program over the acts in play."""
        tree, hands = self.tree, len(self.tree.size)
        forms = self._forms()
        acts, later, gains = self._acts(forms)
        mistakes = tremble * self.tremble[acts[:, 0]]
        played = self.first[acts[:, 0], acts[:, 1]]
        seen = tree.size[acts[:, 0]] + acts[:, 1]
        goal, costs, takes, inflow, columns = [tree.start + mistakes @ later], [], [], [], []
        for k in range(1, tree.seen + 1):
            # free draws of k: their gains, and that each takes no more than what flows in
            (free,) = np.nonzero(self.dealer[k].all(axis=1))
            columns.append(slice(1, len(free) + 1))
            goal.append(mistakes[seen == k] @ gains[seen == k, columns[-1]])
            costs.append(-gains[(seen == k) & played, columns[-1]])
            takes.append(-forms[k, free, 0, columns[-1]])
            inflow.append(forms[k, free, 0, 0])
        # the worth of a hand is at most that of each act in play
        worth = np.zeros((played.sum(), hands))
        worth[np.arange(len(worth)), acts[played, 0]] = 1.0
        worth -= later[played]
        lower = np.zeros(sum(map(len, goal)))
        lower[:hands] = -np.inf
        found = linprog(
            -np.concatenate(goal),
            A_ub=sparse.block_array(
                [[sparse.csr_array(worth), _diagonal(costs)], [None, _diagonal(takes)]],
                format="csr",
            ),
            b_ub=np.concatenate([gains[played, 0], *inflow]),
            bounds=np.column_stack([lower, np.full(len(lower), np.inf)]),
            method="highs-ds",
            options=_SOLVER,
        )
        if found.status != 0:
            raise SolverFailure(f"HiGHS ended with status {found.status}: {found.message}")
        priced = np.zeros((len(acts), 2))
        priced[played, 0] = -found.ineqlin.marginals[: len(worth)]
        priced[:, 1] = priced[:, 0] + mistakes
        flows = np.zeros((2, 2, hands))
        flows[:, acts[:, 1], acts[:, 0]] = priced.T
        solved = np.zeros((tree.seen + 1, forms.shape[-1]))
        solved[1:, 0] = 1.0
        for k, column in enumerate(columns, start=1):
            begin = hands + sum(map(len, inflow[: k - 1]))
            solved[k, column] = found.x[begin : begin + len(inflow[k - 1])]
        dealer = _chances(np.einsum("khaf,kf->kha", forms, solved))
        return Optimum(dealer, Flows(*flows[0]), Flows(*flows[1]))

    def _forms(self) -> Array:
        """The dealer's flows ``[k, h, a]`` as linear forms of the free draws of the same k, in
        the order of hands; form 0 is the constant. Free are hands with both acts in play."""
        tree = self.tree
        both = self.dealer.all(axis=2)
        both[0] = False
        number = both.cumsum(axis=1)
        only = self.dealer[..., 1] & ~both
        inflow = np.zeros((*both.shape, int(number.max()) + 1))
        inflow[1:, :, 0] = tree.start
        forms = np.zeros((*both.shape, 2, inflow.shape[-1]))
        for level in tree.levels:
            drawn = np.where(only[:, level, None], inflow[:, level], 0.0)
            k, at = np.nonzero(both[:, level])
            drawn[k, at, number[k, level[at]]] = 1.0
            forms[:, level, 1] = drawn
            forms[:, level, 0] = inflow[:, level] - drawn
            for v in range(TEN):
                (go,) = np.nonzero(tree.child[level, v] >= 0)
                links = tree.links[level[go], v, None]
                inflow[:, tree.child[level[go], v]] += drawn[:, go] * links
        return forms

    def _acts(self, forms: Array) -> tuple[Array, Array, Array]:
        """The legal acts ``(hand, act)`` of the first player by the number of cards they may
        show, and the worth of each: how likely each hand comes next, and what the dealer gains
        at once as a form of the free draws of that number."""
        tree = self.tree
        acts = np.argwhere(tree.first_legal)
        acts = acts[np.argsort(tree.size[acts[:, 0]] + acts[:, 1], kind="stable")]
        hand, act = acts[:, 0], acts[:, 1]
        gains = np.zeros((len(acts), forms.shape[-1]))
        for k in range(1, tree.seen + 1):
            flows = [sparse.csr_array(forms[k, :, b].T) for b in range(2)]
            for a in range(2):
                (at,) = np.nonzero((tree.size[hand] + a == k) & (act == a))
                for b in range(2):
                    gains[at] += (flows[b] @ tree.pays[a][b][hand[at]].T).T
        later = np.zeros((len(acts), len(tree.size)))
        for v in range(TEN):
            (go,) = np.nonzero((act == 1) & (tree.child[hand, v] >= 0))
            later[go, tree.child[hand[go], v]] = tree.links[hand[go], v]
        return acts, later, gains

    def _grow(self, optimum: Optimum) -> bool:
        """Put acts in play that a best response over the whole tree prefers; whether any."""
        tree = self.tree
        gains = tree.best(tree.to_dealer(optimum.met), tree.dealer_legal, 1)
        weight = tree.weight(optimum.met)[:, None, None]
        best = gains.max(axis=2, keepdims=True)
        mine = np.where(self.dealer, gains, -np.inf).max(axis=2, keepdims=True)
        missing = ~self.dealer & (gains >= best) & (best - mine > TOLERANCE + SLACK * weight)
        missing[0] = False
        dealer = _fill(optimum.dealer, gains)
        costs = tree.best(tree.to_first(tree.flows(dealer)), tree.first_legal, -1)
        least = costs.min(axis=1, keepdims=True)
        ours = np.where(self.first, costs, np.inf).min(axis=1, keepdims=True)
        lacking = ~self.first & (costs <= least) & (ours - least > SLACK)
        self.dealer |= missing
        self.first |= lacking
        return bool(missing.any() or lacking.any())


def _diagonal(blocks: list[Array]) -> Any:
    """The blocks along the diagonal, also those without rows or columns."""
    return sparse.block_diag([sparse.csr_array(block) for block in blocks], format="csr")


def _at_least_one(wanted: Array, legal: Array) -> Array:
    return np.where(wanted.any(axis=-1, keepdims=True), wanted, legal)


def _chances(flow: Array, least: float | Array = 0.0) -> Array:
    """Chances to draw from flows ``[..., a]``; nan where no more than ``least`` flows in."""
    flow = flow.clip(min=0.0)
    whole = flow.sum(axis=-1)
    met = whole > least
    chance = np.where(met, flow[..., 1] / np.where(met, whole, 1.0), np.nan)
    return np.where(np.abs(chance - chance.round()) < SLACK, chance.round(), chance)


def _fill(draw: Array, acts: Array, sign: int = 1) -> Array:
    """Chances to draw where they are missing: the act that gains more (sign 1) or less."""
    return np.where(np.isnan(draw), sign * acts[..., 1] > sign * acts[..., 0], draw)


def equilibrium(tree: Tree) -> tuple[Array, Array]:
    """Optimal chances to draw of the first player, ``[h]``, and the dealer, ``[k, h]``.

    Where a player never comes by his own choice he draws if that answers the other best.
    Raises SolverFailure.
    """
    program = Program(tree)
    trembling = program.solve(TREMBLE)
    plain = program.solve(0.0)
    dealer = _dealer(tree, trembling)
    first = _first(tree, plain, trembling, dealer)
    low, high = tree.bracket(first, dealer)
    if high - low > EXACT:  # the trembles weighed too much for this pack
        dealer = _dealer(tree, plain)
        first = _first(tree, plain, plain, dealer)
    return first, dealer


def _dealer(tree: Tree, found: Optimum) -> Array:
    gains = tree.best(tree.to_dealer(found.met), tree.dealer_legal, 1)
    return _fill(found.dealer, gains)


def _first(tree: Tree, plain: Optimum, trembling: Optimum, dealer: Array) -> Array:
    """The first player's chances: as he plays without trembles where he comes there, else as he
    goes on from a mistake, else the best answer."""
    reach = tree.flows(np.ones(len(tree.size))).draw
    chances = [
        _chances(np.stack([found.first.stand, found.first.draw], axis=1), SLACK * reach)
        for found in (plain, trembling)
    ]
    costs = tree.best(tree.to_first(tree.flows(dealer)), tree.first_legal, -1)
    return _fill(np.where(np.isnan(chances[0]), chances[1], chances[0]), costs, -1)
