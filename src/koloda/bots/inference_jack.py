"""Two-Ten-Jack: what the others' plays tell about their hands."""

from __future__ import annotations

from koloda.bots.inference import ILLEGAL, IMPOSSIBLE, any_card, dealt, surprised
from koloda.cards import NO_CARD, bit, lowest
from koloda.rules.contract import Ints
from koloda.rules.tricks import NO_SUIT, owner, player_of
from koloda.rules.two_ten_jack import ACE_OF_SPADES, State

__all__ = ["owner", "surprise"]

PLAY = 300
"""What a play against the policy costs, in hundredths of a nat."""


def surprise(s: State, seat: int, came: Ints, most: int) -> int:
    """See ``stubs.surprise``."""
    total = 0
    for k in range(s.n_plays - 1, -1, -1):
        trick = k // s.players
        if (k + 1) % s.players == 0 and s.next == s.players * (s.hand_size + trick + 1):
            for _ in range(s.players):
                if not _undo_draw(s, seat, k, came):
                    return IMPOSSIBLE
        lead = s.plays[trick * s.players]
        s.n_plays = k
        s.actor = player_of(s, k)
        s.hand[s.actor] |= bit(s.plays[k])
        s.taken[s.winner[trick]] &= ~bit(s.plays[k])
        s.led = NO_SUIT if k % s.players == 0 else lead // 13
        if s.actor == seat:
            continue
        if s.hand[s.actor] & s.absent[k] != 0:
            total += ILLEGAL
        elif lead != ACE_OF_SPADES:  # how it was led long ago is not known any more
            total += surprised(s, s.plays[k], PLAY)
        if total > most:
            return total
    return total + dealt(s, s.hand, s.hand_size, seat, came)


def _undo_draw(s: State, seat: int, k: int, came: Ints) -> bool:
    """Take back the last card drawn, after play k; whether it was there to be taken."""
    s.next -= 1
    p = owner(s, s.next)
    held = s.hand[p]
    if p == seat:
        s.hand[p] = held & ~bit(lowest(held))  # nobody asks what the seat itself held
        return True
    if came[s.next] == NO_CARD:
        new = held
        for earlier in range(k, -1, -1):
            if player_of(s, earlier) == p and held & s.absent[earlier] != 0:
                new = held & s.absent[earlier]
                break
        came[s.next] = any_card(s, new)
    s.hand[p] = held & ~bit(came[s.next])
    return held & bit(came[s.next]) != 0
