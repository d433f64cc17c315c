"""Worlds in which the others would have acted otherwise are drawn less often."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from math import log
from typing import Any

import pytest

import koloda
from koloda.bots import bot
from koloda.bots.contract import Budget
from koloda.bots.inference import ILLEGAL, IMPOSSIBLE
from koloda.bots.plans import PLANS, Limits
from koloda.bots.search import search
from koloda.bots.task import Task, engine
from koloda.cards import ACES, NO_CARD, members
from koloda.deal import Deal, Seat
from koloda.fast import Bound
from koloda.rules import SHELF
from koloda.rules.two_ten_jack import ACE_OF_SPADES

GAMES = ("rockaway", "two_ten_jack")
SEAT = Seat(0)


def played(name: str, players: int, seed: int, acts: int) -> Deal:
    """A deal after so many acts by rule of thumb, or over."""
    deal = koloda.game(name, players=players).deal(seed=seed)
    while (actor := deal.actor) is not None and len(deal.moves) < acts:
        deal.apply(bot("thumb").choose(deal.view(actor, 1), 1), actor)
    return deal


def after(name: str, seed: int, event: str, seat: int) -> Deal | None:
    """A deal of two by rule of thumb just after this seat did this."""
    deal = koloda.game(name, players=2).deal(seed=seed)
    while (actor := deal.actor) is not None:
        done = deal.apply(bot("thumb").choose(deal.view(actor, 1), 1), actor)
        if actor == seat and str(done) == event and deal.actor is not None:
            return deal
    return None


def share(deal: Deal, infer: bool, holds: Any, tried: int = 400) -> float:
    """In what share of the worlds that seat 0 considers something holds."""
    task = Task(deal.view(SEAT, 1), Limits(Budget(20_000, None), infer=infer), 7)
    worlds, root, world = task.worlds(), task.bound.state(deal.view(SEAT, 1).state), task.states(1)
    assert len(worlds) == (tried if infer else 0)
    held = 0
    for number in range(tried):
        task.call("pick_world", world[0], root, 0, 7, number, worlds)
        held += bool(holds(task.bound.plain_state(world[0])))
    return held / tried


def surprise(s: Any, seat: int, came: Any, most: int) -> int:
    """A world of its own making: the other has the ace of spades a third as often as by chance."""
    for slot in range(12):
        if slot % 2 == 0 and came[slot] == NO_CARD:
            came[slot] = next(card for card in members(s.hand[1]) if card not in came[:12])
    return RARE if s.hand[1] >> ACE_OF_SPADES & 1 else 0


def owner(s: Any, slot: int) -> int:
    """Seat 0 deals, so seat 1 gets the first card."""
    return (slot + 1) % 2


RARE = round(100 * log(3))


def test_who_drew_has_hardly_an_ace() -> None:
    seen = 0
    for seed in range(40):
        deal = after("rockaway", seed, "draw", 1)
        if deal is None:
            continue
        state: Any = deal.state
        if state.hand[1].bit_count() < 5:
            continue

        def has_ace(state: Any) -> bool:
            return bool(state.hand[1] & ACES)

        assert share(deal, True, has_ace) < share(deal, False, has_ace)
        seen += 1
        if seen == 3:
            return
    raise AssertionError("no such deals")


def surprise_of(bound: Bound, state: Any, seat: int, seed: int) -> int:
    """What the others' acts cost in a state, with a past that is made up from this seed."""
    world, came = bound.state(state), bound.buffer(state.size)
    came[:] = [NO_CARD] * state.size
    world.rng = seed * 1_000_003
    return int(bound["surprise"](world, int(seat), came, IMPOSSIBLE))


def hands_right(deal: Deal, worlds: Any, seat: int) -> float:
    """The share of the other's cards that worlds get right."""
    state: Any = deal.state
    true = state.hand[1 - seat]
    held = [(int(world.hand[1 - seat]) & true).bit_count() for world in worlds]
    return float(sum(held) / len(held) / true.bit_count())


@pytest.mark.parametrize("name", GAMES)
def test_worlds_come_nearer_to_the_true_hand(name: str) -> None:
    """Against players by rule of thumb, whose acts the policy foretells."""
    inferred = guessed = 0.0
    for seed in range(10):
        deal = played(name, 2, seed, 24)
        if (actor := deal.actor) is not None:
            task = Task(deal.view(actor, 1), Limits(Budget(20_000, None)), 7)
            anything = [deal.view(actor, seed).state for seed in range(100)]
            inferred += hands_right(deal, task.worlds(), actor)
            guessed += hands_right(deal, anything, actor)
    assert inferred > 1.1 * guessed > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_true_hand_surprises_less_than_others_do(name: str) -> None:
    """Of players by rule of thumb nothing they did is a surprise in the true world but for what
    the world does not tell: when a card was drawn."""
    bound = engine(SHELF[name], PLANS[name])
    true = others = 0
    for seed in range(12):
        deal = played(name, 2, seed, 14)
        if deal.actor is not None:
            for state in (deal.state, deal.view(SEAT, seed).state):
                came = bound.buffer(state.size)
                came[:] = [NO_CARD] * state.size
                cost = bound["surprise"](bound.state(state), 0, came, IMPOSSIBLE)
                true += cost if state is deal.state else 0
                others += cost if state is not deal.state else 0
    assert true < 0.8 * others


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_worlds_stay_consistent_whatever_is_inferred(name: str, players: int) -> None:
    """What a seat sees and may do is the same in every world it considers; and each of them the
    rules could have dealt: what the past proves of a hand holds."""
    for acts in range(4, 60, 5):
        deal = played(name, players, 3, acts)
        if (actor := deal.actor) is None:
            break
        task = Task(deal.view(actor, 1), Limits(Budget(2_000, None)), 5)
        for world in list(task.worlds())[::4]:
            twin = deal.copy()
            twin.state = task.bound.plain_state(world)
            assert twin.observe(actor) == deal.observe(actor)
            assert twin.state.pack[: twin.state.next] == deal.state.pack[: deal.state.next]
            pasts = (surprise_of(task.bound, twin.state, actor, seed) for seed in range(50))
            assert any(cost < ILLEGAL for cost in pasts)


def test_a_walk_is_in_each_world_as_often_as_it_deserves() -> None:
    deal = koloda.game("two_ten_jack", players=2).deal(seed=4, dealer=1)
    state: Any = deal.state
    seat = deal.actor
    assert seat == 0
    assert not state.hand[0] >> ACE_OF_SPADES & 1
    plan = replace(PLANS["two_ten_jack"], inference=sys.modules[__name__])
    limits = Limits(Budget(1_000_000, None))
    worlds = Task(deal.view(seat, 1), limits, 9, plan=plan, plain=True).worlds()
    held = sum(world.hand[1] >> ACE_OF_SPADES & 1 for world in worlds) / len(worlds)
    chance = 6 / 46
    assert abs(held - chance / (3 - 2 * chance)) < 0.02


def test_a_walk_ends_when_half_of_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock on which every look takes a second: one world is kept, and a move is made."""
    deal = played("two_ten_jack", 2, 4, 12)
    actor = deal.actor
    assert actor is not None
    view = deal.view(actor, 1)
    assert len(Task(view, Limits(Budget(5_000, 1e9)), 3, plain=True).worlds()) == 100
    monkeypatch.setattr(koloda.bots.task, "perf_counter", count().__next__)
    assert len(Task(view, Limits(Budget(5_000, 0.5)), 3, plain=True).worlds()) == 1
    decision = search(view, Limits(Budget(5_000, 0.5)), 3, plain=True)
    assert decision.action in view.legal_actions()
    assert decision.nodes < 5_000
