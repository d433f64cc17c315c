"""Chain, clause by clause: C-1 .. C-14 of docs/rules/chain.en.md."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from koloda.cards import JOKERS, NAMES, mask, members, parse_card, spell_cards
from koloda.deal import Deal, Game
from koloda.fair import Shuffle
from koloda.match import Match
from koloda.options import OptionError, resolve
from koloda.rules import chain
from koloda.rules.contract import Next, Refused, ScoreItem
from koloda.testing import small

CUTS = ["2c", "3c"]
"""Clubs are trumps and 3c the top trump, where a test does not say otherwise."""


def set_up(players: int = 6, **options: Any) -> Game:
    return Game(chain, players, resolve(chain, options))


def few(*hands: str, cuts: list[str] | None = None, **options: Any) -> Deal:
    """A deal with as many players as hands, all of one size; seat 0 is eldest."""
    held = [hand.split() for hand in hands]
    order = [hand[i] for i in range(len(held[0])) for hand in held]
    carry = {"cuts": [parse_card(card) for card in cuts or ["2s", "2d"]]}
    game = set_up(len(held), **options)
    return small(game, " ".join(order), len(held[0]), carry=carry).deal(
        "".join(order), dealer=len(held) - 1
    )


def truth(deal: Deal) -> chain.State:
    assert isinstance(deal.state, chain.State)
    return deal.state


def play(deal: Deal, *turns: str) -> Deal:
    """Turns as in a record: acts parted by semicolons."""
    for turn in turns:
        for act in turn.split("; "):
            deal.apply(act)
    return deal


def refused(deal: Deal, text: str) -> tuple[str, str]:
    before = deal.state.to_json()
    with pytest.raises(Refused) as caught:
        deal.apply(text)
    assert deal.state.to_json() == before
    return caught.value.code, caught.value.clause


def legal(deal: Deal) -> set[str]:
    return {str(action) for action in deal.legal_actions()}


def points(deal: Deal) -> list[int]:
    found: list[int] = deal.observe(None)["points"]
    return found


def cards_of(deal: Deal, number: int) -> str:
    return " ".join(deal.observe(None)["chains"][number - 1]["cards"])


# --- C-1 ---------------------------------------------------------------------------------


def test_c1_exactly_six_players() -> None:
    assert (chain.MIN_PLAYERS, chain.MAX_PLAYERS) == (6, 6)


def test_c1_54_cards_nine_each_one_at_a_time_from_eldest() -> None:
    order = list(NAMES)
    deal = set_up().deal(pack_order="".join(order), cuts=CUTS, dealer=2)
    assert deal.actor == 3
    for k in range(6):
        held = deal.observe((3 + k) % 6)["hand"]
        assert sorted(held) == sorted(order[k::6])
        assert len(held) == 9
    assert chain.places(truth(deal))["stock"] == []


def test_c1_hands_are_hidden() -> None:
    deal = set_up().deal(seed=1, cuts=CUTS)
    assert "hand" not in deal.observe(None)
    assert "hands" not in deal.observe(0)
    assert deal.observe(0)["counts"] == [9] * 6


def test_c1_lowest_card_drawn_deals_and_a_joker_counts_as_an_ace() -> None:
    def row(text: str) -> list[int]:
        return [parse_card(card) for card in text.split()]

    assert chain.first_dealer(6, []) == [0, 1, 2, 3, 4, 5]
    assert chain.first_dealer(6, [row("3c X1 X2 Ad 2h 4s")]) == [4]
    assert chain.first_dealer(6, [row("X1 X2 Ad Ah As Ac")]) == [0, 1, 2, 3, 4, 5]


# --- C-2 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cuts", "trump", "top", "bonus"),
    [
        ("8c Qh", "c", "Qc", 0),
        ("9d Td", "d", "Td", 10),
        ("9d 9d", "d", "9d", 50),
        ("X1 8c Qh", "c", "Qc", -10),
        ("8c X2 Qh", "c", "Qc", -10),
        ("X1 X1 9d X2 X1 9d", "d", "9d", 10),
        ("X2 9d Td", "d", "Td", 0),
    ],
)
def test_c2_cuts_fix_trump_and_top_trump(cuts: str, trump: str, top: str, bonus: int) -> None:
    deal = set_up().deal(seed=3, dealer=1, cuts=cuts.split())
    seen = deal.observe(None)
    assert (seen["trump"], seen["top_trump"]) == (trump, top)
    assert points(deal) == [0, 0, bonus, 0, 0, 0]


@pytest.mark.parametrize(
    ("cuts", "code"),
    [
        ("", "cuts_unfinished"),
        ("8c", "cuts_unfinished"),
        ("8c X1 X2", "cuts_unfinished"),
        ("8c 9c 9d", "cuts_too_many"),
        ("8c 9c X1", "cuts_too_many"),
    ],
)
def test_c2_cuts_that_are_none_are_refused(cuts: str, code: str) -> None:
    with pytest.raises(OptionError) as caught:
        set_up().deal(cuts=cuts.split())
    assert (caught.value.code, caught.value.clause) == (code, "C-2")


@pytest.mark.parametrize("card", [-1, 54, True, None, 1.5, "1c", "??"])
def test_c2_what_is_no_card_can_not_be_cut(card: object) -> None:
    state = chain.State()
    with pytest.raises(Refused) as caught:
        chain.prepare(state, {"cuts": [card, 5]})
    assert (caught.value.code, caught.value.clause) == ("cut_card", "C-2")


def test_c2_cuts_may_be_spelled_or_numbers() -> None:
    one, other = chain.State(), chain.State()
    chain.prepare(one, {"cuts": ["9d", "X1", "Td"]})
    chain.prepare(other, {"cuts": [parse_card("9d"), 52, parse_card("Td")]})
    assert one == other


def test_c2_nothing_else_is_carried() -> None:
    with pytest.raises(Refused) as caught:
        chain.prepare(chain.State(), {"pot": 3})
    assert caught.value.code == "carry"


def test_c2_jokers_are_cut_again_from_the_fair_shuffle() -> None:
    longest = 0
    for seed in range(60):
        deal = set_up().lay_out(Shuffle.from_seed(seed), dealer=0)
        shown = deal.carry["cuts"]
        longest = max(longest, len(shown))
        assert [card < 52 for card in shown].count(True) == 2
        assert shown[-1] < 52
        assert points(deal)[1] <= -10 * (len(shown) - 2) + 50
    assert longest > 2


def test_c2_a_view_has_the_cuts() -> None:
    deal = set_up().deal(seed=3, cuts=["9d", "Td"])
    assert deal.view(2, 0).carry == {"cuts": [parse_card("9d"), parse_card("Td")]}


# --- C-3, C-4 ----------------------------------------------------------------------------


def test_c3_top_trump_keeps_its_place_and_nothing_turns_the_corner() -> None:
    deal = few("9c Tc Jd Kh As 2h", "2c 3c 4c 5c 6c 7c", cuts=["3c", "Th"])
    assert refused(deal, "new Kh As 2h") == ("gap", "C-4")
    assert refused(deal, "new As 2h") == ("gap", "C-4")
    assert {"new 9c Tc", "new 9c Tc Jd", "new Kh As"} <= legal(deal)


def test_c4_a_chain_is_two_or_more_consecutive_ranks_of_any_suits() -> None:
    deal = few("4c 5d Ts Jh Qh Kd As", "2c 3c 5h 6c 7c 8c 9c")
    assert {"new 4c 5d", "new Ts Jh Qh Kd As"} <= legal(deal)
    assert refused(deal, "new 4c") == ("too_short", "C-4")
    assert refused(deal, "new 5d Ts") == ("gap", "C-4")
    assert refused(deal, "new Ts Jh Kd") == ("gap", "C-4")


def test_c4_one_new_chain_and_one_extension_in_either_order() -> None:
    hands = ("4c 5d 9h Th", "6c 7d Jh Qh")
    for turn in ("extend 1 high 6c 7d; new Jh Qh", "new Jh Qh; extend 1 high 6c 7d"):
        deal = play(few(*hands), "new 4c 5d; end", turn)
        assert deal.over
        assert cards_of(deal, 1) == "4c 5d 6c 7d"


def test_c4_no_second_new_chain() -> None:
    deal = play(few("4c 5d 9h Th", "6c 7d Jh Qh"), "new 4c 5d")
    assert refused(deal, "new 9h Th") == ("second_chain", "C-4")
    assert legal(deal) == {"end"}


def test_c4_only_one_extension_of_what_others_began() -> None:
    deal = play(
        few("4c 5d 9h Th 2d", "6c 7d 8d Jh Qh", "2c Kd 3s 2h As"),
        *("new 4c 5d; end", "new 7d 8d; end"),
    )
    play(deal, "extend 1 low 3s")
    assert refused(deal, "extend 1 low 2h") == ("second_extension", "C-4")
    assert refused(deal, "extend 2 high 9h") == ("hand", "")
    assert legal(deal) == {"new Kd As", "end"}


def test_c4_an_extension_goes_on_at_either_or_both_ends() -> None:
    deal = play(few("7c 8d 2c 2d 2h", "5c 6d 9h Th As"), "new 7c 8d; end")
    assert legal(deal) == {
        "new 5c 6d",
        "new 9h Th",
        "extend 1 low 6d",
        "extend 1 low 6d 5c",
        "extend 1 high 9h",
        "extend 1 high 9h Th",
        "extend 1 low 6d high 9h",
        "extend 1 low 6d high 9h Th",
        "extend 1 low 6d 5c high 9h",
        "extend 1 low 6d 5c high 9h Th",
    }
    play(deal, "extend 1 high Th 9h low 5c 6d")  # any order is read
    assert str(deal.moves[-1].action) == "extend 1 low 6d 5c high 9h Th"
    assert cards_of(deal, 1) == "5c 6d 7c 8d 9h Th"


def test_c4_own_chains_besides() -> None:
    deal = few("4c 5d 9h Th 6h Jc 2s", "Qc Kc 7d 8d 2d 3d As")
    play(deal, "new 4c 5d; end", "new Qc Kc; end", "new 9h Th; end", "extend 2 high As; end")
    play(deal, "extend 1 high 6h; extend 3 high Jc; end")
    assert cards_of(deal, 1) == "4c 5d 6h"
    assert cards_of(deal, 3) == "9h Th Jc"


def test_c4_own_chains_besides_the_one_of_others_and_again() -> None:
    deal = few("4c 5d 6h 7h Jc 2s", "Qc Kc 8d 2d 3d As")
    play(deal, "new 4c 5d; end", "new Qc Kc; end")
    play(deal, "extend 2 low Jc; extend 1 high 6h; extend 1 high 7h")
    assert legal(deal) == {"end"}


def test_c4_own_chains_count_with_the_option() -> None:
    deal = few("4c 5d 6h 7h Jc 2s", "Qc Kc 8d 2d 3d As", own_extension="counts")
    play(deal, "new 4c 5d; end", "new Qc Kc; end", "extend 1 high 6h")
    assert refused(deal, "extend 1 high 7h") == ("second_extension", "C-4")
    assert refused(deal, "extend 2 low Jc") == ("second_extension", "C-4")


def test_c4_at_least_one_card() -> None:
    deal = few("4c 5d 9h", "6c 7d Jh")
    assert refused(deal, "end") == ("nothing_laid", "C-4")
    assert "end" not in legal(deal)


def test_c4_a_chain_is_not_lengthened_in_the_turn_it_was_laid() -> None:
    deal = play(few("4c 5d 6h", "7c 9d Jh"), "new 4c 5d")
    assert refused(deal, "extend 1 high 6h") == ("just_laid", "C-4")
    play(deal, "end", "lone 7c; end")
    assert {"extend 1 high 6h", "extend 2 low 6h"} <= legal(deal)


def test_c4_chains_that_do_not_exist_and_wrong_ends() -> None:
    deal = play(few("4c 5d 9h", "3c 6d Jh"), "new 4c 5d; end")
    assert refused(deal, "extend 2 low 3c") == ("no_chain", "C-4")
    assert refused(deal, "extend 0 low 3c") == ("no_chain", "C-4")
    assert refused(deal, "extend 1 high 3c") == ("wrong_end", "C-4")
    assert refused(deal, "extend 1 low 6d") == ("wrong_end", "C-4")
    assert refused(deal, "extend 1 high Jh") == ("gap", "C-4")
    assert refused(deal, "extend 1 low 3c high Jh") == ("gap", "C-4")


def test_c4_the_turn_goes_clockwise() -> None:
    deal = few("4c 5d 2d", "3c 6d 2h", "7h 8h 2s")
    play(deal, "new 4c 5d; end")
    assert deal.actor == 1
    play(deal, "extend 1 low 3c; end")
    assert (deal.actor, deal.state.turn) == (2, 2)


# --- C-5 ---------------------------------------------------------------------------------


def test_c5_a_lone_card_is_refused_while_a_chain_is_possible() -> None:
    deal = few("4c 5d 9h", "3c 7d Jh")
    with pytest.raises(Refused) as caught:
        deal.apply("lone 9h")
    assert (caught.value.code, caught.value.clause) == ("lone_could_lay", "C-5")
    assert caught.value.params == {"example": "new 4c 5d"}


def test_c5_a_lone_card_is_refused_while_any_chain_can_be_lengthened() -> None:
    deal = play(few("4c 5d 9h Ts", "3c 7d Jh Kd", "2c 7h 9c Qs"), "new 4c 5d; end")
    assert refused(deal, "lone 7d") == ("lone_could_lay", "C-5")
    play(deal, "extend 1 low 3c; end")
    assert refused(deal, "lone 7h") == ("lone_could_lay", "C-5")  # 2c fits


def test_c5_own_chains_count_too() -> None:
    deal = play(few("4c 5d 6h Ts", "2c 7d Jh Kd"), "new 4c 5d; end", "lone 2c; end")
    assert refused(deal, "lone Ts") == ("lone_could_lay", "C-5")


def test_c5_a_lone_card_is_the_whole_turn_and_starts_a_chain() -> None:
    deal = play(few("4c 6d 8h", "5c 9d Jh"), "lone 6d")
    assert legal(deal) == {"end"}
    assert refused(deal, "lone 4c") == ("lone_is_turn", "C-5")
    assert refused(deal, "extend 1 low 4c") == ("lone_is_turn", "C-5")
    play(deal, "end", "extend 1 low 5c; end")
    assert cards_of(deal, 1) == "5c 6d"
    assert deal.observe(None)["chains"][0]["began"] == 0
    play(deal, "extend 1 low 4c; end")  # anyone, he himself too


def test_c5_no_lone_card_after_another_act() -> None:
    deal = play(few("4c 5d 9h", "3c 7d Jh"), "new 4c 5d")
    assert refused(deal, "lone 9h") == ("lone_is_turn", "C-5")


def test_c5_a_joker_need_not_be_used() -> None:
    deal = few("4c 7d X1", "2c 9d Jh")
    assert {"lone 4c", "lone 7d", "new 4c X1=5", "new X1=6 7d"} <= legal(deal)
    assert "lone X1" not in legal(deal)


def test_c5_strict_a_joker_must_be_used() -> None:
    deal = few("4c 7d X1", "2c 9d Jh", lone="strict")
    assert refused(deal, "lone 4c") == ("lone_could_lay", "C-5")
    assert "new 4c X1=5" in legal(deal)
    play(few("4c 7d 9h", "2c Td X1", lone="strict"), "lone 4c; end")


def test_c5_strict_a_last_joker_must_lengthen() -> None:
    deal = play(few("4c 5c 7d 7h", "2c 3d X1 X2", "Kc Jd 9s 9h"), "new 4c 5c; end")
    play(deal, "new 2c 3d X2=4; end", "lone Kc; end", "lone 7d; end")
    assert {"lone X1", "extend 4 low X1=6"} <= legal(deal)
    deal = few("4c 5c 7d 7h", "2c 3d X1 X2", "Kc Jd 9s 9h", lone="strict")
    play(deal, "new 4c 5c; end", "new 2c 3d X2=4; end", "lone Kc; end", "lone 7d; end")
    assert refused(deal, "lone X1") == ("lone_could_lay", "C-5")
    assert "extend 4 low X1=6" in legal(deal)


def test_c5_strict_a_last_joker_alone_where_nothing_can_be_lengthened() -> None:
    assert legal(few("X1", "3c", lone="strict")) == {"lone X1"}


# --- C-6 ---------------------------------------------------------------------------------


def test_c6_a_joker_stands_for_any_rank_and_keeps_it() -> None:
    deal = few("8s Tc X1", "7c Jc 2h")
    assert "new 8s X1=9 Tc" in legal(deal)
    play(deal, "new X1=9 8s Tc")  # any order is read
    assert str(deal.moves[-1].action) == "new 8s X1=9 Tc"
    assert deal.over
    assert cards_of(deal, 1) == "8s X1=9 Tc"


def test_c6_two_jokers_in_one_chain() -> None:
    deal = play(few("9c Tc Jd Qh Kh 2d", "X1 X2 2h 3h 4s 5s"), "new 9c Tc Jd Qh Kh; end")
    assert "extend 1 low X1=8 high X2=A" in legal(deal)
    assert "extend 1 low X2=8 high X1=A" in legal(deal)
    play(deal, "extend 1 low X1=8 high X2=A")
    assert points(deal)[1] == 0
    assert cards_of(deal, 1) == "X1=8 9c Tc Jd Qh Kh X2=A"


def test_c6_a_new_chain_needs_a_natural_card() -> None:
    deal = few("X1 X2 9h", "3c 7d Jh")
    assert refused(deal, "new X1=4 X2=5") == ("only_jokers", "C-6")
    assert {"new X1=7 X2=8 9h", "new X2=8 9h X1=T"} <= legal(deal)


def test_c6_a_joker_needs_its_rank() -> None:
    deal = play(few("4c 5d 9h", "X1 7d Jh"), "new 4c 5d; end")
    assert refused(deal, "new X1 7d") == ("joker_rank", "C-6")
    assert refused(deal, "extend 1 high X1") == ("joker_rank", "C-6")
    assert refused(deal, "extend 1 high X1=7") == ("gap", "C-4")


def test_c6_a_joker_alone_only_as_the_last_card() -> None:
    deal = few("X1 9h", "3c 7d")
    assert refused(deal, "lone X1") == ("joker_alone", "C-6")
    play(deal, "lone 9h; end", "lone 3c; end", "lone X1")
    assert deal.over
    assert cards_of(deal, 3) == "X1"


def test_c6_who_holds_only_jokers_and_can_lay_none_passes() -> None:
    deal = few("X1 X2", "3c 7d")
    assert legal(deal) == {"end"}
    assert refused(deal, "lone X1") == ("joker_alone", "C-6")
    play(deal, "end")
    assert deal.events(None)[-1] == {"seat": 0, "event": "pass"}
    assert (deal.actor, deal.state.turn) == (1, 1)
    play(deal, "lone 3c; end")  # now one can be laid, so one must
    assert refused(deal, "end") == ("nothing_laid", "C-4")
    assert "extend 1 low X1=2 high X2=4" in legal(deal)


# --- C-7 ---------------------------------------------------------------------------------


def test_c7_one_of_each_rank() -> None:
    deal = few("4c 5d 4h 9c", "5h 7d Jh Jc")
    assert refused(deal, "new 4c 4h 5d") == ("rank_twice", "C-7")
    play(deal, "new 4c 5d; end")
    assert refused(deal, "extend 1 high 5h") == ("rank_twice", "C-7")
    assert refused(deal, "extend 1 low 5h") == ("rank_twice", "C-7")


FULL = ("2h 3d 4d 5d 6d 7d 3s", "8d 9d Td Jd Qd Kd 3h", "Ad 2d 4h 6h 8h Th Qh")


def full_chain() -> Deal:
    """Seat 2 is about to lay the 13th card; hearts are trumps, Kh the top trump."""
    deal = few(*FULL, cuts=["2h", "Kd"])
    return play(deal, "new 3d 4d 5d 6d 7d; end", "extend 1 high 8d 9d Td Jd Qd Kd; end")


def test_c7_thirteen_cards_at_most() -> None:
    deal = play(full_chain(), "extend 1 low 2d high Ad; end")
    assert deal.observe(None)["chains"][0]["full"] is True
    assert refused(deal, "extend 1 high 2h") == ("chain_full", "C-7")
    assert legal(deal) == {"new 2h 3s"}


def test_c7_chains_do_not_merge() -> None:
    deal = play(few("4c 5d 9h", "6c 7d Jh", "8c 2d 2h"), "new 4c 5d; end", "new 6c 7d; end")
    play(deal, "extend 2 high 8c; end")
    assert [len(seen["cards"]) for seen in deal.observe(None)["chains"]] == [2, 3]


# --- C-8 .. C-11 -------------------------------------------------------------------------

VALUES = {
    "plain": dict(zip("AKQJT98765432", (50, 40, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2), strict=True)),
    "trump": dict(
        zip("AKQJT98765432", (100, 80, 60, 40, 20, 18, 16, 14, 12, 10, 8, 6, 4), strict=True)
    ),
}


def test_c8_values() -> None:
    for top in "AKQJT98765432":
        deal = set_up().deal(cuts=["2c", top + "h"])
        state = truth(deal)
        for number, name in enumerate(NAMES):
            kind = "trump" if name[1] == "c" else "plain"
            value = 0 if name[0] == "X" else VALUES[kind][name[0]]
            assert chain.card_value(state, number) == (150 if name == top + "c" else value)


def test_c8_two_cards_of_the_book() -> None:
    hands = ("Jh Ts Td 8d 6h 5h 4c 2c 2s", "Ac Kc Qc Jc 9c 8c 7c 6c 5c")
    deal = play(few(*hands, cuts=["3h", "Jd"]), "new Ts Jh")
    assert points(deal)[0] == 160
    deal = play(few(*hands, cuts=["3h", "Jd"]), "new 4c 5h 6h")
    assert points(deal)[0] == 26


def test_c9_a_new_chain_of_natural_trumps_counts_double() -> None:
    deal = play(few("5h 6h 7h", "Ac Kc Qc", cuts=["3h", "Jd"]), "new 5h 6h 7h")
    assert points(deal)[0] == 2 * (10 + 12 + 14)
    deal = play(few("Th Jh 2c", "Ac Kc Qc", cuts=["3h", "Jd"]), "new Th Jh")
    assert points(deal)[0] == 2 * 20 + 300


def test_c9_not_with_a_joker_or_another_suit() -> None:
    deal = play(few("5h 6h X1", "Ac Kc Qc", cuts=["3h", "Jd"]), "new 5h 6h X1=7")
    assert points(deal)[0] == 22
    deal = play(few("5h 6h 7c", "Ac Kc Qc", cuts=["3h", "Jd"]), "new 5h 6h 7c")
    assert points(deal)[0] == 29


def test_c9_trumps_added_by_who_began_count_double_card_by_card() -> None:
    deal = few("5h 6h 4h 7h 8c 9h Ad", "2c 3d Ac Kc Qc Jc Tc", cuts=["3h", "Jd"])
    play(deal, "new 5h 6h; end", "new 2c 3d; end")
    assert points(deal) == [44, 5]
    play(deal, "extend 1 low 4h high 7h 8c 9h")  # 4h and 7h double, 9h after 8c no more
    assert points(deal)[0] == 44 + 2 * 8 + 2 * 14 + 8 + 18


def test_c9_low_cards_are_attached_first() -> None:
    deal = few("5h 6h 4c 7h Ad", "2c 3d Ac Kc Qc", cuts=["3h", "Jd"])
    play(deal, "new 5h 6h; end", "new 2c 3d; end", "extend 1 low 4c high 7h")
    assert points(deal)[0] == 44 + 4 + 14


def test_c9_no_more_once_another_has_joined_and_nothing_taken_back() -> None:
    deal = few("5h 6h 8h Ad Kd", "7h 3d Ac Kc Qc", cuts=["3h", "Jd"])
    play(deal, "new 5h 6h; end", "extend 1 high 7h; end", "extend 1 high 8h; end")
    assert points(deal) == [44 + 16, 14]


def test_c9_a_lone_trump_can_grow_doubled() -> None:
    deal = few("5h 8h Td", "3d 7d 9d", cuts=["3h", "Jd"])
    play(deal, "lone 5h; end", "lone 3d; end")
    assert points(deal) == [0, 0]
    deal = few("5h 8h Td", "3d 7d Jd", "6h Kd Ks", cuts=["3h", "Jd"])
    play(deal, "lone 5h; end", "lone 3d; end", "extend 1 high 6h; end")
    assert points(deal) == [0, 0, 12]


def test_c10_the_13th_card_takes_the_whole_chain() -> None:
    deal = full_chain()
    assert points(deal) == [25, 8 + 9 + 10 + 20 + 30 + 40, 0]
    play(deal, "extend 1 high Ad; end", "extend 1 low 2h; end")
    whole = 4 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 20 + 30 + 40 + 50  # the trump 2h counts 4
    assert points(deal) == [25 + whole, 117, 50]  # the others keep their points
    assert deal.events(None)[-2] == {"seat": 0, "event": "full", "chain": 1}
    shown = tuple(cards_of(deal, 1).split())
    told = chain.explain(truth(deal), 0)[-1]
    assert told == ScoreItem("full_chain", whole, shown)


def test_c10_cards_before_it_in_the_turn_score_normally() -> None:
    deal = play(full_chain(), "extend 1 low 2d high Ad; end")
    whole = 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 20 + 30 + 40 + 50
    assert points(deal) == [25, 117, 2 + whole]  # low first: the ace is the 13th card


def test_c10_a_joker_may_be_the_13th_card_and_trumps_are_in_it() -> None:
    deal = few(
        "3h 4d 5d 6d 7d 2s 2c", "8d 9d Td Jd Qd Kh 2h", "X1 Ad 4h 6h 8h Th Qh", cuts=["2h", "Kd"]
    )
    play(deal, "new 3h 4d 5d 6d 7d; end", "extend 1 high 8d 9d Td Jd Qd Kh; end")
    play(deal, "extend 1 low X1=2 high Ad; end")
    whole = 6 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 20 + 30 + 150 + 50
    assert points(deal)[2] == whole
    deal = few(
        "3h 4d 5d 6d 7d 2d 2c", "8d 9d Td Jd Qd Kh 9c", "X1 2h 4h 6h 8h Th Qh", cuts=["2h", "Kd"]
    )
    play(deal, "new 3h 4d 5d 6d 7d; end", "extend 1 high 8d 9d Td Jd Qd Kh; end")
    play(deal, "extend 1 low 2h high X1=A; end")
    assert points(deal)[2] == 4 + whole - 50 + 4  # 2h counts, and again in the whole chain


def test_c10_a_full_chain_is_not_doubled() -> None:
    deal = few(
        "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
        cuts=["2h", "Ad"],
    )  # fmt: skip
    play(deal, "new 2h 3h 4h 5h 6h 7h 8h; end", "new 2c 3c 4c; end")
    so_far = points(deal)[0]
    assert so_far == 2 * (4 + 6 + 8 + 10 + 12 + 14 + 16)
    play(deal, "extend 1 high 9h Th Jh Qh Kh Ah")
    whole = 4 + 6 + 8 + 10 + 12 + 14 + 16 + 18 + 20 + 40 + 60 + 80 + 150
    assert points(deal)[0] == so_far + 2 * (18 + 20 + 40 + 60 + 80) + whole


def test_c11_a_lone_card_scores_nothing_unless_the_option_says() -> None:
    assert points(play(few("Kd 5d", "2c 8d"), "lone Kd"))[0] == 0
    assert points(play(few("Kd 5d", "2c 8d", lone_scores=True), "lone Kd"))[0] == 40
    deal = few("Kh 5d", "2c 8d", cuts=["2h", "Ad"], lone_scores=True)
    assert points(play(deal, "lone Kh"))[0] == 80  # its value, not doubled


# --- C-12 .. C-14 ------------------------------------------------------------------------


def test_c12_the_deal_ends_at_once_when_a_hand_is_empty() -> None:
    deal = play(few("4c 5d", "3c X1", "Ah X2"), "new 4c 5d")
    assert deal.over
    assert deal.state.turn == 1
    assert deal.legal_actions() == []
    with pytest.raises(Refused) as caught:
        deal.apply("end")
    assert caught.value.code == "over"
    assert deal.observe(None)["hands"] == [[], ["3c", "X1"], ["Ah", "X2"]]


def test_c12_each_joker_left_costs_ten_and_other_cards_nothing() -> None:
    deal = play(few("4c 5d", "Kc Ah", "X1 X2"), "new 4c 5d")
    assert deal.scores == [9, 0, -20]
    assert deal.explain(2) == [
        ScoreItem("joker_left", -10, ("X1",)),
        ScoreItem("joker_left", -10, ("X2",)),
    ]


def test_c12_scores_are_explained() -> None:
    deal = play(few("5h 6h Td", "7c 8c X1", cuts=["3h", "X1", "Jh"]), "new 5h 6h; end")
    play(deal, "extend 1 high 7c 8c X1=9")
    assert deal.explain(0) == [
        ScoreItem("cut_joker", -10),
        ScoreItem("cut_suit", 10, ("3h", "Jh")),
        ScoreItem("doubled", 44, ("5h", "6h")),
    ]
    assert deal.explain(1) == [ScoreItem("laid", 15, ("7c", "8c", "X1"))]
    assert deal.scores == [44, 15]
    same = play(few("5h 6h", "7c 8c", cuts=["3h", "3h"]), "new 5h 6h")
    assert same.explain(0)[0] == ScoreItem("cut_card", 50, ("3h", "3h"))


def ended(
    scores: list[int], totals: list[int], number: int = 0, dealer: int = 2, **options: Any
) -> Next:
    state = chain.State()
    state.players, state.dealer, state.number = 6, dealer, number
    for option in chain.OPTIONS:
        setattr(state, option.field, option.encode(options.get(option.name, option.default)))
    state.points = list(scores)
    return chain.after_deal(state, totals, {})


def test_c13_the_match_goes_to_the_target_after_a_deal() -> None:
    zero = [0] * 6
    assert not ended(zero, [299, 0, 0, 0, 0, -40]).over
    assert ended(zero, [300, 0, 0, 0, 0, 0]).over
    assert ended(zero, [310, 320, 0, 0, 0, 0]).over
    assert not ended(zero, [320, 320, 310, 0, 0, 0]).over  # a tie: another deal
    assert ended(zero, [50, 0, 0, 0, 0, 0], target=50).over
    assert not ended(zero, [0] * 6, number=18).over
    assert ended(zero, [0] * 6, number=19).over
    assert ended(zero, [320, 320, 0, 0, 0, 0], number=19).over
    assert ended(zero, [0] * 6, number=0, max_deals=1).over


def test_c13_the_highest_wins_and_ties_are_shared_at_max_deals() -> None:
    state = chain.State()
    state.players = 6
    assert chain.settle(state, [10, 320, 310, -5, 0, 0]).winners == (1,)
    assert chain.settle(state, [10, 320, 320, -5, 0, 0]).winners == (1, 2)
    assert chain.settle(state, [-10, -20, -30, -5, -6, -7]).winners == (3,)


def test_c14_who_scored_least_deals_next() -> None:
    assert ended([5, 4, 3, -2, 9, 9], [900, 0, 0, 0, 0, 0]).dealer == 3
    assert ended([5, 4, 1, 9, 9, 1], [0] * 6).dealer == 5  # from the dealer's left: 3, 4, 5, 0
    assert ended([1, 1, 1, 9, 9, 9], [0] * 6).dealer == 0
    assert ended([9, 9, 1, 9, 9, 9], [0] * 6).dealer == 2  # the dealer himself comes last


def test_c14_jokers_left_count_in_it() -> None:
    state = chain.State()
    state.players, state.dealer, state.max_deals, state.target = 6, 0, 20, 300
    state.points = [5, 5, 5, 5, 5, 5]
    state.hand[4] = mask(JOKERS)
    assert chain.after_deal(state, [0] * 6, {}).dealer == 4


def test_c13_matches_end() -> None:
    deals = []
    for seed in range(4):
        match = Match(set_up(max_deals=6), seed=seed)
        while True:
            deal = match.deal
            while not deal.over:
                actions = deal.legal_actions()
                deal.apply(actions[(7 * len(deal.moves) + seed) % len(actions)])
            if match.over:
                break
            least = min(deal.scores)
            match.next_deal()
            assert deal.scores[match.deal.dealer] == least
        deals.append(len(match.deals))
        assert match.winners == [p for p in range(6) if match.totals[p] == max(match.totals)]
    assert max(deals) <= 6


# --- the book's deal ---------------------------------------------------------------------

HANDS = {
    0: "Qs Kh Qh 2h Qd 4d Kc 6c 3c",
    1: "Ks 8s 3s 2s Ah 3d Tc 9c X1",
    2: "As 7s 4s Ad Jd 9d 6d Jc X2",
    3: "9s 5s Jh 8h 7h 5h 5d 7c 5c",
    4: "Js Th 6h Td 7d Ac 8c 4c 2c",
    5: "Ts 6s 9h 4h 3h Kd 8d 2d Qc",
}
BOOK = [
    ("new Qd Kh; end", 100),
    ("extend 1 high Ah; new 8s 9c Tc; end", 77),
    ("extend 2 low 7s 6d high Jd; end", 59),
    ("extend 1 low Jh; new 7h 8h 9s; end", 44),
    ("extend 3 high Td Js; new 6h 7d 8c; end", 198),
    ("extend 3 high Qc Kd; new 8d 9h Ts; end", 145),
    ("extend 2 high Qs Kc; end", 70),
    ("new 2s 3d; end", 8),
    ("extend 2 high Ad; new 9d X2=T Jc; end", 138),
    ("extend 2 low 5d; end", 10),
    ("extend 3 high Ac; end", 50),
    ("extend 3 low 6s; new 2d 3h 4h", 17),
]


def test_the_illustrated_deal_of_the_book() -> None:
    match = Match.by_hand(set_up(), dealer=5)
    order = "".join(hand.split()[i] for i in range(9) for hand in HANDS.values())
    cuts = [parse_card("9d"), parse_card("Td")]
    deal = match.next_deal(pack_order=order, cuts=cuts)
    assert points(deal) == [10, 0, 0, 0, 0, 0]
    for turn, (acts, worth) in enumerate(BOOK):
        before = points(deal)
        assert deal.actor == turn % 6
        assert acts.split("; ")[0] in legal(deal)
        play(deal, acts)
        gained = [new - old for new, old in zip(points(deal), before, strict=True)]
        assert gained == [worth if seat == turn % 6 else 0 for seat in range(6)]
    assert deal.over
    assert deal.scores == [180, 75, 197, 54, 248, 162]
    assert match.totals == [180, 75, 197, 54, 248, 162]
    assert not match.over
    assert match.next_dealer == 3
    assert [len(deal.observe(None)["hands"][p]) for p in range(6)] == [5, 3, 2, 4, 3, 0]


# --- moves ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "", "new", "lone", "extend", "end now", "lone 4c 5d", "lone X1=4", "lone 4c=4", "new 4",
        "new 4c 5d=6", "new X1=", "new X1=1 4c", "new X1=Td 9h", "new X3=4 5d", "extend 1",
        "extend 1 low", "extend 1 high", "extend one low 3c", "extend 1 3c", "extend -1 low 3c",
        "extend 1 low 3c high", "extend 1 low 3c low 2c", "extend 1 high 6c low", "extend low 3c",
        "extend 1111 low 3c", "extend ² low 3c", "play 4c", "4c", "NEW 4c 5d", "new 4c,5d", "pass",
    ],
)  # fmt: skip
def test_moves_that_are_none(text: str) -> None:
    deal = play(few("4c 5d 9h", "X1 7d Jh"), "new 4c 5d; end")
    assert refused(deal, text) == ("syntax", "")


def test_cards_not_held_or_named_twice_come_before_the_clauses() -> None:
    deal = few("4c 5d X1", "3c 7d Jh")
    for text in ("new 4c 3c", "new 4c 4c", "new 4c X1=5 X1=6", "lone 7d", "extend 5 low 3c"):
        assert refused(deal, text) == ("hand", "")
    assert refused(deal, "new X2 5d") == ("hand", "")


def test_ten_and_suits_may_be_written_otherwise() -> None:
    deal = few("9c Td X1", "3c 7d Jh")
    assert str(deal.apply("new 9♣ 10♦")) == "new 9c Td"
    deal = few("9c Jd X1", "3c 7d Jh")
    assert str(deal.apply("new 9c X1=10 Jd")) == "new 9c X1=T Jd"


def test_events_tell_what_was_laid() -> None:
    deal = play(few("4c 5d 9h", "3c 6d X1"), "new 4c 5d; end", "extend 1 low 3c high 6d; end")
    assert deal.events(None) == [
        {"seat": 0, "event": "new", "chain": 1, "cards": ["4c", "5d"], "points": 9},
        {"seat": 0, "event": "end"},
        {
            "seat": 1,
            "event": "extend",
            "chain": 1,
            "cards": ["3c", "6d"],
            "low": ["3c"],
            "high": ["6d"],
            "points": 9,
        },
        {"seat": 1, "event": "end"},
    ]
    assert deal.events(0) == deal.events(None)
    play(deal, "lone 9h")
    assert deal.events(None)[-1]["event"] == "lone"


def test_every_card_is_in_one_place() -> None:
    deal = play(few("4c 5d 9h", "3c 6d X1"), "new 4c 5d; end", "extend 1 low 3c")
    state = truth(deal)
    found = chain.places(state)
    assert Counter(c for cards in found.values() for c in cards) == Counter(deal.pack)
    assert spell_cards(found["chain 1"]) == ["3c", "4c", "5d"]
    assert spell_cards(members(state.hand[0])) == ["9h"]
