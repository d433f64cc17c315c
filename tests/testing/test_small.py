"""Short-pack set-ups."""

from __future__ import annotations

import pytest

from koloda.options import OptionError
from koloda.testing import small


def test_a_short_pack_is_dealt_in_the_order_given() -> None:
    tiny = small("rockaway", "6c 6d 7c 7d 8c", 2, draw="strict")
    deal = tiny.deal("8c7d7c6d6c", dealer=1)
    assert deal.observe(0)["hand"] == ["7c", "8c"]
    assert deal.observe(1)["hand"] == ["6d", "7d"]
    assert deal.observe(None)["top"] == "6c"
    assert deal.observe(None)["stock"] == 0
    assert tiny.game.options["draw"] == "strict"


def test_every_order_comes_once() -> None:
    tiny = small("fifteen", "Ac 2c 5c Tc", 1)
    orders = list(tiny.orders())
    assert len(orders) == len(set(orders)) == 24
    assert orders == sorted(orders)


def test_equal_cards_of_two_packs_are_not_told_apart() -> None:
    tiny = small("rockaway", "6c 6c 7d 7d 8h", 1, packs=2)
    orders = list(tiny.orders())
    assert len(orders) == len(set(orders)) == 120 // 4


def test_other_cards_are_refused() -> None:
    tiny = small("rockaway", "6c 6d 7c", 1)
    with pytest.raises(ValueError, match="not the cards"):
        tiny.deal("6c6d7d")


@pytest.mark.parametrize("hand", [0, 2])
def test_the_cards_must_suffice_for_the_hands(hand: int) -> None:
    with pytest.raises(ValueError, match="cards from 3"):
        small("rockaway", "6c 6d 7c", hand)


def test_a_bad_option_is_refused() -> None:
    with pytest.raises(OptionError):
        small("rockaway", "6c 6d 7c", 1, draw="never")
