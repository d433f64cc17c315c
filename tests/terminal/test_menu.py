"""The menu: every question answered well, badly and not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.conftest import Script

from koloda import terminal
from koloda.deal import games
from koloda.locales import LANGUAGES, translator
from koloda.records import load
from koloda.terminal import saves


def run(script: Script, lang: str = "en") -> str:
    code = terminal.menu(lang, reader=script, writer=script.writer)  # type: ignore[arg-type]
    assert code == 0
    return script.text


def number(game: str) -> str:
    return str(games().index(game) + 1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_is_offered(lang: str) -> None:
    shown = run(Script(["q"]), lang)
    for game in games():
        assert translator(lang).text(game, "name") in shown


def test_a_match_is_set_up_and_played() -> None:
    script = Script([number("rockaway"), "3", "1", "2", "", "hint", "quit", "q"])
    shown = run(script)
    match = load(saves.saved()[0]).resume()
    assert match.game.players == 4  # 2, 3, 4: the third choice
    assert match.game.options["pack"] == 36  # the second preset
    assert match.names[1].endswith("[random]")
    assert "Hint:" in shown


def test_options_are_changed_by_number_and_by_name() -> None:
    lines = [number("fifteen"), "", "", "ante=5", "2", "77", "3", "4", "", "", "quit", "q"]
    run(Script(lines))
    options = load(saves.saved()[0]).setup().options
    assert (options["ante"], options["chips"], options["first_stand"]) == (5, 77, "ten")


def test_bad_options_are_told_and_asked_again() -> None:
    lines = [number("fifteen"), "", "", "ante=x", "bogus=1", "deals=3", "", "deals=4", "", "quit"]
    shown = run(Script(lines))
    assert "can't be x. Allowed: 1..1000" in " ".join(shown.split())
    assert "has no option bogus" in shown
    assert "(F-9)" in shown
    assert load(saves.saved()[0]).setup().options["deals"] == 4


@pytest.mark.parametrize("game", games())
def test_back_from_every_question(game: str) -> None:
    for depth in range(4):
        lines = [number(game), *[""] * depth, "b", "quit", "q"]
        assert "Goodbye" in run(Script(lines))


def test_the_words_that_the_russian_questions_name() -> None:
    shown = run(Script([number("fifteen"), "н", number("fifteen"), "", "", "н", "й"]), "ru")
    assert "Такого выбора нет." not in shown
    assert shown.count("Во что играем?") == 3


@pytest.mark.parametrize("depth", range(3))
def test_the_menu_is_left_from_every_question(depth: int) -> None:
    shown = run(Script([number("fifteen"), *[""] * depth, "q"]))
    assert shown.endswith("Goodbye.\n")
    assert "There is no such choice." not in shown
    assert shown.count("Which game?") == 1


def test_nonsense_is_answered() -> None:
    shown = run(Script(["999", "-1", "²", "xx", "c", number("fifteen"), "7", "x", "b", "q"]))
    assert shown.count("There is no such choice.") >= 5


def test_the_language_is_changed() -> None:
    assert "Во что играем?" in run(Script(["l", "q"]), "en")
    assert "Which game?" in run(Script(["l", "q"]), "ru")


@pytest.mark.parametrize("lines", [[], ["^C"], ["1"], ["1", "^C"]])
def test_the_end_of_input_and_ctrl_c_end_politely(lines: list[str]) -> None:
    assert run(Script(lines)).endswith("Goodbye.\n")


def test_a_saved_match_is_gone_on_with() -> None:
    run(Script([number("fifteen"), "", "", "", "quit", "q"]))
    shown = run(Script(["c", "1", "quit", "q"]), "ru")
    assert "продолжить сохранённую партию (1)" in shown
    assert "Пятнадцать · справка" in shown


def test_finished_and_foreign_files_are_not_offered(tmp_path: Path) -> None:
    folder = saves.saves_folder()
    folder.mkdir(parents=True)
    (folder / "a.koloda.toml").write_text("koloda = 1\n")
    (folder / "b.koloda.toml").write_bytes(b"\xff\xfe")
    assert "saved match" not in run(Script(["q"]))
    (folder / "c.koloda.toml").write_text("koloda = 1\n[private]\n")
    assert "cut off" in run(Script(["c", "1", "q"]))


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KOLODA_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert saves.data_folder() == tmp_path / "koloda"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert saves.data_folder() == tmp_path / ".local" / "share" / "koloda"
