"""Languages found and refused, plural forms, cards and sentences as people write them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from koloda import OptionError, Refused, locales
from koloda.locales import MissingText, Shown, catalogue, compiled, detect, translator
from koloda.records import RecordError


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ru"}, "ru"),
        ({"LANG": "C", "LANGUAGE": "ru"}, "en"),
        ({"LANG": "", "LC_ALL": "ru"}, "ru"),
    ],
)
def test_the_locale_is_detected(environ: dict[str, str], lang: str) -> None:
    assert detect(environ) == lang


@pytest.mark.parametrize("name", ["ru", "RU", "ru_RU.UTF-8", "ru-RU"])
def test_a_language_may_be_named_as_a_locale(name: str) -> None:
    assert translator(name).lang == "ru"


@pytest.mark.parametrize("name", ["", "xx", "russian", "../ru", "r" * 500])
def test_an_unknown_language_is_refused(name: str) -> None:
    with pytest.raises(OptionError) as caught:
        translator(name)
    assert caught.value.code == "unknown_language"
    assert "en, ru" in translator("en").refusal(None, caught.value)


@pytest.mark.parametrize(
    ("card", "english", "russian"),
    [
        ("Td", "10♦\ufe0e", "10♦\ufe0e"),
        ("Qh", "Q♥\ufe0e", "Д♥\ufe0e"),
        ("As", "A♠\ufe0e", "Т♠\ufe0e"),
        ("Jc", "J♣\ufe0e", "В♣\ufe0e"),
        ("X2", "★2", "★2"),
        ("X2=K", "★2=K", "★2=К"),
        ("As=h", "A♠\ufe0e=♥\ufe0e", "Т♠\ufe0e=♥\ufe0e"),
        ("??", "??", "??"),
        ("draw", "draw", "draw"),
    ],
)
def test_cards(card: str, english: str, russian: str) -> None:
    assert translator("en").card(card) == english
    assert translator("ru").card(card) == russian


def test_cards_in_ascii() -> None:
    plain = translator("en")
    plain.ascii = True
    assert plain.cards(["Td", "Qh", "X1=K"]) == "10d Qh X1=K"


def test_cards_in_words() -> None:
    assert translator("en").said("Qh") == "queen of hearts"
    assert translator("ru").said("6c") == "шестёрка треф"
    assert translator("ru").said("X1") == "джокер"
    assert translator("en").said("??") == "a card face down"


@pytest.mark.parametrize(
    ("count", "english", "russian"),
    [
        (1, "1 card", "1 карта"),
        (2, "2 cards", "2 карты"),
        (5, "5 cards", "5 карт"),
        (11, "11 cards", "11 карт"),
        (21, "21 cards", "21 карта"),
        (112, "112 cards", "112 карт"),
        (0, "0 cards", "0 карт"),
    ],
)
def test_plural_forms(count: int, english: str, russian: str) -> None:
    assert translator("en").text("interface", "table.cards", count) == english
    assert translator("ru").text("interface", "table.cards", count) == russian


def test_a_missing_text_is_an_error() -> None:
    ours = translator("en")
    with pytest.raises(MissingText):
        ours.text("interface", "no.such.key")
    with pytest.raises(MissingText):
        ours.text("no_such_game", "name")
    with pytest.raises(MissingText):
        ours.text("interface", "refusal.syntax")  # {text} is not given
    with pytest.raises(MissingText):
        ours.refusal("rockaway", Refused("no_such_code"))
    assert not ours.has("interface", "no.such.key")
    assert ours.has("interface", "menu_players")


def test_a_refusal_names_the_clause_and_shows_cards() -> None:
    error = Refused("no_match", "R-7", card="Td", top="Qh")
    told = translator("ru").refusal("rockaway", error)
    assert "10♦\ufe0e" in told
    assert "Д♥\ufe0e" in told
    assert told.endswith("(R-7)")


def test_a_refusal_without_a_clause() -> None:
    told = translator("en").refusal("rockaway", Refused("turn", seat=1), ["Ann", "Bob"])
    assert told == "It is the turn of another: Bob"
    assert translator("en").refusal(None, Refused("turn", seat=1)).endswith("seat 1")


def test_the_most_telling_text_of_a_code() -> None:
    ours = translator("en")
    lacking = OptionError("pack", problem="missing", card="Td")
    assert "10♦" in ours.refusal("rockaway", lacking)
    assert "order of the pack" in ours.refusal("rockaway", OptionError("pack", problem="missing"))
    assert "line 7" in ours.refusal(None, RecordError("toml", line=7, problem="?"))
    assert ours.refusal(None, RecordError("toml", problem="?"))


def test_control_characters_never_reach_the_screen() -> None:
    told = translator("en").refusal("fifteen", Refused("syntax", text="\x1b[2Jx\x07"))
    assert "\x1b" not in told
    assert "\x07" not in told
    assert (
        translator("en").text("interface", "winner", names=Shown("\x1b[1mA\x1b[0m")).count("\x1b")
    )


def test_braces_in_what_people_type_are_text() -> None:
    assert "{0} {x}" in translator("en").refusal("fifteen", Refused("syntax", text="{0} {x}"))


def test_an_unseen_card_is_left_out_where_there_is_a_text_for_that() -> None:
    ours = translator("en")
    assert ours.event("fifteen", {"seat": 0, "event": "draw", "card": "??"}) == "draws a card"
    assert "10♦" in ours.event("fifteen", {"seat": 0, "event": "draw", "card": "Td"})


@pytest.fixture
def moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The catalogues in another place, with nothing remembered of them."""
    shutil.copytree(locales.HERE / "en", tmp_path / "en")
    for mo in tmp_path.glob("*/*.mo"):
        mo.unlink()
    monkeypatch.setattr(locales, "HERE", tmp_path)
    catalogue.cache_clear()
    yield tmp_path
    catalogue.cache_clear()


@pytest.mark.parametrize(("age", "used"), [(10, "compiled"), (0, "compiled"), (-10, "source")])
def test_compiled_texts_are_used_unless_older(moved: Path, age: int, used: str) -> None:
    po, mo = moved / "en" / "cards.po", moved / "en" / "cards.mo"
    text = po.read_text(encoding="utf-8")
    po.write_text(text.replace('"joker"', '"compiled"'), encoding="utf-8")
    mo.write_bytes(compiled(po))
    po.write_text(text.replace('"joker"', '"source"'), encoding="utf-8")
    os.utime(po, (1000, 1000))
    os.utime(mo, (1000 + age, 1000 + age))
    assert translator("en").said("X1") == used


def test_compiled_texts_are_enough(moved: Path) -> None:
    po = moved / "en" / "interface.po"
    po.with_suffix(".mo").write_bytes(compiled(po))
    po.unlink()
    assert translator("en").text("interface", "menu_players", 3) == "3 players"


def test_an_endless_name_is_cut_short_and_a_blank_one_is_a_number() -> None:
    texts = translator("en")
    assert texts.name(0, ["Щ" * 10_000]) == "Щ" * 39 + "…"
    assert texts.name(0, ["Щ" * 40]) == "Щ" * 40
    assert texts.name(0, [" \t "]) == texts.name(0)
