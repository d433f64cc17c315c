"""Chain: of up to thousands of acts the best few by what they score at once.

Cards that leave the hand count a little; a joker has to bring something.
"""

from __future__ import annotations

from koloda.bots.chain import policy
from koloda.cards import popcount
from koloda.rules.chain import State, apply, legal
from koloda.rules.chains import JOKER_CARDS, NATURALS
from koloda.rules.contract import Ints
from koloda.rules.generic import copy_state

MOST = 16
SHED = 3
JOKER = 20


def candidates(s: State, spare: State, buffer: Ints, out: Ints) -> int:
    """See ``stubs.candidates``."""
    merits = [0] * MOST
    out[0] = policy(s)
    n = 1
    p = s.actor
    for i in range(legal(s, buffer)):
        if buffer[i] == out[0]:
            continue
        copy_state(spare, s)
        apply(spare, buffer[i])
        gone = s.hand[p] & ~spare.hand[p]
        merit = spare.points[p] - s.points[p]
        merit += SHED * popcount(gone & NATURALS) - JOKER * popcount(gone & JOKER_CARDS)
        if n < MOST:
            n += 1
        elif merit <= merits[MOST - 1]:
            continue
        k = n - 1
        while k > 1 and merits[k - 1] < merit:
            merits[k] = merits[k - 1]
            out[k] = out[k - 1]
            k -= 1
        merits[k] = merit
        out[k] = buffer[i]
    return n
