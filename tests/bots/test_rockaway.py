"""The rule of thumb for Rockaway takes the book's advice, and is worth something."""

from __future__ import annotations

from random import Random

import pytest

import koloda
from koloda.bots import bot
from koloda.bots.rockaway import policy
from koloda.cards import PACK_52, bit, mask, parse_card
from koloda.rules import rockaway
from koloda.rules.chance import below, seed_rng
from koloda.rules.contract import State


def cards(text: str) -> list[int]:
    return [parse_card(card) for card in text.split()]


def table(
    hand: str, top: str, others: tuple[int, ...] = (5,), stock: int = 9, draw: str = "ace_optional"
) -> rockaway.State:
    """Seat 0 on turn with this hand; the others hold so many cards of what is left."""
    s = rockaway.State()
    s.players, s.dealer, s.hand_size = len(others) + 1, len(others), 7
    s.deck, s.draw = 52, ("ace_optional", "strict", "free").index(draw)
    mine, starter = cards(hand), parse_card(top)
    rest = [card for card in PACK_52 if card not in mine and card != starter]
    s.hand[0] = mask(mine)
    for p, n in enumerate(others, 1):
        s.hand[p] = mask(rest[:n])
        rest = rest[n:]
    s.pile[0], s.n_pile, s.drawn = starter, 1, -1
    s.size = 52
    s.next = 52 - stock
    s.pack[s.next : 52] = rest[:stock]
    return s


def chosen(s: State) -> int:
    assert isinstance(s, rockaway.State)
    return policy(s)


def advice(s: rockaway.State) -> str:
    return rockaway.spell(s, policy(s))


def test_of_a_four_and_an_ace_the_four_goes_first() -> None:
    assert advice(table("Ac 5c 4d", "4h")) == "4d"


def test_of_a_king_and_small_hearts_the_king_goes_first() -> None:
    assert advice(table("Kd 6h 4h", "Kh")) == "Kd"


def test_a_match_by_rank_goes_before_one_by_suit() -> None:
    assert advice(table("9d 9c 9s 5h", "9h")) in {"9c", "9d", "9s"}
    assert advice(table("Qd Kh Jd", "Qh")) == "Qd"


def test_dear_cards_go_first() -> None:
    assert advice(table("3h 9h Kh", "5h")) == "Kh"
    assert advice(table("2h 9h 4h", "5h")) == "9h"


def test_among_equal_values_all_suits_stay_in_the_hand() -> None:
    """Yuri's first play of the second deal: the queen keeps four suits, the ten three."""
    assert advice(table("Qh Kc Td Ts 9h", "Qd", others=(4, 4, 4))) == "Qh"


def test_the_pile_is_steered_to_the_long_suit() -> None:
    assert advice(table("Kc Kd 6c 7c 8c 6d", "Ks")) == "Kc"
    assert advice(table("Kc Kd 6c 6d 7d 8d", "Ks")) == "Kd"


def test_of_two_aces_the_one_goes_whose_suit_can_be_followed() -> None:
    """Vladimir's two aces in the first deal: his jack is a club."""
    assert advice(table("Ac Ah Jc", "6d", stock=0)) == "Ac"
    assert advice(table("Ac Ah Jh", "6d", stock=0)) == "Ah"


def test_an_ace_is_saved_by_drawing_with_a_small_hand() -> None:
    assert advice(table("Ac Jc", "6d")) == "draw"
    assert advice(table("Ac Jc 9c Js 9s", "6d")) == "Ac"


def test_an_ace_is_saved_by_two_draws_at_most() -> None:
    """Leonid's fourth turn of the second deal is the warning: he drew five."""
    s = table("Ac Jc", "6d")
    s.pack[s.next : s.next + 3] = cards("2c 3c 4c")
    done = []
    while s.actor == 0:
        done.append(advice(s))
        rockaway.apply(s, policy(s))
    assert done[-1] == "Ac"
    assert done[:-1] in (["draw"], ["draw", "draw"])


def test_aces_are_shed_when_somebody_is_nearly_out() -> None:
    assert advice(table("Ac Jc", "6d", others=(5, 2))) == "Ac"
    assert advice(table("Ac 4d 5d", "6d", others=(5, 1))) == "Ac"
    assert advice(table("Ac 4d 5d", "6d", others=(5, 5))) in {"4d", "5d"}


def test_the_last_card_is_played_ace_or_not() -> None:
    assert advice(table("Ac", "6d")) == "Ac"


def test_the_next_player_s_missing_suit_is_used() -> None:
    s = table("Kc Ks 6c 6s", "Kd", others=(5, 5), stock=9)
    assert advice(s) == "Kc"  # all else is equal: the lower
    spades = sum(bit(13 * 3 + rank) for rank in range(12))
    s.barred[1] = spades
    assert advice(s) == "Ks"
    s.barred[1] = 0
    s.pile[:2] = [parse_card("9s"), parse_card("Kd")]  # he drew on 9s
    s.n_pile = 2
    s.next += 1
    s.drew[s.next - 1] = 1 * 16 + 1
    assert advice(s) == "Ks"


def test_it_draws_and_passes_where_nothing_matches() -> None:
    assert advice(table("Jc 9c", "6d")) == "draw"
    assert advice(table("Jc 9c", "6d", stock=0)) == "pass"


@pytest.mark.parametrize("draw", ["ace_optional", "strict", "free"])
@pytest.mark.parametrize(("players", "packs"), [(2, "auto"), (2, 2), (5, "auto"), (9, "auto")])
def test_it_always_does_something_legal(draw: str, players: int, packs: str | int) -> None:
    game = koloda.game("rockaway", players=players, packs=packs, draw=draw)
    thumb = bot("thumb")
    for seed in range(3):
        deal = game.deal(seed=seed)
        while deal.actor is not None:
            action = thumb.choose(deal.view(deal.actor, seed), seed)
            assert action in deal.legal_actions()
            deal.apply(action)


def test_it_looks_only_at_what_its_seat_may_know() -> None:
    rng = Random(2)
    for seed in range(40):
        deal = koloda.game("rockaway", players=3).deal(seed=seed)
        for _ in range(rng.randrange(25)):
            if not deal.over:
                deal.apply(rng.choice(deal.legal_actions()))
        if deal.actor is not None:
            states = [deal.view(deal.actor, other).state for other in range(8)]
            choices = {chosen(state) for state in [deal.state.copy(), *states]}
            assert len(choices) == 1


def test_it_beats_random_play_by_more_than_three_points_a_deal() -> None:
    """300 two-player deals, each played from both sides."""
    game = koloda.game("rockaway", players=2)
    penalties = [0, 0]  # the rule of thumb, random
    out = [0] * rockaway.MAX_ACTIONS
    for seed in range(150):
        for thumb in (0, 1):
            s = game.deal(seed=seed).state
            assert isinstance(s, rockaway.State)
            seed_rng(s, seed)
            while not s.over:
                n = rockaway.legal(s, out)
                rockaway.apply(s, policy(s) if s.actor == thumb else out[below(s, n)])
            penalties[0] += rockaway.score(s, thumb)
            penalties[1] += rockaway.score(s, 1 - thumb)
    assert (penalties[1] - penalties[0]) / 300 > 3
