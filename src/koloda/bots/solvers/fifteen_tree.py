"""The tree of one deal of Fifteen, merged: hands as sets of values, payoffs as matrices.

What a player can still reach, what he pays or wins and what the other sees (how many cards he
drew) do not depend on suits, on the court cards' faces or on the order of his cards. So any
strategy can be replaced by one that looks only at how many cards of each value he holds, with
the same law of outcomes, and the tree of the game shrinks to a few hundred hands a player.

A *flow* is the chance that a player holds a hand (and does something with it), his own choices
counted and the other's hand unknown. The chance of hand ``m`` here and ``d`` there is the product
of the two flows times ``ratio[m, d]``, in which all that card removal does is contained.

Seats: the *first* player is the one who does not deal; the *dealer* then sees ``k``, how many
cards the first has. All values are the dealer's gain in antes: 1, 0 or -1 a deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from koloda.rules.fifteen import GOAL, TEN

Array = Any
"""A NumPy array."""


@dataclass(frozen=True)
class Flows:
    """Behaviour as flows: how much of each hand stands and how much draws."""

    stand: Array
    draw: Array


def _hands(counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every set of values below 15 in all that the cards allow, the empty one too."""

    def grow(value: int, hand: tuple[int, ...], room: int) -> Iterator[tuple[int, ...]]:
        if value > TEN:
            yield hand
            return
        for n in range(min(counts[value - 1], room // value) + 1):
            yield from grow(value + 1, (*hand, n), room - n * value)

    return grow(1, (), GOAL - 1)


def _falling(a: Array, b: Array) -> Array:
    """``a (a - 1) ... (a - b + 1)``, elementwise; 0 where b > a."""
    steps = np.arange(int(b.max(initial=0)))
    factors = np.maximum(a[..., None] - steps, 0)
    return np.where(steps < b[..., None], factors, 1).prod(axis=-1, dtype=float)


class Tree:
    """All hands below 15 of a pack and what meets what.

    ``counts[v - 1]`` cards of value v are in the pack, 10 counts; at least 2 cards in all.
    ``narrow``: the first player must draw on a first card below 10 (F-4, ``first_stand="ten"``).
    ``hands`` ascend by size; ``first_legal[h, a]`` and ``dealer_legal[k, h, a]`` tell whether
    a = 0 (stand), 1 (draw) may be done; row k of the dealer's arrays is "k cards seen".
    """

    def __init__(self, counts: Sequence[int], narrow: bool = False) -> None:
        self.counts = tuple(counts)
        self.cards = sum(counts)
        hands = [h for h in _hands(counts) if 1 <= sum(h) < self.cards]
        hands.sort(key=lambda h: (sum(h), h))
        self.hands = hands
        self.index = {hand: i for i, hand in enumerate(hands)}
        self.held = np.array(hands)
        self.size = self.held.sum(axis=1)
        self.total = self.held @ np.arange(1, TEN + 1)
        self.seen = int(self.size.max()) + 1
        self._children()
        self._legal(narrow)
        self._payoffs()

    def _children(self) -> None:
        """``child[h, v - 1]``: the hand after one more card, -1 where it ends; ``chance``: how
        likely the card is when only the own hand is known; ``start``: of the first card."""
        pack = np.array(self.counts)
        self.child = np.full(self.held.shape, -1)
        for i, hand in enumerate(self.hands):
            for v in range(TEN):
                more = (*hand[:v], hand[v] + 1, *hand[v + 1 :])
                self.child[i, v] = self.index.get(more, -1)
        self.chance = (pack - self.held) / (self.cards - self.size)[:, None]
        self.links = np.where(self.child >= 0, self.chance, 0.0)
        single = self.size == 1
        self.start = np.where(single, pack[self.total.clip(max=TEN) - 1] / self.cards, 0.0)
        self.levels = [np.flatnonzero(self.size == n) for n in range(1, self.seen)]
        self.rows = [slice(level[0], level[-1] + 1) for level in self.levels]

    def _legal(self, narrow: bool) -> None:
        stock = self.cards - 1 - self.size
        self.first_legal = np.stack([np.ones(len(stock), bool), stock >= 1], axis=1)
        if narrow:  # F-4; with nothing to draw he may stand
            bound = (self.size == 1) & (self.total < TEN) & (stock >= 1)
            self.first_legal[bound, 0] = False
        k = np.arange(self.seen + 1)[:, None]
        draw = self.cards - k - self.size >= 1
        self.dealer_legal = np.stack([np.ones_like(draw), draw], axis=2)

    def _payoffs(self) -> None:
        """``pays[a][b][m, d]`` for first player's act a on m, dealer's act b on d, where a draw
        counts only if it ends the turn; per unit of both flows."""
        size, total, held = self.size, self.total, self.held
        pack = np.array(self.counts)
        ratio = np.ones((len(size), len(size)))
        for v in range(TEN):
            a, b = held[:, v][:, None], held[:, v][None, :]
            ratio *= _falling(pack[v] - a, b) / _falling(np.array(pack[v]), b)
        a, b = size[:, None], size[None, :]
        without = _falling(self.cards - a, b)
        ratio *= np.where(without > 0, _falling(np.array(self.cards), b), 0.0)
        ratio /= np.where(without > 0, without, 1.0)
        self.ratio = ratio
        # cards left that bring the hand (row) to 15 or over it, the other's (column) removed
        need = GOAL - total
        upto = np.minimum(need, TEN)
        row = np.arange(len(size))
        within = np.cumsum(held, axis=1)
        exact = pack[upto - 1][:, None] - held[row, upto - 1][:, None] - held[:, upto - 1].T
        exact = np.where((need <= TEN)[:, None], exact, 0)
        over = (self.cards - np.cumsum(pack)[upto - 1])[:, None]
        over = (
            over - (size - within[row, upto - 1])[:, None] - (size[:, None] - within[:, upto - 1]).T
        )
        left = self.cards - size[:, None] - size[None, :]
        one = np.where(left >= 1, ratio / np.maximum(left, 1), 0.0)
        two = np.where(left >= 2, one / np.maximum(left - 1, 1), 0.0)
        # both end: one at 15 while the other goes over; a card can't serve both
        shared = need[:, None] > need[None, :]  # 15 for m takes a card that busts d
        wins = over * exact.T - np.where(shared.T, exact.T, 0)
        loses = exact * over.T - np.where(shared, exact, 0)
        self.pays = (
            (ratio * np.sign(total[None, :] - total[:, None]), one * (exact.T - over.T)),
            (one * (over - exact), two * (wins - loses)),
        )

    # --- flows and values ------------------------------------------------------------------

    def flows(self, draw: Array) -> Flows:
        """The flows of a behaviour: chances to draw, ``[h]``, or ``[k, h]`` for the dealer."""
        inflow = np.broadcast_to(self.start, draw.shape).copy()
        drawn = np.zeros_like(inflow)
        for level in self.levels:
            drawn[..., level] = inflow[..., level] * draw[..., level]
            for v in range(TEN):
                go = level[self.child[level, v] >= 0]
                inflow[..., self.child[go, v]] += drawn[..., go] * self.links[go, v]
        return Flows(inflow - drawn, drawn)

    def weight(self, first: Flows) -> Array:
        """How likely the dealer sees each number of cards, ``[k]``."""
        shown = np.zeros(self.seen + 2)
        np.add.at(shown, self.size, first.stand)
        np.add.at(shown, self.size + 1, first.draw - self._on(first.draw))
        return shown[: self.seen + 1]

    def _on(self, draw: Array) -> Array:
        """How much of the draws does not end the turn."""
        return draw * self.links.sum(axis=1)

    def to_dealer(self, first: Flows) -> Array:
        """What each act of the dealer gains at once, ``[k, h, a]``, per unit of his flow."""
        gains = np.zeros((self.seen + 1, len(self.size), 2))
        for a, flow in enumerate((first.stand, first.draw)):
            for n, rows in enumerate(self.rows, start=1):
                for b in range(2):  # no matrix product: its threads cost more than they save
                    gains[n + a, :, b] += np.einsum("m,md->d", flow[rows], self.pays[a][b][rows])
        return gains

    def to_first(self, dealer: Flows) -> Array:
        """What each act of the first player gives the dealer at once, ``[h, a]``."""
        gains = np.zeros((len(self.size), 2))
        for b, flow in enumerate((dealer.stand, dealer.draw)):
            for n, rows in enumerate(self.rows, start=1):
                for a in range(2):
                    gains[rows, a] += np.einsum("md,d->m", self.pays[a][b][rows], flow[n + a])
        return gains

    def back(self, at_once: Array, draw: Array) -> Array:
        """The value of each act, ``[..., h, a]``, when every later hand draws with chance
        ``draw[..., h]``."""
        acts = at_once.copy()
        value = np.zeros_like(draw)
        for level in reversed(self.levels):
            self._later(acts, value, level)
            p = draw[..., level]
            value[..., level] = (1 - p) * acts[..., level, 0] + p * acts[..., level, 1]
        return acts

    def best(self, at_once: Array, legal: Array, sign: int) -> Array:
        """The value of each act when every later hand does what is best: most for sign 1
        (dealer), least for -1 (first player). An act that is not legal is infinitely bad."""
        acts = at_once.copy()
        value = np.zeros(acts.shape[:-1])
        for level in reversed(self.levels):
            self._later(acts, value, level)
            acts[..., level, :] = np.where(
                legal[..., level, :], acts[..., level, :], -sign * np.inf
            )
            value[..., level] = sign * (sign * acts[..., level, :]).max(axis=-1)
        return acts

    def _later(self, acts: Array, value: Array, level: Array) -> None:
        """Add to the draws of a level what the hands after it are worth."""
        later = self.links[level] * value[..., self.child[level]]
        acts[..., level, 1] += later.sum(axis=-1)

    def bracket(self, first: Array, dealer: Array) -> tuple[float, float]:
        """What the dealer gains at least with his behaviour and at most against the first
        player's, by best responses: the value of the game lies between."""
        least = self.best(self.to_first(self.flows(dealer)), self.first_legal, -1)
        most = self.best(self.to_dealer(self.flows(first)), self.dealer_legal, 1)
        low = float(self.start @ least.min(axis=1))
        high = float((most[1:].max(axis=2) @ self.start).sum())
        return low, high

    def gain(self, first: Array, dealer: Array) -> float:
        """What the dealer gains when both play these behaviours."""
        flows = self.flows(first)
        ours = self.flows(dealer)
        acts = self.to_dealer(flows)
        return float((ours.stand * acts[..., 0] + ours.draw * acts[..., 1]).sum())
