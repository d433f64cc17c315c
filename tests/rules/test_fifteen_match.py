"""Fifteen from deal to deal: F-8, F-9 and what is carried over."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from tests.rules.fifteen_support import cards, deal_of, legal, short, stacked, state_of

import koloda
from koloda.cards import PACK_52, spell_card, spell_cards
from koloda.deal import Deal
from koloda.match import Match
from koloda.options import OptionError
from koloda.rules import fifteen
from koloda.rules.contract import Rules
from koloda.rules.fifteen import DRAW, STAND, State
from koloda.testing import altered

RULES: Rules[State] = fifteen


def bad_setup(options: dict[str, Any] | None = None, **carry: Any) -> OptionError:
    with pytest.raises(OptionError) as caught:
        koloda.game("fifteen", **(options or {})).deal(**carry)
    return caught.value


def play(deal: Deal, rng: random.Random) -> None:
    """To the end by a player who draws below 12 or by whim."""
    while (seat := deal.actor) is not None:
        texts = [str(action) for action in deal.legal_actions()]
        low = fifteen.total(state_of(deal), seat) < 12
        wish = "draw" if low != (rng.random() < 0.1) else "stand"
        deal.apply(wish if wish in texts else texts[0])


# --- chips ------------------------------------------------------------------------------------


def test_f2_a_match_opens_with_chips() -> None:
    assert koloda.Match(koloda.game("fifteen"), seed=1).totals == [50, 50]
    assert koloda.Match(koloda.game("fifteen", chips=77), seed=1).totals == [77, 77]


def test_f7_equal_hands_leave_the_chips_for_the_next_deal() -> None:
    match = Match.by_hand(koloda.game("fifteen"), dealer=0)
    match.next_deal(pack_order=stacked("Tc Jd 8c Td"))
    for act in ("stand", "stand"):
        match.deal.apply(act)
    assert match.totals == [48, 48]
    deal = match.next_deal()
    assert deal.carry["pot"] == 4
    assert deal.observe(None)["pot"] == 8
    assert deal.observe(None)["chips"] == [46, 46]
    for act in ("stand", "stand"):  # seat 0: 8, dealer 1: 10
        deal.apply(act)
    assert match.totals == [46, 54]


def test_f10_scores_and_the_change_of_the_pot_sum_to_zero() -> None:
    rng = random.Random(10)
    for seed in range(15):
        match = koloda.Match(koloda.game("fifteen", ante=3, chips=30), seed=seed)
        pot = 0
        while True:
            play(match.deal, rng)
            left = match.deal.observe(None)["pot"]
            assert sum(match.deal.scores) + left - pot == 0
            assert sum(match.deal.net) == 0
            assert fifteen.audit(state_of(match.deal))
            assert match.deal.observe(0)["chips"] == match.totals
            assert sum(match.totals) + left == 60
            if match.over:
                break
            pot = left
            assert match.next_deal().carry["pot"] == pot


def test_f10_the_audit_sees_a_wrong_score() -> None:
    for seat in (0, 1):

        def one_more(s: State, p: int, wrong: int = seat) -> int:
            return fifteen.score(s, p) + (p == wrong)

        s = finished("Tc 9d", number=0)
        assert not altered(RULES, score=one_more).audit(s)


# --- F-8 ------------------------------------------------------------------------------------


def test_f8_the_deal_alternates_and_goes_on_from_the_rest() -> None:
    match = koloda.Match(koloda.game("fifteen"), seed=3)
    for act in ("stand", "stand"):
        match.deal.apply(act)
    first = match.deal
    second = match.next_deal()
    assert second.dealer == 1 - first.dealer
    assert second.pack == first.pack[2:]
    assert second.observe(1 - second.dealer)["hand"] == [spell_card(first.pack[2])]
    used = [spell_card(card) for card in sorted(first.pack[:2])]
    for seat in (0, 1, None):
        assert first.observe(seat)["aside"] == []
        assert second.observe(seat)["aside"] == used


@pytest.mark.parametrize(("options", "least"), [({}, 15), ({"reshuffle_below": 40}, 40)])
def test_f8_shuffled_anew_when_too_few_remain(options: dict[str, Any], least: int) -> None:
    game = koloda.game("fifteen", **options)
    order = list(PACK_52)
    random.Random(8).shuffle(order)
    enough = game.lay_out(None, dealer=0, carry={"pack": "".join(spell_cards(order[-least:]))})
    assert list(enough.pack) == order[-least:]
    assert len(enough.observe(None)["aside"]) == 52 - least
    few = {"pack": "".join(spell_cards(order[-least + 1 :]))}
    fresh = game.lay_out(None, dealer=0, carry=few, pack_order=order)
    assert list(fresh.pack) == order
    assert fresh.observe(None)["aside"] == []
    with pytest.raises(OptionError, match="pack"):
        game.lay_out(None, dealer=0, carry=few)  # nobody to shuffle


def test_f8_reshuffle_below_52_is_a_fresh_pack_each_time() -> None:
    match = koloda.Match(koloda.game("fifteen", reshuffle_below=52, deals=6), seed=1)
    while True:
        assert len(match.deal.pack) == 52
        for act in ("stand", "stand"):
            match.deal.apply(act)
        if match.over:
            break
        match.next_deal()


def test_f8_a_match_uses_the_pack_up_and_shuffles() -> None:
    match = koloda.Match(koloda.game("fifteen", chips=1_000), seed=5)
    rng = random.Random(5)
    sizes = [52]
    while True:
        play(match.deal, rng)
        left = match.deal.state.size - match.deal.state.next
        if match.over:
            break
        before = match.deal
        after = match.next_deal()
        sizes.append(len(after.pack))
        assert len(after.pack) == (left if left >= 15 else 52)
        if left >= 15:
            assert after.pack == before.pack[-left:]
    assert len(match.deals) == 20
    assert sizes.count(52) > 1
    assert min(sizes) >= 15


def most_cards(low_first: list[int]) -> tuple[int, int]:
    """The most cards that one seat, and that both together, can hold: brute force over how
    many cards of each value the two have below 15 (each then draws one more)."""
    most_one = most_both = 0
    kinds = [{(0, 0, 0, 0)}]  # cards and points of the two seats
    for value in low_first:
        after = set()
        for n, points, m, others in kinds[-1]:
            for i in range(5):
                for j in range(5 - i):
                    if points + i * value < 15 and others + j * value < 15:
                        after.add((n + i, points + i * value, m + j, others + j * value))
        kinds.append(after)
    for n, _, m, _ in kinds[-1]:
        most_one = max(most_one, n + 1)
        most_both = max(most_both, n + m + 2)
    return most_one, most_both


def test_f8_fifteen_cards_are_the_most_that_a_deal_can_use() -> None:
    assert most_cards([1, 2, 3, 4, 5, 6, 7]) == (fifteen.HELD, 15)


def test_f8_the_longest_deal_fits() -> None:
    order = "Ac As Ad Ah 2c 2d 2h 3c 4d 2s 3d 3h 3s Kc Kd"
    deal = deal_of(order, "draw " * 7)
    assert deal.observe(None)["counts"] == [1, 8]
    assert deal.actor == 0  # 1+1+1+2+2+2+3+4 = 16
    while not deal.over:
        deal.apply("draw")
    assert len(deal.moves) <= fifteen.bound(state_of(deal))


def test_f8_no_card_left_in_a_short_pack() -> None:
    s = short(cards("2c 3c 4c"))
    fifteen.apply(s, DRAW)
    assert legal(s) == [STAND]
    error = fifteen.refuse(s, DRAW)
    assert error is not None
    assert (error.code, error.clause) == ("stock_empty", "F-8")
    bound = short(cards("2c 3c"), first_stand=fifteen.ONLY_TEN)
    assert legal(bound) == [STAND]  # nothing to draw: nobody is stuck


@pytest.mark.parametrize(
    ("carry", "code", "clause"),
    [
        ({"pot": -1}, "carry_chips", "F-2"),
        ({"pot": "4"}, "carry_chips", "F-2"),
        ({"pot": True}, "carry_chips", "F-2"),
        ({"pot": 4.0}, "carry_chips", "F-2"),
        ({"pot": None}, "carry_chips", "F-2"),
        ({"pot": 2_000_001}, "carry_chips", "F-2"),
        ({"pot": 10**30}, "carry_chips", "F-2"),
        ({"chips": 50}, "carry_stacks", "F-2"),
        ({"chips": [50]}, "carry_stacks", "F-2"),
        ({"chips": [50, 50, 50]}, "carry_stacks", "F-2"),
        ({"chips": {"0": 50, "1": 50}}, "carry_stacks", "F-2"),
        ({"chips": [50, "50"]}, "carry_chips", "F-2"),
        ({"chips": [-1, 50]}, "carry_chips", "F-2"),
        ({"chips": [50, True]}, "carry_chips", "F-2"),
        ({"pack": ["Td"]}, "carry_pack", "F-8"),
        ({"pack": None}, "carry_pack", "F-8"),
        ({"pack": "Td1"}, "carry_pack", "F-8"),
        ({"pack": "??"}, "carry_pack", "F-8"),
        ({"pack": "X1"}, "carry_pack", "F-8"),
        ({"pack": "10d"}, "carry_pack", "F-8"),
        ({"pack": "TdQhTd"}, "carry_twice", "F-8"),
        ({"pots": 4}, "carry_unknown", "F-8"),
        ({"cuts": ["Td"]}, "carry_unknown", "F-8"),
    ],
)
def test_f2_f8_what_is_carried_over_is_checked(
    carry: dict[str, Any], code: str, clause: str
) -> None:
    error = bad_setup(**carry)
    assert (error.code, error.clause) == (code, clause)
    json.dumps(error.params)


def test_f8_a_wrong_card_of_the_rest_is_named() -> None:
    for pack, shown in (("QhT1", "T1"), ("Td1", "1"), ("QhX1", "X1")):
        assert bad_setup(pack=pack).params == {"pack": shown}
    assert bad_setup(pack="TdQhTd").params == {"card": "Td"}


def test_f8_carried_values_at_the_bounds_are_taken() -> None:
    deal = koloda.game("fifteen").deal(pot=0, chips=[2, 2_000_000], pack="")
    assert deal.observe(None)["chips"] == [0, 1_999_998]
    assert koloda.game("fifteen").deal(pot=2_000_000).observe(None)["pot"] == 2_000_004


def test_f8_bots_are_told_of_chips_but_not_of_the_pack() -> None:
    match = koloda.Match(koloda.game("fifteen"), seed=3)
    for act in ("stand", "stand"):
        match.deal.apply(act)
    match.next_deal()
    view = match.deal.view(0, seed=1)
    assert set(match.deal.carry) == {"pot", "chips", "pack"}
    assert set(view.carry) == {"pot", "chips"}


# --- F-9 ------------------------------------------------------------------------------------


def stand_through(match: Match) -> None:
    while True:
        while not match.deal.over:
            match.deal.apply("stand")
        if match.over:
            return
        match.next_deal()


def test_f9_a_match_has_so_many_deals() -> None:
    for deals in (2, 4, 20):
        match = koloda.Match(koloda.game("fifteen", deals=deals, chips=1_000), seed=deals)
        stand_through(match)
        assert len(match.deals) == deals
        dealt = Counter(deal.dealer for deal in match.deals)
        assert set(dealt.values()) == {deals // 2}


@pytest.mark.parametrize("deals", [3, 19, 999])
def test_f9_an_odd_number_of_deals_is_refused(deals: int) -> None:
    error = bad_setup({"deals": deals})
    assert (error.code, error.clause, error.params) == ("odd_deals", "F-9", {"deals": deals})


def finished(text: str, *, number: int, **options: Any) -> State:
    deal = deal_of(text, "stand stand", **options)
    deal.state.number = number
    return state_of(deal)


def test_f9_ends_when_one_cannot_ante() -> None:
    s = finished("Tc 9d", number=3)
    for totals, over in (([1, 99], True), ([99, 1], True), ([2, 98], False), ([0, 100], True)):
        assert fifteen.after_deal(s, totals, {}).over == over
    assert not fifteen.after_deal(finished("Tc 9d", number=18), [50, 50], {}).over
    assert fifteen.after_deal(finished("Tc 9d", number=19), [50, 50], {}).over
    broke = Match.by_hand(koloda.game("fifteen", chips=3), dealer=0)
    broke.next_deal(pack_order=stacked("Tc 9d"))
    stand_through(broke)
    assert (len(broke.deals), broke.totals, broke.winners) == (1, [1, 5], [1])


def test_f9_more_chips_win_and_the_gains_are_exact() -> None:
    s = finished("Tc 9d", number=19)
    settled = fifteen.settle(s, [61, 39])
    assert settled.winners == (0,)
    assert settled.gains == (Fraction(11), Fraction(-11))
    assert fifteen.settle(s, [39, 61]).winners == (1,)


def test_f9_chips_on_the_table_are_split() -> None:
    s = finished("Tc Jd", number=19)  # a tie: 2 + 2 on the table
    settled = fifteen.settle(s, [51, 45])
    assert settled.winners == (0,)
    assert settled.gains == (Fraction(3), Fraction(-3))
    odd = fifteen.settle(finished("Tc Jd", number=19, pot=3), [48, 45])
    assert odd.gains == (Fraction(3, 2), Fraction(-3, 2))


def test_f9_equal_chips_are_a_draw() -> None:
    settled = fifteen.settle(finished("Tc Jd", number=19), [48, 48])
    assert settled.winners == (0, 1)
    assert settled.gains == (Fraction(0), Fraction(0))


def test_first_dealer_is_drawn_by_low_card() -> None:
    assert fifteen.first_dealer(2, []) == [0, 1]
    assert fifteen.first_dealer(2, [cards("9c 8d")]) == [1]
    assert fifteen.first_dealer(2, [cards("As 2d")]) == [0]
    assert fifteen.first_dealer(2, [cards("9c 9d")]) == [0, 1]
    dealers = {koloda.Match(koloda.game("fifteen"), seed=n).deal.dealer for n in range(12)}
    assert dealers == {0, 1}


def test_a_used_state_starts_anew() -> None:
    order = cards("2c 9d 3c 4d 5h Kd")
    fresh, used = short(order), short(order)
    for action in (DRAW, STAND, DRAW, DRAW):
        fifteen.apply(used, action)
    assert used.over == 1
    used.pack[: used.size] = order
    fifteen.start(used)
    assert used == fresh


def test_acts_never_exceed_the_bound() -> None:
    rng = random.Random(4)
    for n in range(200):
        deal = koloda.game("fifteen").deal(seed=n)
        most = fifteen.bound(state_of(deal))
        assert most == 16  # eight draws, or seven and a stand, twice
        while not deal.over:
            deal.apply("draw" if rng.random() < 0.9 else "stand")
        assert len(deal.moves) <= most
        assert deal.state.next <= 15
    assert fifteen.bound(short(cards("2c 3c 4c"))) == 3


def test_f2_chips_beyond_printing_are_refused() -> None:
    with pytest.raises(koloda.OptionError, match="carry_chips"):
        koloda.game("fifteen").deal(pot=10**5000)


@pytest.mark.parametrize(("pot", "shown"), [(10**18 - 1, str(10**18 - 1)), (10**18, "int")])
def test_f2_chips_beyond_all_measure_are_named_by_their_kind(pot: int, shown: str) -> None:
    with pytest.raises(OptionError) as refused:
        koloda.game("fifteen").deal(seed=1, pot=pot)
    assert (refused.value.code, refused.value.clause) == ("carry_chips", "F-2")
    assert refused.value.params["value"] == shown
