"""Reading moves: a word as a card, or the refusal that says that a text spells no move."""

from __future__ import annotations

from koloda.cards import JOKERS, parse_card, spell_card
from koloda.rules.contract import Refused

TOLD = 80
"""So many characters of a text are repeated."""


def unreadable(text: str) -> Refused:
    """The refusal of a text that spells nothing in this game."""
    return Refused("syntax", text=text[:TOLD])


def read_card(word: str, text: str) -> int:
    """The card that a word of the move ``text`` spells. Raises Refused ``syntax``."""
    try:
        return parse_card(word)
    except ValueError:
        raise unreadable(text) from None


def read_natural(word: str, text: str) -> int:
    """As ``read_card``; a joker is a card that nobody holds (Refused ``hand``)."""
    card = read_card(word, text)
    if card in JOKERS:
        raise Refused("hand", card=spell_card(card))
    return card
