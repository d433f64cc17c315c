"""Who sits where, in which language, and what is refused before anything is dealt."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from tests.terminal.conftest import Script

import koloda
from koloda import OptionError, terminal
from koloda.records import RecordError, load
from koloda.terminal import saves


def play(script: Script, **more: object) -> int:
    game = koloda.game("rockaway", players=4)
    more = {"seed": 1, "reader": script, "writer": script.writer, **more}
    return terminal.play(game, **more)  # type: ignore[arg-type]


def test_levels_are_kept_in_the_names_and_used_again(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    play(Script(), bots=["random", "thumb", "random"], save_path=path, name="Ann", lang="en")
    assert load(path).players[0] == "Ann"
    assert saves.levels_of(load(path).players) == [None, "random", "thumb", "random"]
    script = Script()
    terminal.resume(path, ["thumb"], reader=script, writer=script.writer)  # type: ignore[arg-type]
    assert saves.levels_of(load(path).players) == [None, "thumb", "thumb", "thumb"]
    assert "[thumb]" not in script.text


def test_free_keys_of_a_record_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    play(Script(), save_path=path, free={"event": "club night"})
    script = Script(["1"])
    terminal.resume(path, reader=script, writer=script.writer)  # type: ignore[arg-type]
    assert load(path).free == {"event": "club night"}


def test_the_default_file_is_new_each_time() -> None:
    play(Script())
    play(Script())
    assert {path.name for path in saves.saved()} == {
        "rockaway-1.koloda.toml",
        "rockaway-2.koloda.toml",
    }


def test_two_terminals_never_take_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = saves.new_path("chain"), saves.new_path("chain")
    assert first != second
    monkeypatch.setenv("KOLODA_DATA", str(first))  # a file, so no folder
    assert saves.new_path("chain").name == "chain-1.koloda.toml"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"lang": "xx"}, "unknown_language"),
        ({"bots": ["genius"]}, "unknown_level"),
        ({"bots": ["thumb", "random"]}, "bots"),
    ],
)
def test_what_cannot_be_is_refused(more: dict[str, object], code: str) -> None:
    with pytest.raises(OptionError) as caught:
        play(Script(), **more)
    assert caught.value.code == code


def test_an_existing_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("mine")
    with pytest.raises(OptionError) as caught:
        play(Script(), save_path=path)
    assert caught.value.code == "file_exists"
    assert path.read_text() == "mine"
    play(Script(), save_path=path, overwrite=True)
    assert load(path).private is not None


def test_an_export_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    koloda.dump(koloda.Match(koloda.game("rockaway"), seed=1), path)
    with pytest.raises(RecordError) as caught:
        terminal.resume(path, reader=StringIO(), writer=StringIO())
    assert caught.value.code == "not_private"


def test_names_are_in_the_language_of_the_session(tmp_path: Path) -> None:
    play(Script(), lang="ru", save_path=tmp_path / "m.toml")
    assert load(tmp_path / "m.toml").players[:2] == ("Игрок", "Аня [thumb]")


def test_a_match_by_hand_without_names_can_be_played(tmp_path: Path) -> None:
    match = koloda.Match.by_hand(koloda.game("rockaway"), dealer=1)
    match.next_deal(pack_order=match.game.cards())
    script = Script(["1"])
    terminal.play(match, save_path=tmp_path / "m", reader=script, writer=script.writer, lang="en")  # type: ignore[arg-type]
    assert "seat 1" in script.text


class Terminal(StringIO):
    """A writer that says a person sits there."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("plain", "no_color", "coloured"), [(False, "", True), (True, "", False), (False, "1", False)]
)
def test_colours_only_where_they_are_wanted(
    plain: bool, no_color: str, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    writer = Terminal()
    script = Script(["hint"])
    play(script, writer=writer, plain=plain)
    assert ("\x1b[" in writer.getvalue()) == coloured


class Narrow(StringIO):
    encoding = "ascii"


def test_suits_are_letters_where_the_writer_has_no_signs() -> None:
    writer = Narrow()
    play(Script(["hint"]), writer=writer, lang="en")
    writer.getvalue().encode("ascii")
    assert "??" not in writer.getvalue()
