"""CFR+ on the merged tree of Fifteen: another way to the same value, as a check on the program.

Regret matching+ at every hand, the players in turn, averages weighted by the round's number
(Tammelin 2014). It needs NumPy only and knows nothing of linear programming.
"""

from __future__ import annotations

import numpy as np

from koloda.bots.solvers.fifteen_tree import Array, Flows, Tree


class _Side:
    """One player's regrets and the sum of his flows."""

    def __init__(self, legal: Array) -> None:
        self.legal = legal
        self.regret = np.zeros(legal.shape)
        self.stand = np.zeros(legal.shape[:-1])
        self.draw = np.zeros(legal.shape[:-1])

    def chances(self) -> Array:
        """Regret matching: both acts alike where neither is regretted."""
        return _shares(self.regret, self.legal)

    def learn(self, gains: Array, draw: Array) -> None:
        """Add what each act would have gained over what was done; regrets below 0 are dropped."""
        value = (1 - draw) * gains[..., 0] + draw * gains[..., 1]
        regret = self.regret + gains - value[..., None]
        self.regret = np.where(self.legal, np.maximum(regret, 0.0), 0.0)

    def add(self, flows: Flows, weight: float) -> None:
        self.stand += weight * flows.stand
        self.draw += weight * flows.draw

    def average(self) -> Array:
        return _shares(np.stack([self.stand, self.draw], axis=-1), self.legal)


def _shares(acts: Array, legal: Array) -> Array:
    """The draw's share of two non-negative numbers, of the legal acts where both are 0."""
    whole = acts.sum(axis=-1)
    even = legal[..., 1] / np.maximum(legal.sum(axis=-1), 1)
    return np.where(whole > 0, acts[..., 1] / np.where(whole > 0, whole, 1.0), even)


def cfr_plus(tree: Tree, rounds: int) -> tuple[Array, Array]:
    """Average chances to draw of the first player, ``[h]``, and the dealer, ``[k, h]``.

    ``tree.bracket`` of the two tells how far from the value they are; it shrinks with ``rounds``.
    """
    first, dealer = _Side(tree.first_legal), _Side(tree.dealer_legal)
    for n in range(1, rounds + 1):
        mine, his = first.chances(), dealer.chances()
        answer = tree.to_first(tree.flows(his))
        first.learn(-tree.back(answer, mine), mine)
        flows = tree.flows(first.chances())
        first.add(flows, n)
        dealer.learn(tree.back(tree.to_dealer(flows), his), his)
        dealer.add(tree.flows(dealer.chances()), n)
    return first.average(), dealer.average()
