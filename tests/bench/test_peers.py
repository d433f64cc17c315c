"""The benchmark beside peers: what it counts is right."""

from __future__ import annotations

import pytest

from koloda.bench import peers
from koloda.deal import game
from koloda.fast import playouts
from koloda.options import OptionError


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


def test_learners_count_the_steps_of_deals_that_go_on() -> None:
    assert peers.learners(game("two_handed_hearts"), 3).play(1, 5)() == 15


def test_peers_are_checked_before_anything_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*names: str) -> OptionError:
        with pytest.raises(OptionError) as caught:
            peers.check(names)
        return caught.value

    assert refused("chess").code == refused("").code == "bench_against"
    there = {"pyspiel", "pettingzoo"}
    monkeypatch.setattr(peers, "installed", lambda package: package in there)
    assert peers.check([" OpenSpiel", "pettingzoo"]) == ["openspiel", "pettingzoo"]
    found = refused("rlcard", "openspiel")
    assert (found.code, found.params["packages"]) == ("bench_absent", "rlcard")


def test_every_pair_compares_with_a_peer_that_was_asked_for() -> None:
    for name, word in (("rlcard", "RLCard"), ("openspiel", "OpenSpiel"), ("pettingzoo", "Petting")):
        pytest.importorskip(peers.PEERS[name])
        found = list(peers.pairs([name]))
        assert len(found) >= 3
        assert all(word in pair.theirs.name for pair in found)
