"""The rule of thumb of Two-Ten-Jack: plus cards in, minus cards out."""

from __future__ import annotations

from random import Random

import pytest

from koloda.bots import bot
from koloda.bots.two_ten_jack import policy
from koloda.cards import NAMES
from koloda.deal import Deal, Game
from koloda.options import resolve
from koloda.rules import two_ten_jack
from koloda.rules.two_ten_jack import State


def set_up(players: int, **options: str) -> Game:
    return Game(two_ten_jack, players, resolve(two_ten_jack, options))


def dealt(mine: str, others: str) -> Deal:
    """Seat 0 leads; the rest of the pack follows in order."""
    hands = mine.split(), others.split()
    order = [card for pair in zip(*hands, strict=True) for card in pair]
    order += [card for card in NAMES[:52] if card not in order]
    return set_up(2).deal(pack_order="".join(order), dealer=1)


def truth(deal: Deal) -> State:
    assert isinstance(deal.state, State)
    return deal.state


def answer(lead: str, held: str) -> str:
    """What the bot plays on a lead, as the last to the trick."""
    deal = dealt(lead + " 3c 4c 5c 6c 7c", held)
    deal.apply(lead)
    return two_ten_jack.spell(truth(deal), policy(truth(deal)))


@pytest.mark.parametrize(
    ("lead", "held", "card"),
    [
        ("9h", "Th 3h 9c 8c 9d 8d", "Th"),  # five points of its own, brought home
        ("Kh", "Th 3h 9c 8c 9d 8d", "3h"),  # not given away
        ("Ts", "9s Ks 9c 8c 9d 8d", "9s"),  # ten of spades: let the other have it
        ("Ks", "Ts 9s 9c 8c 9d 8d", "Ts"),  # and get rid of one's own
        ("Ts", "Ah 3h 9c 8c 9d 8d", "3h"),  # taken if it must be, cheaply
        ("Jh", "As 3h 9c 8c 9d 8d", "As"),  # worth the ace of spades
        ("9h", "As 3h 9c 8c 9d 8d", "3h"),  # not worth it
        ("Tc", "Jc 9c 8c 9d 8d 7d", "Jc"),
    ],
)
def test_answers(lead: str, held: str, card: str) -> None:
    assert answer(lead, held) == card


def test_leads_the_two_of_spades_to_others() -> None:
    """The lowest spade can't stay with who leads it while the other has a spade."""
    deal = dealt("2s 9c Th 8d Kh 7c", "4s 5s 6s 7s 8s 9s")
    assert two_ten_jack.spell(truth(deal), policy(truth(deal))) == "2s"


def test_sees_nothing_but_its_own_cards_and_what_was_played() -> None:
    for players in (2, 3, 4):
        for seed in range(8):
            deal = set_up(players).deal(seed=seed)
            rng = Random(seed)
            while (seat := deal.actor) is not None:
                chosen = {str(bot("thumb").choose(deal.view(seat, n), 5)) for n in range(3)}
                assert chosen == {two_ten_jack.spell(truth(deal), policy(truth(deal)))}
                deal.apply(rng.choice(deal.legal_actions()))


def test_plays_legal_cards_and_leaves_the_state_alone() -> None:
    for options in ({}, {"void": "free"}, {"ace_on_spade_lead": "trump", "values": "japan"}):
        for players in (2, 3, 4):
            deal = set_up(players, **options).deal(seed=players)
            while not deal.over:
                before = deal.state.copy()
                action = policy(truth(deal))
                assert deal.state == before
                deal.apply(two_ten_jack.spell(truth(deal), action))


def margin(players: int, deals: int) -> float:
    """Points a deal by which the bot is ahead of random players, in every seat in turn."""
    out = [0] * two_ten_jack.MAX_ACTIONS
    total = 0.0
    for seed in range(deals):
        for seat in range(players):
            s = truth(set_up(players).deal(seed=seed, dealer=seed % players))
            rng = Random(seed)
            while not s.over:
                if s.actor == seat:
                    two_ten_jack.apply(s, policy(s))
                else:
                    two_ten_jack.apply(s, out[rng.randrange(two_ten_jack.legal(s, out))])
            scores = [two_ten_jack.score(s, p) for p in range(players)]
            total += scores[seat] - sum(scores) / players
    return total / (deals * players)


@pytest.mark.parametrize(("players", "least"), [(2, 2.5), (3, 1.5), (4, 1.2)])
def test_beats_playing_at_random(players: int, least: float) -> None:
    """Against the table's average; the margin over the others' mean is wider still."""
    assert margin(players, 250) > least
