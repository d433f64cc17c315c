"""Chain by rule of thumb, after the tactics of the source.

Of all one may lay, the dearest act comes first, and what is left after it may be laid too: so
trumps, wholly trump chains and the 13th card go early, and one lays and lengthens in one turn.
A joker is kept back, except where it brings a lot or the end is near (10 points lost, C-12). A
lone card is the one that is worth little and gives others little to add.
"""

from __future__ import annotations

from koloda.cards import RANK_MASKS, bit, lowest, popcount
from koloda.rules.chain import JOKER_LEFT, State, card_value, lone_cards, may_extend
from koloda.rules.chains import EXTEND, JOKER_CARDS, LONE, NATURALS, NEW, card_of, jokers_used
from koloda.rules.contract import Ints

SHED = 3
"""What it is worth to be rid of a card: nearer to the end, and it can't be left over."""
KEPT = 30
"""What an act must bring to be worth a joker while the end is far."""
NEAR = 2
"""The end is near when a hand has so few cards."""


def policy(s: State) -> int:
    """The act of the seat on turn."""
    best = [0, 0]  # the act and its merit; END is 0 and merits nothing
    if s.acts == 0:
        best[1] = -1_000_000
    if s.alone == 0:
        if s.fresh == 0:
            _best_new(s, best)
        for chain in range(1, s.chains + 1):
            if may_extend(s, chain):
                _best_extension(s, chain, best)
        if best[1] <= 0:
            lone = lone_cards(s)
            if lone != 0:
                return LONE | _least_harm(s, lone) << 8
    return best[0]


def _near_end(s: State) -> bool:
    for p in range(s.players):
        if popcount(s.hand[p]) <= NEAR:
            return True
    return False


def _dearest(s: State, held: int, rank: int) -> int:
    """The digit of the dearest natural card held at a rank, else of a joker, else 0."""
    best = 0
    most = 0
    for digit in range(1, 5):
        card = card_of(digit, rank)
        if held & bit(card) != 0 and card_value(s, card) > most:
            most = card_value(s, card)
            best = digit
    if best == 0:
        for digit in range(5, 7):
            if best == 0 and held & bit(card_of(digit, rank)) != 0:
                best = digit
    return best


def _consider(s: State, act: int, chain: int, best: Ints) -> None:
    """Remember the act if it merits more than the best so far."""
    cards = act >> 8
    natural = 0
    jokers = 0
    for rank in range(13):
        digit = (cards >> 3 * rank) & 7
        if digit >= 5:
            jokers += 1
        elif digit != 0:
            natural += 1
    merit = _points(s, chain, cards) + SHED * natural
    if _near_end(s) or natural + jokers == popcount(s.hand[s.actor]):
        merit += JOKER_LEFT * jokers
    else:
        merit -= KEPT * jokers
    if merit > best[1]:
        best[0] = act
        best[1] = merit


def _points(s: State, chain: int, cards: int) -> int:
    """What the act scores: a new chain where ``chain`` is 0."""
    pure = chain == 0 or (s.pure[chain] == 1 and s.began[chain] == s.actor)
    worth = s.worth[chain] if chain != 0 else 0
    lying = s.high[chain] - s.low[chain] + 1 if chain != 0 else 0
    total = 0
    if chain == 0:
        for rank in range(13):
            digit = (cards >> 3 * rank) & 7
            if digit != 0 and digit != s.trump + 1:
                pure = False
    for k in range(13):  # downwards from the low end, then upwards from the high one
        rank = s.low[chain] - 1 - k if k < s.low[chain] else k
        digit = (cards >> 3 * rank) & 7
        if digit != 0:
            points = card_value(s, card_of(digit, rank))
            worth += points
            lying += 1
            pure = pure and digit == s.trump + 1
            total += worth if lying == 13 else (2 * points if pure else points)
    return total


def _best_new(s: State, best: Ints) -> None:
    for first in range(12):
        held = s.hand[s.actor]
        cards = 0
        for rank in range(first, 13):
            digit = _dearest(s, held, rank)
            if digit == 0:
                break
            held ^= bit(card_of(digit, rank))
            cards += digit * bit(3 * rank)
            if rank > first and jokers_used(cards) & 1 != 0:
                _consider(s, NEW | cards << 8, 0, best)


def _best_extension(s: State, chain: int, best: Ints) -> None:
    held = s.hand[s.actor]
    cards = 0
    down = s.low[chain]
    while True:
        _upwards(s, chain, cards, held, best)
        down -= 1
        digit = _dearest(s, held, down) if down >= 0 else 0
        if digit == 0:
            return
        held ^= bit(card_of(digit, down))
        cards += digit * bit(3 * down)


def _upwards(s: State, chain: int, low: int, held: int, best: Ints) -> None:
    """Every number of cards at the high end with these at the low end."""
    cards = low
    if cards != 0:
        _consider(s, EXTEND | chain << 2 | cards << 8, chain, best)
    for rank in range(s.high[chain] + 1, 13):
        digit = _dearest(s, held, rank)
        if digit == 0:
            return
        held ^= bit(card_of(digit, rank))
        cards += digit * bit(3 * rank)
        _consider(s, EXTEND | chain << 2 | cards << 8, chain, best)


def _least_harm(s: State, lone: int) -> int:
    """The card that loses least: its own worth, and the dearest cards others may add."""
    unseen = (NATURALS | JOKER_CARDS) & ~s.hand[s.actor]
    for card in range(52):
        if s.where[card] != 0:
            unseen &= ~bit(card)
    best = lowest(lone)
    least = 1_000_000
    while lone != 0:
        card = lowest(lone)
        lone &= lone - 1
        harm = card_value(s, card)
        if card < 52:
            if card % 13 > 0:
                harm += _dearest_unseen(s, unseen & RANK_MASKS[card % 13 - 1])
            if card % 13 < 12:
                harm += _dearest_unseen(s, unseen & RANK_MASKS[card % 13 + 1])
        if harm < least:
            least = harm
            best = card
    return best


def _dearest_unseen(s: State, cards: int) -> int:
    most = 0
    while cards != 0:
        value = card_value(s, lowest(cards))
        cards &= cards - 1
        if value > most:
            most = value
    return most
