"""The programme of strength: a little of each contest, and that what is printed was measured."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from bench.strength import (
    CLAIMS,
    DATA,
    PAGE,
    PROGRAMME,
    SEED,
    Trial,
    found,
    gain,
    matrix,
    row,
    short,
)

from koloda.bots import LEVELS
from koloda.deal import games


@pytest.mark.parametrize("trial", CLAIMS, ids=lambda trial: trial.name)
def test_a_short_version_of_each_contest_runs(trial: Trial) -> None:
    result = short(trial)
    assert result["finished"]
    assert result["bots"] == list(trial.bots)
    assert gain(result)["n"] == 1
    assert all(item["acts"] > 0 for item in result["speed"])


def test_who_sees_all_hands_plays_too() -> None:
    result = short(PROGRAMME["hearts_open"])
    assert result["finished"]
    assert result["bots"] == ["open", "strong"]


def test_each_level_of_each_game_that_is_searched_meets_the_one_below() -> None:
    steps = {(trial.game, trial.bots) for trial in CLAIMS}
    ladder = [level for level in LEVELS if level not in ("random", "thumb")]
    for game in games():
        if game != "fifteen":  # by exact value: tests/bots/solvers
            for worse, better in pairwise(ladder):
                assert (game, (better, worse)) in steps


@pytest.mark.parametrize("path", sorted(DATA.glob("*.json")), ids=lambda path: path.stem)
def test_the_data_is_that_of_the_programme(path: Path) -> None:
    trial = PROGRAMME[path.stem]
    result = found(trial)
    assert result is not None
    assert result["finished"]
    assert result["seed"] == SEED
    told = [result[key] for key in ("game", "players", "bots", "deals", "luck", "cross")]
    bots = list(trial.bots)
    assert told == [trial.game, trial.players, bots, trial.deals, trial.luck, trial.cross]
    assert result["pace"]["ms"] == trial.ms
    assert result["options"] == {}


def test_the_page_shows_the_data() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for trial in PROGRAMME.values():
        result = found(trial)
        if result is not None:
            assert (matrix(trial) if trial.cross else row(trial, result)) in page
