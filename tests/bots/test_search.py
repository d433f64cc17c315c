"""Search plays by what its seat knows, by its budget and by its seed alone."""

from __future__ import annotations

from typing import Any

import pytest

import koloda
from koloda.bots import LEVELS, bot, decision_seed
from koloda.bots.contract import Budget
from koloda.bots.levels import SearchBot
from koloda.bots.plans import PLANS, Limits, limits
from koloda.bots.search import search
from koloda.deal import Deal, View
from koloda.options import OptionError
from koloda.rules import SHELF
from koloda.testing.hidden import dealt_anew

SEARCHED = [name for name in PLANS if name != "fifteen"]
BUDGET = 400


def moments(name: str, step: int, most: int) -> list[tuple[Deal, int]]:
    """Deals on the way to their end by rule of thumb, where there is a choice, with seeds."""
    deal = koloda.game(name).deal(seed=11)
    found = []
    while (seat := deal.actor) is not None:
        seed = decision_seed(11, 0, len(deal.moves), seat)
        if len(deal.moves) % step == 0 and len(deal.legal_actions()) > 1:
            found.append((deal.copy(), seed))
        deal.apply(bot("thumb").choose(deal.view(seat, seed), seed), seat)
    return found[:most]


def other_world(deal: Deal, seed: int) -> Deal:
    """The same deal for the seat on turn, with the cards it can't see exchanged."""
    twin = deal.copy()
    assert deal.actor is not None
    twin.state = dealt_anew(deal.game.rules, deal.state, deal.actor, seed)
    return twin


def player(level: str) -> Any:
    made = bot(level)
    return SearchBot(level, budget=BUDGET, seconds=None) if isinstance(made, SearchBot) else made


def view_of(deal: Deal, seed: int) -> View:
    assert deal.actor is not None
    return deal.view(deal.actor, seed)


@pytest.mark.parametrize("level", [*LEVELS, "thumb-1"])
@pytest.mark.parametrize("name", SHELF)
def test_no_bot_peeks(name: str, level: str) -> None:
    changed = 0
    for deal, seed in moments(name, 3, 8):
        chosen = player(level).choose(view_of(deal, seed), seed)
        assert chosen in deal.legal_actions()
        for k in range(2):
            other = other_world(deal, seed + k)
            changed += other.state.to_json() != deal.state.to_json()
            assert player(level).choose(view_of(other, seed), seed) == chosen
            # nor does it matter which world the view holds
            assert player(level).choose(view_of(other, seed + k + 1), seed) == chosen
    assert changed


@pytest.mark.parametrize("name", SEARCHED)
def test_compiled_and_plain_decide_alike(name: str) -> None:
    for deal, seed in moments(name, 7, 3):
        given = Limits(Budget(200, None))
        fast = search(view_of(deal, seed), given, seed)
        assert search(view_of(deal, seed), given, seed, plain=True) == fast


@pytest.mark.parametrize("name", SEARCHED)
def test_a_decision_is_fixed_by_seed_and_budget_and_says_what_it_saw(name: str) -> None:
    given = Limits(Budget(3000, None))
    told = set()
    for deal, seed in moments(name, 2, 4):
        for chance in (seed, seed + 1):
            decision = search(view_of(deal, chance), given, chance)
            assert decision == search(view_of(deal, chance), given, chance)
            assert decision.candidates[0].action == decision.action
            assert {c.action for c in decision.candidates} <= set(deal.legal_actions())
            assert decision.nodes >= min(3000, decision.candidates[0].samples)
            assert all(c.error > 0 or c.samples < 2 for c in decision.candidates[:1])
            told.add(tuple(c.mean for c in decision.candidates))
    assert len(told) > 1, "chance plays no part"


def test_more_nodes_are_spent_where_more_are_given() -> None:
    (deal, seed), *_ = moments("rockaway", 4, 1)
    spent = [
        search(view_of(deal, seed), Limits(Budget(nodes, None)), seed).nodes
        for nodes in (500, 5_000)
    ]
    assert 500 <= spent[0] < 1_000 < 5_000 <= spent[1] < 5_500


@pytest.mark.parametrize("name", ["rockaway", "two_handed_hearts"])
def test_the_guard_of_time_ends_a_search_that_would_not_end(name: str) -> None:
    (deal, seed), *_ = moments(name, 4, 1)
    given = Limits(Budget(10**12, 0.05))
    decision = search(view_of(deal, seed), given, seed)
    assert 0 < decision.nodes < 10**9
    assert decision.action in deal.legal_actions()


@pytest.mark.parametrize("nodes", [0, -5])
def test_a_budget_must_be_above_zero(nodes: int) -> None:
    with pytest.raises(OptionError, match="budget"):
        SearchBot("club", budget=nodes)
    with pytest.raises(OptionError, match="budget"):
        Budget(10, nodes)


def test_each_level_has_a_larger_budget_than_the_one_below() -> None:
    for name in SEARCHED:
        club, strong, master = (limits(name, level) for level in ("club", "strong", "master"))
        assert club.budget.nodes < strong.budget.nodes < master.budget.nodes
        assert master.budget.seconds == 1.0


@pytest.mark.parametrize("name", ["two_handed_hearts", "two_ten_jack"])
def test_with_the_stock_out_the_play_is_exact(name: str) -> None:
    game = koloda.game(name, players=2)
    deal = game.deal(seed=5)
    methods = set()
    value = None
    while (seat := deal.actor) is not None:
        seed = decision_seed(5, 0, len(deal.moves), seat)
        if deal.state.next == deal.state.size:
            decision = SearchBot("strong", seconds=None).decide(deal.view(seat, seed), seed)
            methods.add(decision.method)
            if decision.method == "exact":
                gain = decision.candidates[0].mean * (1 if seat == 0 else -1)
                assert value in (None, gain), "best play of both changed the value"
                value = gain
            deal.apply(decision.action, seat)
        else:
            deal.apply(bot("thumb").choose(deal.view(seat, seed), seed), seat)
    assert methods == {"exact", "only"}
    assert value == float(deal.net[0]) * 2


def test_an_ending_too_long_for_its_time_is_searched_like_the_rest() -> None:
    deal = koloda.game("two_handed_hearts").deal(seed=5)
    while deal.state.next < deal.state.size:
        deal.apply(bot("thumb").choose(view_of(deal, 3), 3))
    for nodes, method in ((1_000, "flat"), (50_000, "tree")):
        given = Limits(Budget(nodes, 1e-9))
        assert search(view_of(deal, 3), given, 3).method == method


@pytest.mark.parametrize("name", SEARCHED)
def test_even_a_club_player_beats_one_who_plays_at_random(name: str) -> None:
    game = koloda.game(name)
    total = 0.0
    for k in range(20):
        deal = game.deal(seed=k)
        while (seat := deal.actor) is not None:
            seed = decision_seed(k, 0, len(deal.moves), seat)
            level = "club" if seat == k % game.players else "random"
            deal.apply(player(level).choose(deal.view(seat, seed), seed), seat)
        total += float(deal.net[k % game.players])
    assert total > 0
