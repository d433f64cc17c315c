"""What people type, and which moves it means."""

from __future__ import annotations

from random import Random

import pytest

import koloda
from koloda.deal import games
from koloda.locales import translator
from koloda.terminal.typed import WORDS, Typed, cards_of
from koloda.terminal.words import move_text, word_forms

EN, RU = Typed(translator("en")), Typed(translator("ru"))

ROCKAWAY = ["6h", "Th", "Ah", "draw"]
LADDER = [
    "stock",
    "take 9c",
    "take 4s",
    "meld 6s 7s 8s 9s",
    "meld 6s 7s 8s",
    "add Qh to 2",
    "add Qh to 3",
    "add 5s to 1",
    "discard 9c",
    "discard Qh",
]
CHAIN = [
    "new 8s 9c Tc",
    "new 8s 9c X2=T",
    "extend 1 low 7s 6d high Jd",
    "extend 2 high Ah",
    "lone 5c",
    "end",
]


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("Td", ["Td"]),
        ("td", ["Td"]),
        ("10d", ["Td"]),
        ("10♦", ["Td"]),
        ("10♦\ufe0e", ["Td"]),
        ("q♡", ["Qh"]),
        ("дч", ["Qh"]),
        ("Дч", ["Qh"]),
        ("ТП", ["As"]),
        ("вт", ["Jc"]),
        ("кб", ["Kd"]),
        ("10п", ["Ts"]),
        ("As=h", ["As=h"]),
        ("тп=ч", ["As=h"]),
        ("x2=10", ["X2=T"]),
        ("★1=д", ["X1=Q"]),
        ("X1", ["X1"]),
        ("6-9s", ["6s", "7s", "8s", "9s"]),
        ("6s-9s", ["6s", "7s", "8s", "9s"]),
        ("10–Кп", ["Ts", "Js", "Qs", "Ks"]),
        ("q-2s", ["Qs", "Ks", "As", "2s"]),
        ("1d", []),
        ("draw", []),
        ("X3", []),
        ("6", []),
        ("", []),
    ],
)
def test_cards_as_typed(typed: str, cards: list[str]) -> None:
    assert cards_of(typed) == cards


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("6h", ["6h"]),
        ("6H", ["6h"]),
        ("10♥", ["Th"]),
        ("1", ["6h"]),
        ("4", ["draw"]),
        ("d", ["draw"]),
        ("DRAW", ["draw"]),
        ("a", ["Ah"]),
        ("T", ["Th"]),
    ],
)
def test_rockaway_in_english(typed: str, moves: list[str]) -> None:
    assert EN.read(typed, ROCKAWAY) == moves


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("взять", ["draw"]),
        ("вз", ["draw"]),
        ("беру", ["draw"]),
        ("draw", ["draw"]),
        ("6ч", ["6h"]),
        ("тч", ["Ah"]),
        ("в", ["draw"]),
        ("т", ["Ah"]),  # the Cyrillic letter is the ace
        ("t", ["Th"]),  # the Latin one the ten
        ("10ч", ["Th"]),
    ],
)
def test_rockaway_in_russian(typed: str, moves: list[str]) -> None:
    assert RU.read(typed, ROCKAWAY) == moves


def test_a_letter_may_be_a_rank_or_a_word() -> None:
    assert RU.read("в", ["Jh", "draw"]) == ["draw", "Jh"]


