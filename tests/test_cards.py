"""Cards: spelling, packs, sets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koloda import cards


def test_every_card_is_spelled_by_rank_and_suit() -> None:
    names = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    assert cards.spell_cards(range(54)) == [*names, "X1", "X2"]
    assert [cards.parse_card(name) for name in cards.NAMES] == list(range(54))


def test_rank_and_suit() -> None:
    for card in cards.PACK_52:
        name = cards.spell_card(card)
        assert cards.RANKS[card % 13] == name[0]
        assert cards.SUITS[card // 13] == name[1]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("10d", "Td"),
        ("10♦", "Td"),
        ("T♦\ufe0f", "Td"),
        ("Q♥", "Qh"),
        ("A♣\ufe0e", "Ac"),
        ("2♠", "2s"),
        ("K♡", "Kh"),
        ("7♤", "7s"),
        ("8♢", "8d"),
        ("9♧", "9c"),
    ],
)
def test_other_spellings_are_understood(text: str, name: str) -> None:
    assert cards.spell_card(cards.parse_card(text)) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "T",
        "1d",
        "0d",
        "10",
        "110d",
        "td",
        "TD",
        "Tdd",
        "Td ",
        " Td",
        "??",
        "X",
        "X0",
        "X3",
        "x1",
    ],
)
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        cards.parse_card(text)


@settings(deadline=None, derandomize=True)
@given(st.text("0123456789TJQKAX?cdhsCDHS ♣♦♥♠♡\ufe0fя", max_size=4))
def test_any_text_is_a_card_or_a_value_error(text: str) -> None:
    try:
        card = cards.parse_card(text)
    except ValueError:
        return
    assert 0 <= card < 54


def test_an_unknown_card_is_shown_as_such() -> None:
    assert cards.spell_card(cards.NO_CARD) == cards.UNKNOWN == "??"


def test_the_packs() -> None:
    assert len(cards.PACK_52) == len(set(cards.PACK_52)) == 52
    assert {cards.spell_card(card)[0] for card in cards.PACK_36} == set("6789TJQKA")
    assert len(cards.PACK_36) == 36
    assert set(cards.PACK_54) - set(cards.PACK_52) == set(cards.JOKERS)


def test_masks_of_suits_and_ranks() -> None:
    for card in cards.PACK_52:
        suits = [suit for suit in range(4) if cards.SUIT_MASKS[suit] & cards.bit(card)]
        ranks = [rank for rank in range(13) if cards.RANK_MASKS[rank] & cards.bit(card)]
        assert (suits, ranks) == ([card // 13], [card % 13])
    assert cards.spell_cards(cards.members(cards.ACES)) == ["Ac", "Ad", "Ah", "As"]


@settings(deadline=None, derandomize=True)
@given(st.sets(st.integers(0, 53)))
def test_sets_of_cards(chosen: set[int]) -> None:
    found = cards.mask(chosen)
    assert 0 <= found < 2**63
    assert cards.members(found) == sorted(chosen)
    assert cards.popcount(found) == len(chosen)
    out = [-1] * 60
    assert cards.write_cards(found, out, 3) == 3 + len(chosen)
    assert out == [-1] * 3 + sorted(chosen) + [-1] * (57 - len(chosen))
    if chosen:
        assert cards.lowest(found) == min(chosen)
