"""``koloda bench``: which engine runs, and how fast; what can't be measured is one sentence."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from koloda import cli
from koloda.bench import command, engine, moves, peers, starts
from koloda.bots import LEVELS
from koloda.deal import game
from koloda.locales import translator
from koloda.rules import SHELF


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["koloda", "bench", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--seconds", "0"], "bench_seconds", "0"),
        (["--seconds", "nan"], "bench_seconds", "nan"),
        (["--against", "chess"], "bench_against", "openspiel"),
        (["--against", "rlcard", "fifteen"], "bench_nothing", "--against"),
        (["--against", "rlcard", "--starts"], "bench_nothing", "--starts"),
        (["--against", "rlcard", "--moves"], "bench_nothing", "--moves"),
        (["solitaire"], "unknown_game", "solitaire"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_bad_usage_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: str, words: str, lang: str
) -> None:
    status, out, err = run(capsys, *arguments, "--json", "--lang", lang)
    assert status == 2
    assert json.loads(out)["error"]["code"] == code
    assert err.startswith("koloda: ")
    assert err.count("\n") == 1
    assert words in err


def test_a_peer_that_is_not_installed_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "installed", lambda package: False)
    status, out, err = run(capsys, "--against", "openspiel,rlcard", "--lang", "en")
    assert (status, out) == (2, "")
    assert "openspiel, rlcard" in err
    assert "pip install" in err


def test_compiled_and_interpreted_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "fifteen", "--seconds", "0.002", "--json")
    told = json.loads(out)
    assert status == 0
    assert told["setting"]["compiled"] is True
    assert [item["game"] for item in told["games"]] == ["fifteen"]
    found = told["games"][0]
    assert found["engine_rate"] > found["peer_rate"] > 0
    assert found["view_rate"] > 0
    _, out, _ = run(capsys, "fifteen", "--seconds", "0.002", "--lang", "en")
    assert "Engine: compiled (Numba" in out
    assert "times as fast" in out


def test_without_numba_it_says_interpreted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (command, engine, peers):
        monkeypatch.setattr(module, "compiled", lambda: False)
    plain = peers.engine(game("fifteen"), plain=True)
    monkeypatch.setattr(engine, "engine", lambda setup: plain)
    status, out, _ = run(capsys, "fifteen", "--seconds", "0.002", "--lang", "en")
    assert status == 0
    assert "interpreted" in out
    assert "times as fast" not in out
    status, _, err = run(capsys, "--starts", "--lang", "en")
    assert status == 2
    assert "koloda[fast]" in err


def test_starts_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, str]] = []

    def start(setup: Any, what: str, folder: str) -> tuple[float, float]:
        calls.append((what, folder))
        return 2.0 / len(calls), 1.0

    monkeypatch.setattr(starts, "start", start)
    status, out, _ = run(capsys, "fifteen", "--seconds", "0.002", "--starts", "--lang", "en")
    assert status == 0
    assert "first start 2.00" in out
    assert "second 1.00" in out
    assert [what for what, _ in calls] == [what for what in starts.WHAT for _ in range(2)]
    assert calls[0][1] == calls[1][1] != calls[2][1]


def test_a_start_is_a_process_of_its_own(tmp_path: Any) -> None:
    assert all(len(line) > 10 for line in starts.WHAT.values())
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(starts.WHAT, "nothing", "assert game.id == 'fifteen'")
        seconds, cpu = starts.start(game("fifteen"), "nothing", str(tmp_path))
    assert seconds > 0
    assert cpu >= 0


def test_moves_are_timed_and_a_slow_master_is_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("fifteen", "--seconds", "0.002", "--moves", "--lang", "en")
    status, out, _ = run(capsys, *arguments, "--json")
    found = json.loads(out)["moves"]
    assert status == 0
    assert [item["level"] for item in found] == list(LEVELS)
    assert all(0 <= item["median"] <= item["longest"] > 0 for item in found)
    monkeypatch.setattr(moves, "PROMISED", -1.0)
    status, out, err = run(capsys, *arguments)
    assert status == 1
    assert "fifteen".title() in out
    assert "master thought about a move" in err


def test_the_positions_of_moves_are_pinned() -> None:
    found = [[(deal.pack, deal.moves) for deal in moves.positions(game("chain"))] for _ in "ab"]
    assert found[0] == found[1]
    assert len(found[0]) == moves.DEALS * moves.PLACES
    text = moves.table([{"game": "chain", "players": 6, "median": 1.0, "longest": 2.0}])
    assert "| chain 6p | 1.0 (2.0) |" in text


def test_all_games_are_measured_unless_told() -> None:
    assert [setup.id for setup in engine.tables([])] == list(SHELF)
    assert [setup.players for setup in engine.tables(["fifteen", "chain"])] == [2, 6]
    assert translator("ru").text("cli", "bench.what.bot")
