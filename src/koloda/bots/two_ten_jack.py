"""Two-Ten-Jack by rule of thumb: plus cards where they are safe, minus cards on others' tricks.

For each card it may play it guesses, from the cards not yet seen, how likely the trick will be
its own, and what will be in it; a trick that others take counts against it. A card that still
takes tricks later (the ace of spades, the high hearts) is not spent for nothing.

It looks at its own hand, at the table and at the cards that have been played.
"""

from __future__ import annotations

from koloda.cards import HEARTS, SUIT_MASKS, bit, lowest, popcount
from koloda.rules.tricks import NO_SUIT
from koloda.rules.two_ten_jack import (
    ACE_AS_HEART,
    ACE_OF_SPADES,
    MAX_ACTIONS,
    THREE_OF_CLUBS,
    TRUMPS,
    VOID_TRUMP,
    State,
    following,
    legal,
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
    best = choices[0]
    most = -1_000_000_000
    for i in range(n):
        action = choices[i]
        card = ACE_OF_SPADES if action == ACE_AS_HEART else action
        led = s.led
        if led == NO_SUIT:
            led = HEARTS if action == ACE_AS_HEART else card // 13
        worth = _worth(s, led, card, unseen) - _spent(card)
        if worth > most:
            most = worth
            best = action
    return best


def _unseen(s: State) -> int:
    """The cards the actor can't see: with the others or in the stock."""
    seen = s.hand[s.actor]
    for k in range(s.n_plays):
        seen |= bit(s.plays[k])
    if s.players == 3:
        seen |= bit(THREE_OF_CLUBS)
    return _PACK & ~seen


def _spent(card: int) -> int:
    if card == ACE_OF_SPADES:
        return _SPENT_ACE_OF_SPADES
    return _SPENT[card % 13] if TRUMPS & bit(card) != 0 else 0


def _worth(s: State, led: int, card: int, unseen: int) -> int:
    """What the trick is likely to bring if this card is played, in thousandths of a point."""
    points = value(s, card)
    beaten = False
    for k in range(s.n_plays - s.n_plays % s.players, s.n_plays):
        points += value(s, s.plays[k])
        if strength(s, led, s.plays[k]) > strength(s, led, card):
            beaten = True
    to_come = s.players - 1 - s.n_plays % s.players
    expected = points * _ONE
    keeps = 0 if beaten else _ONE
    held = popcount(s.hand[s.actor])
    chance = _ONE * held // max(popcount(unseen), held, 1)
    follow = following(led) & unseen
    void = _miss(chance, popcount(follow))
    common = 0
    cards = follow
    while cards != 0:
        common += value(s, lowest(cards))
        cards &= cards - 1
    common = common * (_ONE - void) // max(popcount(follow), 1)
    for _ in range(to_come):
        expected += common // 2
        keeps = keeps * (_ONE - _beats(s, led, card, unseen, chance, void, points)) // _ONE
    loses = (_ONE - keeps) // (s.players - 1)
    return expected * (keeps - loses) // _ONE


def _beats(s: State, led: int, card: int, unseen: int, chance: int, void: int, points: int) -> int:
    """How likely one of those still to play takes the trick from this card, in thousandths: if
    he can where it is worth having, only if he must where it is not."""
    force = strength(s, led, card)
    follow = following(led)
    higher = 0
    lower = 0
    ruffs = 0
    cards = unseen & (follow | TRUMPS)
    while cards != 0:
        other = lowest(cards)
        cards &= cards - 1
        stronger = strength(s, led, other) > force
        if follow & bit(other) == 0:
            ruffs += 1 if stronger else 0
        elif stronger:
            higher += 1
        else:
            lower += 1
    ruffed = void * (_ONE - _miss(chance, ruffs)) // _ONE
    if points > 0:
        return _ONE - _miss(chance, higher) + ruffed
    if s.void != VOID_TRUMP:
        ruffed = 0
    return _miss(chance, lower) - void + ruffed if higher > 0 else ruffed


def _miss(chance: int, n: int) -> int:
    """The chance, in thousandths, that none of n cards is in a hand."""
    none = _ONE
    for _ in range(n):
        none = none * (_ONE - chance) // _ONE
    return none
