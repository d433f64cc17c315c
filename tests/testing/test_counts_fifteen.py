"""A second opinion on Fifteen: a brute-force walk written from the rules page alone.

It shares no code with the engine. A seat knows its own cards in the order drawn, and how often
the other drew and that he has stopped, never how.
"""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "data" / "counts" / "fifteen.json"
ENTRIES = json.loads(DATA.read_text(encoding="utf-8"))
VALUES = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}  # F-1


def value(card: str) -> int:
    return VALUES.get(card[0]) or int(card[0])


def points(cards: tuple[str, ...]) -> int:
    return sum(value(card) for card in cards)


class Walk:
    """The whole tree of one entry, counted."""

    def __init__(self, entry: dict[str, Any]) -> None:
        self.dealer = entry["dealer"]
        self.ante = entry["options"].get("ante", 2)
        self.narrow = entry["options"].get("first_stand", "any") == "ten"
        self.decisions = self.terminals = 0
        self.knowledge: set[tuple[Any, ...]] = set()
        self.scores = [0, 0]
        self.orders = set(permutations(entry["cards"].split()))
        for order in self.orders:  # F-3: the opponent's card first
            self.opponent(order[:1], order[1:2], order[2:])

    def opponent(self, mine: tuple[str, ...], his: tuple[str, ...], stock: tuple[str, ...]) -> None:
        """F-4: the non-dealer, who knows his own cards only."""
        self.decisions += 1
        self.knowledge.add(("opponent", mine))
        must_draw = self.narrow and len(mine) == 1 and value(mine[0]) < 10 and stock
        if not must_draw:
            self.dealing(his, mine, stock)
        if stock:
            drawn = (*mine, stock[0])
            if points(drawn) >= 15:  # F-5
                self.dealing(his, drawn, stock[1:])
            else:
                self.opponent(drawn, his, stock[1:])

    def dealing(self, mine: tuple[str, ...], his: tuple[str, ...], stock: tuple[str, ...]) -> None:
        """F-6: the dealer, who knows his own cards and how many the other has."""
        self.decisions += 1
        self.knowledge.add(("dealer", mine, len(his)))
        self.showdown(mine, his)
        if stock:
            drawn = (*mine, stock[0])
            if points(drawn) >= 15:
                self.showdown(drawn, his)
            else:
                self.dealing(drawn, his, stock[1:])

    def showdown(self, dealers: tuple[str, ...], others: tuple[str, ...]) -> None:
        """F-7, F-10."""
        self.terminals += 1
        mine, his = points(dealers), points(others)
        worth = [-1 if total > 15 else total for total in (mine, his)]
        seats = (self.dealer, 1 - self.dealer)
        for i, seat in enumerate(seats):
            won = worth[i] > worth[1 - i]
            self.scores[seat] += self.ante if won else -self.ante

    def counts(self) -> dict[str, Any]:
        return {
            "orders": len(self.orders),
            "decisions": self.decisions,
            "terminals": self.terminals,
            "infosets": len(self.knowledge),
            "scores": self.scores,
        }


@pytest.mark.parametrize("entry", ENTRIES, ids=range(len(ENTRIES)))
def test_an_independent_walk_comes_to_the_same_counts(entry: dict[str, Any]) -> None:
    assert Walk(entry).counts() == entry["counts"]


def test_both_readings_of_the_first_stand_are_counted() -> None:
    asked = {entry["options"].get("first_stand", "any") for entry in ENTRIES}
    assert asked == {"any", "ten"}
