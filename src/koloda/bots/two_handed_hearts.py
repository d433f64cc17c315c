"""Two-Handed Hearts by rule of thumb: duck and dump.

Following, it stays under the card led with the highest card that does, and where nothing is lost
takes with the highest. Void, it throws the queen of spades if she counts, then the highest heart,
then the card it most wants to be rid of. Leading, it weighs for each card how likely the other
is void, can stay under it or must take it, from the cards not yet seen.

It looks at its own hand, at the table and at the cards that have been played.
"""

from __future__ import annotations

from koloda.cards import HEARTS, SPADES, SUIT_MASKS, bit, lowest, popcount
from koloda.rules.tricks import NO_SUIT
from koloda.rules.two_handed_hearts import (
    QUEEN_OF_SPADES,
    State,
    may_play,
)

_PACK = SUIT_MASKS[0] | SUIT_MASKS[1] | SUIT_MASKS[2] | SUIT_MASKS[3]
_ONE = 1000


def policy(s: State) -> int:
    """The act of the seat on turn."""
    choices = may_play(s)
    best = lowest(choices)
    most = -1_000_000_000
    while choices != 0:
        card = lowest(choices)
        choices &= choices - 1
        worth = _lead(s, card) if s.led == NO_SUIT else _answer(s, card)
        if worth >= most:
            most = worth
            best = card
    return best


def _points(s: State, card: int) -> int:
    if card == QUEEN_OF_SPADES:
        return s.queen_spades
    return 1 if card // 13 == HEARTS else 0


def _unseen(s: State) -> int:
    """The cards the actor can't see: with the other player or in the stock."""
    seen = s.hand[s.actor] | s.taken[0] | s.taken[1]
    if s.led != NO_SUIT:
        seen |= bit(s.plays[s.n_plays - 1])
    return _PACK & ~seen


def _higher(card: int) -> int:
    """The cards of the same suit above this one."""
    return SUIT_MASKS[card // 13] & ~(bit(card + 1) - 1)


def _liability(s: State, card: int) -> int:
    """How glad the actor would be to be rid of a card: high ones that lower ones don't cover."""
    below = SUIT_MASKS[card // 13] & _unseen(s) & ~_higher(card)
    worth = 10 * popcount(below) + card % 13
    if card // 13 == HEARTS:
        worth += 20 + 2 * (card % 13)
    if s.queen_spades != 0 and card // 13 == SPADES:
        queen_out = _unseen(s) & bit(QUEEN_OF_SPADES) != 0
        if card == QUEEN_OF_SPADES or (queen_out and card > QUEEN_OF_SPADES):
            worth += 20 * s.queen_spades
    return worth


def _answer(s: State, card: int) -> int:
    """Following: duck, take with the highest, or dump; in thousandths of a point."""
    led = s.plays[s.n_plays - 1]
    stake = (_points(s, led) + _points(s, card)) * _ONE
    takes = card // 13 == led // 13 and card > led
    worth = -stake if takes else stake
    if takes:
        worth -= 60  # the lead is a burden
    return worth + 4 * _liability(s, card)


def _miss(chance: int, n: int) -> int:
    """The chance, in thousandths, that none of n cards is with the other player."""
    none = _ONE
    for _ in range(n):
        none = none * (_ONE - chance) // _ONE
    return none


def _lead(s: State, card: int) -> int:
    """Leading: what the trick is likely to bring, in thousandths of a point."""
    unseen = _unseen(s)
    suit = SUIT_MASKS[card // 13] & unseen
    higher = suit & _higher(card)
    held = popcount(s.hand[1 - s.actor])
    chance = _ONE * held // max(popcount(unseen), 1)
    void = _miss(chance, popcount(suit))
    cannot_duck = _miss(chance, popcount(suit & ~higher))
    must_take = cannot_duck - void  # he follows, and only with higher cards
    ducks = _ONE - cannot_duck
    dump = _ONE
    if s.queen_spades != 0 and unseen & bit(QUEEN_OF_SPADES) != 0:
        dump += s.queen_spades * chance
    stake = _points(s, card) * _ONE
    of_hearts = _ONE if card // 13 == HEARTS else 0
    worth = -void * (stake + dump)
    worth -= ducks * (stake + of_hearts)
    worth += must_take * (stake + of_hearts)
    return worth // _ONE + _liability(s, card)
