"""The command line: what it prints, its exit codes, and that bad input is one sentence."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

import koloda
from koloda.cli import main
from koloda.records.book import deal_names, findings
from koloda.rules import SHELF

RECORDS = Path(__file__).parent / "data" / "records"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run the command; returns exit code, standard output, standard error."""
    monkeypatch.setenv("KOLODA_DATA", str(tmp_path / "data"))
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


def finished(path: Path, name: str = "rockaway") -> Path:
    """A record of a whole match of first legal moves."""
    match = koloda.Match(koloda.game(name), seed=5)
    while True:
        while not match.deal.over:
            match.deal.apply(match.deal.legal_actions()[0])
        if match.over:
            break
        match.next_deal()
    koloda.dump(match, path)
    return path


# --- good input ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_games_lists_the_shelf(run: Run, lang: str) -> None:
    code, out, _ = run("games", "--lang", lang)
    assert code == 0
    assert all(name in out for name in SHELF)
    code, out, _ = run("games", "--json", "--lang", lang)
    assert [item["game"] for item in json.loads(out)] == list(SHELF)


def test_the_language_may_stand_before_the_command(run: Run) -> None:
    assert run("--lang", "ru", "games") == run("games", "--lang", "ru")
    assert run("--lang", "ru", "games", "--lang", "en") == run("games")


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", SHELF)
def test_rules_show_every_clause_and_the_options_in_force(run: Run, name: str, lang: str) -> None:
    code, out, _ = run("rules", name, "--lang", lang)
    assert code == 0
    assert all(option.name in out and option.clause in out for option in SHELF[name].OPTIONS)


def test_rules_mark_what_was_set(run: Run) -> None:
    _, plain, _ = run("rules", "rockaway")
    code, out, _ = run("rules", "rockaway", "--set", "draw=strict", "--set", "target=200")
    assert code == 0
    assert re.search(r"^ \* draw: .* \(R-8\)$", out, re.MULTILINE)
    assert re.search(r"^ \* target: .*200 \(R-13\)$", out, re.MULTILINE)
    assert not re.search(r"^ \* ", plain, re.MULTILINE)
    _, out, _ = run("rules", "rockaway", "--set", "draw=strict", "--json")
    assert json.loads(out)["options"]["draw"] == "strict"


def test_replay_verifies_the_books_deals(run: Run) -> None:
    for name in deal_names():
        code, out, _ = run("replay", name, "--json")
        told = json.loads(out)
        assert code == 0
        assert told["verified"] is True
        assert told["deals"][0]["turns"]


def test_replay_under_strict_rules_names_the_place_and_the_clause(run: Run) -> None:
    code, _, err = run("replay", "rockaway_1", "--set", "draw=strict")
    assert code == 1
    for word in ("Deal 1", "go 4", "seat 1", "R-8"):
        assert word in err
    code, out, _ = run("replay", "rockaway_1", "--set", "draw=strict", "--json")
    error = json.loads(out)["error"]
    assert code == 1
    assert error["clause"] == "R-8"
    assert (error["params"]["deal"], error["params"]["go"], error["params"]["seat"]) == (1, 4, 1)


def test_replay_up_to_a_step(run: Run, tmp_path: Path) -> None:
    record = finished(tmp_path / "match.koloda.toml")
    _, out, _ = run("replay", record, "--step", 3, "--json")
    (deal,) = json.loads(out)["deals"]
    assert len(deal["turns"]) == 3
    assert deal["scores"] is None
    _, out, _ = run("replay", record, "--json")
    turns = [len(deal["turns"]) for deal in json.loads(out)["deals"]]
    _, out, _ = run("replay", record, "--step", turns[0] + 1, "--json")
    assert [len(deal["turns"]) for deal in json.loads(out)["deals"]] == [turns[0], 1]


def test_book_agrees_or_knows_the_erratum(run: Run) -> None:
    code, out, _ = run("book", "--json")
    told = json.loads(out)
    assert code == 0
    assert told == [json.loads(json.dumps(item.to_json())) for item in findings()]
    code, out, _ = run("book", "--lang", "ru")
    assert code == 0
    assert "E-11" in out


@pytest.mark.parametrize("name", SHELF)
def test_simulate_is_deterministic_by_seed(run: Run, name: str) -> None:
    first = run("simulate", name, "--deals", 6, "--seed", 1, "--json")
    assert first[0] == 0
    assert first == run("simulate", name, "--deals", 6, "--seed", 1, "--json")
    assert first != run("simulate", name, "--deals", 6, "--seed", 2, "--json")
    told = json.loads(first[1])
    assert told["deals"] == 6
    assert abs(sum(mean["mean"] for mean in told["net"])) < 1e-4


def test_simulate_seats_the_bots_it_is_told(run: Run) -> None:
    code, out, _ = run("simulate", "fifteen", "--deals", 2, "--bots", "random,thumb")
    assert code == 0
    assert "(random)" in out
    assert "(thumb)" in out


