"""A second opinion on Rockaway: a brute-force walk written from the rules page alone.

It shares no code with the engine: hands are lists of spelled cards, and what a seat knows is
the hand it was dealt, the starter, and the acts it saw.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "data" / "counts" / "rockaway.json"
ENTRIES = json.loads(DATA.read_text(encoding="utf-8"))
PIPS = dict(zip("23456789TJQKA", [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15], strict=True))
Seen = tuple[Any, ...]


class Table:
    """One world: cards in hands and stock, and what has happened as each seat saw it."""

    def __init__(self, order: tuple[str, ...], players: int, hand: int, dealer: int) -> None:
        cards = list(order)
        self.hands: list[list[str]] = [[] for _ in range(players)]
        for _ in range(hand):  # one at a time from the seat after the dealer
            for i in range(players):
                self.hands[(dealer + 1 + i) % players].append(cards.pop(0))
        self.top = cards.pop(0)
        self.stock = cards
        self.turn = (dealer + 1) % players
        self.got_match = False
        self.passes = 0
        self.over = False
        self.seen: list[Seen] = [(p, *sorted(self.hands[p]), self.top) for p in range(players)]

    def copy(self) -> Table:
        twin = Table.__new__(Table)
        twin.__dict__ = dict(self.__dict__)
        twin.hands = [list(hand) for hand in self.hands]
        twin.stock = list(self.stock)
        twin.seen = list(self.seen)
        return twin

    def fits(self, card: str) -> bool:
        return card[0] == "A" or card[0] == self.top[0] or card[1] == self.top[1]

    def moves(self, draw: str) -> Iterator[str]:
        fitting = {card for card in self.hands[self.turn] if self.fits(card)}
        yield from fitting
        if self.stock:
            blocking = {
                "free": set(),
                "strict": fitting,
                "ace_optional": {card for card in fitting if card[0] != "A"},
            }[draw]
            if not blocking and (draw == "free" or not self.got_match):
                yield "draw"
        elif not fitting:
            yield "pass"

    def do(self, move: str) -> None:
        seat, players = self.turn, len(self.hands)
        hand = self.hands[seat]
        if move == "draw":
            card = self.stock.pop(0)
            hand.append(card)
            self.got_match = self.got_match or self.fits(card)
            for p in range(players):
                self.seen[p] += ((seat, "draw", card if p == seat else "??"),)
            return
        for p in range(players):
            self.seen[p] += ((seat, move),)
        if move == "pass":
            self.passes += 1
            self.over = self.passes == players
        else:
            hand.remove(move)
            self.top = move
            self.passes = 0
            self.over = not hand
        self.got_match = False
        self.turn = (seat + 1) % players


def independent_count(entry: dict[str, Any]) -> dict[str, Any]:
    players, draw = entry["players"], entry["options"].get("draw", "ace_optional")
    orders = set(permutations(entry["cards"].split()))
    decisions = terminals = 0
    knowledge = set()
    scores = [0] * players
    for order in orders:
        stack = [Table(order, players, entry["hand"], entry["dealer"])]
        while stack:
            table = stack.pop()
            if table.over:
                terminals += 1
                for p in range(players):
                    scores[p] += sum(PIPS[card[0]] for card in table.hands[p])
                continue
            decisions += 1
            knowledge.add(table.seen[table.turn])
            for move in table.moves(draw):
                twin = table.copy()
                twin.do(move)
                stack.append(twin)
    return {
        "orders": len(orders),
        "decisions": decisions,
        "terminals": terminals,
        "infosets": len(knowledge),
        "scores": scores,
    }


@pytest.mark.parametrize("entry", ENTRIES, ids=range(len(ENTRIES)))
def test_an_independent_walk_comes_to_the_same_counts(entry: dict[str, Any]) -> None:
    assert independent_count(entry) == entry["counts"]


def test_all_ways_of_drawing_are_counted() -> None:
    asked = {entry["options"].get("draw", "ace_optional") for entry in ENTRIES}
    assert asked == {"ace_optional", "strict", "free"}
