"""Worlds in which the others would have acted otherwise are drawn less often."""

from __future__ import annotations

from typing import Any

import koloda
from koloda.bots import bot
from koloda.bots.plans import PLANS, Plan
from koloda.bots.task import engine
from koloda.cards import ACES
from koloda.deal import Deal
from koloda.rules import SHELF


def after(name: str, seed: int, event: str, seat: int) -> Deal | None:
    """A deal of two by rule of thumb just after this seat did this."""
    deal = koloda.game(name, players=2).deal(seed=seed)
    while (actor := deal.actor) is not None:
        done = deal.apply(bot("thumb").choose(deal.view(actor, 1), 1), actor)
        if actor == seat and str(done) == event and deal.actor is not None:
            return deal
    return None


def share(deal: Deal, plan: Plan, n: int, holds: Any, picked: int = 300) -> float:
    """In what share of the worlds that seat 0 holds likely, of n, something holds; n = 0: of
    all possible ones."""
    bound = engine(deal.game.rules, plan)
    root = bound.state(deal.view(koloda.deal.Seat(0), 1).state)
    world = bound.state()
    picks = bound.buffer(picked if n else 0)
    if n:
        bound["weigh"](root, 0, 7, n, picks, bound.buffer(n), world)
    held = 0
    for number in range(picked):
        bound["pick_world"](world, root, 0, 7, number, picks)
        held += bool(holds(bound.plain_state(world)))
    return held / picked


def test_who_drew_has_hardly_an_ace() -> None:
    plan = PLANS["rockaway"]
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

        before = share(deal, plan, 0, has_ace)
        assert share(deal, plan, 500, has_ace) < before
        seen += 1
        if seen == 3:
            return
    raise AssertionError("no such deals")


def test_the_true_hand_surprises_less_than_others_do() -> None:
    """Of players by rule of thumb nothing they did is a surprise in the true world but for what
    the world does not tell: when a card was drawn."""
    for name in ("rockaway", "two_ten_jack"):
        bound = engine(SHELF[name], PLANS[name])
        true = others = 0
        for seed in range(12):
            deal = koloda.game(name, players=2).deal(seed=seed)
            for _ in range(14):
                if deal.actor is not None:
                    deal.apply(bot("thumb").choose(deal.view(deal.actor, 1), 1))
            if deal.actor is None:
                continue
            true += bound["surprise"](bound.state(deal.state), 0)
            world = bound.state(deal.view(koloda.deal.Seat(0), seed).state)
            others += bound["surprise"](world, 0)
        assert true < 0.8 * others


def test_worlds_stay_consistent_whatever_is_inferred() -> None:
    """What a seat sees and may do is the same in every world it considers."""
    for name in ("rockaway", "two_ten_jack"):
        for players in (2, 4):
            plan = PLANS[name]
            bound = engine(SHELF[name], plan)
            deal = koloda.game(name, players=players).deal(seed=3)
            for _ in range(30):
                deal.apply(bot("thumb").choose(deal.view(deal.actor or koloda.deal.Seat(0), 1), 1))
                if deal.actor is None:
                    break
                root = bound.state(deal.state)
                world, picks = bound.state(), bound.buffer(8)
                bound["weigh"](root, int(deal.actor), 5, 40, picks, bound.buffer(40), world)
                bound["pick_world"](world, root, int(deal.actor), 5, 3, picks)
                twin = deal.copy()
                twin.state = bound.plain_state(world)
                assert twin.observe(deal.actor) == deal.observe(deal.actor)