def test_play_to_the_end_of_input_keeps_the_match(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\n"))
    save = tmp_path / "match.koloda.toml"
    code, out, _ = run("play", "fifteen", "--seed", 3, "--save", save, "--plain")
    assert code == 0
    assert "--resume" in out
    assert koloda.load(save).resume().game.id == "fifteen"
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run("play", "--resume", save)[0] == 0


def test_version(run: Run) -> None:
    assert run("--version")[1] == f"koloda {koloda.__version__}\n"


def test_help_of_every_command_is_worth_reading(run: Run) -> None:
    for command in ("games", "rules", "play", "replay", "book", "simulate"):
        code, out, _ = run(command, "--help")
        assert code == 0
        assert len(out.splitlines()) > 5


# --- bad input -----------------------------------------------------------------------------

USAGE: list[tuple[str, ...]] = [
    ("rules", "bridge"),
    ("play", "bridge"),
    ("play", "--players", "3"),
    ("play", "rockaway", "--players", "11"),
    ("play", "rockaway", "--players", "0"),
    ("play", "rockaway", "--players", "two"),
    ("play", "rockaway", "--players", "8", "--set", "pack=36", "--set", "packs=1"),
    ("play", "rockaway", "--bots", "genius"),
    ("play", "rockaway", "--bots", "thumb,thumb,thumb"),
    ("play", "rockaway", "--preset", "nobody"),
    ("play", "rockaway", "--set", "draw"),
    ("play", "rockaway", "--set", "draw=maybe"),
    ("play", "rockaway", "--set", "target=many"),
    ("play", "rockaway", "--set", "target=-5"),
    ("play", "rockaway", "--set", "colour=red"),
    ("play", "rockaway", "--lang", "fr"),
    ("play", "rockaway", "--seed", "x"),
    ("play", "--resume", "nowhere.koloda.toml"),
    ("play", "rockaway", "--resume", "nowhere.koloda.toml"),
    ("games", "--lang", "xx"),
    ("replay", "nowhere.koloda.toml"),
    ("replay", "rockaway_1", "--step", "-1"),
    ("replay", "rockaway_1", "--set", "draw=maybe"),
    ("simulate", "rockaway", "--deals", "0"),
    ("simulate", "rockaway"),
    ("simulate", "rockaway", "--deals", "5", "--seed", "-1"),
    ("simulate", "rockaway", "--deals", "5", "--seed", str(2**63)),
    ("simulate", "rockaway", "--deals", "5", "--bots", "genius"),
    ("simulate", "fifteen", "--deals", "5", "--bots", "thumb,thumb,thumb"),
    ("simulate", "fifteen", "--deals", "5", "--players", "3"),
    ("frobnicate",),
    ("book", "--frobnicate"),
]


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_bad_usage_is_one_sentence_and_exit_2(
    run: Run, arguments: tuple[str, ...], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert err.strip()
    assert bool(re.search("[а-я]", err)) == (lang == "ru")


def test_a_command_line_not_understood_is_data_too(run: Run) -> None:
    for arguments, what in (
        (("simulate", "rockaway", "--deals", "x"), "--deals"),
        (("simulate", "rockaway"), "--deals"),
        (("replay",), "FILE"),
        (("book", "--frobnicate"), "--frobnicate"),
        (("book", "one", "two"), "one two"),
        (("frobnicate",), "frobnicate"),
    ):
        code, out, err = run(*arguments, "--json")
        error = json.loads(out)["error"]
        assert (code, error["code"], error["params"]["what"]) == (2, "usage", what)
        assert what in err


def test_with_json_the_error_is_data_too(run: Run) -> None:
    code, out, _ = run("simulate", "rockaway", "--deals", "0", "--json")
    assert code == 2
    assert json.loads(out)["error"]["code"] == "deals"


def test_records_that_do_not_verify_exit_1(run: Run, tmp_path: Path) -> None:
    text = finished(tmp_path / "good.koloda.toml").read_text(encoding="utf-8")
    for name, bad in {
        "cut": text[: len(text) // 2],
        "score": re.sub(r"scores = \[\d+", "scores = [991", text, count=1),
        "version": text.replace("koloda = 1", "koloda = 99"),
        "game": text.replace('"rockaway"', '"bridge"'),
        "empty": "",
        "nested": "x = " + "[" * 100_000,
        "not toml": "\x00\x01 ???",
    }.items():
        path = tmp_path / f"{name}.koloda.toml"
        path.write_text(bad, encoding="utf-8")
        code, out, err = run("replay", path)
        assert (code, out) == (1, ""), name
        assert err.strip(), name
    (tmp_path / "latin").write_bytes(b"koloda = 1 # \xff")
    assert run("replay", tmp_path / "latin")[0] == 1
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    assert run("replay", tmp_path / "huge")[0] == 1


def test_a_file_that_is_there_is_not_written_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("precious")
    code, _, err = run("play", "fifteen", "--save", path)
    assert code == 2
    assert str(path) in err
    assert path.read_text() == "precious"


def test_an_unreadable_place_is_a_sentence(run: Run, tmp_path: Path) -> None:
    code, _, err = run("replay", tmp_path)
    assert code in (1, 2)
    assert err.strip()


def wrong_records() -> dict[str, tuple[str, str]]:
    """Records whose faults only a game's own sentences tell, each with its clause."""
    saved = (RECORDS / "rockaway_saved.koloda.toml").read_text(encoding="utf-8")
    first = re.findall(r'  "(\d .*)",', saved)[0]
    fifteen = (RECORDS / "fifteen.koloda.toml").read_text(encoding="utf-8")
    chain = (RECORDS / "chain_saved.koloda.toml").read_text(encoding="utf-8")
    by_hand = re.sub(r"\[shuffle\](\n\w.*)*|server_seed.*", "", chain)
    return {
        "move": (saved.replace(first, first[0] + " pass"), "R-9"),
        "option": (re.sub("options = .*", "options = { deals = 3 }", fifteen), "F-9"),
        "cuts": (re.sub("cuts = .*", 'cuts = ["X1"]', by_hand), "C-2"),
        "dealer": (re.sub("dealer = .*", "dealer = 10", by_hand), "10"),
    }


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(("fault", "told"), [(k, t) for k, (_, t) in wrong_records().items()])
def test_a_record_knows_its_game_when_it_is_wrong(
    run: Run, fault: str, told: str, lang: str, tmp_path: Path
) -> None:
    path = tmp_path / "wrong"
    path.write_text(wrong_records()[fault][0], encoding="utf-8")
    for command in (("replay", path), ("play", "--resume", path)):
        code, out, err = run(*command, "--lang", lang)
        assert (code, out) == (1, "")
        assert told in err


def test_a_replay_as_json_has_any_free_key(run: Run, tmp_path: Path) -> None:
    text = (RECORDS / "rockaway_saved.koloda.toml").read_text(encoding="utf-8")
    odd = "date = 2024-02-29\nat = [07:32:00, { x = nan, y = -inf, z = 1.5 }]\n"
    path = tmp_path / "odd"
    path.write_text(text.replace("\n[shuffle]", odd + "\n[shuffle]"), encoding="utf-8")
    code, out, _ = run("replay", path, "--json")
    free = json.loads(out, parse_constant=pytest.fail)["free"]
    assert code == 0
    assert free["date"] == "2024-02-29"
    assert free["at"] == ["07:32:00", {"x": "nan", "y": "-inf", "z": 1.5}]


# --- the world around ----------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "koi8-r", "cp1251", "latin-1"])
@pytest.mark.parametrize(
    "arguments", ["games", "rules chain", "replay chain_1", "games --json", "rules nope", "nope"]
)
def test_an_old_encoding_gets_plainer_signs(
    arguments: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = [TextIOWrapper(BytesIO(), encoding=encoding) for _ in range(2)]
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    monkeypatch.setattr(sys, "argv", ["koloda", *arguments.split(), "--lang", "ru"])
    with pytest.raises(SystemExit) as end:
        main()
    for stream in streams:
        stream.seek(0)
    out, err = (stream.read() for stream in streams)
    assert (end.value.code or 0) == (2 if "nope" in arguments else 0)
    assert len(out + err) > 10
    if "--json" in arguments:
        assert json.loads(out)[0]["name"] == "Рокэуэй"
    elif encoding in ("koi8-r", "cp1251"):
        assert re.search("[а-я]", out + err)


def test_streams_that_are_closed_lead_nowhere(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run("play", "fifteen", "--seed", 3)[0] == 0
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert run("play", "fifteen", "--seed", 3)[0] == 0
    assert run("rules", "nope")[0] == 2
    for nowhere in (sys.stdin, sys.stdout, sys.stderr):
        nowhere.close()


@pytest.mark.parametrize("arguments", ["games", "games --json", "games --lang xx --json"])
def test_output_that_takes_nothing_is_a_sentence(
    run: Run, arguments: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Path("/dev/full")
    if not device.is_char_device():
        pytest.skip("no device that is always full")
    with device.open("w", encoding="utf-8") as full, suppress(OSError):
        monkeypatch.setattr(sys, "stdout", full)
        code, _, err = run(*arguments.split())
        monkeypatch.undo()
    assert code == 2
    assert len(err.splitlines()) == 1


def test_what_is_no_file_is_never_written_over(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code, _, err = run("play", "fifteen", "--save", pipe, "--force")
    assert (code, pipe.is_fifo()) == (2, True)
    assert str(pipe) in err
    with pytest.raises(FileExistsError):
        koloda.dump(koloda.Match(koloda.game("fifteen"), seed=1), pipe, force=True)
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_data_folder_of_nobody_is_a_folder_of_that_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KOLODA_DATA", "~no-such-user/cards")
    monkeypatch.setattr(sys, "stdin", StringIO())
    assert run("play", "fifteen", "--seed", 3)[0] == 0
    assert run("play")[0] == 0
