"""A second opinion on Two-Handed Hearts and Two-Ten-Jack: a brute-force walk written from the
rules pages alone.

It shares no code with the engine: cards are spelled, tricks are lists. A seat knows the hand it
was dealt, the cards it drew, and every card played.
"""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "data" / "counts"
RANKS = "23456789TJQKA"


def rank(card: str) -> int:
    return RANKS.index(card[0])


class Hearts:
    """H-2, H-3, H-6."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.queen = options.get("queen_spades", 0)
        self.moon = options.get("moon", False)
        self.broken = options.get("hearts_broken", False)

    def moves(self, hand: list[str], trick: list[str], gone: list[str]) -> list[str]:
        if trick:
            return [card for card in hand if card[1] == trick[0][1]] or hand
        others = [card for card in hand if card[1] != "h"]
        shy = self.broken and others and not any(card[1] == "h" for card in gone)
        return others if shy else hand

    def best(self, trick: list[str]) -> int:
        follow = [card for card in trick if card[1] == trick[0][1]]
        return trick.index(max(follow, key=rank))

    def scores(self, taken: list[list[str]]) -> list[int]:
        points = [
            sum((card[1] == "h") + self.queen * (card == "Qs") for card in cards) for cards in taken
        ]
        if self.moon and sum(points) > 0 and 0 in points:
            points.reverse()
        return points


class TwoTenJack:
    """T-5 .. T-10. Led, the ace of spades is ``As=s`` or ``As=h``."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.free = options.get("void", "trump") == "free"
        self.ace_wins = options.get("ace_on_spade_lead", "plain") == "trump"

    def moves(self, hand: list[str], trick: list[str], gone: list[str]) -> list[str]:
        if not trick:
            return [card for card in hand if card != "As"] + (
                ["As=s", "As=h"] if "As" in hand else []
            )
        trumps = [card for card in hand if card[1] == "h" or card == "As"]
        hearts_led = trick[0][-1] == "h"
        if hearts_led:
            return trumps or hand
        follow = [card for card in hand if card[1] == trick[0][1]]
        return follow or ([] if self.free else trumps) or hand

    def best(self, trick: list[str]) -> int:
        led = trick[0][-1]
        ace = [i for i, card in enumerate(trick) if card[:2] == "As"]
        if ace and (led != "s" or self.ace_wins):
            return ace[0]
        hearts = [card for card in trick if card[1] == "h"]
        follow = [card for card in trick if card[1] == led]
        return trick.index(max(hearts or follow, key=rank))

    def scores(self, taken: list[list[str]]) -> list[int]:
        return [sum(self.value(card) for card in cards) for cards in taken]

    @staticmethod
    def value(card: str) -> int:
        """``classic``."""
        high, low = card[0] in "2TJ", card[0] in "AKQ"
        by_suit = {"h": 5 * high + low, "s": -5 * high - low, "c": int(high)}
        return by_suit.get(card[1], int(card == "6d"))


class Walk:
    """The whole tree of one entry, counted."""

    def __init__(self, rules: Any, entry: dict[str, Any]) -> None:
        self.rules, self.players = rules, entry["players"]
        self.decisions = self.terminals = 0
        self.knowledge: set[tuple[Any, ...]] = set()
        self.totals = [0] * self.players
        self.orders = set(permutations(entry["cards"].split()))
        eldest = (entry["dealer"] + 1) % self.players
        for order in self.orders:
            dealt = entry["hand"] * self.players
            hands = [
                [order[i] for i in range(dealt) if (eldest + i) % self.players == p]
                for p in range(self.players)
            ]
            seen = [tuple(sorted(hand)) for hand in hands]
            taken: list[list[str]] = [[] for _ in hands]
            self.play(hands, list(order[dealt:]), [], [], taken, eldest, seen)

    def play(
        self,
        hands: list[list[str]],
        stock: list[str],
        trick: list[str],
        gone: list[str],
        taken: list[list[str]],
        seat: int,
        seen: list[tuple[Any, ...]],
    ) -> None:
        if not any(hands):
            self.terminals += 1
            for p, points in enumerate(self.rules.scores(taken)):
                self.totals[p] += points
            return
        self.decisions += 1
        self.knowledge.add((seat, seen[seat]))
        for move in self.rules.moves(hands[seat], trick, gone):
            card = move[:2]
            left = [[c for c in hand if c != card] for hand in hands]
            told = [(*known, move) for known in seen]
            full = [*trick, move]
            if len(full) < self.players:
                after = (seat + 1) % self.players
                self.play(left, stock, full, [*gone, card], taken, after, told)
                continue
            leader = (seat + 1) % self.players
            winner = (leader + self.rules.best(full)) % self.players
            won = [list(cards) for cards in taken]
            won[winner] += [played[:2] for played in full]
            rest = list(stock)
            for i in range(self.players if rest else 0):  # the winner draws first
                drawer = (winner + i) % self.players
                left[drawer].append(rest[0])
                told[drawer] += (rest.pop(0),)
            self.play(left, rest, [], [*gone, card], won, winner, told)

    def counts(self) -> dict[str, Any]:
        return {
            "orders": len(self.orders),
            "decisions": self.decisions,
            "terminals": self.terminals,
            "infosets": len(self.knowledge),
            "scores": self.totals,
        }


GAMES = {"two_handed_hearts": Hearts, "two_ten_jack": TwoTenJack}
ENTRIES = [
    (game_id, entry)
    for game_id in GAMES
    for entry in json.loads((DATA / f"{game_id}.json").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("game_id", "entry"), ENTRIES, ids=range(len(ENTRIES)))
def test_an_independent_walk_comes_to_the_same_counts(game_id: str, entry: dict[str, Any]) -> None:
    assert Walk(GAMES[game_id](entry["options"]), entry).counts() == entry["counts"]


@pytest.mark.parametrize(
    ("game_id", "option"),
    [
        ("two_handed_hearts", "queen_spades"),
        ("two_handed_hearts", "moon"),
        ("two_handed_hearts", "hearts_broken"),
        ("two_ten_jack", "void"),
        ("two_ten_jack", "ace_on_spade_lead"),
    ],
)
def test_every_option_of_play_is_counted(game_id: str, option: str) -> None:
    assert any(option in entry["options"] for name, entry in ENTRIES if name == game_id)
