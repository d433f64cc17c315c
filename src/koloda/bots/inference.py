"""How likely the others' acts were in a world: replayed backwards, judged by the policy.

A world with its past says what everybody holds now and in which slot of the pack each card of the
others came to them: ``came[slot]``, NO_CARD where it is not known yet. Going back, played cards
return to the hands and drawn ones leave them. For each act of another seat that had a choice the
policy is asked what it would have done; an act it would not have done is a surprise, how great is
the game's business.
"""

from __future__ import annotations

from koloda.bots.stubs import policy
from koloda.cards import NO_CARD, bit, lowest, popcount
from koloda.rules.chance import below
from koloda.rules.contract import Ints, State
from koloda.rules.generic import legal

MAX_ACTS = 64
ILLEGAL = 10_000
"""What an act costs that was not allowed in a world, in hundredths of a nat."""
IMPOSSIBLE = 1 << 40
"""The same for a card that a hand can't have got from there."""


def surprised(s: State, act: int, cost: int) -> int:
    """What an act of the seat on turn costs in this world: ``cost`` where the policy would rather
    have done something else; nothing where there was no choice."""
    buffer = [0] * MAX_ACTS
    n = legal(s, buffer)
    for i in range(n):
        if buffer[i] == act:
            return cost if n > 1 and policy(s) != act else 0
    return ILLEGAL


def any_card(s: State, cards: int) -> int:
    """A card of a set that is not empty, at random."""
    for _ in range(below(s, popcount(cards))):
        cards &= cards - 1
    return lowest(cards)


def dealt(s: State, hand: Ints, hand_size: int, seat: int, came: Ints) -> int:
    """What is left in the others' hands at the start was dealt to them: note it, or see whether
    it is so. IMPOSSIBLE if not, else 0. The hands are overwritten."""
    for slot in range(s.players * hand_size):
        p = (s.dealer + 1 + slot) % s.players
        if p == seat:
            continue
        if came[slot] == NO_CARD:
            came[slot] = lowest(hand[p])
        if hand[p] & bit(came[slot]) == 0:
            return IMPOSSIBLE
        hand[p] &= ~bit(came[slot])
    return 0


def surprise(s: State, seat: int, came: Ints, most: int) -> int:
    """See ``stubs.surprise``: where nothing is inferred, all worlds are alike."""
    return 0


def owner(s: State, slot: int) -> int:
    """See ``stubs.owner``: not asked where nothing is inferred."""
    return 0
