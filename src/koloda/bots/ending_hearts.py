"""What exact endings have to know about Two-Handed Hearts: see ``koloda.bots.stubs``.

Flags: 1 and 2 for a seat that has taken points (with ``moon``), 4 for hearts broken.
"""

from __future__ import annotations

from koloda.bots.endings import NO_ACT
from koloda.cards import HEARTS, SUIT_MASKS
from koloda.rules.tricks import NO_SUIT
from koloda.rules.two_handed_hearts import NOT_HEARTS, QUEEN_OF_SPADES, State, penalty

_BOTH, _BROKEN = 3, 4


def lead_now(s: State) -> int:
    return NO_ACT if s.led == NO_SUIT else s.plays[s.n_plays - 1]


def leads(s: State, hand: int, flags: int) -> int:
    """H-6."""
    if s.hearts_broken != 0 and flags & _BROKEN == 0 and hand & NOT_HEARTS != 0:
        return hand & NOT_HEARTS
    return hand


def answers(s: State, hand: int, lead: int) -> int:
    """H-3."""
    follow = hand & SUIT_MASKS[lead // 13]
    return follow if follow != 0 else hand


def takes(s: State, lead: int, answer: int) -> bool:
    """H-3."""
    return answer // 13 == lead // 13 and answer > lead


def worth(s: State, act: int) -> int:
    """H-6: penalties are losses."""
    if act == QUEEN_OF_SPADES:
        return -s.queen_spades
    return -1 if act // 13 == HEARTS else 0


def alike(s: State, one: int, other: int) -> bool:
    return one // 13 == other // 13 and worth(s, one) == worth(s, other)


def flags_now(s: State) -> int:
    flags = 0
    if s.moon != 0:
        flags |= 1 if penalty(s, 0) != 0 else 0
        flags |= 2 if penalty(s, 1) != 0 else 0
    if s.hearts_broken != 0 and s.broken != 0:
        flags |= _BROKEN
    return flags


def flags_after(s: State, flags: int, lead: int, answer: int, winner: int) -> int:
    if s.moon != 0 and worth(s, lead) + worth(s, answer) != 0:
        flags |= winner + 1
    if s.hearts_broken != 0 and (lead // 13 == HEARTS or answer // 13 == HEARTS):
        flags |= _BROKEN
    return flags


def closing(s: State, flags: int) -> int:
    """H-6: who took all the points gets none, the other all: twice the whole changes sides."""
    if additive(s, flags):
        return 0
    whole = 13 + s.queen_spades
    return 2 * whole if flags & 1 != 0 else -2 * whole


def additive(s: State, flags: int) -> bool:
    return s.moon == 0 or flags & _BOTH == _BOTH


def so_far(s: State) -> int:
    return penalty(s, 1) - penalty(s, 0)
