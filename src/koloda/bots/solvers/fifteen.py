"""Fifteen solved exactly for the cards actually left, and the bot that plays the solution.

``solve`` needs the extra ``fast`` (NumPy, SciPy); the solution of the fresh pack is shipped, so
the bot can be without. Values are the dealer's gain of one deal in *net per ante* (F-10): half
the difference of the two changes of chips, over the ante, in a deal without chips carried over.

Chips left from a tie (F-7) go to the winner with everything else on the table: net is then
(pot / 2 + ante) times who wins, so every outcome of the deal, a tie's 0 too, is multiplied by the
same number and the same play is best. What is left out is that after a tie the pot waits for a
deal in which the other deals: about 0.009 of it, against the dealer of now.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from random import Random

from koloda.cards import PACK_52, parse_card, spell_card
from koloda.deal import Action, View
from koloda.options import OptionError
from koloda.rules.contract import Json
from koloda.rules.fifteen import DRAW, GOAL, HELD, TEN, VALUES, State

FACES = "A23456789T"
"""The values 1..10 as hands are spelled: ``A2T``."""
FRESH = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
TABLE = Path(__file__).with_name("fifteen_fresh.json")
KEPT = 256
"""Solutions kept in memory, about a third of a megabyte each."""

Chances = Mapping[str, float]
"""Hand -> how often to draw, 0..1."""


@dataclass(frozen=True)
class Solution:
    """Optimal play of one deal for both, and how exact it is.

    ``counts[v - 1]`` cards of value v were left before the deal. ``low`` is what the dealer gains
    at least with this play, ``high`` what he gains at most against it, both by exact best
    responses; the true value lies between. ``first`` is the play of the one who does not deal,
    ``dealer[k]`` the dealer's when the other has k cards. A hand is spelled by its values in
    ascending order, ``A2T``; hands of 15 and more have no choice and are left out.
    """

    counts: tuple[int, ...]
    first_stand: str
    low: float
    high: float
    first: Chances
    dealer: Mapping[int, Chances]

    @property
    def value(self) -> float:
        """The dealer's gain in net per ante."""
        return (self.low + self.high) / 2

    @property
    def gap(self) -> float:
        """How much the two best responses gain together over this play."""
        return max(0.0, self.high - self.low)

    def chances(self, seen: int | None) -> Chances:
        """The play of the dealer who sees so many cards, of the other for None."""
        return self.first if seen is None else self.dealer[seen]

    def reach(self, seen: int | None) -> dict[str, float]:
        """How likely the player comes to each hand when he plays like this."""
        chances, cards = self.chances(seen), sum(self.counts)
        found = dict.fromkeys(chances, 0.0)
        for face, n in zip(FACES, self.counts, strict=True):
            found.update({face: n / cards} if n else {})
        for hand in sorted(chances, key=len):
            for face, n in zip(FACES, self.counts, strict=True):
                more = "".join(sorted(hand + face, key=FACES.index))
                if more in found:
                    chance = (n - hand.count(face)) / (cards - len(hand))
                    found[more] += found[hand] * chances[hand] * chance
        return found

    def met(self, seen: int | None, points: int) -> dict[str, tuple[float, float]]:
        """The hands of that total the player comes to: how likely, and how often he draws."""
        chances = self.chances(seen)
        return {
            hand: (weight, chances[hand])
            for hand, weight in self.reach(seen).items()
            if weight > 0 and total(hand) == points
        }

    def by_total(self, seen: int | None) -> dict[int, float]:
        """How often the player draws on each total below 15, whatever it is made of: the mean
        over the hands he comes to, over all of that total where he comes to none."""
        reach, chances = self.reach(seen), self.chances(seen)
        weights, draws = [0.0] * GOAL, [0.0] * GOAL
        for weight in (reach, dict.fromkeys(reach, 1.0)):
            missed = {points for points in range(GOAL) if not weights[points]}
            for hand, chance in chances.items():
                if (points := total(hand)) in missed:
                    weights[points] += weight[hand]
                    draws[points] += weight[hand] * chance
        return {points: draws[points] / w for points, w in enumerate(weights) if w}

    def to_json(self) -> dict[str, Json]:
        """Everything as plain data."""
        return {
            "game": "fifteen",
            "first_stand": self.first_stand,
            "left": dict(zip(FACES, self.counts, strict=True)),
            "value": self.value,
            "gap": self.gap,
            "low": self.low,
            "high": self.high,
            "first": dict(self.first),
            "dealer": {str(k): dict(chances) for k, chances in self.dealer.items()},
        }


def spell_hand(values: Iterable[int]) -> str:
    """How a hand of these card values is spelled: ``[10, 1, 2]`` is ``A2T``."""
    return "".join(FACES[value - 1] for value in sorted(values))


def total(hand: str) -> int:
    """What a hand spelled by its values adds up to."""
    return sum(FACES.index(face) + 1 for face in hand)


def count_values(cards: Iterable[int]) -> tuple[int, ...]:
    """How many cards of each value 1..10 there are."""
    counts = [0] * TEN
    for card in cards:
        counts[VALUES[card % 13] - 1] += 1
    return tuple(counts)


def cards_without(text: str, least: int) -> list[int]:
    """The pack without the cards that a text spells: ``"AsKd 10h"``, commas allowed.

    Raises OptionError: ``solve_card`` for what is no card of the pack, ``solve_twice``, and
    ``solve_few`` when fewer than ``least`` would be left (F-8: then the whole pack is shuffled).
    """
    gone: list[int] = []
    rest = "".join(c for c in text if not c.isspace() and c not in ",\ufe0e\ufe0f")
    while rest:
        length = 3 if rest.startswith("10") else 2
        word, rest = rest[:length], rest[length:]
        try:
            card = parse_card(word[0].upper() + word[1:].lower())
        except ValueError:
            raise OptionError("solve_card", card=word) from None
        if card not in PACK_52:
            raise OptionError("solve_card", card=word)
        if card in gone:
            raise OptionError("solve_twice", card=spell_card(card))
        gone.append(card)
    left = [card for card in PACK_52 if card not in gone]
    if len(left) < least:
        raise OptionError("solve_few", "F-8", left=len(left), least=least)
    return left


