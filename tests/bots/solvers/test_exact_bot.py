"""The bot that plays Fifteen's exact solution: by what is public only, by the seed, always."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import koloda
from koloda.bots import Bot
from koloda.bots.solvers import fifteen as solved
from koloda.bots.solvers.fifteen import FRESH, ExactBot, count_values, fresh_pack, solve
from koloda.cards import PACK_52, parse_card, spell_cards
from koloda.deal import Deal
from koloda.match import Match
from koloda.rules.fifteen import HELD, State

LEFT = "AcAd2c3c4c5c5d6c7c8c8d9cTcTdJhQsKdKh"
"""The rest of a pack before a deal."""


def fresh(top: str, first_stand: str = "any") -> Deal:
    """Seat 0 deals a fresh pack with these cards on top."""
    cards = [parse_card(word) for word in top.split()]
    order = cards + [card for card in PACK_52 if card not in cards]
    game = koloda.game("fifteen", first_stand=first_stand)
    return game.deal(pack_order="".join(spell_cards(order)), dealer=0)


def rest(seed: int, dealer: int = 0) -> Deal:
    """A deal from the rest of a pack, in some order."""
    cards = solved.cards_without("", 15)
    left = [parse_card(LEFT[i : i + 2]) for i in range(0, len(LEFT), 2)]
    assert set(left) <= set(cards)
    Random(seed).shuffle(left)
    return koloda.game("fifteen").deal(dealer=dealer, pack="".join(spell_cards(left)))


def chance(bot: ExactBot, deal: Deal, seed: int = 0) -> float:
    assert deal.actor is not None
    state = deal.view(deal.actor, seed).state
    assert isinstance(state, State)
    return bot.chance_to_draw(state)


def test_it_is_a_bot_of_the_level_it_is_given() -> None:
    bot: Bot = ExactBot("strong")
    assert bot.level == "strong"
    deal = fresh("Ac 2c")
    assert str(bot.choose(deal.view(1, 5), 3)) == "draw"


def test_a_mixed_act_is_drawn_from_the_seed() -> None:
    deal = fresh("Tc 2c")
    view = deal.view(1, 0)
    chosen = Counter(str(ExactBot().choose(view, seed)) for seed in range(600))
    assert chosen["draw"] / 600 == pytest.approx(fresh_pack().first["T"], abs=0.06)
    again = Counter(str(ExactBot().choose(view, seed)) for seed in range(600))
    assert again == chosen


def test_with_totals_it_does_not_see_what_a_total_is_made_of() -> None:
    bot = ExactBot("strong", totals=True)
    ten, made = fresh("Tc 2c"), fresh("4c 2c 6d")
    made.apply("draw")
    assert chance(bot, ten) == chance(bot, made) == fresh_pack().by_total(None)[10]
    assert chance(ExactBot(), made) == 0 < chance(bot, made) < chance(ExactBot(), ten)


def test_the_dealer_goes_by_the_number_of_cards_he_sees() -> None:
    deal = fresh("Tc Td 4c 9h")
    deal.apply("stand")
    assert chance(ExactBot(), deal) == 0  # who stands on one card has a ten: a tie is enough
    deal = fresh("6c Td 4c 9h")
    deal.apply("draw")
    deal.apply("stand")
    assert chance(ExactBot(), deal) == fresh_pack().dealer[2]["T"]


def test_it_plays_by_all_cards_not_set_aside_when_the_deal_began() -> None:
    counts = count_values(parse_card(LEFT[i : i + 2]) for i in range(0, len(LEFT), 2))
    found, bot = solve(counts), ExactBot()
    for seed in range(30):
        deal = rest(seed)
        while not deal.over:
            assert deal.actor is not None
            view = deal.view(deal.actor, seed)
            assert isinstance(view.state, State)
            assert bot.solution(view.state) == found
            deal.apply(bot.choose(view, seed))


def test_the_narrow_reading_has_its_own_solution() -> None:
    left = [parse_card(LEFT[i : i + 2]) for i in range(0, len(LEFT), 2)]
    game = koloda.game("fifteen", first_stand="ten")
    deal = game.deal(dealer=0, pack="".join(spell_cards(left)))
    view = deal.view(1, 0)
    assert isinstance(view.state, State)
    assert ExactBot().solution(view.state) == solve(count_values(left), "ten")
    assert str(ExactBot().choose(view, 0)) == "draw"


@pytest.mark.parametrize(
    "bot", [ExactBot(), ExactBot("strong", totals=True), ExactBot("club", fresh=True)]
)
def test_hidden_cards_do_not_change_the_move(bot: ExactBot) -> None:
    """The other's cards and the stock permuted, the same seed: the same view, the same move."""
    asked = 0
    for seed in range(40):
        deal = rest(seed, dealer=seed % 2)
        while not deal.over:
            seat = deal.actor
            assert seat is not None
            chosen = bot.choose(deal.view(seat, seed), seed)
            for permuted in range(3):
                twin = deal.copy()
                twin.state = deal.view(seat, 1000 + permuted).state
                assert bot.choose(twin.view(seat, seed), seed) == chosen
                assert bot.choose(twin.view(seat, 99), seed) == chosen
                assert isinstance(twin.state, State)
                assert isinstance(deal.state, State)
                asked += twin.state.pack != deal.state.pack
            deal.apply(chosen)
    assert asked > 100


def test_it_does_not_look_at_the_other_hand_even_where_the_state_shows_it() -> None:
    """Only how many cards the other has, and all unseen cards together, may matter."""
    deal = rest(3)
    deal.apply("draw")
    if deal.actor == 1:
        deal.apply("stand")
    state = deal.state
    assert isinstance(state, State)
    before = ExactBot().chance_to_draw(state)
    swapped = state.copy()
    assert isinstance(swapped, State)
    swapped.cards[HELD], swapped.pack[swapped.size - 1] = (
        state.pack[state.size - 1],
        state.cards[HELD],
    )
    assert ExactBot().chance_to_draw(swapped) == before


def test_a_whole_match_is_legal_and_the_same_again() -> None:
    def play() -> tuple[list[int], list[str]]:
        match = Match(koloda.game("fifteen", deals=6), seed=2)
        acts: list[str] = []
        while True:
            while not match.deal.over:
                assert match.deal.actor is not None
                view = match.deal.view(match.deal.actor, 7)
                acts.append(str(match.deal.apply(ExactBot().choose(view, len(acts)))))
            if match.over:
                return list(match.totals), acts
            match.next_deal()

    assert play() == play()


def test_without_scipy_it_plays_the_fresh_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved, "can_solve", lambda: False)
    deal = rest(1)
    state = deal.view(1, 0).state
    assert isinstance(state, State)
    assert ExactBot().solution(state) is fresh_pack()
    while not deal.over:
        assert deal.actor is not None
        deal.apply(ExactBot().choose(deal.view(deal.actor, 1), 1))


def test_the_fresh_player_needs_no_solver_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("solved")

    monkeypatch.setattr(solved, "solve", never)
    deal = rest(1)
    while not deal.over:
        assert deal.actor is not None
        view = deal.view(deal.actor, 1)
        deal.apply(ExactBot("strong", fresh=True).choose(view, 1))
    top = fresh("Tc Td")
    assert chance(ExactBot(), top) == fresh_pack().first["T"]
    assert fresh_pack().counts == FRESH


def test_another_game_is_refused() -> None:
    deal = koloda.game("rockaway").deal(seed=1)
    assert deal.actor is not None
    with pytest.raises(TypeError, match="rockaway"):
        ExactBot().choose(deal.view(deal.actor, 0), 0)
