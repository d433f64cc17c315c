"""Ladder Rummy by rule of thumb: the book's tactics, weighed in hundredths of a point.

What can be laid is laid, the dearest way. A take from the ladder is worth what it lets one lay
and hope for, against the risk that the deal ends with the other cards in hand: for a dear meld a
few cheap cards are taken along. The risk grows as another hand shrinks, and with ``losers_pay``.
Discarded is the card that is least hoped for, dear to be caught with, and of least use to the
others: cards that were seen going into their hands, and what lies in the ladder, count.
"""

from __future__ import annotations

from koloda.cards import bit, lowest, popcount
from koloda.rules.ladder_rummy import (
    DECLINE,
    DISCARD,
    MAX_ACTIONS,
    STOCK,
    State,
    left,
    legal,
    price,
)
from koloda.rules.melds import (
    MAX_FOUND,
    MAX_MELDS,
    find,
    fitting,
    in_meld,
    low_after,
    low_of,
)
from koloda.rules.tableau import KIND, act_cards, act_meld, has_meld, is_meld

POINT = 100
STOCK_CARD = 400
"""What an unknown card is worth more than none."""
HOPE = 90
"""For each card that would make a meld of cards in the hand."""
RISK = 1
RISK_SMALL = 10
RISK_TINY = 30
"""Percent of its points that a card in hand costs, as the smallest other hand is large, small or
tiny. Measured: in this game who fears the ladder loses to who takes it."""
SMALL = 5
TINY = 2
GIFT = 1600
SEEN = 900
"""Cost of a discard that makes a meld for the next: with the ladder alone, or with cards he is
known to hold."""
ALONGSIDE = 150
"""Cost of a discard that fits a meld on the table."""


def policy(s: State) -> int:
    """The act of the seat on turn."""
    acts = [0] * MAX_ACTIONS
    n = legal(s, acts)
    if n == 1:
        return acts[0]
    if s.drawn == 0:
        return _draw(s, acts, n)
    if acts[0] >> KIND != DISCARD >> KIND:
        return _lay(s, acts, n)
    return _discard(s, acts, n)


def _risk(s: State) -> int:
    """Percent of a card's points that holding it costs."""
    fewest = 99
    for p in range(s.players):
        if p != s.actor:
            fewest = min(fewest, popcount(s.hand[p]))
    risk = RISK
    if fewest <= TINY:
        risk = RISK_TINY
    elif fewest <= SMALL:
        risk = RISK_SMALL
    return risk + risk * s.losers_pay


def _hope(s: State, hand: int) -> int:
    """What the cards of a hand that make no meld yet may become."""
    gone = hand
    for i in range(s.n_melds):
        gone |= s.meld[i]
    outs = 0
    for card in range(52):
        if gone & bit(card) == 0 and in_meld(card, hand | bit(card), s.corner):
            outs += 1
    return HOPE * outs


def _plan(s: State, hand: int, action: int) -> int:
    """The worth of a hand out of which ``action`` (0: nothing) is laid first, then always the
    dearest meld, then all that can be laid off."""
    found = [0] * MAX_FOUND
    cards = [0] * (MAX_MELDS + 1)
    lows = [0] * (MAX_MELDS + 1)
    n = s.n_melds
    for i in range(n):
        cards[i] = s.meld[i]
        lows[i] = s.low[i]
    earned = 0
    new = 0
    if action != 0:
        new = act_cards(action)
        at = act_meld(action)
        if is_meld(action):
            at = n
            n += 1
            cards[at] = new
            lows[at] = low_of(new)
        else:
            lows[at] = low_after(cards[at], lows[at], action & 63, s.corner)
            cards[at] |= new
        earned += _earned(new, cards[at], lows[at])
        hand &= ~new
    best = _dearest(s, hand, found)
    while best != 0:
        cards[n] = best
        lows[n] = low_of(best)
        earned += _earned(best, best, lows[n])
        n += 1
        hand &= ~best
        best = _dearest(s, hand, found)
    more = s.layoff_needs_meld == 0 or n > s.n_melds or has_meld(s, s.actor)  # L-9
    while more:
        more = False
        for i in range(n):
            fits = fitting(cards[i], lows[i], s.corner) & hand
            if fits != 0:
                card = lowest(fits)
                lows[i] = low_after(cards[i], lows[i], card, s.corner)
                cards[i] |= bit(card)
                earned += price(card, cards[i], lows[i])
                hand ^= bit(card)
                more = True
    return POINT * earned + _hope(s, hand) - _risk(s) * left(hand)


def _dearest(s: State, hand: int, found: list[int]) -> int:
    """The meld of a hand that earns most, 0 if there is none; ``found`` is a buffer."""
    best = 0
    most = 0
    for k in range(find(hand, s.corner, found)):
        worth = _earned(found[k], found[k], low_of(found[k]))
        if worth > most:
            most = worth
            best = found[k]
    return best


def _earned(new: int, cards: int, low: int) -> int:
    """The points of cards laid as part of a meld."""
    total = 0
    while new != 0:
        total += price(lowest(new), cards, low)
        new &= new - 1
    return total


def _draw(s: State, acts: list[int], n: int) -> int:
    """Stock, or as much of the ladder as is worth its risk."""
    hand = s.hand[s.actor]
    now = _plan(s, hand, 0)
    best = STOCK
    most = STOCK_CARD
    if s.next == s.size:
        best = DECLINE
        most = STOCK_CARD // 2  # to go on without a gain helps the others as much
    for i in range(n):
        if acts[i] != STOCK and acts[i] != DECLINE:
            taken = hand
            for k in range(s.n_ladder - 1, -1, -1):
                taken |= bit(s.ladder[k])
                if s.ladder[k] == acts[i] & 63:
                    break
            gain = _plan(s, taken, 0) - now
            if gain > most:
                most = gain
                best = acts[i]
    return best


def _lay(s: State, acts: list[int], n: int) -> int:
    """The first act of the dearest way to lay what can be laid."""
    best = acts[0]
    most = 0
    for i in range(n):
        if acts[i] >> KIND != DISCARD >> KIND:
            worth = _plan(s, s.hand[s.actor], acts[i])
            if i == 0 or worth > most:
                most = worth
                best = acts[i]
    return best


def _discard(s: State, acts: list[int], n: int) -> int:
    """What costs least to part with."""
    hand = s.hand[s.actor]
    risk = _risk(s)
    ladder = 0
    for k in range(s.n_ladder):
        ladder |= bit(s.ladder[k])
    after = (s.actor + 1) % s.players
    best = acts[0]
    most = 0
    for i in range(n):
        card = acts[i] & 63
        face = bit(card)
        worth = _hope(s, hand & ~face) + risk * left(face)
        if in_meld(card, ladder | face, s.corner):
            worth -= GIFT
        elif in_meld(card, ladder | s.known[after] | face, s.corner):
            worth -= SEEN
        for k in range(s.n_melds):
            if fitting(s.meld[k], s.low[k], s.corner) & face != 0:
                worth -= ALONGSIDE
        if i == 0 or worth > most:
            most = worth
            best = acts[i]
    return best
