"""Rockaway: what the others' plays and draws tell about their hands.

Above all: who drew would by rule of thumb rather have played an ace, so has none; who played a
small card on a dear trick of suits had no dearer one.
"""

from __future__ import annotations

from koloda.bots.inference import any_card, unlike_policy
from koloda.cards import ACES, NO_CARD, RANK_MASKS, SUIT_MASKS, bit
from koloda.rules.rockaway import DRAW, State

PLAY = 240
"""What a play against the policy costs, in hundredths of a nat: others weigh cards otherwise."""
DREW = 400
"""What a draw against the policy costs."""


def surprise(s: State, seat: int) -> int:
    """See ``stubs.surprise``. With two packs equal cards make it too coarse to tell anything."""
    if s.packs == 2 or s.size > 52:
        return 0
    first = s.players * s.hand_size + 1
    total = 0
    for k in range(s.n_pile - 1, -1, -1):
        # The draws on card k of the pile come after it was played.
        while s.next > first and s.drew[s.next - 1] >> 4 == k + 1:
            total += _undo_draw(s, seat, k)
        if k == 0:
            break
        p = s.played[k] & 15
        s.actor = p
        s.n_pile = k
        s.hand[p] |= bit(s.pile[k])
        s.drawn = NO_CARD
        if s.next > first and s.drew[s.next - 1] == k * 16 + p:
            s.drawn = s.pile[k]
        if p != seat:
            total += PLAY * unlike_policy(s, s.pile[k])
    return total


def _undo_draw(s: State, seat: int, k: int) -> int:
    """Take back the last draw, made on card k of the pile; returns its surprise."""
    slot = s.next - 1
    p = s.drew[slot] & 15
    s.actor = p
    s.n_pile = k + 1
    s.next = slot
    held = s.hand[p]
    if s.drawn == NO_CARD or held & bit(s.drawn) == 0:
        s.drawn = _drawn_then(s, p, held)
    s.hand[p] = held & ~bit(s.drawn)
    s.drawn = NO_CARD
    if p == seat:
        return 0
    return DREW * unlike_policy(s, DRAW)


def _drawn_then(s: State, p: int, held: int) -> int:
    """A card that may have been drawn just now: one that an earlier draw proves to be new."""
    sure = held & _fitting(s.pile[s.n_pile - 1]) & ~ACES
    if sure == 0:
        before = 0
        for slot in range(s.next - 1, s.players * s.hand_size, -1):
            if s.drew[slot] & 15 == p:
                before |= held & _fitting(s.pile[(s.drew[slot] >> 4) - 1]) & ~ACES
                if before != 0:
                    break
        sure = before
    return any_card(s, sure if sure != 0 else held)


def _fitting(top: int) -> int:
    return SUIT_MASKS[top // 13] | RANK_MASKS[top % 13]