def test_words_of_fifteen_in_russian() -> None:
    assert RU.read("стоп", ["draw", "stand"]) == ["stand"]
    assert RU.read("хватит", ["draw", "stand"]) == ["stand"]
    assert RU.read("пас", ["pass"]) == ["pass"]


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("m 6-9s", ["meld 6s 7s 8s 9s"]),
        ("meld 9s 8s 7s 6s", ["meld 6s 7s 8s 9s"]),
        ("6-8s", ["meld 6s 7s 8s"]),
        ("t 9c", ["take 9c"]),
        ("9c", ["take 9c", "discard 9c"]),
        ("d 9c", ["discard 9c"]),
        ("s", ["stock"]),
        ("add 5s", ["add 5s to 1"]),
        ("a 5s 1", ["add 5s to 1"]),
        ("a qh", ["add Qh to 2", "add Qh to 3"]),
        ("a qh 3", ["add Qh to 3"]),
        ("a qh to 3", ["add Qh to 3"]),
        ("5s", ["add 5s to 1"]),
    ],
)
def test_ladder_rummy_shortened(typed: str, moves: list[str]) -> None:
    assert EN.read(typed, LADDER) == moves


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("8s 9c 10c", ["new 8s 9c Tc"]),
        ("n 8s 9c x2", ["new 8s 9c X2=T"]),
        ("e 1 7s 6d jd", ["extend 1 low 7s 6d high Jd"]),
        ("e 1 l 7s 6d h jd", ["extend 1 low 7s 6d high Jd"]),
        ("ah", ["extend 2 high Ah"]),
        ("e 2 ah", ["extend 2 high Ah"]),
        ("5c", ["lone 5c"]),
        ("end", ["end"]),
    ],
)
def test_chain_shortened(typed: str, moves: list[str]) -> None:
    assert EN.read(typed, CHAIN) == moves


def test_chain_in_russian() -> None:
    assert RU.read("новая 8п 9т 10т", CHAIN) == ["new 8s 9c Tc"]
    assert RU.read("удлинить 1 снизу 7п 6б сверху вб", CHAIN) == ["extend 1 low 7s 6d high Jd"]
    assert RU.read("конец", CHAIN) == ["end"]


@pytest.mark.parametrize(
    ("typed", "legal", "spelled"),
    [
        ("7h", ROCKAWAY, "7h"),
        ("11", ROCKAWAY, "11"),
        ("0", ROCKAWAY, "0"),
        ("meld 6s 7s", LADDER, "meld 6s 7s"),
        ("m 6s 7s", LADDER, "meld 6s 7s"),
        ("take 5s", LADDER, "take 5s"),
        ("ext 1 high 7s 6d low jd", CHAIN, "extend 1 high 7s 6d low Jd"),
        ("add 5s to 2", LADDER, "add 5s to 2"),
        ("xyzzy", ROCKAWAY, "xyzzy"),
        ("", ROCKAWAY, ""),
    ],
)
def test_what_is_not_legal_is_never_made_legal(typed: str, legal: list[str], spelled: str) -> None:
    assert EN.read(typed, legal) == [spelled]


def test_ace_led_in_two_ways_has_to_be_told() -> None:
    assert EN.read("as", ["As=s", "As=h"]) == ["As=s", "As=h"]
    assert EN.read("as=h", ["As=s", "As=h"]) == ["As=h"]


def test_moves_that_begin_so() -> None:
    assert EN.beginning("m", LADDER) == LADDER[3:5]
    assert EN.beginning("qh", LADDER) == ["add Qh to 2", "add Qh to 3", "discard Qh"]
    assert EN.beginning("t 4s", LADDER) == ["take 4s"]
    assert EN.beginning("zz", LADDER) == []


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_word_shown_can_be_typed(lang: str) -> None:
    texts = translator(lang)
    typed = Typed(texts)
    for move in [*LADDER, *CHAIN, "draw", "pass", "stand", "decline"]:
        shown = move_text(texts, move)
        assert typed.read(shown, [*LADDER, *CHAIN, "draw", "pass", "stand", "decline"]) == [move]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_word_means_one_thing(lang: str) -> None:
    texts = translator(lang)
    forms = [form for word in WORDS for form in word_forms(texts, f"word.{word}")[:1]]
    assert len(set(forms)) == len(WORDS)
    assert not any(" " in form for form in forms)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", games())
def test_every_legal_move_can_be_typed_as_it_is_shown(game: str, lang: str) -> None:
    texts, chance = translator(lang), Random(game)
    typed = Typed(texts)
    deal = koloda.Match(koloda.game(game), seed=1).deal
    for _ in range(40):
        if deal.over:
            break
        legal = [str(action) for action in deal.legal_actions()]
        for move in chance.sample(legal, min(5, len(legal))):
            assert typed.read(move_text(texts, move), legal) == [move]
        deal.apply(chance.choice(legal))
