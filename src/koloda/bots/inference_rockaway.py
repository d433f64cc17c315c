"""Rockaway: what the others' plays and draws tell about their hands.

Above all: who drew would by rule of thumb rather have played an ace, so has none; who played a
small card on a dear trick of suits had no dearer one.
"""

from __future__ import annotations

from koloda.bots.inference import ILLEGAL, IMPOSSIBLE, any_card, dealt, surprised
from koloda.cards import ACES, NO_CARD, RANK_MASKS, SUIT_MASKS, bit, lowest
from koloda.rules.contract import Ints
from koloda.rules.rockaway import DRAW, State, owner

__all__ = ["owner", "surprise"]

PLAY = 240
"""What a play against the policy costs, in hundredths of a nat: others weigh cards otherwise."""
DREW = 400
"""What a draw against the policy costs."""


def surprise(s: State, seat: int, came: Ints, most: int) -> int:
    """See ``stubs.surprise``. With two packs equal cards make it too coarse to tell anything."""
    if s.packs == 2 or s.size > 52:
        return 0
    total = 0
    for p in range(s.players):
        if p != seat and s.hand[p] & s.barred[p] != 0:
            total += ILLEGAL
    first = s.players * s.hand_size + 1
    for k in range(s.n_pile - 1, -1, -1):
        # The draws on card k of the pile come after it was played.
        while s.next > first and s.drew[s.next - 1] >> 4 == k + 1:
            total += _undo_draw(s, seat, k, came)
            if total > most:
                return total
        if k == 0:
            break
        p = s.played[k] & 15
        s.actor = p
        s.n_pile = k
        s.hand[p] |= bit(s.pile[k])
        s.drawn = NO_CARD
        if s.next > first and s.drew[s.next - 1] == k * 16 + p:
            s.drawn = came[s.next - 1] if came[s.next - 1] != NO_CARD else s.pile[k]
        if p != seat:
            total += surprised(s, s.pile[k], PLAY)
    return total + dealt(s, s.hand, s.hand_size, seat, came)


def _undo_draw(s: State, seat: int, k: int, came: Ints) -> int:
    """Take back the last draw, made on card k of the pile; returns its surprise."""
    slot = s.next - 1
    p = s.drew[slot] & 15
    s.actor = p
    s.n_pile = k + 1
    s.next = slot
    held = s.hand[p]
    if p == seat:
        s.hand[p] = held & ~bit(lowest(held))  # nobody asks what the seat itself held
        return 0
    if came[slot] == NO_CARD:
        came[slot] = _drawn_then(s, p, held)
    if held & bit(came[slot]) == 0:
        return IMPOSSIBLE
    s.hand[p] = held & ~bit(came[slot])
    s.drawn = came[slot - 1] if s.drew[slot - 1] == s.drew[slot] else NO_CARD
    cost = surprised(s, DRAW, DREW)
    s.drawn = NO_CARD
    return cost


def _drawn_then(s: State, p: int, held: int) -> int:
    """A card that may have been drawn just now: the one that could not have been there before,
    else the one that was played next, else one that an earlier draw proves to be new."""
    sure = held & _fitting(s.pile[s.n_pile - 1]) & ~ACES
    if sure == 0 and s.drawn != NO_CARD:
        sure = held & bit(s.drawn)
    slot = s.next - 1
    while sure == 0 and slot > s.players * s.hand_size:
        if s.drew[slot] & 15 == p:
            sure = held & _fitting(s.pile[(s.drew[slot] >> 4) - 1]) & ~ACES
        slot -= 1
    return any_card(s, sure if sure != 0 else held)


def _fitting(top: int) -> int:
    return SUIT_MASKS[top // 13] | RANK_MASKS[top % 13]
