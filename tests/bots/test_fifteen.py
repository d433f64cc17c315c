"""The rule of thumb of Fifteen: draw below 10, stand on 10 or more."""

from __future__ import annotations

import pytest

import koloda
from koloda.bots import bot
from koloda.bots.fifteen import policy
from koloda.cards import PACK_52, parse_card, spell_cards
from koloda.deal import Deal
from koloda.rules import fifteen
from koloda.rules.fifteen import State


def deal_of(text: str, first_stand: str = "any") -> Deal:
    """Seat 0 deals from a pack with these cards on top."""
    top = [parse_card(word) for word in text.split()]
    order = top + [card for card in PACK_52 if card not in top]
    game = koloda.game("fifteen", first_stand=first_stand)
    return game.deal(pack_order="".join(spell_cards(order)), dealer=0)


def wish(deal: Deal) -> str:
    assert isinstance(deal.state, State)
    return fifteen.spell(deal.state, policy(deal.state))


@pytest.mark.parametrize("first_stand", ["any", "ten"])
@pytest.mark.parametrize(
    ("first", "act"),
    [("As", "draw"), ("5c", "draw"), ("9c", "draw"), ("Tc", "stand"), ("Kc", "stand")],
)
def test_first_card(first: str, act: str, first_stand: str) -> None:
    deal = deal_of(f"{first} 6d", first_stand)
    assert wish(deal) == act
    deal.apply(act)


def test_later_cards_and_the_dealer() -> None:
    deal = deal_of("4c 9d 5h Ah 2c 5d")
    wished = []
    while not deal.over:
        wished.append((deal.actor, wish(deal)))
        deal.apply(wished[-1][1])
    assert wished == [
        (1, "draw"),  # 4
        (1, "draw"),  # 9
        (1, "stand"),  # 10
        (0, "draw"),  # 9
        (0, "stand"),  # 11
    ]


def test_stands_when_there_is_nothing_to_draw() -> None:
    deal = deal_of("4c 5d")
    s = deal.state
    assert isinstance(s, State)
    s.size = s.next
    assert policy(s) == fifteen.STAND


def test_sees_nothing_but_its_own_cards_and_the_counts() -> None:
    for seed in range(60):
        deal = koloda.game("fifteen").deal(seed=seed)
        while (seat := deal.actor) is not None:
            chosen = {str(bot("thumb").choose(deal.view(seat, n), n)) for n in range(3)}
            assert chosen == {wish(deal)}
            deal.apply(chosen.pop())


def test_beats_playing_at_random() -> None:
    won = 0
    for seed in range(300):
        for thumb in (0, 1):  # the same pack from both seats
            deal = koloda.game("fifteen").deal(seed=seed)
            while (seat := deal.actor) is not None:
                level = "thumb" if seat == thumb else "random"
                deal.apply(bot(level).choose(deal.view(seat, seed), seed))
            won += deal.scores[thumb] - deal.scores[1 - thumb]
    assert won > 300
