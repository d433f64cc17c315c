"""``koloda arena``: what it prints, its exit codes, and that nothing measured is lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from koloda.arena import command
from koloda.arena.contest import Contest, Task
from koloda.arena.pools import Records, WorkerDied, here
from koloda.cli import main

Run = Callable[..., tuple[int, str, str]]
BOTS = ("arena", "fifteen", "--bots", "thumb,random")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command; returns exit code, standard output, standard error."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["koloda", *map(str, arguments)])
        code: Any = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return int(code or 0), out, err

    return run


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_figures_in_words(run: Run, lang: str) -> None:
    code, out, err = run(*BOTS, "--deals", 6, "--lang", lang)
    assert (code, err) == (0, "")
    told = json.loads(run(*BOTS, "--deals", 6, "--json")[1])
    (pair,) = told["tables"][0]["differences"]
    assert f"{pair['mean']:+.2f} ± {pair['ci95']:.2f}" in out


def test_json_says_all_that_is_needed_to_play_it_again(run: Run) -> None:
    code, out, _ = run(*BOTS, "--deals", 3, "--seed", 5, "--set", "first_stand=ten", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["options"] == {"first_stand": "ten"}
    wanted = {"game": "fifteen", "players": 2, "bots": ["thumb", "random"], "seed": 5, "deals": 3}
    assert told.items() >= wanted.items()
    assert told["finished"] is True
    assert told["stopped"] is None


def test_cross_play_luck_and_picture(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "arena.svg"
    arguments = ("arena", "fifteen", "--bots", "thumb,random,novice", "--cross", "--luck", 2)
    code, out, _ = run(*arguments, "--deals", 3, "--picture", picture)
    assert code == 0
    assert out.count("without the luck of the draw") == 3
    assert "Row over column" in out
    drawn = ElementTree.parse(picture).getroot()
    assert sum("±" in (text.text or "") for text in drawn.iter()) == 3


@pytest.mark.parametrize(("bounds", "code"), [("-1,0.2", 0), ("3,5", 1), ("1.2,1.3", 1)])
def test_the_exit_code_tells_what_the_test_found(run: Run, bounds: str, code: int) -> None:
    found, out, err = run(*BOTS, "--deals", 60, "--sprt", bounds)
    assert found == code
    assert "log-likelihood ratio" in out
    assert ("did not show" in err) == bool(code)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "thumb"], "at least two"),
        (["--bots", ""], "at least two"),
        (["--bots", "thumb,grandmaster"], "grandmaster"),
        (["--bots", "thumb,random,thumb"], "More bots than seats: 3"),
        (["--deals", "0"], "not 0"),
        (["--sprt", "1,0"], "1,0"),
        (["--sprt", "often"], "often"),
        (["--sprt", "0,1", "--players", "3"], "players"),
        (["--jobs", "0"], "not 0"),
        (["--jobs", "2", "--ray"], "not both"),
        (["--nodes", "0"], "not 0"),
        (["--time-equal", "-5"], "not -5"),
        (["--nodes", "5", "--time-equal", "5"], "not both"),
        (["--luck", "-1"], "not -1"),
        (["--seed", "-1"], "-1"),
        (["--output", "/nowhere/at/all.jsonl"], "/nowhere/at/all.jsonl"),
        (["--output", "/"], "/: "),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_bad_input_is_one_sentence(run: Run, arguments: list[str], words: str, lang: str) -> None:
    code, out, err = run(*BOTS, "--deals", 1, *arguments, "--lang", lang)
    assert (code, out) == (2, "")
    assert err.startswith("koloda: ")
    assert err.count("\n") == 1
    assert lang == "ru" or words in err


def test_a_picture_that_can_not_be_written_costs_no_figures(run: Run, tmp_path: Path) -> None:
    code, out, err = run(*BOTS, "--deals", 2, "--picture", tmp_path / "no" / "such.svg")
    assert code == 2
    assert "thumb over random" in out
    assert "such.svg" in err


def breaks_after(n: int, error: BaseException) -> Any:
    def pool(contest: Contest, tasks: Iterator[Task]) -> Records:
        yield from here(contest, islice(tasks, n))
        raise error

    return pool


@pytest.mark.parametrize(
    ("error", "stopped", "words"),
    [
        (KeyboardInterrupt(), "interrupted", "interrupted"),
        (WorkerDied(Task(0, 2, 1)), "worker_died", "Deal 3"),
    ],
)
def test_what_was_played_before_trouble_is_kept(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    error: BaseException,
    stopped: str,
    words: str,
) -> None:
    file = tmp_path / "run.jsonl"
    whole = json.loads(run(*BOTS, "--deals", 4, "--json")[1])
    with monkeypatch.context() as patch:
        patch.setattr(command, "here", breaks_after(5, error))
        code, out, err = run(*BOTS, "--deals", 4, "--output", file, "--json")
        assert code == 2
        assert json.loads(out)["stopped"] == stopped
        assert json.loads(out)["tables"][0]["deals"] == 2
        assert words in err
        assert str(file) in err
        assert err.count("\n") == 1
        _, out, err = run(*BOTS, "--deals", 4)  # without a file: at least the figures
        assert "2 deals" in out
        assert "--output" in err
    assert len(file.read_text().splitlines()) == 1 + 5
    code, out, _ = run(*BOTS, "--deals", 4, "--output", file, "--json")
    assert code == 0
    again = json.loads(out)
    for told in (whole, again):
        del told["speed"]
    assert again == whole


def test_a_disk_that_fills_up_costs_nothing(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full = OSError(28, "No space left on device", "run.jsonl")
    monkeypatch.setattr(command, "here", breaks_after(4, full))
    code, out, err = run(*BOTS, "--deals", 4, "--json", "--output", tmp_path / "run.jsonl")
    assert code == 2
    told, _ = json.JSONDecoder().raw_decode(out)
    assert told["tables"][0]["deals"] == 2
    assert "The disk is full" in err


def test_a_file_of_another_contest_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    assert run(*BOTS, "--deals", 1, "--output", file)[0] == 0
    before = file.read_bytes()
    code, out, err = run(*BOTS, "--deals", 1, "--seed", 9, "--output", file)
    assert (code, out) == (2, "")
    assert "seed" in err
    assert file.read_bytes() == before


def test_processes_give_the_same_figures(run: Run) -> None:
    told = [
        json.loads(run(*BOTS, "--deals", 4, "--json", *more)[1]) for more in ([], ["--jobs", 2])
    ]
    for result in told:
        del result["speed"]
    assert told[0] == told[1]
