"""The examples of docs/adapters.md: they run, and the agents learn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")
pytest.importorskip("pettingzoo")

PAGE = Path(__file__).parents[2] / "docs" / "adapters.md"


def run(number: int) -> dict[str, Any]:
    """Run an example of the page; its names."""
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[number]
    names: dict[str, Any] = {}
    np.random.seed(1)  # OpenSpiel's external sampling draws from it
    exec(code, names)
    return names


def test_openspiel_example_learns() -> None:
    names = run(0)
    assert names["after"] < 0.5 * names["before"]


def test_ismcts_example_moves() -> None:
    name, action = run(1)["card"]
    assert name == "koloda_two_handed_hearts"
    assert 0 <= action < 52


def test_pettingzoo_example_learns_to_beat_a_random_player() -> None:
    names = run(2)
    table, weights, dice = names["table"], names["weights"], np.random.default_rng(2)
    gains = []
    for deal in range(300):
        table.reset(seed=deal)
        mine = f"seat_{deal % 2}"
        for agent in table.agent_iter():
            seen, gain, over, _, _ = table.last()
            if over:
                gains += [gain] if agent == mine else []
                table.step(None)
                continue
            likes = weights @ seen["observation"] if agent == mine else dice.random(2)
            table.step(int(np.argmax(np.where(seen["action_mask"], likes, -np.inf))))
    assert np.mean(gains) > 2 * np.std(gains) / np.sqrt(len(gains))


def test_batch_example_plays_a_thousand_deals() -> None:
    names = run(3)
    gains = np.array(names["gains"])
    assert gains.shape[0] >= 1000
    assert abs(gains.sum(axis=1)).max() < 1e-6  # zero-sum
    assert names["seen"].any(axis=1).all()
