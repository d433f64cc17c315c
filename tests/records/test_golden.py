"""Kept records still replay: play has not changed, or the version of the rules must rise.

``tests/data/records`` has a finished match and a saved one of every game, played at random.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import koloda
from koloda.records import Fairness
from koloda.rules import SHELF

FOLDER = Path(__file__).resolve().parents[1] / "data" / "records"


@pytest.mark.parametrize("game", sorted(SHELF))
def test_a_finished_match_still_replays(game: str) -> None:
    path = FOLDER / f"{game}.koloda.toml"
    verified = koloda.load(path).verify()
    assert verified.complete
    assert verified.fairness is Fairness.FAIR
    assert verified.match.over
    assert koloda.dumps(koloda.load(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", sorted(SHELF))
def test_a_saved_match_can_still_be_played_on(game: str) -> None:
    path = FOLDER / f"{game}_saved.koloda.toml"
    match = koloda.load(path).resume()
    assert koloda.dumps(match, private=True) == path.read_text(encoding="utf-8")
    if match.deal.over:
        match.next_deal()
    match.deal.apply(match.deal.legal_actions()[0])
