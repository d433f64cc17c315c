"""Two-Handed Hearts, clause by clause: H-1 .. H-7 of docs/rules/two_handed_hearts.en.md."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from koloda.cards import NAMES, members, spell_card
from koloda.deal import Deal, Game
from koloda.match import Match
from koloda.options import OptionError, resolve
from koloda.rules import two_handed_hearts as hearts
from koloda.rules.contract import Refused, ScoreItem

PACK = list(NAMES[:52])
RANKS = "23456789TJQKA"
ALL_HEARTS = [rank + "h" for rank in RANKS]


def set_up(preset: str | None = None, **options: Any) -> Game:
    return Game(hearts, 2, resolve(hearts, options, preset))


def truth(deal: Deal) -> hearts.State:
    assert isinstance(deal.state, hearts.State)
    return deal.state


def dealt(mine: str, others: str, stock: str = "", **options: Any) -> Deal:
    """Seat 0 leads from ``mine``; hands of 13 are filled up with low clubs and diamonds."""
    named = [*mine.split(), *others.split(), *stock.split()]
    rest = [card for card in PACK if card not in named]
    hands = []
    for held in (mine.split(), others.split()):
        missing = 13 - len(held)
        hands.append(held + rest[:missing])
        rest = rest[missing:]
    order = [card for pair in zip(*hands, strict=True) for card in pair] + stock.split() + rest
    return set_up(**options).deal(pack_order="".join(order), dealer=1)


def play(deal: Deal, *cards: str) -> Deal:
    for card in cards:
        deal.apply(card)
    return deal


def legal(deal: Deal) -> set[str]:
    return {str(action) for action in deal.legal_actions()}


def refused(deal: Deal, text: str) -> tuple[str, str]:
    before = deal.state.to_json()
    with pytest.raises(Refused) as caught:
        deal.apply(text)
    assert deal.state.to_json() == before
    return caught.value.code, caught.value.clause


def hand(deal: Deal, seat: int) -> set[str]:
    return {spell_card(card) for card in members(truth(deal).hand[seat])}


def random_deal(seed: int, **options: Any) -> Deal:
    rng = Random(seed)
    deal = set_up(**options).deal(seed=seed, dealer=seed % 2)
    while not deal.over:
        deal.apply(rng.choice(deal.legal_actions()))
    return deal


def counted(mine: list[str], others: list[str], **options: Any) -> Deal:
    """A finished deal in which the seats have taken these cards."""
    deal = random_deal(0, **options)
    state = truth(deal)
    for seat, cards in enumerate((mine, others)):
        state.taken[seat] = sum(1 << NAMES.index(card) for card in cards)
    return deal


# --- H-1 .. H-3: set-up and tricks -----------------------------------------------------------


def test_h1_thirteen_each_one_at_a_time_opponent_first() -> None:
    deal = set_up().deal(pack_order="".join(PACK), dealer=0)
    assert hand(deal, 1) == set(PACK[0:26:2])
    assert hand(deal, 0) == set(PACK[1:26:2])
    assert deal.observe(None)["stock"] == 26
    assert (hearts.MIN_PLAYERS, hearts.MAX_PLAYERS) == (2, 2)


def test_h1_ace_is_high() -> None:
    for low, high in pairwise(RANKS):
        deal = play(dealt(low + "s", high + "s"), low + "s", high + "s")
        assert deal.observe(None)["last"]["winner"] == 1
        deal = play(dealt(high + "s", low + "s"), high + "s", low + "s")
        assert deal.observe(None)["last"]["winner"] == 0


@pytest.mark.parametrize("dealer", [0, 1])
def test_h2_the_non_dealer_leads_any_card_a_heart_too(dealer: int) -> None:
    deal = set_up().deal(seed=4, dealer=dealer)
    assert deal.actor == 1 - dealer
    assert legal(deal) == hand(deal, 1 - dealer)
    assert any(card[1] == "h" for card in legal(deal))


def test_h2_first_dealer_by_lot_then_alternating() -> None:
    assert hearts.first_dealer(2, [[3, 14]]) == [1]
    state = truth(random_deal(1))
    for dealer in (0, 1):
        state.dealer = dealer
        assert hearts.after_deal(state, [0, 0], {}).dealer == 1 - dealer


def test_h3_follow_suit_if_you_can() -> None:
    deal = play(dealt("5s", "9s Ks 2h Ah"), "5s")
    assert legal(deal) == {"9s", "Ks"}
    assert refused(deal, "2h") == ("follow_suit", "H-3")


def test_h3_void_any_card_and_no_trumps() -> None:
    deal = play(dealt("5s", "2h Ah"), "5s")
    assert legal(deal) == hand(deal, 1)
    play(deal, "Ah")
    assert deal.observe(None)["last"]["winner"] == 0
    assert deal.actor == 0


def test_h3_the_higher_card_takes_and_leads_next() -> None:
    deal = play(dealt("5s", "9s"), "5s", "9s")
    assert deal.actor == 1
    assert deal.observe(None)["leader"] == 1


def test_h3_legal_cards_everywhere() -> None:
    for seed in range(20):
        rng = Random(seed)
        deal = set_up().deal(seed=seed)
        while not deal.over:
            assert deal.actor is not None
            held = hand(deal, deal.actor)
            trick = deal.observe(None)["trick"]
            suit = trick[0]["card"][1] if trick else ""
            assert legal(deal) == ({c for c in held if c[1] == suit} or held)
            deal.apply(rng.choice(deal.legal_actions()))


# --- H-4, H-5: the stock ---------------------------------------------------------------------


def test_h4_the_winner_draws_the_top_card_then_the_other() -> None:
    deal = play(dealt("5s", "9s", stock="Ks Qs"), "5s", "9s")
    assert "Ks" in hand(deal, 1)
    assert "Qs" in hand(deal, 0)
    drawn = [e for e in deal.events(0) if e["event"] == "draw"]
    assert [(e["seat"], e["card"]) for e in drawn] == [(1, "??"), (0, "Qs")]


def test_h4_h5_thirteen_drawing_rounds_and_26_tricks() -> None:
    deal = random_deal(7)
    words = [event["event"] for event in deal.events(None)]
    assert words.count("draw") == 26
    assert words.count("trick") == 26
    assert words[-39:].count("draw") == 0  # 13 tricks of two plays and one taking
    assert deal.state.turn == len(deal.moves) == 52


def test_h5_no_more_drawing_when_the_stock_is_out() -> None:
    rng = Random(3)
    deal = set_up().deal(seed=3)
    while not deal.over:
        done, at_table = divmod(len(deal.moves), 2)
        if not at_table:
            assert deal.observe(None)["counts"] == [min(13, 26 - done)] * 2
            assert deal.observe(None)["stock"] == max(0, 26 - 2 * done)
        deal.apply(rng.choice(deal.legal_actions()))


# --- H-6: the count and its options ----------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "points"),
    [({}, 13), ({"queen_spades": 13}, 26), ({"moon": True}, 13), ({"hearts_broken": True}, 13)],
)
def test_h6_thirteen_hearts_a_deal(options: dict[str, Any], points: int) -> None:
    for seed in range(20):
        deal = random_deal(seed, **options)
        assert sum(deal.scores) == points
        assert hearts.audit(truth(deal))
        for seat in (0, 1):
            assert sum(item.points for item in deal.explain(seat)) == deal.scores[seat]


def test_h6_one_point_for_each_heart_taken() -> None:
    deal = counted(["2h", "Ah", "Qs"], ["Kc", *ALL_HEARTS[1:12]])
    assert deal.scores == [2, 11]
    assert deal.explain(0) == [ScoreItem("heart", 1, ("2h",)), ScoreItem("heart", 1, ("Ah",))]
    assert counted(["Kc"], ALL_HEARTS).explain(0) == [ScoreItem("clean", 0)]


def test_h6_the_queen_of_spades() -> None:
    deal = counted(["2h", "Qs"], ALL_HEARTS[1:], queen_spades=13)
    assert deal.scores == [14, 12]
    assert deal.explain(0) == [ScoreItem("heart", 1, ("2h",)), ScoreItem("queen", 13, ("Qs",))]


def test_h6_a_lost_heart_is_noticed() -> None:
    assert not hearts.audit(truth(counted(["2h"], ["Kc", *ALL_HEARTS[2:]])))


@pytest.mark.parametrize("queen", [0, 13])
def test_h6_moon_gives_all_to_the_other(queen: int) -> None:
    everything = [*ALL_HEARTS, "Qs"]
    deal = counted(["Kc"], everything, moon=True, queen_spades=queen)
    assert deal.scores == [13 + queen, 0]
    cards = tuple(ALL_HEARTS + (["Qs"] if queen else []))
    assert deal.explain(0) == [ScoreItem("moon_against", 13 + queen, cards)]
    assert deal.explain(1) == [ScoreItem("moon", 0, cards)]
    assert counted(["Kc"], everything, queen_spades=queen).scores == [0, 13 + queen]


def test_h6_moon_needs_every_penalty_card() -> None:
    assert counted(["Qs"], ALL_HEARTS, moon=True, queen_spades=13).scores == [13, 13]
    assert counted(["2h"], ALL_HEARTS[1:], moon=True).scores == [1, 12]
    # without the queen counting, the hearts are all there is
    assert counted(["Qs"], ALL_HEARTS, moon=True).scores == [13, 0]


def test_h6_hearts_may_be_led_only_when_broken() -> None:
    deal = dealt("5s 2h Ah", "9s 3h", hearts_broken=True)
    assert not {"2h", "Ah"} & legal(deal)
    assert refused(deal, "2h") == ("hearts_not_broken", "H-6")
    assert deal.observe(0)["broken"] is False


def test_h6_a_heart_thrown_breaks_them() -> None:
    deal = play(dealt("5s 2h Ah", "3h 4h", hearts_broken=True), "5s", "3h")
    assert deal.actor == 0
    assert {"2h", "Ah"} <= legal(deal)
    assert deal.observe(1)["broken"] is True


def test_h6_from_a_hand_of_hearts_only_a_heart_may_be_led() -> None:
    deal = play(dealt(" ".join(ALL_HEARTS), "5s", stock="As Ks", hearts_broken=True))
    assert legal(deal) == set(ALL_HEARTS)
    play(deal, "2h", "5s")
    assert {"3h", "As"} <= legal(deal)  # and that breaks them


def test_h6_the_duty_binds_only_the_leader() -> None:
    deal = play(dealt("5s", "3h 4h", hearts_broken=True), "5s")
    assert {"3h", "4h"} <= legal(deal)


def test_h6_without_the_option_nothing_is_said_of_broken_hearts() -> None:
    assert "broken" not in set_up().deal(seed=1).observe(0)


# --- H-7: the match --------------------------------------------------------------------------


def after(totals: list[int], number: int = 0, **options: Any) -> bool:
    state = truth(set_up(**options).deal(seed=0))
    state.number = number
    return hearts.after_deal(state, totals, {}).over


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ({}, 50),
        ({"queen_spades": 13}, 100),
        ({"target": 70}, 70),
        ({"queen_spades": 13, "target": 50}, 50),
    ],
)
def test_h7_until_someone_has_the_target(options: dict[str, Any], target: int) -> None:
    assert not after([target - 1, 0], **options)
    assert after([0, target], **options)


def test_h7_equal_totals_play_another_deal() -> None:
    assert not after([52, 52])
    assert after([52, 53])


def test_h7_until_deals() -> None:
    assert not after([60, 0], number=2, until="deals")
    assert after([26, 26], number=3, until="deals")
    assert not after([26, 26], number=59, until="deals", deals=100)  # max_deals is not asked
    assert after([26, 26], number=99, until="deals", deals=100)


def test_h7_max_deals_ends_a_match_by_points() -> None:
    assert not after([51, 51], number=48)
    assert after([51, 51], number=49)
    assert after([3, 10], number=0, max_deals=1)


def test_h7_an_even_number_of_deals() -> None:
    with pytest.raises(OptionError) as caught:
        set_up(until="deals", deals=5)
    assert (caught.value.code, caught.value.clause) == ("odd_deals", "H-7")
    assert caught.value.params == {"deals": 5}


def test_h7_the_lower_total_wins_equal_both() -> None:
    state = truth(set_up().deal(seed=0))
    assert hearts.settle(state, [52, 13]).winners == (1,)
    assert hearts.settle(state, [26, 26]).winners == (0, 1)
    assert hearts.settle(state, [26, 26]).gains is None
    assert hearts.SIGN == -1


@pytest.mark.parametrize("preset", list(hearts.PRESETS))
def test_h7_a_whole_match(preset: str) -> None:
    rng = Random(preset)
    match = Match(set_up(preset), seed=2)
    while True:
        while not match.deal.over:
            match.deal.apply(rng.choice(match.deal.legal_actions()))
        if match.over:
            break
        match.next_deal()
    points = 26 if preset == "modern" else 13
    assert sum(match.totals) == points * len(match.deals)
    best = min(match.totals)
    assert match.winners == [p for p in (0, 1) if match.totals[p] == best]
    assert all(a.dealer != b.dealer for a, b in pairwise(match.deals))
    if preset == "four_deals":
        assert len(match.deals) == 4
    else:
        assert max(match.totals) >= (100 if preset == "modern" else 50)


# --- spelling, refusals without a clause, what is seen ---------------------------------------


def test_captured_tricks_lie_face_down_but_hearts_are_counted() -> None:
    deal = play(dealt("5s", "3h 4h"), "5s", "3h")
    for seat in (None, 0, 1):
        seen = deal.observe(seat)
        assert "taken" not in seen
        assert seen["hearts"] == [1, 0]
        assert seen["tricks"] == [1, 0]
    taken = random_deal(1).observe(None)["taken"]
    assert sorted(taken[0] + taken[1]) == sorted(PACK)


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "syntax"), ("5S", "syntax"), ("5s 3s", "syntax"), ("As=h", "syntax"), ("9s", "hand"),
     ("X2", "hand"), ("??", "syntax")],
)  # fmt: skip
def test_refusals_without_a_clause(text: str, code: str) -> None:
    assert refused(dealt("5s", "9s"), text) == (code, "")


def test_refusals_out_of_turn_and_after_the_end() -> None:
    with pytest.raises(Refused, match="turn"):
        dealt("5s", "9s").apply("9s", seat=1)
    assert refused(random_deal(1), "9s") == ("over", "")


def test_refusals_name_what_may_be_played() -> None:
    deal = play(dealt("5s", "9s Ks 2h"), "5s")
    with pytest.raises(Refused) as caught:
        deal.apply("2h")
    assert caught.value.params == {"card": "2h", "playable": ["9s", "Ks"]}


def test_events() -> None:
    deal = play(dealt("5s", "9s"), "5s", "9s")
    assert deal.events(None)[:3] == [
        {"seat": 0, "event": "play", "card": "5s"},
        {"seat": 1, "event": "play", "card": "9s"},
        {"seat": 1, "event": "trick", "cards": ["5s", "9s"]},
    ]


def test_moves_are_spelled_and_read_back() -> None:
    deal = dealt("5s", "9s")
    for action in deal.legal_actions():
        assert hearts.parse(truth(deal), str(action)) == action.code
    assert str(deal.apply(" 5♠ ")) == "5s"


@pytest.mark.parametrize(
    "options", [{"queen_spades": -1}, {"moon": 1}, {"until": "tricks"}, {"target": -1}]
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="option_value"):
        set_up(**options)
