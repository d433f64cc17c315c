"""Widths, wrapping, sorted hands, colours."""

from __future__ import annotations

import pytest

from koloda.locales import translator
from koloda.terminal.look import Look, pad, sort_hand, width_of, wrap
from koloda.terminal.sheet import signed

HAND = ["Ah", "2s", "Td", "X1", "2c", "Ks"]


def test_width_counts_what_is_seen() -> None:
    assert width_of("10♦\ufe0e") == 3
    assert width_of("\x1b[91m10♦\ufe0e\x1b[0m") == 3
    assert pad("\x1b[1ma\x1b[0m", 3) == "\x1b[1ma\x1b[0m  "
    assert pad("a", 3, right=True) == "  a"


def test_lines_are_wrapped_at_spaces() -> None:
    assert wrap("  one two three", 9, 4) == ["  one two", "    three"]
    assert wrap("a" * 30, 10) == ["a" * 30]
    assert wrap("", 10) == [""]
    assert all(width_of(line) <= 20 for line in wrap("some words " * 20, 20, 4))


def test_hand_sorted_by_suit_or_rank() -> None:
    assert sort_hand(HAND, "suit") == ["2s", "Ks", "Ah", "2c", "Td", "X1"]
    assert sort_hand(HAND, "rank") == ["2s", "2c", "Td", "Ks", "Ah", "X1"]


@pytest.mark.parametrize(
    ("order", "shown"),
    [("suit", "2s [Ks]  Ah  2c  10d  X1"), ("rank", "2s 2c 10d [Ks] Ah X1")],
)
def test_legal_cards_are_marked(order: str, shown: str) -> None:
    texts = translator("en")
    texts.ascii = True
    assert Look(texts).hand(HAND, order, ["Ks"]) == shown


def test_four_colours() -> None:
    look = Look(translator("en"), colour=True)
    codes = [look.card(card).partition("m")[0] for card in ("Ac", "Ad", "Ah", "As", "X1")]
    assert len(set(codes)) == 5


def test_no_colour_codes_without_colour() -> None:
    look = Look(translator("en"), names=["Ann"], seat=0)
    assert "\x1b" not in look.hand(HAND, "suit", HAND) + look.bold("a") + look.name(0)


def test_gains_are_exact() -> None:
    from fractions import Fraction

    assert signed(Fraction(173, 2)) == "+86 1/2"
    assert signed(Fraction(-1, 3)) == "−1/3"
    assert signed(Fraction(-27)) == "−27"
    assert signed(0) == "0"
