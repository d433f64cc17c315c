"""Hints: the acts of the seat on turn with what they are worth."""

from __future__ import annotations

import pytest

import koloda
from koloda.bots import LEVELS, bot
from koloda.bots.hint import hint
from koloda.deal import Seat
from koloda.options import OptionError
from koloda.rules import SHELF


@pytest.mark.parametrize("level", LEVELS)
def test_a_hint_names_what_the_level_would_do(level: str) -> None:
    for name in ("rockaway", "fifteen"):
        deal = koloda.game(name).deal(seed=3)
        assert deal.actor is not None
        told = hint(deal.view(deal.actor, 7), 7, level, seconds=None)
        assert told.action == bot(level).choose(deal.view(deal.actor, 7), 7)


@pytest.mark.parametrize("name", [name for name in SHELF if name != "fifteen"])
def test_candidates_come_with_mean_and_standard_error(name: str) -> None:
    deal = koloda.game(name).deal(seed=3)
    assert deal.actor is not None
    told = hint(deal.view(deal.actor, 7), 7, "club", seconds=None)
    assert told.candidates[0].action == told.action
    assert len(told.candidates) == len({c.action for c in told.candidates}) > 1
    assert all(c.error >= 0 and c.samples > 0 for c in told.candidates)


def test_in_an_ending_every_act_has_its_proved_worth() -> None:
    deal = koloda.game("two_ten_jack").deal(seed=4)
    while deal.state.next < deal.state.size or len(deal.legal_actions()) < 3:
        assert deal.actor is not None
        deal.apply(bot("thumb").choose(deal.view(deal.actor, 1), 1))
    assert deal.actor is not None
    told = hint(deal.view(deal.actor, 1), 1, "master", seconds=None)
    assert told.method == "exact"
    assert {c.action for c in told.candidates} == set(deal.legal_actions())
    assert all(c.error == 0 for c in told.candidates)
    means = [c.mean for c in told.candidates]
    assert means == sorted(means, reverse=True)


def test_no_hint_where_nothing_is_to_choose() -> None:
    deal = koloda.game("rockaway").deal(seed=3)
    assert deal.actor is not None
    with pytest.raises(OptionError, match="not_on_turn"):
        hint(deal.view(Seat(1 - deal.actor), 7), 7)
