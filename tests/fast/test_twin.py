"""The compiled twin does what the plain rules do, act by act, for every game on the shelf."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import koloda
from koloda.deal import Game
from koloda.fast import bind, compiled, generic_playouts, playouts
from koloda.fast.binding import Bound, source_hash
from koloda.options import OptionError
from koloda.rules import SHELF
from koloda.rules.chance import seed_rng

TOGETHER: dict[tuple[Any, ...], dict[str, int]] = {
    ("fifteen", "ante", 1000): {"chips": 1000},
    ("fifteen", "chips", 1): {"ante": 1},
}
"""What else must be turned round for such a deal to be dealt (F-2)."""


def set_ups() -> list[Game]:
    """Every game with each number of players, and with each option turned round alone (a number
    to its lowest and its highest)."""
    found = []
    for name, rules in SHELF.items():
        for players in range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1):
            found.append(koloda.game(name, players=players))
        for option in rules.OPTIONS:
            for value in option.values:
                if value != option.default:
                    turned: dict[str, Any] = {option.name: value}
                    turned |= TOGETHER.get((name, option.name, value), {})
                    found.append(koloda.game(name, **turned))
    return found


@pytest.fixture(scope="module", autouse=True)
def bounds_checked() -> None:
    assert compiled(), "the tests need the extra `fast`"


def same(bound: Bound, record: object, plain: object) -> None:
    assert bound.plain_state(record) == plain


@pytest.mark.parametrize("game", set_ups(), ids=repr)
def test_plain_and_compiled_agree_after_every_act(game: Game) -> None:
    rules, random = game.rules, Random(repr(game))
    bound = bind(rules, generic_playouts)
    legal, apply, redeal, score = (bound[n] for n in ("legal", "apply", "redeal", "score"))
    out, fast_out = [0] * rules.MAX_ACTIONS, bound.buffer(rules.MAX_ACTIONS)
    for seed in range(3):
        plain = game.deal(seed=seed).state
        record = bound.state(plain)
        while not plain.over:
            n = rules.legal(plain, out)
            assert legal(record, fast_out) == n
            assert list(fast_out[:n]) == out[:n]
            if random.random() < 0.15:
                chance = random.getrandbits(62)
                for seat in range(game.players):
                    world, twin = plain.copy(), bound.state(plain)
                    seed_rng(world, chance)
                    seed_rng(twin, chance)
                    rules.redeal(world, seat)
                    redeal(twin, seat)
                    same(bound, twin, world)
            action = random.choice(out[:n])
            rules.apply(plain, action)
            apply(record, action)
            same(bound, record, plain)
        for seat in range(game.players):
            assert score(record, seat) == rules.score(plain, seat)


@pytest.mark.parametrize("name", SHELF)
def test_playouts_are_the_same_compiled_plain_and_in_threads(name: str) -> None:
    game = koloda.game(name)
    fast = playouts(game, 40, seed=3)
    assert fast == playouts(game, 40, seed=3, plain=True)
    assert fast == playouts(game, 40, seed=3, threads=3)
    assert fast != playouts(game, 40, seed=4)
    assert (fast.games, len(fast.scores)) == (40, game.players)


def test_playouts_need_a_deal() -> None:
    with pytest.raises(OptionError, match="deals"):
        playouts(koloda.game("rockaway"), 0)


def test_unbound_generic_code_says_so() -> None:
    from koloda.rules.generic import Unbound

    with pytest.raises(Unbound):
        generic_playouts.playout(koloda.game("rockaway").deal().state, [0] * 60)


def test_the_tag_of_compiled_code_follows_every_source_it_can_reach() -> None:
    tags = {source_hash(rules, generic_playouts) for rules in SHELF.values()}
    assert len(tags) == len(SHELF)
    assert source_hash(SHELF["rockaway"]) != source_hash(SHELF["rockaway"], generic_playouts)
