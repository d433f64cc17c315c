"""Fifteen, clause by clause: the cases come from docs/rules/fifteen.en.md and from the book."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.rules.fifteen_support import cards, deal_of, short

import koloda
from koloda.cards import PACK_52, spell_card
from koloda.deal import Deal
from koloda.options import OptionError
from koloda.rules import SHELF, fifteen
from koloda.rules.contract import Refused, Rules
from koloda.rules.fifteen import State

RULES: Rules[State] = fifteen


def refused(deal: Deal, act: str) -> Refused:
    before = deal.state.copy()
    with pytest.raises(Refused) as caught:
        deal.apply(act)
    assert deal.state == before
    return caught.value


def bad_setup(options: dict[str, Any] | None = None, **carry: Any) -> OptionError:
    with pytest.raises(OptionError) as caught:
        koloda.game("fifteen", **(options or {})).deal(**carry)
    return caught.value


# --- F-1, F-2, F-3 -------------------------------------------------------------------------


def test_f1_values() -> None:
    names = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
    wanted = dict(zip(names, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
    for (rank, value), suit in product(wanted.items(), "cdhs"):
        s = short(cards(f"{rank}{suit} " + ("2d" if rank + suit == "2c" else "2c")))
        assert fifteen.total(s, 1) == value


def test_f1_pack_of_52_for_two_players_only() -> None:
    game = koloda.game("fifteen")
    assert sorted(game.cards()) == list(range(52))
    assert (fifteen.MIN_PLAYERS, fifteen.MAX_PLAYERS) == (2, 2)
    for players in (1, 3):
        with pytest.raises(OptionError, match="players"):
            koloda.game("fifteen", players=players)
    assert SHELF["fifteen"] is RULES


def test_f2_both_ante_before_the_deal() -> None:
    seen = deal_of("9c 9d").observe(None)
    assert (seen["pot"], seen["chips"]) == (4, [48, 48])
    seen = deal_of("9c 9d", ante=7, chips=20).observe(None)
    assert (seen["pot"], seen["chips"]) == (14, [13, 13])
    seen = deal_of("9c 9d", pot=6, stacks=[30, 70]).observe(None)
    assert (seen["pot"], seen["chips"]) == (10, [28, 68])


def test_f2_no_match_without_the_ante() -> None:
    error = bad_setup({"chips": 3, "ante": 4})
    assert (error.code, error.clause, error.params) == (
        "cannot_ante",
        "F-2",
        {"chips": 3, "ante": 4},
    )
    assert koloda.game("fifteen", chips=4, ante=4).players == 2
    assert bad_setup(chips=[1, 50]).code == "cannot_ante"
    assert bad_setup(chips=[50, 1]).code == "cannot_ante"


@pytest.mark.parametrize(
    ("option", "low", "high", "clause"),
    [
        ("ante", 1, 1_000, "F-2"),
        ("chips", 1, 1_000_000, "F-2"),
        ("reshuffle_below", 15, 52, "F-8"),
        ("deals", 2, 1_000, "F-9"),
    ],
)
def test_numeric_options_have_bounds(option: str, low: int, high: int, clause: str) -> None:
    rest: dict[str, Any] = {"chips": 1_000_000} if option == "ante" else {"ante": 1}
    for value in (low, high):
        assert koloda.game("fifteen", **{**rest, option: value}).options[option] == value
    for wrong in (low - 1, high + 1, str(low), True, None):
        with pytest.raises(OptionError) as caught:
            koloda.game("fifteen", **{**rest, option: wrong})
        assert (caught.value.code, caught.value.clause) == ("option_value", clause)


def test_defaults_and_presets() -> None:
    defaults = {option.name: option.default for option in fifteen.OPTIONS}
    assert defaults == {
        "ante": 2,
        "chips": 50,
        "first_stand": "any",
        "reshuffle_below": 15,
        "deals": 20,
    }
    assert fifteen.PRESETS["book"] == {}
    for name, changed in fifteen.PRESETS.items():
        assert koloda.game("fifteen", preset=name).options == {**defaults, **changed}


def test_f3_one_card_to_the_opponent_then_one_to_the_dealer() -> None:
    for dealer in (0, 1):
        deal = koloda.game("fifteen").deal(
            pack_order="".join(map(spell_card, PACK_52)), dealer=dealer
        )
        assert deal.observe(1 - dealer)["hand"] == ["2c"]
        assert deal.observe(dealer)["hand"] == ["3c"]
        assert deal.observe(None)["counts"] == [1, 1]
        assert deal.observe(None)["stock"] == 50


def test_f3_cards_and_stock_are_face_down() -> None:
    deal = deal_of("9c 8d")
    for seat, other in ((0, "9c"), (1, "8d"), (None, "9c"), (None, "8d")):
        assert other not in json.dumps(deal.observe(seat))
        assert "2c" not in json.dumps(deal.observe(seat))


# --- F-4 ------------------------------------------------------------------------------------


def test_f4_the_non_dealer_begins_and_draws_one_at_a_time() -> None:
    deal = deal_of("2c 9d 3c 4c")
    assert deal.actor == 1
    assert [str(a) for a in deal.legal_actions()] == ["draw", "stand"]
    assert deal.legal_actions(0) == []
    deal.apply("draw")
    assert deal.observe(1)["hand"] == ["2c", "3c"]
    assert (deal.observe(1)["total"], deal.actor) == (5, 1)
    deal.apply("draw")
    assert deal.observe(1)["hand"] == ["2c", "3c", "4c"]
    deal.apply("stand")
    assert deal.actor == 0


def test_f4_any_total_may_stand() -> None:
    for first in ["As", "2c", "5c", "9c", "Tc", "Kc"]:
        deal = deal_of(f"{first} 6d", "stand stand")
        assert deal.over


def test_f4_narrow_reading_makes_a_low_first_card_draw() -> None:
    for first in ["As", "2c", "5c", "9c"]:
        deal = deal_of(f"{first} 6d 3d 3h", first_stand="ten")
        assert [str(a) for a in deal.legal_actions()] == ["draw"]
        error = refused(deal, "stand")
        assert (error.code, error.clause, error.params) == ("must_draw", "F-4", {})
        deal.apply("draw")
        assert [str(a) for a in deal.legal_actions()] == ["draw", "stand"]
        deal.apply("stand")
        assert deal.actor == 0


def test_f4_narrow_reading_lets_a_ten_stand_or_draw() -> None:
    for first in ["Tc", "Jc", "Qc", "Kc"]:
        deal = deal_of(f"{first} 6d", first_stand="ten")
        assert [str(a) for a in deal.legal_actions()] == ["draw", "stand"]
        deal.apply("stand")


def test_f4_narrow_reading_does_not_bind_the_dealer() -> None:
    deal = deal_of("Tc 2d", "stand", first_stand="ten")
    assert [str(a) for a in deal.legal_actions()] == ["draw", "stand"]
    deal.apply("stand")
    assert deal.over


def test_f4_only_the_number_of_cards_is_seen() -> None:
    deal = deal_of("2c 9d 3c 4c", "draw draw")
    for seat in (0, None):
        seen = deal.observe(seat)
        assert seen["counts"] == [1, 3]
        assert not {"2c", "3c", "4c"} & set(json.dumps(seen).split('"'))
        assert deal.events(seat) == [{"seat": 1, "event": "draw", "card": "??"}] * 2
    assert [event["card"] for event in deal.events(1)] == ["3c", "4c"]


# --- F-5, F-6 -------------------------------------------------------------------------------


def test_f5_fifteen_and_over_end_the_turn_without_a_stand() -> None:
    for drawn in ("5h", "6h", "Kh"):
        deal = deal_of(f"Tc 9d {drawn}", "draw")
        assert deal.actor == 0
        assert not deal.over
        assert [str(move.action) for move in deal.moves] == ["draw"]
        assert deal.events(1)[-2:] == [
            {"seat": 1, "event": "draw", "card": drawn},
            {"seat": 1, "event": "stop"},
        ]
    assert deal_of("Tc 9d 4h", "draw").actor == 1


def test_f5_a_bust_looks_exactly_like_standing() -> None:
    bust = deal_of("Tc 9d Kh", "draw")
    stood = deal_of("2c 9d 3c", "draw stand")
    for seat in (0, None):
        assert json.dumps(bust.observe(seat)) == json.dumps(stood.observe(seat))
        assert bust.events(seat) == stood.events(seat)
        assert bust.events(seat)[-1] == {"seat": 1, "event": "stop"}
    assert bust.view(0, 5) == stood.view(0, 5)
    assert bust.state.turn == stood.state.turn == 1


def test_f5_stopped_is_told_of_each_seat() -> None:
    deal = deal_of("Tc 9d 4h")
    told = [deal.observe(None)["stopped"]]
    for act in ("draw", "stand", "stand"):
        deal.apply(act)
        told.append(deal.observe(None)["stopped"])
    assert told == [[False, False], [False, False], [False, True], [True, True]]


def test_f6_the_dealer_follows_whatever_the_other_did() -> None:
    for acts in ("stand", "draw"):
        deal = deal_of("Tc 5d Kh 4h", acts)
        assert deal.actor == 0
        assert [str(a) for a in deal.legal_actions()] == ["draw", "stand"]
        deal.apply("draw")
        assert deal.over == (acts == "stand")  # 5 + K = 15; 5 + 4 = 9


def test_f6_turns_are_one_line_each() -> None:
    deal = deal_of("2c 3d 4h 9h 8h Kh", "draw stand draw draw")
    assert [(seat, [str(a) for a in acts]) for seat, acts in deal.turns()] == [
        (1, ["draw", "stand"]),
        (0, ["draw", "draw"]),
    ]


# --- F-7, F-10: (pack, acts, winner or None, reasons of seats 0 and 1) ----------------------

SHOWDOWNS = [
    ("Tc 9d", "stand stand", 1, ("farther", "nearer")),  # 10 : 9
    ("9c Td", "stand stand", 0, ("nearer", "farther")),
    ("Tc 8d 5h 6h", "draw draw stand", 1, ("farther", "nearer")),  # 15 : 14
    ("Tc 2d Kh", "draw stand", 0, ("other_bust", "bust")),  # 20 : 2
    ("2c Td Kh", "stand draw", 1, ("bust", "other_bust")),  # 2 : 20
    ("Ac 6d Th", "stand draw", 1, ("bust", "other_bust")),  # 1 : 16
    ("Tc Jd", "stand stand", None, ("tie", "tie")),
    ("Tc Jd 5h 5d", "draw draw", None, ("tie", "tie")),  # 15 : 15
    ("Tc Jd 6h Kd", "draw draw", None, ("both_bust", "both_bust")),  # 16 : 20
]


@pytest.mark.parametrize(("pack", "acts", "best", "reasons"), SHOWDOWNS)
def test_f7_who_takes_the_chips(
    pack: str, acts: str, best: int | None, reasons: tuple[str, str]
) -> None:
    deal = deal_of(pack, acts, pot=6, ante=3)
    assert deal.over
    assert deal.actor is None
    assert deal.scores == [-3 if p != best else 9 for p in range(2)]
    for p in range(2):
        items = deal.explain(p)
        assert [item.reason for item in items] == ["ante", reasons[p]]
        assert sum(item.points for item in items) == deal.scores[p]
        assert list(items[1].cards) == deal.observe(None)["hands"][p]
    seen = deal.observe(None)
    assert seen["pot"] == (12 if best is None else 0)
    assert seen["chips"] == [50 + score for score in deal.scores]


def examples(lang: str) -> list[list[str]]:
    """The rows of the page's table of examples."""
    page = Path(__file__).parents[2] / "docs" / "rules" / f"fifteen.{lang}.md"
    rows = [line.strip("|").split("|") for line in page.read_text("utf-8").splitlines()]
    found = [[cell.strip(" `") for cell in row] for row in rows if len(row) == 5]
    return [row for row in found if row[1][:4] in ("draw", "stan")]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_f7_examples_of_the_rules_page(lang: str) -> None:
    rows = examples(lang)
    assert len(rows) == 6
    for pack, first, second, totals, scores in rows:
        deal = deal_of(pack, f"{first} {second}".replace(";", ""))
        assert [[str(act) for act in acts] for _, acts in deal.turns()] == [
            first.split("; "),
            second.split("; "),
        ]
        assert deal.observe(None)["hand_totals"] == [int(n) for n in totals.split(",")]
        assert deal.scores == [int(n) for n in scores.split(",")]


