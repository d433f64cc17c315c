"""How things look on a terminal: colours, cards, names, lines that fit the width.

Nothing here reads or writes. Colours are ANSI codes, and only where ``colour`` is on; what they
say is said without them too (legal cards stand in brackets).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from koloda.cards import RANKS
from koloda.locales import Shown, Translator

BOLD, DIM, GREEN, MAGENTA, RED, BLUE, YELLOW = "1", "2", "32", "35", "91", "94", "33"
SUIT_COLOURS = {"c": GREEN, "d": BLUE, "h": RED, "s": BOLD, "X": MAGENTA}
SUIT_ORDER = "shcdX"
"""Red and black alternate in a hand sorted by suit."""

_CODES = re.compile(r"\x1b\[[0-9;]*m|[\ufe0e\ufe0f]")


def width_of(text: str) -> int:
    """The columns a text takes: colour codes and variation selectors take none."""
    return len(_CODES.sub("", text))


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled with spaces to a width; ``right`` sets it to the right."""
    fill = " " * max(0, width - width_of(text))
    return fill + text if right else text + fill


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """The text in lines of at most ``width`` columns, broken at spaces; later lines are
    indented. A longer word stands on a line of its own."""
    body = text.lstrip(" ")
    lines, line = [], " " * (len(text) - len(body))
    for word in body.split(" "):
        longer = line + word
        if line.strip() and width_of(longer) > width:
            lines.append(line.rstrip())
            longer = " " * indent + word
        line = longer + " "
    return [*lines, line.rstrip()]


class Look:
    """Paints for one seat in one language. ``names`` are the players' names by seat."""

    def __init__(
        self,
        texts: Translator,
        *,
        names: Sequence[str] = (),
        seat: int | None = None,
        colour: bool = False,
    ) -> None:
        self.texts = texts
        self.names = list(names)
        self.seat = seat
        self.colour = colour

    def paint(self, text: str, *codes: str) -> Shown:
        """The text in these colours, or as it is where there are none."""
        return Shown(f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colour and codes else text)

    def bold(self, text: str) -> Shown:
        return self.paint(text, BOLD)

    def dim(self, text: str) -> Shown:
        return self.paint(text, DIM)

    def card(self, name: str, *, marked: bool = False) -> Shown:
        """A card in its suit's colour; in brackets when ``marked``."""
        shown = self.texts.card(name)
        if marked:
            shown = f"[{shown}]"
        suit = name[0] if name.startswith("X") else name[1:2]
        codes = [SUIT_COLOURS[suit]] if suit in SUIT_COLOURS else []
        return self.paint(shown, *codes, *([BOLD] if marked and suit != "s" else []))

    def cards(self, names: Iterable[str], empty: str = "–") -> str:
        """Cards with spaces between; ``empty`` where there are none."""
        return " ".join(self.card(name) for name in names) or empty

    def name(self, seat: int) -> Shown:
        """The player's name; bold for the person at this terminal."""
        name = self.texts.name(seat, self.names)
        return self.bold(name) if seat == self.seat else Shown(name)

    def label(self, key: str, count: int | None = None, **params: object) -> str:
        """A text of the interface under ``table.``."""
        return self.texts.text("interface", f"table.{key}", count, **params)

    def players(self, figures: Sequence[object]) -> str:
        """Names each with a figure: ``Anna 5 · Boris 7``."""
        told = [f"{self.name(seat)} {figure}" for seat, figure in enumerate(figures)]
        return " · ".join(told)

    def facts(self, *facts: str) -> str:
        """Several short facts on one line; empty ones are left out."""
        return " · ".join(fact for fact in facts if fact)

    def hand(self, cards: Iterable[str], order: str, marked: Iterable[str] = ()) -> str:
        """A hand sorted by ``suit`` or ``rank``, groups set apart; ``marked`` may be played."""
        playable = set(marked)
        suits = order == "suit"
        groups: list[str] = []
        last = ""
        for card in sort_hand(cards, order):
            group = card[0] if not suits or card[0] == "X" else card[1]
            shown = self.card(card, marked=card in playable)
            if group == last:
                groups[-1] += " " + shown
            else:
                groups.append(shown)
            last = group
        return ("  " if suits else " ").join(groups) or "–"


def sort_hand(cards: Iterable[str], order: str) -> list[str]:
    """Cards as spelled, by suit and then rank or by rank and then suit, jokers last."""

    def suit(card: str) -> int:
        return SUIT_ORDER.index("X" if card[0] == "X" else card[1])

    def rank(card: str) -> int:
        return len(RANKS) if card[0] == "X" else RANKS.index(card[0])

    if order == "rank":
        return sorted(cards, key=lambda card: (rank(card), suit(card), card))
    return sorted(cards, key=lambda card: (suit(card), rank(card), card))
