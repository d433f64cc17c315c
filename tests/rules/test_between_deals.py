"""Between deals: what most games share."""

from __future__ import annotations

import pytest

from koloda.cards import parse_card
from koloda.rules.between_deals import leaders, lowest_deals, no_cuts, nothing_carried
from koloda.rules.contract import Refused


def row(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def test_the_lowest_deals_and_only_those_tied_draw_again() -> None:
    assert lowest_deals(3, []) == [0, 1, 2]
    assert lowest_deals(3, [row("9c 2d As")]) == [1]
    assert lowest_deals(3, [row("9c 9d As")]) == [0, 1]
    assert lowest_deals(3, [row("9c 9d As"), row("Kc Qd")]) == [1]


def test_the_ace_is_high_unless_said_otherwise() -> None:
    assert lowest_deals(2, [row("2c As")]) == [0]
    assert lowest_deals(2, [row("2c As")], ace_low=True) == [1]


@pytest.mark.parametrize("rows", [["9c"], ["9c 2d", "9c"], ["9c 9d", "9c 2d 3d"]])
def test_rows_that_are_no_such_draw(rows: list[str]) -> None:
    with pytest.raises(ValueError, match="seats draw"):
        lowest_deals(2, [row(text) for text in rows])


def test_in_front_is_the_best_total_whichever_way_points_count() -> None:
    assert leaders([3, 9, 9], 1) == (1, 2)
    assert leaders([3, 9, 3], -1) == (0, 2)
    assert leaders([-5], 1) == (0,)


def test_nothing_is_cut_and_nothing_carried() -> None:
    assert not no_cuts([])
    nothing_carried({})
    with pytest.raises(Refused) as caught:
        nothing_carried({"pot": 4})
    assert (caught.value.code, caught.value.params) == ("carry", {"name": "pot"})
