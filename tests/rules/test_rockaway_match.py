"""Rockaway's set-up and match: R-1 to R-4, R-13, R-14 (docs/rules/rockaway.en.md)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import koloda
from koloda import Deal, Match, OptionError
from koloda.cards import PACK_36, PACK_52, parse_card
from koloda.rules import rockaway

PLAYERS = range(2, 11)


def cards(text: str) -> list[int]:
    return [parse_card(card) for card in text.split()]


def state_of(deal: Deal) -> rockaway.State:
    assert isinstance(deal.state, rockaway.State)
    return deal.state


def finish(deal: Deal) -> None:
    """Plays on, always the first legal act: every deal ends."""
    acts = 0
    while not deal.over:
        deal.apply(deal.legal_actions()[0])
        acts += 1
    assert acts <= rockaway.bound(state_of(deal))


@pytest.mark.parametrize("players", PLAYERS)
def test_r1_two_to_ten_may_play(players: int) -> None:
    assert koloda.game("rockaway", players=players).players == players


@pytest.mark.parametrize("players", [0, 1, 11, -2, True, "4", 2.0])
def test_r1_other_numbers_of_players_are_refused(players: Any) -> None:
    with pytest.raises(OptionError) as caught:
        koloda.game("rockaway", players=players)
    assert caught.value.code == "players"
    assert caught.value.params["allowed"] == "2..10"


def test_r2_the_packs() -> None:
    assert sorted(koloda.game("rockaway").deal().pack) == list(PACK_52)
    assert sorted(koloda.game("rockaway", pack=36).deal().pack) == list(PACK_36)
    assert sorted(koloda.game("rockaway", packs=2).deal().pack) == sorted(PACK_52 * 2)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("pack", [52, 36])
@pytest.mark.parametrize("packs", ["auto", 1, 2])
def test_r2_every_pack_for_every_number_of_players(
    players: int, pack: int, packs: str | int
) -> None:
    copies = (1 if players <= 6 else 2) if packs == "auto" else int(packs)
    needed = players * (7 if pack == 52 else 5) + 1
    if needed > pack * copies:
        with pytest.raises(OptionError) as caught:
            koloda.game("rockaway", players=players, pack=pack, packs=packs)
        assert (caught.value.code, caught.value.clause) == ("too_few_cards", "R-2")
        assert caught.value.params == {"needed": needed, "cards": pack * copies}
    else:
        deal = koloda.game("rockaway", players=players, pack=pack, packs=packs).deal(seed=3)
        assert len(deal.pack) == pack * copies
        assert deal.observe(None)["stock"] == pack * copies - needed
        finish(deal)


def test_r2_seven_players_can_just_be_dealt_from_one_short_pack() -> None:
    deal = koloda.game("rockaway", players=7, pack=36, packs=1).deal()
    assert deal.observe(None)["stock"] == 0


@pytest.mark.parametrize(("pack", "hand"), [(52, 7), (36, 5)])
@pytest.mark.parametrize("players", [2, 6, 10])
def test_r3_cards_in_a_hand(pack: int, hand: int, players: int) -> None:
    deal = koloda.game("rockaway", players=players, pack=pack).deal(seed=1)
    assert deal.observe(None)["counts"] == [hand] * players


def test_r4_the_lowest_card_deals_ace_high() -> None:
    assert rockaway.first_dealer(3, []) == [0, 1, 2]
    assert rockaway.first_dealer(3, [cards("7h 2c Kd")]) == [1]
    assert rockaway.first_dealer(3, [cards("Ah Kc Qd")]) == [2]
    assert rockaway.first_dealer(2, [cards("Ah Kc")]) == [1]


def test_r4_only_those_tied_for_lowest_draw_again() -> None:
    rows = [cards("4h 9c 4d 4s 9d")]
    assert rockaway.first_dealer(5, rows) == [0, 2, 3]
    rows.append(cards("8h 5c 5d"))
    assert rockaway.first_dealer(5, rows) == [2, 3]
    rows.append(cards("Ac Ks"))
    assert rockaway.first_dealer(5, rows) == [3]


def test_r4_a_tie_above_the_lowest_is_none() -> None:
    assert rockaway.first_dealer(4, [cards("9h 9c 3d Kd")]) == [2]


@pytest.mark.parametrize(
    "rows", [["7h 2c"], ["7h 2c Kd 3d"], ["7h 2c Kd", "3c"], ["2h 2c Kd", "3c"]]
)
def test_r4_rows_that_are_no_such_draw(rows: list[str]) -> None:
    with pytest.raises(ValueError, match="a round of"):
        rockaway.first_dealer(3, [cards(row) for row in rows])


def test_r4_the_match_draws_for_dealer_until_there_is_one() -> None:
    game = koloda.game("rockaway", players=10)
    rounds = set()
    for seed in range(60):
        match = Match(game, seed=seed)
        assert rockaway.first_dealer(10, match.dealer_draws) == [match.deal.dealer]
        assert len(rockaway.first_dealer(10, match.dealer_draws[:-1])) > 1
        assert len(match.deal.pack) == 104  # the drawn cards went back
        rounds.add(len(match.dealer_draws))
    assert {1, 2} <= rounds


def test_r4_the_next_seat_deals_next() -> None:
    match = Match(koloda.game("rockaway", players=3, until="deals", deals=5), seed=5)
    dealers = [match.deal.dealer]
    while True:
        finish(match.deal)
        if match.over:
            break
        dealers.append(match.next_deal().dealer)
    assert dealers == [(dealers[0] + i) % 3 for i in range(5)]


def test_r4_nothing_is_carried_into_a_deal() -> None:
    game = koloda.game("rockaway")
    with pytest.raises(OptionError) as caught:
        game.deal(pot=4)
    assert (caught.value.code, caught.value.params) == ("carry", {"name": "pot"})
    with pytest.raises(OptionError):
        game.deal(cuts=["9d"])


def test_r12_penalties_go_to_the_account() -> None:
    match = Match(koloda.game("rockaway", players=2), seed=1)
    finish(match.deal)
    first = match.deal.scores
    assert match.totals == first
    finish(match.next_deal())
    assert match.totals == [a + b for a, b in zip(first, match.deal.scores, strict=True)]


@pytest.mark.parametrize(
    ("options", "totals", "number", "over"),
    [
        ({}, [119, 0], 30, False),
        ({}, [120, 0], 0, True),
        ({}, [3, 140], 0, True),
        ({"target": 50}, [49, 49], 3, False),
        ({"target": 50}, [50, 49], 0, True),
        ({"until": "deals"}, [500, 3], 2, False),
        ({"until": "deals"}, [5, 3], 3, True),
        ({"until": "deals", "deals": 5}, [5, 3], 3, False),
        ({"until": "deals", "deals": 5}, [5, 3], 4, True),
        ({"until": "deals", "deals": 1}, [5, 3], 0, True),
    ],
)
def test_r13_when_the_match_ends(
    options: dict[str, Any], totals: list[int], number: int, over: bool
) -> None:
    s = state_of(koloda.game("rockaway", **options).deal())
    s.number = number
    assert rockaway.after_deal(s, totals, {}).over is over


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pack", 32),
        ("pack", "52"),
        ("packs", 3),
        ("packs", True),
        ("draw", "always"),
        ("draw", 0),
        ("until", "never"),
        ("target", 0),
        ("target", 10_001),
        ("target", True),
        ("target", 120.0),
        ("deals", 0),
        ("deals", "4"),
        ("open_pile", 1),
    ],
)
def test_r13_an_option_of_a_wrong_value_is_refused(name: str, value: Any) -> None:
    with pytest.raises(OptionError) as caught:
        koloda.game("rockaway", **{name: value})
    assert caught.value.code == "option_value"
    assert caught.value.params["name"] == name
    clauses = {"pack": "R-2", "packs": "R-2", "draw": "R-8", "open_pile": "R-5"}
    assert caught.value.clause == clauses.get(name, "R-13")


def gains(totals: list[int]) -> list[Fraction]:
    s = rockaway.State()
    s.players = len(totals)
    settlement = rockaway.settle(s, totals)
    assert settlement.gains is not None
    assert sum(settlement.gains) == 0
    best = min(totals)
    assert settlement.winners == tuple(p for p, total in enumerate(totals) if total == best)
    return list(settlement.gains)


def test_r14_the_settlement_of_the_book() -> None:
    assert gains([42, 69, 85, 120]) == [148, -27, -43, -78]


def test_r14_joint_winners_share_exactly() -> None:
    assert gains([30, 203, 30]) == [Fraction(173, 2), -173, Fraction(173, 2)]
    assert str(gains([30, 203, 30])[0]) == "173/2"
    assert gains([1, 1, 1, 11, 12]) == [7, 7, 7, -10, -11]
    assert gains([0, 0, 0, 100]) == [Fraction(100, 3)] * 3 + [Fraction(-100)]


def test_r14_all_equal_pay_nothing() -> None:
    assert gains([50, 50]) == [0, 0]


def test_r14_a_whole_match_is_settled() -> None:
    match = Match(koloda.game("rockaway", players=4, target=60), seed=11)
    finish(match.deal)
    while not match.over:
        assert match.settlement is None
        finish(match.next_deal())
    assert max(match.totals) >= 60
    assert match.settlement is not None
    assert list(match.settlement.gains or ()) == gains(match.totals)
    assert match.totals[match.winners[0]] == min(match.totals)


@pytest.mark.parametrize("preset", list(rockaway.PRESETS))
def test_every_preset_can_be_played(preset: str) -> None:
    game = koloda.game("rockaway", players=3, preset=preset)
    finish(game.deal(seed=4))
