"""The rule of thumb of Chain."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

from koloda.bots.chain import policy
from koloda.cards import parse_card
from koloda.deal import Deal, Game
from koloda.options import resolve
from koloda.rules import chain
from koloda.rules.chance import below, seed_rng
from koloda.testing import small


def set_up(players: int = 6, **options: Any) -> Game:
    return Game(chain, players, resolve(chain, options))


def few(*hands: str, cuts: str = "2s 2d") -> Deal:
    """Hands of one size, seat 0 eldest; the cards cut fix spades as trumps, 2s the top trump."""
    held = [hand.split() for hand in hands]
    order = [hand[i] for i in range(len(held[0])) for hand in held]
    carry = {"cuts": [parse_card(card) for card in cuts.split()]}
    setup = small(set_up(len(held)), " ".join(order), len(held[0]), carry=carry)
    return setup.deal("".join(order), dealer=len(held) - 1)


def wish(deal: Deal) -> str:
    assert isinstance(deal.state, chain.State)
    return chain.spell(deal.state, policy(deal.state))


def play(deal: Deal, *acts: str) -> Deal:
    for act in acts:
        deal.apply(act)
    return deal


REST = "2c 4h 6h 8h Th"


def test_lays_the_dearest_chain_first() -> None:
    assert wish(few("3c 4d Kd Ah Tc", REST)) == "new Kd Ah"
    assert wish(few("8c 9d Th Kd Kh", "2c 4h 6h 8h Jh")) == "new 8c 9d Th"


def test_likes_trumps_and_their_doubling() -> None:
    hand = "8s 9s Th 3c 3d"
    assert wish(few(hand, REST.replace("Th", "Jh"))) == "new 8s 9s"  # 68, with the ten only 44
    assert wish(few("8s 9h Jc Qd 2h", REST, cuts="2s 8c")) == "new 8s 9h"  # the top trump


def test_lays_and_lengthens_in_one_turn() -> None:
    deal = few("3c 4d Kd Ah 7c 9h", "5h Td Jd 2c 2d 7h", "8h 8d 7d 2h 4c 4s")
    play(deal, "new Kd Ah", "end")
    acts = []
    while deal.actor == 1:
        acts.append(wish(deal))
        deal.apply(acts[-1])
    assert acts == ["new Td Jd", "end"]
    deal = few("3c 4d Kd Ah 7c 9h", "5h Td Jd Qc 2d 7h", "8h 8d 7d 2h 4c 4s")
    play(deal, "new 3c 4d", "end")
    assert wish(deal) == "new Td Jd Qc"
    play(deal, "new Td Jd Qc")
    assert wish(deal) == "extend 1 low 2d high 5h"


def test_takes_the_13th_card_before_a_dear_chain() -> None:
    deal = few("3c 4c 5c 6c 7c 8c 2h", "9c Tc Jc Qc Kc Ac 2d", "2c Kd Ad 4h 6h 8h Th")
    play(deal, "new 3c 4c 5c 6c 7c 8c", "end", "extend 1 high 9c Tc Jc Qc Kc Ac", "end")
    assert wish(deal) == "extend 1 low 2c"


def test_keeps_a_joker_until_the_end_is_near() -> None:
    others = ("2c 2h 4h 7h Th Tc", "3d 5d 7s 9s 9d Js")
    deal = few("3c 4d 8c X1 Qc 6s", *others)
    assert wish(deal) == "new 3c 4d"
    play(deal, "new 3c 4d")
    assert wish(deal) == "end"
    deal = few("3c 4d X1", "2c 8h Th", "2d 6d Js")
    assert wish(deal) == "new X1=2 3c 4d"  # out at once


def test_a_joker_that_brings_a_lot_is_spent() -> None:
    assert "X1" in wish(few("Qc Ad X1 2c 5d 8h", "3s 3h 6d 6h 9h 9d", "2h 5h 5s 8s Js Th"))


def test_the_lone_card_that_hurts_least() -> None:
    assert wish(few("2c 5d Kd 9h", "4c 4d 4h 4s", "8c 8d Qc Qd")) == "lone 2c"
    assert wish(few("Tc 5d Kd 7h", "4c 6d Jc Qd")) == "lone 5d"


def test_a_forced_joker_and_a_pass() -> None:
    assert wish(few("X1 X2", "3c 7d")) == "end"
    forced = wish(play(few("X1 X2", "3c 7d"), "end", "lone 3c", "end"))
    assert forced.startswith("extend 1")
    assert forced.count("X") == 2  # out at once


def acts_of(state: chain.State, out: list[int]) -> list[int]:
    return out[: chain.legal(state, out)]


@pytest.mark.parametrize("options", [{}, {"lone": "strict", "own_extension": "counts"}], ids=str)
def test_is_always_legal_and_beats_random_play(options: dict[str, Any]) -> None:
    """Forty deals, each played twice with the seats changed: three bots against three at random."""
    out = [0] * chain.MAX_ACTIONS
    game = set_up(**options)
    margins = []
    for seed in range(40):
        for shift in range(2):
            state = game.deal(seed=seed, dealer=seed % 6).state
            assert isinstance(state, chain.State)
            seed_rng(state, seed)
            while not state.over:
                acts = acts_of(state, out)
                if (state.actor + shift) % 2:
                    act = acts[below(state, len(acts))]
                else:
                    act = policy(state)
                    assert act in acts
                chain.apply(state, act)
            scores = [chain.score(state, p) for p in range(6)]
            ours = [scores[p] for p in range(6) if (p + shift) % 2 == 0]
            margins.append(mean(ours) - (sum(scores) - sum(ours)) / 3)
    assert mean(margins) > 50  # 77 and 80 points a seat over 150 other deals


def test_looks_at_nothing_hidden() -> None:
    out = [0] * chain.MAX_ACTIONS
    for seed in range(10):
        deal = set_up().deal(seed=seed)
        while not deal.over:
            assert deal.actor is not None
            wishes = set()
            for world in range(4):
                state = deal.view(deal.actor, world).state
                assert isinstance(state, chain.State)
                wishes.add(policy(state))
            assert len(wishes) == 1
            assert isinstance(deal.state, chain.State)
            acts = acts_of(deal.state, out)
            act = wishes.pop() if len(deal.moves) % 3 else acts[len(deal.moves) % len(acts)]
            deal.apply(chain.spell(deal.state, act))
