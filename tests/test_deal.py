"""Deals: set-up, acts, what is seen; every bad call is told apart, and nothing is shared."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import koloda
from koloda import Action, Deal, OptionError, Refused
from koloda.cards import NAMES, NO_CARD, PACK_36, PACK_52, spell_cards
from koloda.deal import check_seat, check_seed, parse_pack
from koloda.fair import Shuffle
from koloda.rules import SHELF, rockaway

ORDER = "".join(NAMES[:52])


def deal_of(**options: Any) -> Deal:
    return koloda.game("rockaway", **options).deal(seed=7)


def set_up_error(call: Any) -> OptionError:
    with pytest.raises(OptionError) as caught:
        call()
    return caught.value


def playing(seed: int, acts: int, players: int = 3) -> Deal:
    """A deal some random acts on."""
    rng = Random(seed)
    deal = koloda.game("rockaway", players=players).deal(seed=seed, dealer=seed % players)
    for _ in range(acts):
        if not deal.over:
            deal.apply(rng.choice(deal.legal_actions()))
    return deal


def finished(seed: int = 1, players: int = 3) -> Deal:
    deal = playing(seed, 2000, players)
    assert deal.over
    return deal


# --- games -----------------------------------------------------------------------------------


def test_a_game_has_all_its_options() -> None:
    game = koloda.game("rockaway", players=4, pack=36)
    assert (game.id, game.players) == ("rockaway", 4)
    assert list(game.options) == [option.name for option in rockaway.OPTIONS]
    assert game.options["pack"] == 36
    assert game.options["target"] == 120


def test_the_fewest_players_are_the_default() -> None:
    assert koloda.game("rockaway").players == 2


def test_equal_set_ups_are_equal() -> None:
    one = koloda.game("rockaway", players=4, preset="short_pack")
    two = koloda.game("rockaway", players=4, pack=36)
    assert one == two
    assert hash(one) == hash(two)
    assert one != koloda.game("rockaway", players=4)
    assert one != koloda.game("rockaway", players=5, pack=36)
    assert one != "rockaway"


def test_a_game_shows_how_to_make_it() -> None:
    game = koloda.game("rockaway", players=4, draw="strict", open_pile=True)
    assert repr(game) == "koloda.game('rockaway', players=4, draw='strict', open_pile=True)"
    assert eval(repr(game), {"koloda": koloda}) == game


@pytest.mark.parametrize("name", ["", "Rockaway", "whist", "x" * 1000, 5, None, ["rockaway"]])
def test_an_unknown_game_is_named_with_those_there_are(name: Any) -> None:
    error = set_up_error(lambda: koloda.game(name))
    assert error.code == "unknown_game"
    assert error.params["allowed"] == ", ".join(SHELF)
    assert len(str(error)) < 300


@pytest.mark.parametrize("players", [1, 11, 0, -1, True, "3", 3.0, [3]])
def test_a_wrong_number_of_players(players: Any) -> None:
    error = set_up_error(lambda: koloda.game("rockaway", players=players))
    assert (error.code, error.params["allowed"]) == ("players", "2..10")


def test_a_set_up_that_can_t_be_dealt_is_refused_at_once() -> None:
    error = set_up_error(lambda: koloda.game("rockaway", players=10, packs=1))
    assert (error.code, error.clause) == ("too_few_cards", "R-2")


# --- seeds, seats, packs ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", [-1, 2**63, True, False, 1.0, "1", None, [1]])
def test_a_seed_is_a_whole_number_of_63_bits(seed: Any) -> None:
    deal = deal_of()
    for call in (check_seed, deal.game.deal, lambda bad: deal.view(0, bad)):
        error = set_up_error(lambda call=call: call(seed))
        assert (error.code, error.params["allowed"]) == ("seed", "0..2^63-1")


def test_the_highest_and_lowest_seeds() -> None:
    for seed in (0, 2**63 - 1):
        deal = koloda.game("rockaway").deal(seed=seed)
        assert deal.view(0, seed).legal_actions() == deal.legal_actions(0)


@pytest.mark.parametrize("seat", [-1, 3, 99, True, False, "0", 1.0, [0]])
def test_a_seat_is_one_of_the_table_s(seat: Any) -> None:
    deal = deal_of(players=3)
    calls: list[Any] = [
        lambda: check_seat(seat, 3),
        lambda: deal.legal_actions(seat),
        lambda: deal.apply("draw", seat=seat),
        lambda: deal.observe(seat),
        lambda: deal.events(seat),
        lambda: deal.explain(seat),
        lambda: deal.view(seat, 1),
        lambda: deal.game.deal(dealer=seat),
    ]
    for call in calls:
        error = set_up_error(call)
        assert (error.code, error.params["seats"]) == ("seat", 3)


def test_no_seat_is_no_view() -> None:
    nobody: Any = None
    assert set_up_error(lambda: deal_of().view(nobody, 1)).code == "seat"


def test_a_seed_makes_a_deal() -> None:
    game = koloda.game("rockaway", players=3)
    assert game.deal(seed=5).state == game.deal(seed=5).state
    assert game.deal(seed=5).pack != game.deal(seed=6).pack
    expected = Shuffle.from_seed(5).deal(1).shuffle(PACK_52)
    assert game.deal(seed=5).pack == tuple(expected)


def test_the_order_of_the_pack_may_be_given() -> None:
    game = koloda.game("rockaway")
    by_text, by_ints = game.deal(pack_order=ORDER), game.deal(pack_order=range(52))
    assert by_text.state == by_ints.state
    assert by_text.pack == PACK_52
    assert by_text.observe(0)["top"] == NAMES[14]
    with_unicode = ORDER.replace("d", "♦").replace("s", "♠")
    assert game.deal(pack_order=with_unicode).state == by_text.state


@pytest.mark.parametrize(
    ("pack", "problem", "card"),
    [
        ("", "missing", "2c"),
        (ORDER[:-2], "missing", "As"),
        (ORDER[2:], "missing", "2c"),
        (ORDER + "7d", "too_many", "7d"),
        (ORDER[:-2] + "2c", "too_many", "2c"),
        (ORDER[:-2] + "X1", "missing", "As"),
        (ORDER + "X1", "too_many", "X1"),
        (ORDER[:-1], "not_a_card", "A"),
        (ORDER + "T", "not_a_card", "T"),
        (ORDER[:-2] + "??", "not_a_card", "??"),
        (ORDER.lower(), "not_a_card", "tc"),
        (" ".join(NAMES[:52]), "not_a_card", " 3"),
        ("Qh" * 5000, "missing", "2c"),
        ([*range(51), 52], "missing", "As"),
        ([*range(51), 54], "not_a_card", "54"),
        ([*range(51), NO_CARD], "not_a_card", "-1"),
        ([*range(51), True], "not_a_card", "true"),
        ([*range(51), "As"], "not_a_card", "As"),
        ([*range(51), None], "not_a_card", "NoneType"),
        ([0] * 52, "too_many", "2c"),
        (range(0), "missing", "2c"),
    ],
)
def test_a_pack_that_is_not_the_game_s(pack: Any, problem: str, card: str) -> None:
    error = set_up_error(lambda: koloda.game("rockaway").deal(pack_order=pack))
    assert error.code == "pack"
    assert error.params == {"problem": problem, "card": card}


def test_two_packs_need_every_card_twice() -> None:
    game = koloda.game("rockaway", packs=2)
    assert len(game.deal(pack_order=ORDER * 2).pack) == 104
    assert set_up_error(lambda: game.deal(pack_order=ORDER)).params["problem"] == "missing"


def test_the_short_pack_has_no_two() -> None:
    short = "".join(spell_cards(PACK_36))
    game = koloda.game("rockaway", pack=36)
    assert game.deal(pack_order=short).pack == PACK_36
    error = set_up_error(lambda: game.deal(pack_order=short[:-2] + "2c"))
    assert error.params == {"problem": "too_many", "card": "2c"}


def test_reading_a_pack() -> None:
    assert parse_pack("") == []
    assert spell_cards(parse_pack("QhTdX1")) == ["Qh", "Td", "X1"]
    assert set_up_error(lambda: parse_pack("QhT")).params["card"] == "T"


def test_nothing_is_cut_or_carried_where_the_game_has_no_use_for_it() -> None:
    game = koloda.game("rockaway")
    assert set_up_error(lambda: game.deal(cuts=["9d"])).code == "carry"
    assert set_up_error(lambda: game.deal(dealr=1)).params["name"] == "dealr"
    for bad in ("9x", "", "??", 9, None):
        cuts: Any = [bad]
        assert set_up_error(lambda cuts=cuts: game.deal(cuts=cuts)).code == "cuts"


@pytest.mark.parametrize("name", ["ladder_rummy", "two_ten_jack", "two_handed_hearts"])
def test_what_a_game_does_not_take_over_is_not_ignored(name: str) -> None:
    game = koloda.game(name)
    assert set_up_error(lambda: game.deal(pot=4)).code == "carry"
    assert set_up_error(lambda: game.deal(cuts=["9d"])).code == "carry"
    long: Any = {"x" * 500: 1}
    assert set_up_error(lambda: game.deal(**long)).params["name"] == "x" * 80


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize(
    "bad", [True, 7, 1.5, len, 1 << 20_000], ids=lambda bad: type(bad).__name__
)
def test_packs_and_cuts_are_lists(name: str, bad: Any) -> None:
    game = koloda.game(name)
    assert set_up_error(lambda: game.deal(pack_order=bad)).code == "pack"
    assert set_up_error(lambda: game.deal(cuts=bad)).code == "cuts"
    match = koloda.Match.by_hand(game, 0)
    assert set_up_error(lambda: match.next_deal(pack_order="2c", cuts=bad)).code == "cuts"


# --- acts --------------------------------------------------------------------------------------


def test_an_action_is_its_spelling() -> None:
    deal = playing(3, 4)
    for action in deal.legal_actions():
        assert str(action) == action.text
        assert deal.parse(action.text) == action
    assert deal.copy().apply(deal.legal_actions()[0]) == deal.legal_actions()[0]


def test_an_action_of_another_deal_is_read_anew() -> None:
    deal = koloda.game("rockaway").deal(pack_order=ORDER)
    with pytest.raises(Refused, match="hand"):
        deal.apply(Action(0, "As"))  # the spelling counts, not the number


NO_TEXTS: list[Any] = [None, 5, ["6h"], "\ud800", 1 << 20_000, b"6h", "6h " * 5000]


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize("bad", NO_TEXTS, ids=lambda bad: type(bad).__name__)
def test_what_is_no_text_is_no_act_of_any_game(name: str, bad: Any) -> None:
    deal = koloda.game(name).deal()
    for read in (deal.parse, deal.apply):
        with pytest.raises(Refused, match="syntax") as caught:
            read(bad)
        assert len(caught.value.params["text"]) <= 80
    assert not deal.moves


@pytest.mark.parametrize(
    "bad", ["", " ", "fold", "6x", "draw draw", *NO_TEXTS], ids=lambda bad: type(bad).__name__
)
def test_what_spells_nothing_changes_nothing(bad: Any) -> None:
    if not isinstance(bad, str):
        bad_action: Any = Action(0, bad)
        with pytest.raises(Refused, match="syntax"):
            playing(3, 4).apply(bad_action)
    deal = playing(3, 4)
    before = deal.state.copy()
    with pytest.raises(Refused) as caught:
        deal.apply(bad)
    assert (caught.value.code, caught.value.clause) == ("syntax", "")
    assert deal.state == before
    assert len(deal.moves) == 4


def test_another_seat_is_told_whose_turn_it_is() -> None:
    deal = deal_of(players=3)
    assert deal.actor == 1
    with pytest.raises(Refused) as caught:
        deal.apply("draw", seat=2)
    assert (caught.value.code, caught.value.params) == ("turn", {"seat": 1})
    assert deal.legal_actions(2) == []
    assert deal.legal_actions(1) == deal.legal_actions()


def test_a_deal_that_is_over_takes_no_acts() -> None:
    deal = finished()
    assert deal.actor is None
    assert deal.legal_actions() == deal.legal_actions(0) == []
    for seat in (None, 0, 1):
        with pytest.raises(Refused) as caught:
            deal.apply("draw", seat=seat)
        assert caught.value.code == "over"


def test_moves_and_turns() -> None:
    deal = finished(4)
    told = [(move.seat, move.action) for move in deal.moves]
    assert [(seat, act) for seat, acts in deal.turns() for act in acts] == told
    seats = [seat for seat, _ in deal.turns()]
    assert all((a + 1) % 3 == b for a, b in pairwise(seats))
    assert all(str(act) == "draw" for _, acts in deal.turns() for act in acts[:-1])
    again = deal.game.deal(dealer=deal.dealer, pack_order=deal.pack)
    for _, action in told:
        again.apply(action)
    assert again.state == deal.state


# --- what is seen ------------------------------------------------------------------------------


def test_an_observation_is_plain_json() -> None:
    for acts in (0, 5, 2000):
        deal = playing(2, acts)
        for seat in (0, 1, 2, None):
            seen = deal.observe(seat)
            assert json.loads(json.dumps(seen)) == seen
            assert (seen["game"], seen["players"], seen["seat"]) == ("rockaway", 3, seat)
            assert (seen["dealer"], seen["deal"], seen["over"]) == (2, 1, deal.over)
            assert seen["actor"] == deal.actor
            assert ("legal" in seen) == (seat is not None)
            assert ("scores" in seen) == deal.over
            events = deal.events(seat)
            assert json.loads(json.dumps(events)) == events


def test_changing_what_one_was_given_changes_nothing() -> None:
    deal = playing(2, 9)
    before, events = deal.observe(0), deal.events(0)
    seen = deal.observe(0)
    seen["hand"].clear()
    seen["counts"][0] = 99
    deal.events(0).clear()
    for event in deal.events(0):
        event["seat"] = 99
    deal.legal_actions().clear()
    view = deal.view(0, 1)
    view.state.actor = 2
    view.state.pack[0] = 5
    for event in view.events:
        event.clear()
    assert deal.observe(0) == before
    assert deal.events(0) == events


def test_a_copy_is_independent() -> None:
    deal = playing(2, 6)
    twin = deal.copy()
    assert (twin.state, twin.moves, twin.events(1)) == (deal.state, deal.moves, deal.events(1))
    before = deal.state.copy()
    twin.apply(twin.legal_actions()[0])
    twin.totals[0] += 5
    assert deal.state == before
    assert len(deal.moves) == 6
    assert len(deal.events(None)) == 6
    assert deal.totals == [0, 0, 0]


def test_what_is_carried_is_not_shared() -> None:
    game = koloda.game("fifteen")
    chips = [10, 20]
    deal = game.deal(pot=4, chips=chips)
    view, twin = deal.view(0, 1), deal.copy()
    chips[0] = 99
    twin.carry["chips"][0] = 98
    if "chips" in view.carry:
        view.carry["chips"][0] = 97
    assert deal.carry["chips"] == [10, 20]


def test_a_view_holds_what_its_seat_knows() -> None:
    for seed in range(25):
        deal = playing(seed, seed)
        for seat in range(3):
            view = deal.view(seat, 100 + seed)
            assert view.game is deal.game
            assert view.seat == seat
            assert list(view.events) == deal.events(seat)
            assert view.totals == tuple(deal.totals)
            assert view.legal_actions() == deal.legal_actions(seat)
            assert isinstance(view.state, rockaway.State)
            shown = deal.game.rules.observe(view.state, seat)
            assert shown == deal.game.rules.observe(deal.state, seat)
            again = deal.view(seat, 100 + seed)
            assert again == view


def test_a_view_does_not_depend_on_what_is_hidden() -> None:
    """The same seat, two worlds it can't tell apart: the same view."""
    for seed in range(25):
        deal = playing(seed, seed)
        other = deal.copy()
        other.state = deal.view(0, 1000 + seed).state
        other.state.rng = deal.state.rng
        assert other.view(0, 5).state == deal.view(0, 5).state


def test_views_differ_by_seed() -> None:
    deal = playing(1, 3)
    hands = {tuple(deal.view(0, seed).state.to_json()["hand"]) for seed in range(20)}
    assert len(hands) > 10


# --- the end -----------------------------------------------------------------------------------


def test_scores_wait_for_the_end() -> None:
    deal = playing(1, 3)
    for call in (lambda: deal.scores, lambda: deal.net, lambda: deal.explain(0)):
        with pytest.raises(ValueError, match="not over"):
            call()


def test_net_sums_to_zero_and_fewer_penalties_are_better() -> None:
    deal = finished(6)
    assert sum(deal.net) == 0
    assert max(deal.net) == deal.net[deal.scores.index(min(deal.scores))]
    mean = Fraction(sum(deal.scores), 3)
    assert deal.net == [mean - score for score in deal.scores]


def test_reasons_add_up_to_the_score() -> None:
    for seed in range(8):
        deal = finished(seed)
        for seat, score in enumerate(deal.scores):
            assert sum(item.points for item in deal.explain(seat)) == score


def test_dealer_and_number() -> None:
    deal = koloda.game("rockaway", players=4).deal(dealer=2)
    assert (deal.dealer, deal.number, deal.actor) == (2, 0, 3)
