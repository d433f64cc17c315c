"""Two-Ten-Jack: what the others' plays tell about their hands."""

from __future__ import annotations

from koloda.bots.inference import any_card, unlike_policy
from koloda.cards import bit
from koloda.rules.tricks import NO_SUIT, player_of
from koloda.rules.two_ten_jack import ACE_OF_SPADES, State

PLAY = 240
"""What a play against the policy costs, in hundredths of a nat."""


def surprise(s: State, seat: int) -> int:
    """See ``stubs.surprise``."""
    total = 0
    for k in range(s.n_plays - 1, -1, -1):
        trick = k // s.players
        if (k + 1) % s.players == 0 and s.next == s.players * (s.hand_size + trick + 1):
            _undo_draws(s, seat, k)
        lead = s.plays[trick * s.players]
        s.n_plays = k
        s.actor = player_of(s, k)
        s.hand[s.actor] |= bit(s.plays[k])
        s.led = NO_SUIT if k % s.players == 0 else lead // 13
        # How an ace of spades was led long ago is not known any more.
        if s.actor != seat and lead != ACE_OF_SPADES:
            total += PLAY * unlike_policy(s, s.plays[k])
    return total


def _undo_draws(s: State, seat: int, k: int) -> None:
    """Take back the cards drawn after play k."""
    s.next -= s.players
    for p in range(s.players):
        held = s.hand[p]
        new = held
        if p != seat:
            for earlier in range(k, -1, -1):
                if player_of(s, earlier) == p and held & s.absent[earlier] != 0:
                    new = held & s.absent[earlier]
                    break
        s.hand[p] = held & ~bit(any_card(s, new))
