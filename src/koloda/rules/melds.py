"""Sets and sequences of one pack of 52: which there are, what fits them, whether a card has a use.

For games that meld. A meld is a set of cards (an int); ``low`` tells the two kinds apart: SET,
or the rank of a sequence's bottom card. In a sequence the ace stands below the two or above the
king; ``corner`` (not 0) lets the sequence run on over it. Knows nothing of turns and players.
All of it is (both): ints and lists.
"""

from __future__ import annotations

from koloda.cards import ACE, KING, RANK_MASKS, SUIT_MASKS, bit, lowest, popcount
from koloda.rules.contract import Ints

SET = -1
MAX_MELDS = 17
"""In one pack."""
MAX_FOUND = 13 * 5 + 4 * (13 * 10 + 1)
"""Different melds there are: sets; in each suit 13 starts of 3 to 12 cards, and all thirteen."""

RUNS = tuple(0x7 << low & 0x1FFF | 0x7 << low >> 13 for low in range(13))
"""The three clubs upwards from each rank, round the corner."""


def low_of(cards: int) -> int:
    """The ``low`` of a valid meld; thirteen cards of a suit are 2 .. A."""
    first = lowest(cards)
    if cards & ~SUIT_MASKS[first // 13] != 0:
        return SET
    if popcount(cards) == 13:
        return 0
    ranks = cards >> (first - first % 13)
    low = first % 13
    while ranks & bit((low + 12) % 13) != 0:
        low = (low + 12) % 13
    return low


def find(hand: int, corner: int, out: Ints) -> int:
    """Write every meld that a hand holds into ``out``: sets by rank, then sequences by suit,
    bottom card and length; returns how many, at most MAX_FOUND."""
    n = 0
    clubs, diamonds = hand & 0x1FFF, (hand >> 13) & 0x1FFF
    hearts, spades = (hand >> 26) & 0x1FFF, (hand >> 39) & 0x1FFF
    three = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    while three != 0:
        rank = lowest(three)
        three &= three - 1
        same = hand & RANK_MASKS[rank]
        if popcount(same) == 4:
            for suit in range(4):
                out[n] = same & ~SUIT_MASKS[suit]
                n += 1
        out[n] = same
        n += 1
    for suit in range(4):
        held = (hand >> (13 * suit)) & 0x1FFF
        starts = held & (held >> 1 | held << 12) & (held >> 2 | held << 11)  # three upwards
        while starts != 0:
            low = lowest(starts)
            starts &= starts - 1
            cards = 0
            for length in range(1, 14):
                card = suit * 13 + (low + length - 1) % 13
                if hand & bit(card) == 0:
                    break
                cards |= bit(card)
                if length >= 3 and (length < 13 or low == 0):
                    out[n] = cards
                    n += 1
                if card % 13 == ACE and length > 1 and corner == 0:
                    break
    return n


def fitting(cards: int, low: int, corner: int) -> int:
    """The cards that can be added to a meld, each alone."""
    first = lowest(cards)
    if low == SET:
        return RANK_MASKS[first % 13] & ~cards
    base = first - first % 13
    top = (low + popcount(cards) - 1) % 13
    fits = 0
    if corner != 0 or top != ACE:
        fits |= bit(base + (top + 1) % 13)
    if corner != 0 or low != ACE:
        fits |= bit(base + (low + 12) % 13)
    return fits & ~cards


def low_after(cards: int, low: int, card: int, corner: int) -> int:
    """The ``low`` of a meld once a card that fits has been added; one that closes a sequence at
    both ends is its top, so an ace on 2 .. K is."""
    if low == SET:
        return SET
    above = (low + popcount(cards)) % 13
    if card % 13 == above and (corner != 0 or above != 0):
        return low
    return card % 13


def run(suit: int, low: int, corner: int) -> int:
    """The three cards of a suit upwards from a rank; 0 where that is no sequence."""
    return 0 if low == KING and corner == 0 else RUNS[low] << (13 * suit)


def in_meld(card: int, hand: int, corner: int) -> bool:
    """Whether a hand that holds the card has a meld with it."""
    rank = card % 13
    if popcount(hand & RANK_MASKS[rank]) >= 3:
        return True
    for down in range(3):
        three = run(card // 13, (rank + 13 - down) % 13, corner)
        if three != 0 and hand & three == three:
            return True
    return False


def any_meld(hand: int, corner: int) -> bool:
    """Whether a hand has a meld at all."""
    cards = hand
    while cards != 0:
        if in_meld(lowest(cards), hand, corner):
            return True
        cards &= cards - 1
    return False


def route(card: int, hand: int, cards: int, low: int, way: int, corner: int) -> int:
    """The cards of the hand, up to ``card``, that bring it onto a meld one by one at its upper
    (way 1) or lower (-1) end; 0 if it can't be done."""
    if low == SET or card // 13 != lowest(cards) // 13:
        return fitting(cards, low, corner) & bit(card)
    base = card - card % 13
    rank = low if way < 0 else (low + popcount(cards) - 1) % 13
    need = 0
    while need & bit(card) == 0:
        if rank == ACE and corner == 0:
            return 0
        rank = (rank + 13 + way) % 13
        if hand & bit(base + rank) == 0:
            return 0
        need |= bit(base + rank)
    return need
