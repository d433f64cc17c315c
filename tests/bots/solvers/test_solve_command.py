"""``koloda solve``: what it prints, and that bad input is one sentence and exit 2."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from koloda.bots.solvers.fifteen import cards_without, fresh_pack
from koloda.cards import PACK_52, spell_cards
from koloda.cli import main
from koloda.options import OptionError

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command; returns exit code, standard output, standard error."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["koloda", *arguments])
        code: Any = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        out, err = capsys.readouterr()
        return int(code or 0), out, err

    return run


def test_json_has_value_strategy_and_gap(run: Run) -> None:
    code, out, err = run("solve", "fifteen", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["value"] == pytest.approx(fresh_pack().value, abs=1e-9)
    assert told["gap"] < 1e-6
    assert told["left"]["T"] == 16
    assert told["first"]["T"] == pytest.approx(0.64, abs=1e-6)
    assert told["dealer"]["1"]["T"] == 0
    assert list(told["dealer"]) == [str(k) for k in range(1, 10)]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_table_for_people(run: Run, lang: str) -> None:
    code, out, err = run("solve", "fifteen", "--lang", lang)
    assert (code, err) == (0, "")
    assert "+0.008574" in out
    rows = [line.split() for line in out.splitlines() if re.match(r" +\d+  ", line)]
    assert [row[0] for row in rows] == [str(points) for points in range(1, 15)]
    assert all(len(row) == 11 for row in rows)
    assert rows[9][1:5] == ["52*", "0", "57*", "0"]
    assert rows[13][1:] == ["0"] * 10
    assert bool(re.search("[а-я]", out)) == (lang == "ru")


def test_cards_set_aside_and_the_narrow_reading(run: Run) -> None:
    arguments = ("solve", "fifteen", "--without", "AsAd 10h,Kd", "--json")
    wide = json.loads(run(*arguments)[1])
    assert (wide["left"]["A"], wide["left"]["T"], wide["first_stand"]) == (2, 14, "any")
    narrow = json.loads(run(*arguments, "--set", "first_stand=ten")[1])
    assert narrow["first_stand"] == "ten"
    assert narrow["value"] >= wide["value"] - 1e-9
    assert all(narrow["first"][face] == 1 for face in "A23456789")


FEW = "".join(spell_cards(PACK_52[:38]))


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("fifteen", "--without", "AsKdAs"), "solve_twice"),
        (("fifteen", "--without", "10hTh"), "solve_twice"),
        (("fifteen", "--without", "Zz"), "solve_card"),
        (("fifteen", "--without", "X1"), "solve_card"),
        (("fifteen", "--without", "??"), "solve_card"),
        (("fifteen", "--without", "AsK"), "solve_card"),
        (("fifteen", "--without", FEW), "solve_few"),
        (("fifteen", "--without", "As", "--set", "reshuffle_below=52"), "solve_few"),
        (("fifteen", "--set", "first_stand=nine"), "option_value"),
        (("fifteen", "--set", "colour=red"), "unknown_option"),
        (("chain",), "solve_game"),
        (("bridge",), "unknown_game"),
    ],
)
def test_bad_input_is_one_sentence(
    run: Run, arguments: tuple[str, ...], code: str, lang: str
) -> None:
    status, out, err = run("solve", *arguments, "--lang", lang)
    assert (status, out) == (2, "")
    assert err.startswith("koloda: ")
    assert err.count("\n") == 1
    assert bool(re.search("[а-я]", err)) == (lang == "ru")
    status, out, _ = run("solve", *arguments, "--json")
    assert status == 2
    assert json.loads(out)["error"]["code"] == code


def test_a_missing_extra_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koloda.bots.solvers.fifteen.can_solve", lambda: False)
    status, _, err = run("solve", "fifteen")
    assert status == 2
    assert "koloda[fast]" in err


def test_cards_are_read_as_people_write_them() -> None:
    assert len(cards_without("", 15)) == 52
    assert cards_without("A♠ 10♦, kd", 15) == cards_without("AsTdKd", 15)
    assert len(cards_without(FEW[:-2], 15)) == 15
    with pytest.raises(OptionError, match="solve_few"):
        cards_without(FEW, 15)
