"""What the tables show: the ladder as a ladder, chains on their axis, tricks with who leads."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import koloda
from koloda import Match
from koloda.deal import games
from koloda.locales import LANGUAGES, translator
from koloda.terminal.look import Look, width_of
from koloda.terminal.tables import chain, ladder_rummy, rockaway, table_of, two_ten_jack


def look(lang: str = "en", names: tuple[str, ...] = ("Ann", "Bob", "Cat")) -> Look:
    texts = translator(lang)
    texts.ascii = True
    return Look(texts, names=names, seat=0)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_every_position_of_a_deal_can_be_shown(game: str, lang: str) -> None:
    view = table_of(game)
    chance = Random(game)
    for players in {koloda.game(game).rules.MIN_PLAYERS, koloda.game(game).rules.MAX_PLAYERS}:
        deal = Match(koloda.game(game, players=players), seed=3).deal
        while True:
            for seat in (0, None):
                assert view.lines(deal.observe(seat), look(lang, ()))
            if deal.over:
                break
            deal.apply(chance.choice(deal.legal_actions()))


def test_no_view_is_left_over() -> None:
    files = Path(str(table_of("rockaway").__file__)).parent.glob("*.py")  # type: ignore[attr-defined]
    known = {*games(), "__init__", "ladder_rummy", "chain", "two_ten_jack", "two_handed_hearts"}
    assert {path.stem for path in files} <= known


ROCKAWAY: dict[str, Any] = {
    "counts": [7, 6, 1],
    "top": "Td",
    "pile": 4,
    "stock": 0,
    "passes": 2,
    "drawn": "5c",
}


def test_rockaway() -> None:
    shown = "\n".join(rockaway.lines(ROCKAWAY, look()))
    assert "Ann 7 · Bob 6 · Cat 1" in shown
    assert "the stock is out · pile of 4 cards · 2 passes in a row" in shown
    assert "On top: 10d   just drawn: 5c" in shown
    opened = {**ROCKAWAY, "stock": 1, "pile_cards": ["2d", "Td"]}
    assert "oldest first: 2d 10d" in "\n".join(rockaway.lines(opened, look()))
    assert "в талоне 1 карта" in "\n".join(rockaway.lines(opened, look("ru")))


def test_the_ladder_tells_how_many_cards_a_take_brings() -> None:
    shown = ladder_rummy.ladder(["4s", "Qc", "Td"], look())
    assert shown[1] == "   3   2   1"
    assert shown[2] == "  4s  Qc 10d"
    assert ladder_rummy.ladder([], look()) == ["The ladder is empty."]


def test_a_long_ladder_has_its_top_at_the_right_of_the_last_line() -> None:
    cards = [rank + suit for suit in "cdh" for rank in "23456789TJQKA"]
    shown = ladder_rummy.ladder(cards, look())
    assert max(map(width_of, shown)) <= 76
    assert shown[-1].endswith("Ah")
    assert shown[-2].endswith(" 1")
    assert "".join(shown[2::2]).split() == [translator("en").rank(c[0]) + c[1] for c in cards]


LADDER: dict[str, Any] = {
    "counts": [7, 6, 1],
    "known": [["2c"], ["9c", "5h"], []],
    "ladder": ["Jh"],
    "stock": 20,
    "melds": [
        {"number": 1, "seat": 1, "kind": "set", "cards": ["Tc", "Td", "Th"]},
        {"number": 2, "seat": 0, "kind": "sequence", "cards": ["Qs", "Ks", "As"]},
    ],
    "points": [0, 30, 0],
    "due": "4s",
    "barred": "5s",
    "must_draw": True,
}


def test_a_take_may_be_named_by_how_many_cards_it_brings() -> None:
    seen = {"ladder": ["4s", "Qc", "Td"]}
    assert ladder_rummy.shorthand(["take", "2"], seen) == "take Qc"
    for words in (["take", "4"], ["take", "0"], ["take", "Qc"], ["add", "2"], ["take"], []):
        assert ladder_rummy.shorthand(words, seen) is None


def test_melds_are_numbered_and_known_cards_told() -> None:
    shown = "\n".join(ladder_rummy.lines(LADDER, look())).replace("\u00a0", " ")
    assert "1 Bob: 10c 10d 10h   2 Ann: Qs Ks As" in shown
    assert "taken in sight of all, Bob: 9c 5h" in shown
    assert "taken in sight of all, Ann" not in shown
    for line in ("To be used in this turn: 4s", "Not to be discarded in this turn: 5s"):
        assert line in shown
    laid = "\n".join(ladder_rummy.lines({**LADDER, "barred": "Ks"}, look()))
    assert "Not to be discarded" not in laid


CHAIN: dict[str, Any] = {
    "counts": [7, 6, 1],
    "trump": "h",
    "top_trump": "Jh",
    "points": [0, 30, 0],
    "chains": [
        {"chain": 1, "began": 1, "cards": ["8s", "9c", "X2=T"], "by": [1, 1, 0], "full": False},
        {"chain": 2, "began": 0, "cards": ["2c"], "by": [0], "full": False},
        {"chain": 3, "began": 0, "cards": ["X1"], "by": [0], "full": False},
    ],
    "turn": {"acts": 1, "new": 2, "lengthened": True, "lone": False},
}


def test_chains_lie_on_the_axis_of_ranks() -> None:
    shown = chain.chains(CHAIN["chains"], look())
    axis = shown[0]
    assert axis.split() == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for rank, card in (("8", "8s"), ("9", "9c"), ("10", "X2")):
        assert shown[1].index(card) + len(card) == axis.index(rank) + len(rank)
    assert shown[2].index("2c") + 2 == axis.index("2") + 1
    assert "X1" in shown[3]


def test_trumps_and_the_turn_are_told() -> None:
    shown = "\n".join(chain.lines(CHAIN, look()))
    assert "Trumps: h · top trump: Jh" in shown
    assert "New chain of this turn: 2" in shown
    full = [{"chain": 1, "began": 0, "cards": [r + "s" for r in "23456789TJQKA"], "full": True}]
    assert chain.chains(full, look())[1].endswith("full")
    assert chain.chains([], look()) == ["No chains yet."]


TRICKS: dict[str, Any] = {
    "counts": [5, 5, 6],
    "stock": 9,
    "leader": 0,
    "trick": [{"seat": 0, "card": "As"}, {"seat": 1, "card": "2h"}],
    "tricks": [1, 0, 0],
    "led": "h",
    "over": False,
    "last": {"trick": [{"seat": 2, "card": "3c"}], "winner": 0},
}


def test_the_trick_and_the_suit_led() -> None:
    shown = "\n".join(two_ten_jack.lines(TRICKS, look()))
    assert "On the table: Ann As · Bob 2h  (led: h)" in shown
    assert "Last trick: Cat 3c → Ann" in shown
    leads = {**TRICKS, "trick": [], "led": None, "taken": [["2c"], [], []]}
    shown = "\n".join(two_ten_jack.lines(leads, look()))
    assert "Leads the trick: Ann" in shown
    assert "Taken by Ann: 2c" in shown
