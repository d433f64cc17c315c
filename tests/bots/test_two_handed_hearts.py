"""The rule of thumb of Two-Handed Hearts: duck and dump."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from koloda.bots import bot
from koloda.bots.two_handed_hearts import policy
from koloda.cards import NAMES
from koloda.deal import Deal, Game
from koloda.options import resolve
from koloda.rules import two_handed_hearts as hearts
from koloda.rules.two_handed_hearts import State


def set_up(**options: Any) -> Game:
    return Game(hearts, 2, resolve(hearts, options))


def truth(deal: Deal) -> State:
    assert isinstance(deal.state, State)
    return deal.state


def wish(deal: Deal) -> str:
    return hearts.spell(truth(deal), policy(truth(deal)))


def answer(lead: str, held: str, **options: Any) -> str:
    """What the bot plays on a lead, with 13 cards of which the first are given."""
    mine = held.split()
    rest = [card for card in NAMES[:52] if card not in (*mine, lead) and card[1] != lead[1]]
    mine += rest[: 13 - len(mine)]
    others = [lead, *[card for card in rest if card not in mine][:12]]
    order = [card for pair in zip(others, mine, strict=True) for card in pair]
    order += [card for card in NAMES[:52] if card not in order]
    deal = set_up(**options).deal(pack_order="".join(order), dealer=1)
    deal.apply(lead)
    return wish(deal)


@pytest.mark.parametrize(
    ("lead", "held", "card"),
    [
        ("9h", "2h 8h Kh", "8h"),  # as high as it can stay under
        ("9h", "Th Kh Ah", "Ah"),  # it must take: with the highest
        ("2h", "3h 4h", "4h"),
        ("9s", "2s As 3s", "As"),  # nothing is lost: be rid of the ace
        ("9s", "Ah 2h", "Ah"),  # void: the highest heart goes
    ],
)
def test_answers(lead: str, held: str, card: str) -> None:
    assert answer(lead, held) == card


def test_throws_the_queen_of_spades_where_she_counts() -> None:
    assert answer("9d", "Ah Qs", queen_spades=13) == "Qs"
    assert answer("9d", "Ah Qs") == "Ah"
    assert answer("Ks", "Qs 2s", queen_spades=13) == "Qs"
    assert answer("9s", "Qs 2s", queen_spades=13) == "2s"


def test_leads_a_low_heart_that_the_other_must_take() -> None:
    """With the stock out the other hand is known: he has only higher hearts."""
    deal = set_up().deal(seed=1, dealer=1)
    s = truth(deal)
    s.next = s.size
    names = {0: "2h As", 1: "Kh 3s"}
    for seat, cards in names.items():
        s.hand[seat] = sum(1 << NAMES.index(card) for card in cards.split())
    in_hand = s.hand[0] | s.hand[1]
    s.taken[0] = ((1 << 52) - 1) & ~in_hand
    assert wish(deal) == "2h"


def test_sees_nothing_but_its_own_cards_and_what_was_played() -> None:
    for options in ({}, {"queen_spades": 13, "hearts_broken": True}):
        for seed in range(8):
            deal = set_up(**options).deal(seed=seed)
            rng = Random(seed)
            while (seat := deal.actor) is not None:
                chosen = {str(bot("thumb").choose(deal.view(seat, n), 5)) for n in range(3)}
                assert chosen == {wish(deal)}
                deal.apply(rng.choice(deal.legal_actions()))


def test_plays_legal_cards_and_leaves_the_state_alone() -> None:
    for options in ({}, {"hearts_broken": True, "moon": True, "queen_spades": 100}):
        deal = set_up(**options).deal(seed=4)
        while not deal.over:
            before = deal.state.copy()
            card = wish(deal)
            assert deal.state == before
            deal.apply(card)


@pytest.mark.parametrize(
    ("options", "least"), [({}, 5.0), ({"queen_spades": 13}, 8.0), ({"hearts_broken": True}, 5.0)]
)
def test_beats_playing_at_random(options: dict[str, Any], least: float) -> None:
    """Penalty points a deal that the random player takes more than the bot."""
    out = [0] * hearts.MAX_ACTIONS
    total = 0
    deals = 150
    for seed in range(deals):
        for seat in (0, 1):
            s = truth(set_up(**options).deal(seed=seed, dealer=seed % 2))
            rng = Random(seed)
            while not s.over:
                if s.actor == seat:
                    hearts.apply(s, policy(s))
                else:
                    hearts.apply(s, out[rng.randrange(hearts.legal(s, out))])
            total += hearts.score(s, 1 - seat) - hearts.score(s, seat)
    assert total / (2 * deals) > least
