"""Names and what they stand for."""

from __future__ import annotations

import pytest

import koloda
from koloda.bots import LEVELS, bot, decision_seed
from koloda.bots.signature import signature
from koloda.options import OptionError


def test_every_level_answers_to_its_name() -> None:
    assert list(LEVELS) == ["random", "novice", "thumb", "club", "strong", "master"]
    assert [bot(level).level for level in LEVELS] == list(LEVELS)


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(OptionError, match="unknown_level"):
        bot("grandmaster")


@pytest.mark.parametrize("name", koloda.rules.SHELF)
def test_thumb_is_the_yardstick(name: str) -> None:
    deal = koloda.game(name).deal(seed=2)
    while (seat := deal.actor) is not None:
        seed = decision_seed(2, 0, len(deal.moves), seat)
        chosen = bot("thumb").choose(deal.view(seat, seed), seed)
        assert bot("thumb-1").choose(deal.view(seat, seed), seed) == chosen
        deal.apply(chosen, seat)


def test_a_novice_slips_now_and_then() -> None:
    deal = koloda.game("two_handed_hearts").deal(seed=2)
    seat = deal.actor
    assert seat is not None
    good = bot("thumb").choose(deal.view(seat, 1), 1)
    slips = sum(bot("novice").choose(deal.view(seat, k), k) != good for k in range(200))
    assert 20 < slips < 80


def test_fifteen_is_not_searched() -> None:
    deal = koloda.game("fifteen").deal(seed=1)
    for level in ("club", "strong", "master"):
        assert bot(level).level == level
        assert deal.actor is not None
        assert bot(level).choose(deal.view(deal.actor, 4), 4) in deal.legal_actions()


def test_the_signature_is_the_same_compiled_and_not() -> None:
    games = ("rockaway", "two_handed_hearts")
    assert signature(games, plain=True) == signature(games)
    assert signature(games[:1]) != signature(games[1:])
