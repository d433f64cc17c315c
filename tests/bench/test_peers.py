"""The benchmark beside peers: what it counts is right, and the page gets its table."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from koloda.deal import game
from koloda.fast import playouts

ROOT = Path(__file__).parents[2]


def load() -> Any:
    spec = importlib.util.spec_from_file_location("peers", ROOT / "bench" / "peers.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["peers"] = module  # dataclasses look for it
    spec.loader.exec_module(module)
    return module


peers = load()


def test_ours_counts_the_moves_of_the_playouts() -> None:
    setup = game("rockaway", players=4)
    runner = peers.engine(setup, plain=True)
    assert runner.play(5, 3)() == playouts(setup, 3, 5, plain=True).moves


def test_openspiel_decisions_leave_chance_out() -> None:
    pytest.importorskip("pyspiel")
    for runner in (peers.openspiel_bots("hearts"), peers.openspiel_loop("hearts")):
        assert runner.play(1, 2)() in range(2 * 52, 2 * 64 + 1)  # passing 12 cards, or not
    assert peers.openspiel_loop("koloda_two_handed_hearts").play(1, 2)() == 2 * 52


def test_pettingzoo_steps_leave_the_dead_out() -> None:
    pytest.importorskip("pettingzoo")
    assert peers.pettingzoo_steps(game("two_handed_hearts")).play(1, 2)() == 2 * 52


@pytest.mark.parametrize(("name", "players"), [("uno", 4), ("gin-rummy", 0), ("blackjack", 0)])
def test_rlcard_loops_end(name: str, players: int) -> None:
    pytest.importorskip("rlcard")
    assert peers.rlcard_loop(name, players).play(1, 2)() > 0


def test_seeds_are_pinned() -> None:
    pytest.importorskip("pyspiel")
    runner = peers.openspiel_loop("crazy_eights(players=4)")
    assert runner.play(3, 2)() == runner.play(3, 2)()


def test_a_comparison_and_its_table() -> None:
    plain = peers.engine(game("fifteen"), plain=True)
    found = peers.compare(peers.Pair(plain, plain, 2.0), 0.002, 3)
    assert found["lowest"] <= found["ratio"] <= found["highest"]
    assert found["engine_rate"] > 0
    text = peers.table([found], peers.setting(0.002, 3) | {"absent": ["rlcard"]})
    assert "fifteen 2p, interpreted | fifteen 2p, interpreted" in text
    assert "left out: rlcard" in text


def test_the_page_gets_its_table(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"head\n{peers.BEGIN}\nold\n{peers.END}\ntail\n", encoding="utf-8")
    peers.write("new", page)
    assert page.read_text(encoding="utf-8") == f"head\n{peers.BEGIN}\nnew\n{peers.END}\ntail\n"
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="peers: begin"):
        peers.write("new", page)
    assert peers.BEGIN in peers.PAGE.read_text(encoding="utf-8")
