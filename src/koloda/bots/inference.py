"""How likely the others' acts were in a world: replayed backwards, judged by the policy.

A world says what everybody holds now; going back, played cards return to the hands and drawn
ones leave them. Which card was drawn when is not in the world, so where it matters one that fits
is chosen at random. For each act of another seat that had a choice, the policy is asked what it
would have done; an act it would not have done is a surprise, how great is the game's business.
"""

from __future__ import annotations

from koloda.bots.stubs import policy
from koloda.cards import lowest, popcount
from koloda.rules.chance import below
from koloda.rules.contract import State
from koloda.rules.generic import legal

MAX_ACTS = 64


def unlike_policy(s: State, act: int) -> int:
    """1 where the seat on turn would rather have done something else, 0 where it would not, or
    had no choice."""
    buffer = [0] * MAX_ACTS
    if legal(s, buffer) < 2:
        return 0
    return 0 if policy(s) == act else 1


def any_card(s: State, cards: int) -> int:
    """A card of a set that is not empty, at random."""
    for _ in range(below(s, popcount(cards))):
        cards &= cards - 1
    return lowest(cards)


def surprise(s: State, seat: int) -> int:
    """See ``stubs.surprise``: where nothing is inferred, all worlds are alike."""
    return 0
