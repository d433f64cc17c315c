"""The file of finished playings: nothing in it is ever lost, nothing foreign is taken over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import koloda
from koloda.arena.contest import Contest, Task, contest
from koloda.arena.journal import Journal
from koloda.arena.playing import play
from koloda.options import OptionError


def pair(seed: int = 1, **more: Any) -> Contest:
    return contest(koloda.game("fifteen"), ["thumb", "random"], seed, **more)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of four playings."""
    file = tmp_path / "run.jsonl"
    with Journal(pair(), file) as journal:
        for deal in range(2):
            for rotation in range(2):
                journal.add(play(pair(), Task(0, deal, rotation)))
    return file


def test_what_was_added_is_there_again(path: Path) -> None:
    with Journal(pair(), path) as journal:
        assert sorted(journal.records) == [Task(0, d, r) for d in range(2) for r in range(2)]
        assert journal.records[Task(0, 1, 0)]["scores"] == play(pair(), Task(0, 1, 0))["scores"]


def test_a_playing_is_in_the_file_as_soon_as_it_is_added(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    with Journal(pair(), file) as journal:
        assert len(file.read_text().splitlines()) == 1
        journal.add(play(pair(), Task(0, 0, 0)))
        assert len(file.read_text().splitlines()) == 2


def test_a_line_cut_short_is_played_again(path: Path) -> None:
    whole = path.read_bytes()
    for cut in (1, 20):
        path.write_bytes(whole[:-cut])
        with Journal(pair(), path) as journal:
            assert len(journal.records) == 3
            journal.add(play(pair(), Task(0, 1, 1)))
        with Journal(pair(), path) as journal:
            assert len(journal.records) == 4


def test_a_header_cut_short_is_written_again(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:30])
    with Journal(pair(), path) as journal:
        assert journal.records == {}
    assert json.loads(path.read_text())["seed"] == 1


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (lambda: pair(2), "seed"),
        (lambda: pair(worlds=4), "luck"),
        (lambda: pair(cross=True), "cross"),
        (lambda: contest(koloda.game("fifteen"), ["random", "thumb"], 1), "bots"),
        (lambda: contest(koloda.game("two_ten_jack"), ["thumb", "random"], 1), "game"),
        (
            lambda: contest(koloda.game("fifteen", first_stand="ten"), ["thumb", "random"], 1),
            "options",
        ),
    ],
)
def test_a_file_of_another_contest_is_refused_and_stays(path: Path, other: Any, what: str) -> None:
    before = path.read_bytes()
    with pytest.raises(OptionError) as caught:
        Journal(other(), path)
    assert caught.value.code == "arena_other"
    assert what in caught.value.params["what"]
    assert path.read_bytes() == before


def test_a_file_of_other_code_is_refused(path: Path) -> None:
    text = path.read_text()
    path.write_text(text.replace(pair().to_json()["code"], "0" * 12))
    with pytest.raises(OptionError) as caught:
        Journal(pair(), path)
    assert caught.value.params["what"] == "code"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"dear diary", 1),
        (b"dear diary\n", 1),
        (b"[1]\n", 1),
        (b"\xff\xfe\n", 1),
        (b'{"format": "koloda-arena/9"}\n', 1),
    ],
)
def test_a_file_of_another_kind_is_refused_and_stays(path: Path, text: bytes, line: int) -> None:
    path.write_bytes(text)
    with pytest.raises(OptionError) as caught:
        Journal(pair(), path)
    assert (caught.value.code, caught.value.params["line"]) == ("arena_file", line)
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    "change",
    [
        {"deal": -1},
        {"deal": "1"},
        {"table": 1},
        {"rotation": 2},
        {"bots": [1, 0]},
        {"scores": [1]},
        {"scores": [1, None]},
        {"acts": None},
    ],
)
def test_a_damaged_line_is_named(path: Path, change: dict[str, Any]) -> None:
    lines = path.read_text().splitlines()
    lines[1] = json.dumps(json.loads(lines[1]) | change)
    path.write_text("\n".join([*lines, ""]))
    with pytest.raises(OptionError) as caught:
        Journal(pair(), path)
    assert (caught.value.code, caught.value.params["line"]) == ("arena_file", 2)


def test_a_full_disk_is_an_error_with_a_name() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    with pytest.raises(OSError, match="full") as caught:
        Journal(pair(), full)
    assert caught.value.filename == "/dev/full"