def can_solve() -> bool:
    """Whether NumPy and SciPy are there."""
    return all(find_spec(name) for name in ("numpy", "scipy"))


def solve(left: Sequence[int], first_stand: str = "any") -> Solution:
    """The exact solution for the cards left before a deal, ``left[v - 1]`` of each value v.

    Raises ValueError when these are not 10 numbers of 2 to 52 cards of a pack, or ``first_stand``
    is none of the rules', and OptionError ``solve_extra`` without NumPy or SciPy.
    """
    counts = tuple(left)
    if len(counts) != TEN or not all(0 <= n <= most for n, most in zip(counts, FRESH, strict=True)):
        raise ValueError(f"not the cards of a pack by value: {counts}")
    if sum(counts) < 2:
        raise ValueError("a deal takes at least two cards")
    if first_stand not in ("any", "ten"):
        raise ValueError(f"first_stand is any or ten, not {first_stand}")
    if not can_solve():
        raise OptionError("solve_extra")
    return _solved(counts, first_stand)


@lru_cache(maxsize=KEPT)
def _solved(counts: tuple[int, ...], first_stand: str) -> Solution:
    from koloda.bots.solvers.fifteen_lp import equilibrium
    from koloda.bots.solvers.fifteen_tree import Tree

    tree = Tree(counts, narrow=first_stand == "ten")
    first, dealer = equilibrium(tree)
    low, high = tree.bracket(first, dealer)
    names = ["".join(face * n for face, n in zip(FACES, hand, strict=True)) for hand in tree.hands]
    seen = {
        k: {
            name: float(dealer[k, h]) for h, name in enumerate(names) if k + len(name) <= tree.cards
        }
        for k in range(1, tree.seen + 1)
        if k < tree.cards
    }
    return Solution(
        counts, first_stand, low, high, dict(zip(names, map(float, first), strict=True)), seen
    )


# --- the shipped table -----------------------------------------------------------------------


def write_table(solution: Solution) -> str:
    """The text of the table: one line a hand, how often to draw, first the one who does not deal,
    then the dealer by the number of cards he sees."""
    rows = [
        f'  "{hand}": '
        + json.dumps([_short(solution.chances(seen)[hand]) for seen in (None, *solution.dealer)])
        for hand in solution.first
    ]
    head = {"counts": solution.counts, "low": solution.low, "high": solution.high}
    return json.dumps(head)[:-1] + ', "hands": {\n' + ",\n".join(rows) + "\n}}\n"


def _short(chance: float) -> float | int:
    return int(chance) if chance in (0, 1) else round(chance, 12)


@cache
def fresh_pack() -> Solution:
    """The shipped solution of the whole pack. It serves both readings of ``first_stand``: its
    first player draws below 10 of his own accord."""
    told = json.loads(TABLE.read_text(encoding="utf-8"))
    hands: dict[str, list[float]] = told["hands"]
    dealer = {k: {hand: row[k] for hand, row in hands.items()} for k in range(1, HELD + 1)}
    first = {hand: row[0] for hand, row in hands.items()}
    return Solution(tuple(told["counts"]), "any", told["low"], told["high"], first, dealer)


# --- the bot ---------------------------------------------------------------------------------


class ExactBot:
    """Plays the solution for the cards not set aside when the deal began, which are public.

    Mixed acts are drawn from the seed. ``level`` is the name it is chosen by. Two ways to be
    weaker: with ``totals`` it draws as often as the solution does on that total, whatever the
    hand is made of; with ``fresh`` it plays the shipped solution of the fresh pack whatever has
    been set aside. Without SciPy it can't do more than that either.
    """

    def __init__(self, level: str = "master", *, totals: bool = False, fresh: bool = False) -> None:
        self.level = level
        self.totals = totals
        self.fresh = fresh

    def choose(self, view: View, seed: int) -> Action:
        """One of ``view.legal_actions()``. Raises TypeError for a view of another game."""
        legal = view.legal_actions()
        if len(legal) == 1:
            return legal[0]
        state = view.state
        if not isinstance(state, State):
            raise TypeError(f"no solution of {view.game.id}")
        draws = Random(seed).random() < self.chance_to_draw(state)
        return next(action for action in legal if (action.code == DRAW) == draws)

    def chance_to_draw(self, state: State) -> float:
        """How often the seat on turn draws."""
        other = 1 - state.actor
        seen = None if other == state.dealer else state.counts[other]
        hand = spell_hand(VALUES[card % 13] for card in _hand(state, state.actor))
        solution = self.solution(state)
        return solution.by_total(seen)[total(hand)] if self.totals else solution.chances(seen)[hand]

    def solution(self, state: State) -> Solution:
        """What it plays by in this deal."""
        # which of the unseen cards lie where is not asked: all of them together are public
        cards = [*_hand(state, 0), *_hand(state, 1), *state.pack[state.next : state.size]]
        counts = count_values(cards)
        if self.fresh or counts == FRESH or not can_solve():
            return fresh_pack()
        return solve(counts, str("ten" if state.first_stand else "any"))


def _hand(state: State, seat: int) -> list[int]:
    return state.cards[seat * HELD : seat * HELD + state.counts[seat]]
