"""Rockaway by rule of thumb: the advice of the book's tactics, weighed in points.

Dear cards go first; a card that matches by rank goes before one that matches by suit; as many
suits as possible stay in the hand; the pile is steered to the suit one holds most of, and to
suits that the next player was seen to lack. Aces are kept for the end, but not when somebody is
nearly out: one or two draws are made to save one while the hand is small, and of two aces the
one goes whose suit can be followed.
"""

from __future__ import annotations

from koloda.cards import ACES, SUIT_MASKS, bit, popcount
from koloda.rules.rockaway import DRAW, MAX_ACTIONS, POINTS, State, legal

NEARLY_OUT = 2
"""With so few cards in another hand, aces and dear cards are shed."""
SMALL_HAND = 3
DRAWS = 2
"""So many draws a turn to save an ace, and only with a small hand."""
# How much each piece of advice weighs; a penalty point is WORTH.
WORTH, BY_RANK, KEEP_SUIT, FOLLOW, KEEP_ACE, LACKED = 4, 8, 6, 5, 100, 10


def policy(s: State) -> int:
    """The act of the seat on turn."""
    acts = [0] * MAX_ACTIONS
    n = legal(s, acts)
    danger = _fewest(s) <= NEARLY_OUT
    best = -1
    most = 0
    for i in range(n):
        if acts[i] < DRAW:
            worth = _worth(s, acts[i], danger)
            if best < 0 or worth > most:
                best = acts[i]
                most = worth
    if best < 0:
        return acts[n - 1]  # nothing matches: draw, or pass where there is no stock
    if acts[n - 1] == DRAW and bit(best) & ACES != 0 and _saves_ace(s, danger):
        return DRAW
    return best


def _held(s: State, seat: int) -> int:
    return popcount(s.hand[seat]) + popcount(s.both[seat])


def _fewest(s: State) -> int:
    """The cards in the smallest of the other hands; everybody sees how many each holds."""
    fewest = 999
    for p in range(s.players):
        if p != s.actor:
            fewest = min(fewest, _held(s, p))
    return fewest


def _saves_ace(s: State, danger: bool) -> bool:
    """Whether to draw although an ace could be played."""
    held = _held(s, s.actor)
    if danger or held == 1 or held > SMALL_HAND:
        return False
    drawn = 0
    slot = s.next - 1
    while s.drew[slot] == s.n_pile * 16 + s.actor:
        drawn += 1
        slot -= 1
    return drawn < DRAWS


def _lacks(s: State, seat: int, suit: int) -> bool:
    """Whether the seat passed on this suit, or drew on it the last time he drew at all."""
    if s.barred[seat] & SUIT_MASKS[suit] & ~ACES == SUIT_MASKS[suit] & ~ACES:
        return True
    slot = s.next - 1
    while slot > s.players * s.hand_size:
        if s.drew[slot] & 15 == seat:
            return s.pile[(s.drew[slot] >> 4) - 1] // 13 == suit
        slot -= 1
    return False


def _worth(s: State, card: int, danger: bool) -> int:
    """How good it is to play this card."""
    p = s.actor
    top = s.pile[s.n_pile - 1]
    suit = card // 13
    left = s.hand[p]
    if s.both[p] & bit(card) == 0:
        left &= ~bit(card)
    worth = WORTH * POINTS[card % 13]
    worth += FOLLOW * min(popcount(left & SUIT_MASKS[suit] & ~ACES), 3)
    for mask in SUIT_MASKS:
        if left & mask != 0:
            worth += KEEP_SUIT
    if card % 13 == top % 13:
        worth += BY_RANK
    if _lacks(s, (p + 1) % s.players, suit):
        worth += LACKED
    if bit(card) & ACES != 0 and not danger:
        worth -= KEEP_ACE
    return worth
