"""What exact endings have to know about Two-Ten-Jack for two: see ``koloda.bots.stubs``.

There are no flags.
"""

from __future__ import annotations

from koloda.bots.endings import NO_ACT
from koloda.cards import HEARTS, bit
from koloda.rules.tricks import NO_SUIT
from koloda.rules.two_ten_jack import (
    ACE_AS_HEART,
    ACE_OF_SPADES,
    TRUMPS,
    VOID_TRUMP,
    State,
    following,
    score,
    strength,
    value,
)


def lead_now(s: State) -> int:
    if s.led == NO_SUIT:
        return NO_ACT
    card = s.plays[s.n_plays - 1]
    return ACE_AS_HEART if card == ACE_OF_SPADES and s.led == HEARTS else card


def leads(s: State, hand: int, flags: int) -> int:
    """T-6."""
    return hand | bit(ACE_AS_HEART) if hand & bit(ACE_OF_SPADES) != 0 else hand


def _suit(lead: int) -> int:
    return HEARTS if lead == ACE_AS_HEART else lead // 13


def answers(s: State, hand: int, lead: int) -> int:
    """T-5, T-6."""
    follow = hand & following(_suit(lead))
    if follow != 0:
        return follow
    trumps = hand & TRUMPS
    return trumps if s.void == VOID_TRUMP and trumps != 0 else hand


def takes(s: State, lead: int, answer: int) -> bool:
    """T-7."""
    card = ACE_OF_SPADES if lead == ACE_AS_HEART else lead
    led = _suit(lead)
    return strength(s, led, answer) > strength(s, led, card)


def worth(s: State, act: int) -> int:
    """T-10."""
    return value(s, ACE_OF_SPADES if act == ACE_AS_HEART else act)


def alike(s: State, one: int, other: int) -> bool:
    if one // 13 != other // 13 or other in (ACE_OF_SPADES, ACE_AS_HEART):
        return False
    return value(s, one) == value(s, other)


def flags_now(s: State) -> int:
    return 0


def flags_after(s: State, flags: int, lead: int, answer: int, winner: int) -> int:
    return 0


def closing(s: State, flags: int) -> int:
    return 0


def additive(s: State, flags: int) -> bool:
    return True


def so_far(s: State) -> int:
    return score(s, 0) - score(s, 1)
