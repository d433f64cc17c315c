"""Cards: how they are spelled, which packs there are, and sets of cards as bit masks.

A card is an int: ``suit * 13 + rank`` with suits c d h s = 0..3 and ranks 2..A = 0..12, so that
``card % 13`` is its rank and ``card // 13`` its suit; the jokers are 52 and 53. A set of cards is
an int with one bit a card, always below 2**63. This room knows nothing of any game.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JACK, QUEEN, KING, ACE = 9, 10, 11, 12
JOKERS = (52, 53)
NO_CARD = -1
UNKNOWN = "??"

SUIT_MASKS = tuple(0x1FFF << 13 * suit for suit in range(4))
RANK_MASKS = tuple(0x8004002001 << rank for rank in range(13))
ACES = RANK_MASKS[ACE]

PACK_52 = tuple(range(52))
PACK_36 = tuple(card for card in PACK_52 if card % 13 >= RANKS.index("6"))
PACK_54 = PACK_52 + JOKERS

NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), "X1", "X2")
_CARDS = {name: card for card, name in enumerate(NAMES)}
_UNICODE_SUITS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs", "\ufe0e\ufe0f")


def bit(k: int) -> int:
    """The set holding only card (or thing number) ``k``, 0 <= k < 63."""
    return 1 << k


def suit_mask(suit: int) -> int:
    """The thirteen cards of a suit; as ``SUIT_MASKS``, without a table."""
    return 0x1FFF << 13 * suit


def rank_mask(rank: int) -> int:
    """The four cards of a rank; as ``RANK_MASKS``, without a table."""
    return 0x8004002001 << rank


def popcount(cards: int) -> int:
    """How many cards are in the set."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def write_cards(cards: int, out: list[int], n: int) -> int:
    """Write the cards of a set, ascending, after ``out[:n]``; returns how many stand there now."""
    while cards != 0:
        out[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    return n


def mask(cards: Iterable[int]) -> int:
    """The set of these cards."""
    result = 0
    for card in cards:
        result |= bit(card)
    return result


def members(cards: int) -> list[int]:
    """The cards of a set, ascending: clubs, diamonds, hearts, spades, each 2..A, then jokers."""
    result = []
    while cards:
        card = lowest(cards)
        result.append(card)
        cards ^= bit(card)
    return result


def spell_card(card: int) -> str:
    """``Td`` for the ten of diamonds, ``X1`` for the first joker, ``??`` for NO_CARD."""
    return NAMES[card] if card != NO_CARD else UNKNOWN


def parse_card(text: str) -> int:
    """Read one card; ``10d`` and Unicode suits are understood.

    Raises ValueError when the text is no card (``??`` included: it stands for no card).

    >>> parse_card("Td") == parse_card("10♦") == 21
    True
    """
    name = text.translate(_UNICODE_SUITS)
    if len(name) == 3 and name.startswith("10"):
        name = "T" + name[2]
    if name not in _CARDS:
        raise ValueError(text)
    return _CARDS[name]


def spell_cards(cards: Iterable[int]) -> list[str]:
    """The spellings of several cards, in the order given."""
    return [spell_card(card) for card in cards]
