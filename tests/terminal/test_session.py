"""Whole matches through the terminal, and everything a person may type in between."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from tests.terminal.conftest import Script, first_legal, session

import koloda
from koloda import Action, Game, Match, View
from koloda.bots.levels import SearchBot
from koloda.cards import parse_card, spell_card
from koloda.deal import games
from koloda.locales import LANGUAGES
from koloda.records import load
from koloda.terminal import pages
from koloda.terminal.tables import table_of

SHORT: dict[str, dict[str, Any]] = {
    "rockaway": {"target": 40},
    "fifteen": {"deals": 4},
    "ladder_rummy": {"target": 60},
    "two_ten_jack": {"target": 4, "max_deals": 4},
    "two_handed_hearts": {"until": "deals", "deals": 2},
    "chain": {"target": 60},
}


def short(game: str, **more: Any) -> Game:
    """A set-up whose match is soon over."""
    options: dict[str, Any] = {**SHORT.get(game, {}), **more}
    return koloda.game(game, **options)


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_view(game: str) -> None:
    deal = Match(koloda.game(game), seed=3).deal
    assert callable(table_of(game).lines)
    assert deal.observe(0)["game"] == game


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_a_whole_match_is_played_recorded_and_verified(
    game: str, lang: str, tmp_path: Path
) -> None:
    path = tmp_path / "m.koloda.toml"
    script = Script(then=first_legal)
    table = session(short(game), script, lang=lang, path=path)
    assert table.run() == 0
    assert table.match.over
    record = load(path)
    assert record.private is None
    assert record.verify().match.totals == table.match.totals
    assert "\x1b" not in script.text
    assert max(map(len, script.text.replace("\ufe0e", "").splitlines())) <= 100
    assert str(path) in script.text


@pytest.mark.parametrize("players", [2, 6])
def test_rockaway_with_bots_to_the_end(players: int, tmp_path: Path) -> None:
    script = Script(then=first_legal)
    table = session(short("rockaway", players=players), script, lang="ru", path=tmp_path / "r.toml")
    table.run()
    settled = table.match.settlement
    assert settled is not None
    assert "Расчёт:" in script.text
    assert "Партия окончена" in script.text


@pytest.mark.parametrize("game", games())
def test_the_same_seed_and_answers_give_the_same_text(game: str) -> None:
    texts = []
    for _ in range(2):
        script = Script(["hint", "1"])
        session(short(game), script, seed=5).run()
        texts.append(script.text)
    assert texts[0] == texts[1]


# --- hints -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games())
def test_a_hint_is_always_legal_and_can_be_typed(game: str) -> None:
    """Play a whole match by hints, each typed as it is shown."""
    asked: list[str] = []

    def follow(shown: str) -> str:
        last = shown.rstrip().rpartition("\n")[0].rstrip().rpartition("\n")[2]
        if shown.endswith("(quit: leave) > "):
            return ""
        if last.startswith("Hint: "):
            asked.append(last.removeprefix("Hint: "))
            return asked[-1]
        return "hint"

    script = Script(then=follow)
    table = session(short(game), script, seed=2)
    table.run()
    assert table.match.over
    assert asked
    for refused in ("This is no move", "You don't hold", "can mean several"):
        assert refused not in script.text


# --- bad input ---------------------------------------------------------------------------

BAD = [
    "xyzzy", "draw draw", "6", "99999999999999999999", "0", "-1", "²", "٣", ";", ";;;", "1;1;xx",
    "6h 6h", "Zz", "??", "X1", "As=h", "meld", "meld 6s 7s 8s", "add Qh to 999", "extend 1 low",
    "take", "take 9c", "end", "lone 5c", "new X1 X2", "sort", "sort up", "sort rank", "why",
    "rules R-99", "why R-999", "hint me", "moves zz", "log 3", "save", "save /no/such/folder/x",
    "save /", "save ~nobody-of-this-name/x", "\x00", "\x1b[2J", "{0}", "{text}", "%s",
    "a" * 100_000, "🂡", "é" * 50, "save \x00", "quit now",
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_bad_input_of_every_kind_is_answered(game: str, lang: str, tmp_path: Path) -> None:
    script = Script(BAD)
    unending = {"target": 5_000} if game == "chain" else {}  # some of BAD is legal there
    table = session(short(game, **unending), script, lang=lang, path=tmp_path / "m.toml")
    assert table.run() == 0
    assert not table.match.over
    assert "Traceback" not in script.text
    assert "\x1b" not in script.text
    assert "\x00" not in script.text


def test_what_is_no_move_is_quoted_as_typed() -> None:
    script = Script(["Взятъ 3-6", "новая 3-6"])
    session(short("chain"), script, lang="ru").run()
    assert "Такого хода в этой игре нет: Взятъ 3-6\n" in script.text
    assert "Такого хода в этой игре нет: новая 3-6\n" in script.text


@pytest.mark.parametrize("game", games())
def test_the_example_of_a_clause_is_one_of_the_game(game: str) -> None:
    script = Script(["why"])
    table = session(short(game), script)
    table.run()
    named = script.text.partition("by its number: why ")[2].partition(".")[0]
    assert pages.clause(game, "en", named)


def test_moves_are_told_before_a_bot_that_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    script = Script(["1"])

    def listen(self: SearchBot, view: View, seed: int) -> Action:
        told.append(script.text.rstrip().rpartition("\n")[2])
        return view.legal_actions()[0]

    monkeypatch.setattr(SearchBot, "choose", listen)
    game = koloda.game("rockaway", players=3)
    session(game, script, bots=["novice", "club"]).run()
    assert any(line.startswith("Alice: ") for line in told)


@pytest.mark.parametrize(
    ("called", "found", "shown"),
    [
        ("/x/.venv/bin/koloda", None, "/x/.venv/bin/koloda play --resume "),
        ("/x/.venv/bin/koloda", "/x/.venv/bin/koloda", "  koloda play --resume "),
        ("/x/pytest", None, "  koloda play --resume "),
    ],
)
def test_the_command_that_goes_on_can_be_pasted(
    called: str, found: str | None, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [called])
    monkeypatch.setattr("koloda.terminal.session.which", lambda name: found)
    script = Script(["quit"])
    session(short("fifteen"), script, path=tmp_path / "m.toml").run()
    assert shown in script.text


def by_hand(game: str, pack: str) -> Match:
    """A match for two whose first deal the person begins, with this pack."""
    match = Match.by_hand(short(game), dealer=1)
    rest = [card for card in match.game.cards() if spell_card(card) not in pack]
    match.next_deal(pack_order=[*map(parse_card, pack.split()), *rest])
    return match


def test_a_refusal_names_its_clause_and_why_tells_it() -> None:
    script = Script(["6c", "why", "7d", "why"])
    hands = "6c 2h 8d 3h 9s 4h Ts 5h Jd 6h Qd 7h Kd 8h 9h"
    table = session(by_hand("rockaway", hands), script)
    before = table.deal.observe(0)
    table.run()
    assert "(R-7)" in script.flat
    assert "R-7 " in script.flat.partition("(R-7)")[2]
    assert "No clause of the rules speaks of this." in script.flat
    assert table.deal.observe(0) == before


def test_several_acts_on_one_line() -> None:
    script = Script(["d; d; d; d; d; d; d; d"])
    table = session(short("fifteen"), script, seed=1)
    table.run()
    assert "The turn is over; this was not done: d" in script.text


def test_an_ambiguous_move_is_asked_back() -> None:
    script = Script(["as", "as=h"])
    table = session(by_hand("two_ten_jack", "As 2c"), script)
    table.run()
    assert "several moves: A♠\ufe0e=♠\ufe0e | A♠\ufe0e=♥\ufe0e" in script.text
    assert str(table.deal.moves[0].action) == "As=h"


# --- the commands ------------------------------------------------------------------------


@pytest.mark.parametrize("game", games())
def test_help_tells_commands_and_options(game: str) -> None:
    script = Script(["?"])
    table = session(short(game), script)
    table.run()
    for option in table.match.game.rules.OPTIONS:
        assert table.texts.text(game, f"option.{option.name}") in script.text
    for word in ("hint", "log", "score", "why", "save", "quit", "sort"):
        assert word in script.text


def test_the_rules_page_is_shown() -> None:
    script = Script(["rules", "rules f-3"])
    session(short("fifteen"), script).run()
    assert script.text.count("F-3") == 2


def test_log_score_moves_and_table() -> None:
    script = Script(["log", "score", "moves", "table", "suits", "sort", "ставка"])
    session(short("fifteen"), script).run()
    assert "1. Alice: draws a card" in script.text
    assert "Total" in script.text
    assert "  1  draw" in script.text


def test_score_after_some_deals() -> None:
    script = Script(then=first_legal)
    script.lines = ["stand", "score", "rules", "xyzzy", ""]
    table = session(short("fifteen"), script)
    table.run()
    assert "Here only commands can be given" in script.text


# --- leaving and coming back -------------------------------------------------------------


@pytest.mark.parametrize("end", ["", "^C", "quit"])
@pytest.mark.parametrize("game", games())
def test_the_match_is_kept_and_goes_on(game: str, end: str, tmp_path: Path) -> None:
    path = tmp_path / "a match.koloda.toml"
    script = Script(["1", "1", *([end] if end else [])])
    table = session(short(game), script, path=path)
    assert table.run() == 0
    assert f"koloda play --resume '{path}'" in script.text
    match = load(path).resume()
    assert match.deal.state == table.deal.state
    assert match.totals == table.match.totals
    again = Script(then=first_legal)
    second = session(match, again, path=path)
    assert second.run() == 0
    assert second.match.over
    assert second.look.names == table.look.names
    assert load(path).verify().match.over


@pytest.mark.parametrize("game", games())
def test_what_is_on_the_disk_is_never_older_than_a_turn(game: str, tmp_path: Path) -> None:
    """As after a kill: only the file is left, and it can be gone on with."""
    path = tmp_path / "m.toml"
    states: list[bool] = []

    def answer(shown: str) -> str | None:
        kept = load(path).resume()
        turns = [len(deal.turns()) for deal in (kept.deal, table.deal)]
        states.append(turns[0] == turns[1] or turns[0] + 1 == turns[1])
        return first_legal(shown) if len(states) < 12 else None

    table = session(short(game), Script(then=answer), path=path)
    table.run()
    assert states
    assert all(states)


def test_resuming_between_deals_shows_the_sheet_again(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    session(short("fifteen"), Script(["stand"]), path=path).run()
    script = Script([""])
    table = session(load(path).resume(), script, path=path)
    table.run()
    assert "Score of deal 1" in script.text
    assert table.deal.number == 1


def test_a_match_that_cannot_be_written_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    script = Script(then=first_legal)
    table = session(short("fifteen"), script, path=tmp_path / "file" / "m.toml")
    table.run()
    assert script.text.count("Could not write") == 1
    assert table.match.over


def test_saving_goes_on_when_the_disk_has_room_again(tmp_path: Path) -> None:
    block = tmp_path / "folder"
    block.write_text("")

    def answer(shown: str) -> str | None:
        if block.is_file():
            block.unlink()
            return "1"
        return None

    script = Script(then=answer)
    path = block / "m.toml"
    session(koloda.game("rockaway"), script, path=path).run()
    assert script.text.count("Could not write") == 1
    assert "The match is kept" in script.text
    assert load(path).resume()


def test_saving_a_copy_never_overwrites(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("mine")
    script = Script(
        [f"save {other}", f"save {tmp_path / 'new.toml'}", "save", "save no/such/dir/x"]
    )
    session(short("fifteen"), script, path=tmp_path / "m.toml").run()
    assert other.read_text() == "mine"
    assert "exists already" in script.flat
    assert load(tmp_path / "new.toml").resume()
    assert "Could not write no/such/dir/x" in script.flat
