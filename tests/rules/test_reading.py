"""Reading moves: words as cards, or the refusal."""

from __future__ import annotations

import pytest

from koloda.cards import parse_card
from koloda.rules.contract import Refused
from koloda.rules.reading import read_card, read_natural, unreadable


def test_a_word_is_a_card_or_the_whole_text_is_refused() -> None:
    assert read_card("10♦", "take 10♦") == parse_card("Td")
    assert read_card("X1", "lone X1") == 52
    with pytest.raises(Refused) as caught:
        read_card("9x", "take 9x")
    assert caught.value.to_json() == {"code": "syntax", "clause": "", "params": {"text": "take 9x"}}


def test_a_joker_is_no_natural_card() -> None:
    assert read_natural("As", "As") == parse_card("As")
    with pytest.raises(Refused) as caught:
        read_natural("X2", "X2")
    assert (caught.value.code, caught.value.params) == ("hand", {"card": "X2"})


def test_a_long_text_is_not_repeated_whole() -> None:
    assert unreadable("A" * 10_000).params == {"text": "A" * 80}
