"""Near the end of a match its score counts, and only there."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import Any

import pytest

import koloda
from koloda.bots import bot, generic_stakes
from koloda.bots.contract import Budget
from koloda.bots.plans import PLANS, Limits
from koloda.bots.search import search
from koloda.bots.stakes import NEVER, stakes, target
from koloda.bots.task import engine
from koloda.deal import Deal, View
from koloda.fair import Shuffle

SEARCHED = [name for name in PLANS if name != "fifteen"]
SOFT = "two_handed_hearts"


def laid_out(name: str, totals: list[int] | None = None, number: int = 1, **options: Any) -> Deal:
    game = koloda.game(name, **options)
    return game.lay_out(Shuffle.from_seed(3), dealer=0, number=number, totals=totals)


def view_of(deal: Deal) -> View:
    assert deal.actor is not None
    return deal.view(deal.actor, 5)


def played_for(name: str, totals: list[int], number: int = 1, **options: Any) -> list[int]:
    plan = PLANS[name]
    return stakes(view_of(laid_out(name, totals, number, **options)), plan.pace, plan.spread)


@pytest.mark.parametrize(
    ("name", "end"),
    [("rockaway", 120), ("ladder_rummy", 500), ("two_ten_jack", 25), (SOFT, 50), ("chain", 300)],
)
def test_the_rules_themselves_say_which_total_ends_the_match(name: str, end: int) -> None:
    deal = laid_out(name)
    assert target(deal.game, deal.state) == end
    other = laid_out(name, target=end + 7)
    assert target(other.game, other.state) == end + 7


def test_a_match_of_so_many_deals_ends_with_the_last_of_them_only() -> None:
    options: dict[str, Any] = {"until": "deals", "deals": 4}
    ends = [laid_out("rockaway", number=k, **options) for k in range(4)]
    assert [target(deal.game, deal.state) for deal in ends] == [NEVER, NEVER, NEVER, 0]
    last = laid_out("chain", number=19)
    assert target(last.game, last.state) == 0, "max_deals"


@pytest.mark.parametrize("name", SEARCHED)
def test_far_from_the_end_and_in_the_first_deal_points_are_what_is_played_for(name: str) -> None:
    players = koloda.game(name).players
    assert played_for(name, [0] * players) == []
    assert played_for(name, [1] * players, target=9_999) == []


@pytest.mark.parametrize("name", SEARCHED)
def test_near_the_end_the_totals_count(name: str) -> None:
    game = koloda.game(name)
    totals = [target(game, laid_out(name).state) - 3, *range(1, game.players)]
    found = played_for(name, totals)
    assert found[generic_stakes.TOTALS :] == totals
    assert found[generic_stakes.PAYS] == (name == "rockaway"), "R-14"
    assert found[generic_stakes.LAST] == 0
    assert found[generic_stakes.SPREAD] > 0


def finished(name: str) -> Deal:
    deal = laid_out(name)
    while (seat := deal.actor) is not None:
        deal.apply(bot("thumb").choose(deal.view(seat, 9), 9), seat)
    return deal


def gains(deal: Deal, pays: int, last: int, end: int, totals: list[int]) -> list[float]:
    """What each seat gains by these fields, in points, the spread being 40 of them."""
    bound = engine(deal.game.rules, PLANS[deal.game.id], plain=True)
    fields = [pays, last, end, 4_000, *totals]
    unit = generic_stakes.FINE * (deal.game.players - 1)
    sign = deal.game.rules.SIGN
    seats = range(deal.game.players)
    return [int(bound["gain"](deal.state, p, sign, fields)) / unit for p in seats]


def after(deal: Deal, totals: list[int]) -> list[int]:
    return [deal.game.rules.SIGN * (a + b) for a, b in zip(totals, deal.scores, strict=True)]


@pytest.mark.parametrize("name", SEARCHED)
def test_a_match_that_goes_on_is_worth_the_chance_to_win_it(name: str) -> None:
    deal = finished(name)
    n = deal.game.players
    totals = [7 * k % 11 for k in range(n)]
    shares = [exp((x - max(after(deal, totals))) / 40) for x in after(deal, totals)]
    chances = [x / sum(shares) for x in shares]
    expected = [40 * n * n / (n - 1) * (chance - 1 / n) for chance in chances]
    assert gains(deal, 0, 0, NEVER, totals) == pytest.approx(expected, abs=0.02)
    if n == 2:  # a point more at an even score is a point, as in points
        even = [-x for x in deal.scores]
        ahead = [even[0] + deal.game.rules.SIGN, even[1]]
        assert gains(deal, 0, 0, NEVER, ahead) == pytest.approx([1, -1], abs=0.02)


@pytest.mark.parametrize("name", SEARCHED)
@pytest.mark.parametrize(("last", "reached"), [(1, False), (0, True)])
def test_a_match_that_is_over_is_won_or_lost(name: str, last: int, reached: bool) -> None:
    deal = finished(name)
    n = deal.game.players
    end = max(deal.scores) if reached else NEVER
    won = 40 * n * n / (n - 1)
    best = max(after(deal, [0] * n))
    first = [x == best for x in after(deal, [0] * n)]
    expected = [won * (win / sum(first) - 1 / n) for win in first]
    assert gains(deal, 0, last, end, [0] * n) == pytest.approx(expected, abs=0.02)
    level = [-x for x in deal.scores]
    assert gains(deal, 0, 1, NEVER, level) == pytest.approx([0] * n, abs=0.02), "shared"


def test_r14_a_match_that_pays_is_worth_what_is_paid() -> None:
    for players in (2, 4):
        game = koloda.game("rockaway", players=players)
        deal = game.lay_out(Shuffle.from_seed(3), dealer=0)
        while (seat := deal.actor) is not None:
            deal.apply(bot("thumb").choose(deal.view(seat, 9), 9), seat)
        totals = [10, 25, 40, 31][:players]
        ended = [a + b for a, b in zip(totals, deal.scores, strict=True)]
        paid = game.rules.settle(deal.state, ended).gains
        assert paid is not None
        assert gains(deal, 1, 0, NEVER, totals) == pytest.approx([float(x) for x in paid])


@pytest.mark.parametrize("name", SEARCHED)
def test_the_score_changes_what_is_chosen_and_only_where_it_counts(name: str) -> None:
    """Compiled and plain alike; without it the totals make no difference."""
    game = koloda.game(name)
    near = target(game, laid_out(name).state) - 2
    behind = [near, near // 3] + [near // 2] * (game.players - 2)
    changed = 0
    for seed in range(6):
        deal = game.lay_out(Shuffle.from_seed(seed), dealer=0, number=2, totals=behind)
        blank = game.lay_out(Shuffle.from_seed(seed), dealer=0, number=2)
        assert deal.actor is not None
        seat, given = deal.actor, Limits(Budget(300, None))
        by_score = search(deal.view(seat, 5), given, 5)
        if seed == 0:
            assert search(deal.view(seat, 5), given, 5, plain=True) == by_score
        points = search(deal.view(seat, 5), replace(given, match=False), 5)
        assert points == search(blank.view(seat, 5), given, 5)
        changed += by_score.candidates != points.candidates
    assert changed
