"""From what a person types to moves as records spell them.

Understood: the spelling of records; ``10d``, suit symbols, any case; in Russian also Russian
words, rank letters (Т К Д В) and suit letters (п ч б т); ranges (``6-9s``); verbs shortened or
left out; the number of a listed move. A shortened move names all the cards of exactly one legal
move: nothing is ever replaced by the nearest legal one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from koloda.cards import RANKS
from koloda.locales import Translator, clean

WORDS: tuple[str, ...]
WORDS = ("draw", "pass", "stand", "stock", "take", "decline", "meld", "add", "to", "discard")
WORDS += ("new", "extend", "low", "high", "lone", "end")
"""Every word that a move of any game has."""

_RANKS = {**{rank: rank for rank in RANKS}, "10": "T", "В": "J", "Д": "Q", "К": "K", "Т": "A"}
_RANKS["А"] = "A"  # the Cyrillic letter that looks like the Latin one
_SUITS = {**{suit: suit for suit in "cdhs"}, "♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_SUITS |= {"♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_SUITS |= {"т": "c", "к": "c", "б": "d", "ч": "h", "п": "s"}
_RANK = "|".join(sorted(_RANKS, key=len, reverse=True))
_SUIT = "".join(_SUITS)
_CARD = re.compile(rf"({_RANK})([{_SUIT}])(?:=([{_SUIT}]))?", re.IGNORECASE)
_RANGE = re.compile(rf"({_RANK})[{_SUIT}]?[-–—]({_RANK})([{_SUIT}])", re.IGNORECASE)
_JOKER = re.compile(rf"[XХ★]([12])(?:=({_RANK}))?", re.IGNORECASE)


def _rank(text: str) -> str:
    return _RANKS[text.upper()]


def _suit(text: str) -> str:
    return _SUITS[text.lower()]


def cards_of(token: str) -> list[str]:
    """The cards that one word names, as records spell them; none when it names none.

    >>> cards_of("10♦"), cards_of("дч"), cards_of("9-Js")
    (['Td'], ['Qh'], ['9s', 'Ts', 'Js'])
    """
    token = token.replace("\ufe0e", "").replace("\ufe0f", "")
    if found := _CARD.fullmatch(token):
        rank, suit, meaning = found.groups()
        return [_rank(rank) + _suit(suit) + (f"={_suit(meaning)}" if meaning else "")]
    if found := _JOKER.fullmatch(token):
        number, meaning = found.groups()
        return [f"X{number}" + (f"={_rank(meaning)}" if meaning else "")]
    if found := _RANGE.fullmatch(token):
        low, high, suit = found.groups()
        first, last = RANKS.index(_rank(low)), RANKS.index(_rank(high))
        length = (last - first) % len(RANKS) + 1  # round the corner: Q-2s
        return [RANKS[(first + i) % len(RANKS)] + _suit(suit) for i in range(length)]
    return []


@dataclass
class Parts:
    """A move taken apart: its words, its numbers, and the cards after each word."""

    words: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    cards: list[list[str]] = field(default_factory=lambda: [[]])

    @property
    def all_cards(self) -> list[str]:
        return sorted(card for group in self.cards for card in group)


def take_apart(text: str) -> Parts:
    """The parts of a move as typed or as spelled."""
    parts = Parts()
    for token in text.split():
        if token.isdecimal():
            parts.numbers.append(token)
        elif cards := cards_of(token):
            parts.cards[-1] += cards
        else:
            parts.words.append(token.lower())
            parts.cards.append([])
    return parts


def _forms(texts: Translator, word: str) -> list[str]:
    """What may be typed for a word."""
    return [form.strip() for form in texts.text("interface", f"word.{word}").lower().split(",")]


class Typed:
    """Reads moves typed in one language (English words are always understood)."""

    def __init__(self, texts: Translator) -> None:
        self.words = {word: [word, *_forms(texts, word)] for word in WORDS}

    def _means(self, typed: str, word: str) -> bool:
        return any(form.startswith(typed) for form in self.words.get(word, [word]))

    def read(self, typed: str, legal: list[str]) -> list[str]:
        """The moves a text may mean: one to be tried, or several legal ones to choose from.

        What means no legal move comes back spelled as well as may be: the rules refuse it.
        """
        if typed.isdecimal() and typed.isascii() and 1 <= int(typed) <= len(legal):
            return [legal[int(typed) - 1]]
        parts = take_apart(typed)
        spelled = self.spell(typed)
        if spelled in legal:
            return [spelled]
        found = [move for move in legal if self._fits(parts, take_apart(move))]
        if (rank := _RANKS.get(typed.upper())) and not typed.isdecimal():
            found += [move for move in legal if len(move) == 2 and move[0] == rank]
        return found or [spelled]

    def knows(self, typed: str) -> bool:
        """Whether this begins a word that moves have."""
        return any(self._means(typed.lower(), word) for word in WORDS)

    def beginning(self, typed: str, legal: list[str]) -> list[str]:
        """The legal moves that begin with these words and hold these cards."""
        parts = take_apart(typed)
        found = []
        for move in legal:
            other = take_apart(move)
            words = zip(parts.words, other.words, strict=False)
            if (
                len(parts.words) <= len(other.words)
                and all(self._means(*pair) for pair in words)
                and set(parts.all_cards) <= set(other.all_cards)
                and set(parts.numbers) <= set(other.numbers)
            ):
                found.append(move)
        return found

    def _fits(self, typed: Parts, move: Parts) -> bool:
        if typed.numbers and typed.numbers != move.numbers:
            return False
        if len(typed.words) == len(move.words):
            if not all(map(self._means, typed.words, move.words)):
                return False
            groups = zip(typed.cards, move.cards, strict=True)
            return all(_same(sorted(a), sorted(b)) for a, b in groups)
        if len(typed.words) > 1 or not (typed.words or typed.all_cards):
            return False
        if typed.words and not self._means(typed.words[0], move.words[0] if move.words else ""):
            return False
        return _same(typed.all_cards, move.all_cards)

    def spell(self, typed: str) -> str:
        """The text with words and cards as records spell them, as far as they are known."""
        spelled = []
        for token in typed.split():
            if token.isdecimal():
                spelled.append(token)
            elif cards := cards_of(token):
                spelled += cards
            else:
                word = token.lower()
                exact = [w for w, forms in self.words.items() if word in forms]
                close = [w for w in self.words if self._means(word, w)]
                known = exact if len(exact) == 1 else close
                spelled.append(known[0] if len(known) == 1 else clean(token))
        return " ".join(spelled)


def _same(typed: list[str], move: list[str]) -> bool:
    """Whether the cards are the same; what a joker or the ace led stands for may be left out."""
    if len(typed) != len(move):
        return False
    pairs = zip(typed, move, strict=True)
    return all(a == b or ("=" not in a and b.startswith(a + "=")) for a, b in pairs)
