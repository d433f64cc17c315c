"""Two-Ten-Jack by rule of thumb: plus cards where they are safe, minus cards on others' tricks.

For each card it may play it guesses, from the cards not yet seen, how likely the trick will be
its own, and what will be in it; a trick that others take counts against it. A card that still
takes tricks later (the ace of spades, the high hearts) is not spent for nothing.

It looks at its own hand, at the table and at the cards that have been played.
"""

from __future__ import annotations

from koloda.cards import HEARTS, SPADES, SUIT_MASKS, bit, popcount, suit_mask
from koloda.rules.contract import Ints
from koloda.rules.tricks import NO_SUIT
from koloda.rules.two_ten_jack import (
    ACE_AS_HEART,
    ACE_OF_SPADES,
    ACE_TRUMP,
    MAX_ACTIONS,
    THREE_OF_CLUBS,
    TRUMPS,
    VOID_TRUMP,
    State,
    following,
    legal,
    points,
    strength,
    value,
)

_PACK = SUIT_MASKS[0] | SUIT_MASKS[1] | SUIT_MASKS[2] | SUIT_MASKS[3]
_ONE = 1000
_SPENT = (0, 0, 0, 0, 0, 0, 0, 0, 0, 200, 700, 900, 1100)
"""What playing a heart, 2..A, gives away for the tricks to come."""
_SPENT_ACE_OF_SPADES = 1500


def policy(s: State) -> int:
    """The act of the seat on turn."""
    choices = [0] * MAX_ACTIONS
    n = legal(s, choices)
    unseen = _unseen(s)
    misses = [0] * 15
    _fill(misses, popcount(s.hand[s.actor]), popcount(unseen))
    best = choices[0]
    most = -1_000_000_000
    for i in range(n):
        action = choices[i]
        card = ACE_OF_SPADES if action == ACE_AS_HEART else action
        led = s.led
        if led == NO_SUIT:
            led = HEARTS if action == ACE_AS_HEART else card // 13
        worth = _worth(s, led, card, unseen, misses) - _spent(card)
        if worth > most:
            most = worth
            best = action
    return best


def _unseen(s: State) -> int:
    """The cards the actor can't see: with the others or in the stock."""
    seen = s.hand[s.actor]
    for p in range(s.players):
        seen |= s.taken[p]
    for k in range(s.n_plays - s.n_plays % s.players, s.n_plays):
        seen |= bit(s.plays[k])
    if s.players == 3:
        seen |= bit(THREE_OF_CLUBS)
    return _PACK & ~seen


def _spent(card: int) -> int:
    if card == ACE_OF_SPADES:
        return _SPENT_ACE_OF_SPADES
    return _SPENT[card % 13] if TRUMPS & bit(card) != 0 else 0


def _worth(s: State, led: int, card: int, unseen: int, misses: Ints) -> int:
    """What the trick is likely to bring if this card is played, in thousandths of a point."""
    at_stake = value(s, card)
    beaten = False
    for k in range(s.n_plays - s.n_plays % s.players, s.n_plays):
        at_stake += value(s, s.plays[k])
        if strength(s, led, s.plays[k]) > strength(s, led, card):
            beaten = True
    expected = at_stake * _ONE
    keeps = 0 if beaten else _ONE
    to_come = s.players - 1 - s.n_plays % s.players
    if to_come > 0:
        follow = following(led) & unseen
        void = misses[popcount(follow)]
        common = points(s, follow) * (_ONE - void) // max(popcount(follow), 1)
        for _ in range(to_come):
            expected += common // 2
            keeps = keeps * (_ONE - _beats(s, led, card, unseen, misses, at_stake)) // _ONE
    loses = (_ONE - keeps) // (s.players - 1)
    return expected * (keeps - loses) // _ONE


def _beats(s: State, led: int, card: int, unseen: int, misses: Ints, at_stake: int) -> int:
    """How likely one of those still to play takes the trick from this card, in thousandths: if
    he can where it is worth having, only if he must where it is not."""
    follow = following(led) & unseen
    stronger = _stronger(s, led, card)
    higher = popcount(follow & stronger)
    void = misses[popcount(follow)]
    ruffed = void * (_ONE - misses[popcount(unseen & stronger & ~follow)]) // _ONE
    if at_stake > 0:
        return _ONE - misses[higher] + ruffed
    if s.void != VOID_TRUMP:
        ruffed = 0
    return misses[popcount(follow & ~stronger)] - void + ruffed if higher > 0 else ruffed


def _stronger(s: State, led: int, card: int) -> int:
    """The cards that take a trick from this one (T-7)."""
    force = strength(s, led, card)
    ace = bit(ACE_OF_SPADES) if strength(s, led, ACE_OF_SPADES) > force else 0
    if card == ACE_OF_SPADES and (led != SPADES or s.ace_on_spade_lead == ACE_TRUMP):
        return 0
    if card // 13 == HEARTS:
        return _above(card) | ace
    own = _above(card) if card // 13 == led else suit_mask(led)
    return own & ~bit(ACE_OF_SPADES) | SUIT_MASKS[HEARTS] | ace


def _above(card: int) -> int:
    """The higher cards of its suit."""
    return suit_mask(card // 13) & ~((bit(card) << 1) - 1)


def _fill(misses: Ints, held: int, unseen: int) -> None:
    """By n: the chance, in thousandths, that none of n unseen cards is in a hand like this."""
    chance = _ONE * held // max(unseen, held, 1)
    misses[0] = _ONE
    for n in range(1, len(misses)):
        misses[n] = misses[n - 1] * (_ONE - chance) // _ONE