def test_f7_both_show_their_cards() -> None:
    deal = deal_of("2c 3d 4h 9h 8h Kh", "draw stand draw draw")
    for seat in (0, 1, None):
        seen = deal.observe(seat)
        assert seen["hands"] == [["3d", "9h", "8h"], ["2c", "4h"]]
        assert seen["hand_totals"] == [20, 6]
        assert seen["scores"] == [-2, 2]
        assert deal.events(seat)[-3:] == [
            {"seat": 0, "event": "stop"},
            {"seat": 1, "event": "show", "cards": ["2c", "4h"], "total": 6},
            {"seat": 0, "event": "show", "cards": ["3d", "9h", "8h"], "total": 20},
        ]


def test_f10_score_is_the_change_of_chips() -> None:
    assert deal_of("Tc 9d", "stand stand").scores == [-2, 2]
    assert deal_of("Tc 9d", "stand stand", ante=5).scores == [-5, 5]
    assert deal_of("Tc Jd", "stand stand").scores == [-2, -2]
    won = deal_of("Tc 9d", "stand stand", pot=4)
    assert won.scores == [-2, 6]
    assert won.net == [-4, 4]
    odd = deal_of("Tc 9d", "stand stand", pot=3)
    assert odd.net == [Fraction(-7, 2), Fraction(7, 2)]


# --- the spelling of moves ------------------------------------------------------------------


def test_spelling() -> None:
    deal = deal_of("2c 9d")
    for action in deal.legal_actions():
        assert deal.parse(action.text) == action
    assert str(deal.apply(" draw ")) == "draw"
    for text in ("pass", "6h", "", "Draw", "stand; stand"):
        error = refused(deal, text)
        assert (error.code, error.clause) == ("syntax", "")


def test_refusals_come_in_order() -> None:
    deal = deal_of("2c 9d", first_stand="ten")
    with pytest.raises(Refused) as caught:
        deal.apply("nonsense", seat=0)
    assert (caught.value.code, caught.value.params) == ("turn", {"seat": 1})
    deal = deal_of("2c 9d", "stand stand")
    assert refused(deal, "draw").code == "over"
