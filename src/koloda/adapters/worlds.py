"""Another history that a seat can't tell from the true one.

The rules' ``redeal`` says who may hold what now. A history also says when each card was got:
every card a seat ever got from the stock, held or put out since, came from one of the places of
the pack that it got. An act that proves its player lacked some cards bars them from all that he
held just then. So each other seat's cards are matched with its places, at random.
"""

from __future__ import annotations

from random import Random
from typing import Any

from koloda.adapters.table import Table
from koloda.cards import bit
from koloda.rules import fifteen
from koloda.rules.chance import seed_rng

NEVER = 1 << 30


def another_world(table: Table, seat: int, seed: int) -> list[int]:
    """A history consistent with all that the seat knows, drawn with ``redeal`` from the seed
    (0 <= seed < 2**63).

    The acts in it are those that the seat saw. An act of another seat that is not yet complete
    (Chain) is left out: the seat knows nothing of it. The table must be at a decision or at its
    end. What the seat can't know does not influence the result.
    """
    if table.over:  # then nothing that came to anybody's hand is left to guess
        return list(table.history)
    world = table.state.copy()
    seed_rng(world, seed)
    rules: Any = table.setup.rules
    rules.redeal(world, seat)
    places = rules.places(world)
    if table.setup.game.id == fifteen.ID:
        return _fifteen(world, places)
    hidden = len(table.prefix) if seat != table.actor else 0
    history = table.history[: len(table.history) - hidden]
    past = table.past if table.past_of == len(table.log) else _Past(table)
    table.past, table.past_of = past, len(table.log)
    dice = Random(seed)
    for p in range(table.setup.game.players):
        if p == seat:
            continue
        hand = list(places[f"hand {p}"])
        for card in past.taken[p]:
            hand.remove(card)
        cards = past.released[p] + [(card, NEVER) for card in hand]
        mine = [slot for slot, owner in enumerate(table.owners) if owner == p]
        for slot, i in zip(mine, past.match(p, cards, mine, dice), strict=True):
            history[table.slots[slot]] = cards[i][0]
    return history


def _fifteen(world: Any, places: dict[str, list[int]]) -> list[int]:
    """The history of this world: ``redeal`` gives the order of the cards, and with it whether a
    turn ended by itself or the player stood (F-5)."""
    order = (1 - world.dealer, world.dealer)
    history = [places[f"hand {p}"][0] for p in order]
    for ended, p in enumerate(order):
        for card in places[f"hand {p}"][1:]:
            history += [fifteen.DRAW, card]
        if world.turn > ended and fifteen.total(world, p) < fifteen.GOAL:
            history.append(fifteen.STAND)
    return history


class _Past:
    """What all could see: when cards were drawn and put out, and what acts proved."""

    def __init__(self, table: Table) -> None:
        players = table.setup.game.players
        places, proof = table.setup.rules.places, table.setup.actions.proof
        self.drawn = [-1] * table.setup.deal_size
        """By place of the pack: the number of the act that drew it, -1 for the deal."""
        self.proofs: list[list[tuple[int, int]]] = [[] for _ in range(players)]
        """By seat: (act, cards he proved not to hold before it)."""
        self.barred: dict[int, int] = {}
        """By place: cards that what was drawn there can't be."""
        self.released: list[list[tuple[int, int]]] = [[] for _ in range(players)]
        """By seat: (card from the stock, the act that put it out)."""
        self.taken: list[list[int]] = [[] for _ in range(players)]
        """By seat: cards in hand that all saw it take."""
        for act, (before, after, code) in enumerate(table.steps()):
            p = before.actor
            absent, drawn = proof(before, after, code)
            if absent:
                self.proofs[p].append((act, absent))
            if drawn:
                self.barred[before.next - 1] = drawn
            self.drawn += [act] * (after.next - before.next)
            got = [before.pack[slot] for slot in range(before.next, after.next)]
            self._moved(act, p, places(before)[f"hand {p}"], places(after)[f"hand {p}"], got)

    def _moved(self, act: int, p: int, old: list[int], new: list[int], got: list[int]) -> None:
        for card in sorted({*old, *new}):
            change = new.count(card) - old.count(card) - (card in got and card in new)
            if change > 0:
                self.taken[p].append(card)
            elif change < 0 and card in self.taken[p]:
                self.taken[p].remove(card)
            elif change < 0:
                self.released[p].append((card, act))

    def _fits(self, slot: int, card: int, until: int, proofs: list[tuple[int, int]]) -> bool:
        since = self.drawn[slot]
        if since >= until or self.barred.get(slot, 0) & bit(card):
            return False
        return not any(absent & bit(card) for act, absent in proofs if since < act < until)

    def match(
        self, seat: int, cards: list[tuple[int, int]], slots: list[int], dice: Random
    ) -> list[int]:
        """Which card (index) lay in each of the seat's places."""
        proofs = self.proofs[seat]
        fits = [
            [i for i, (card, until) in enumerate(cards) if self._fits(slot, card, until, proofs)]
            for slot in slots
        ]
        for options in fits:
            dice.shuffle(options)
        inside: dict[int, int] = {}  # card index -> slot index

        def place(j: int, tried: set[int]) -> bool:
            for i in fits[j]:
                if i not in tried:
                    tried.add(i)
                    if i not in inside or place(inside[i], tried):
                        inside[i] = j
                        return True
            return False

        for j in sorted(range(len(slots)), key=lambda j: (len(fits[j]), slots[j])):
            if not place(j, set()):
                raise AssertionError("redeal gave a world that can't have come about")
        found: list[Any] = [None] * len(slots)
        for i, j in inside.items():
            found[j] = i
        return found
