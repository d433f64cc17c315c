"""The games as AEC environments, put through PettingZoo's own tests."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import wrappers

from koloda.adapters.actions import ACTIONS
from koloda.adapters.pettingzoo import env, raw_env
from koloda.deal import game
from koloda.options import OptionError

NAMES = sorted(ACTIONS)
# api_test says these of every environment with action masks, but for a list of its own ones.
masks = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces",
    "ignore:Action mask numpy array is all zeros",  # of who has nothing to do any more
)


@masks
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("recall", [False, True])
def test_api_test(name: str, recall: bool) -> None:
    api_test(env(name, recall=recall, render_mode="ansi"), num_cycles=60)


@masks
def test_api_test_with_more_players() -> None:
    api_test(env("rockaway", players=10, render_mode="ansi"), num_cycles=60)
    api_test(env("two_ten_jack", players=3, open_tricks=True, render_mode="ansi"), num_cycles=60)


@pytest.mark.parametrize("name", NAMES)
def test_seed_test(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=60)


def episode(table: Any, seed: int | None, dice: Random) -> tuple[list[str], list[float]]:
    """The agents in their order, and what each seat gained."""
    table.reset(seed=seed)
    order, gains = [], dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        gains[agent] += reward
        order.append(agent)
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        table.step(None if over else dice.choice(legal))
    return order, list(gains.values())


@pytest.mark.parametrize("name", NAMES)
def test_gains_are_those_of_the_deal(name: str) -> None:
    table = env(name)
    order, gains = episode(table, 5, Random(5))
    assert gains == table.unwrapped.table.returns()
    assert sum(gains) == pytest.approx(0)
    assert set(order) == set(table.possible_agents)


def test_seeds_and_resets() -> None:
    table = env("rockaway", seed=7)
    first, second = episode(table, None, Random(1)), episode(table, None, Random(1))
    assert first != second
    assert episode(table, 7, Random(1)) == first
    assert episode(table, None, Random(1)) == second


def test_only_the_seat_on_turn_may_act() -> None:
    table = raw_env("two_handed_hearts")
    table.reset(seed=1)
    legal = table.observe("seat_1")["action_mask"]
    assert np.flatnonzero(legal).tolist() == table.table.legal()
    assert legal.sum() == 13
    assert not table.observe("seat_0")["action_mask"].any()


def test_an_illegal_act_changes_nothing() -> None:
    table = raw_env("two_handed_hearts")
    table.reset(seed=1)
    before = str(table.table)
    for action in {*range(52)} - {*table.table.legal()}:
        with pytest.raises(ValueError, match="not legal"):
            table.step(action)
    with pytest.raises(ValueError, match="must act"):
        table.step(None)
    assert str(table.table) == before


def test_render_shows_no_hand(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env("rockaway", render_mode="ansi")
    table.reset(seed=1)
    shown = table.render()
    assert shown is not None
    assert "top: " in shown
    assert "hand" not in shown
    loud = raw_env("rockaway", render_mode="human")
    loud.reset(seed=1)
    loud.step(loud.table.legal()[0])
    assert "top: " in capsys.readouterr().out
    assert raw_env("rockaway").render() is None


def test_state_is_what_all_see() -> None:
    table = raw_env("two_ten_jack", players=3)
    table.reset(seed=1)
    width = len(table.observe("seat_0")["observation"])
    assert table.state().shape == (3 * width,)
    assert (table.state()[width : 2 * width] == table.observe("seat_1")["observation"]).all()


def test_set_ups() -> None:
    ready = game("rockaway", players=3, draw="free")
    assert raw_env(ready).setup.game == raw_env("rockaway", players=3, draw="free").setup.game
    assert isinstance(env("rockaway"), wrappers.OrderEnforcingWrapper)
    assert raw_env("fifteen", cards="3c 4c 9c Tc").setup.start.size == 4
    with pytest.raises(ValueError, match="settled: players"):
        raw_env(ready, players=3)
    with pytest.raises(ValueError, match="render_mode 'rgb'"):
        raw_env("rockaway", render_mode="rgb")
    with pytest.raises(OptionError, match="players"):
        env("rockaway", players=1)
