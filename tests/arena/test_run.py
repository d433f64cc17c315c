"""What comes out of a run, whatever the order and however often it is interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import koloda
from koloda.arena import ratings as ratings_module
from koloda.arena.contest import Contest, Pace, Task, contest
from koloda.arena.journal import Journal
from koloda.arena.playing import play
from koloda.arena.pools import Records, here
from koloda.arena.run import Run
from koloda.arena.statistics import Bounds, Sequential, estimate
from koloda.bots import bot
from koloda.options import OptionError

FIFTEEN = koloda.game("fifteen")


def pair(*bots: str, seed: int = 1, **more: Any) -> Contest:
    return contest(FIFTEEN, bots or ("thumb", "random"), seed, **more)


def shuffled(contest: Contest, tasks: Iterator[Task]) -> Records:
    """A pool whose records come in another order."""
    order = list(tasks)
    Random(8).shuffle(order)
    yield from here(contest, iter(order))


def measured(table: Contest, deals: int, bounds: Bounds | None = None, pool: Any = here) -> Any:
    run = Run(table, deals, Journal(table), bounds)
    run.play(pool)
    return timeless(run.result())


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in result.items() if name != "speed"}


@pytest.mark.parametrize("name", ["rockaway", "two_ten_jack"])
def test_the_difference_is_in_points_and_more_is_better(name: str) -> None:
    game = koloda.game(name, players=3)
    table = contest(game, ["thumb", "random"], 5)
    differences = []
    for deal in range(3):
        total = 0.0
        for rotation in range(3):
            record = play(table, Task(0, deal, rotation))
            own = record["scores"][rotation]
            others = sum(record["scores"]) - own
            total += (own - others / 2) * game.rules.SIGN
        differences.append(total / 3)
    assert {koloda.game("rockaway").rules.SIGN, koloda.game("two_ten_jack").rules.SIGN} == {-1, 1}
    (found,) = measured(table, 3)["tables"][0]["differences"]
    assert (found["a"], found["b"]) == ("thumb", "random")
    told = {name: found[name] for name in ("n", "mean", "ci95", "sd")}
    assert told == estimate(differences).to_json()


def test_the_better_bot_wins() -> None:
    result = measured(pair(), 80)
    (found,) = result["tables"][0]["differences"]
    assert found["mean"] - found["ci95"] > 0
    assert [item["bot"] for item in result["ratings"]] == ["thumb", "random"]


def test_twice_the_same_bot_is_exactly_even() -> None:
    result = measured(pair("thumb", "thumb"), 25, Bounds(0, 1))
    (table,) = result["tables"]
    assert (table["differences"][0]["mean"], table["differences"][0]["ci95"]) == (0, 0)
    assert table["sprt"]["decision"] == "h0"


def test_the_same_seed_gives_the_same_figures() -> None:
    assert measured(pair(), 10) == measured(pair(), 10)
    assert measured(pair(), 10) != measured(pair(seed=2), 10)


def test_the_order_of_the_records_does_not_matter() -> None:
    table = pair("thumb", "random", "novice", cross=True)
    assert measured(table, 12) == measured(table, 12, pool=shuffled)
    bounds = Bounds(0, 1, 0.2, 0.2)
    assert measured(table, 60, bounds) == measured(table, 60, bounds, pool=shuffled)


def test_the_sequential_test_stops_the_run() -> None:
    table = pair()
    journal = Journal(table)
    run = Run(table, 5000, journal, Bounds(-1, 0.2))
    run.play()
    assert run.done
    test = run.tallies[0].test
    assert test is not None
    assert test.decision == "h1"
    assert len(journal.records) == 2 * test.n < 1000
    by_hand = Sequential(Bounds(-1, 0.2))
    for gains in run.tallies[0].gains:
        by_hand.add(gains[0] - gains[1])
    assert by_hand.to_json() == run.result()["tables"][0]["sprt"]


def test_an_undecided_test_says_so() -> None:
    assert measured(pair(), 5, Bounds(0, 0.01))["tables"][0]["sprt"]["decision"] == "open"


def test_a_run_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    table = pair()

    def cut(contest: Contest, tasks: Iterator[Task]) -> Records:
        yield from here(contest, islice(tasks, 7))
        raise KeyboardInterrupt

    whole = measured(table, 10)
    path = tmp_path / "run.jsonl"
    for n in (7, 14):
        with Journal(table, path) as journal:
            run = Run(table, 10, journal)
            with pytest.raises(KeyboardInterrupt):
                run.play(cut)
            assert len(journal.records) == n
            assert run.result()["tables"][0]["deals"] == n // 2
    with Journal(table, path) as journal:
        run = Run(table, 10, journal)
        run.play()
        assert timeless(run.result()) == whole
        assert len(journal.records) == 20
    with Journal(table, path) as journal:  # all there: nothing is played, and fewer can be asked
        assert Run(table, 10, journal).done
        assert timeless(Run(table, 6, journal).result()) == measured(table, 6)


def test_cross_play_fills_the_matrix() -> None:
    result = measured(pair("thumb", "random", "novice", cross=True), 8)
    matrix = result["matrix"]
    assert [matrix[i][i] for i in range(3)] == [None] * 3
    for i, j in ((0, 1), (0, 2), (1, 2)):
        assert matrix[i][j]["mean"] == -matrix[j][i]["mean"]
        assert matrix[i][j]["ci95"] == matrix[j][i]["ci95"]
    alone = measured(pair("thumb", "novice"), 8)
    assert alone["matrix"][0][1] == matrix[0][2]


def test_one_among_many_is_measured_both_ways() -> None:
    game = koloda.game("two_ten_jack", players=3)
    result = measured(contest(game, ["thumb", "random"], cross=True), 2)
    first, second = (table["differences"][0]["mean"] for table in result["tables"])
    assert result["matrix"][0][1]["mean"] == first
    assert result["matrix"][1][0]["mean"] == second
    assert first != -second


def test_more_than_two_at_one_table_are_all_compared() -> None:
    game = koloda.game("two_ten_jack", players=3)
    (table,) = measured(contest(game, ["thumb", "random", "novice"]), 3)["tables"]
    means = {(pair["a"], pair["b"]): pair["mean"] for pair in table["differences"]}
    assert means["thumb", "random"] + means["random", "novice"] == pytest.approx(
        means["thumb", "novice"], abs=2e-6
    )


def test_with_time_for_budget_every_bot_has_thought_before_time_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paces: list[Pace] = []

    def player(pace: Pace, level: str) -> Any:
        paces.append(pace)
        return bot(level)

    monkeypatch.setattr(Pace, "player", player)
    table = pair("thumb", "random", "novice", cross=True, pace=Pace(ms=40))
    paces.clear()
    for table_number in range(2):
        play(table, Task(table_number, 0, 0))
    warm, timed = Pace(ms=1), Pace(ms=40)
    assert paces == [warm] * 6 + [timed] * 4


def test_what_a_run_refuses() -> None:
    table = pair()
    with pytest.raises(OptionError) as caught:
        Run(table, 0, Journal(table))
    assert caught.value.code == "deals"
    many = contest(koloda.game("rockaway", players=3), ["thumb", "random", "novice"])
    with pytest.raises(OptionError) as caught:
        Run(many, 1, Journal(many), Bounds(0, 1))
    assert caught.value.code == "arena_sprt_bots"


def test_ratings_follow_the_results_and_need_openskill(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = [{0: 1.0, 1: -1.0, 2: 0.0}] * 30
    found = ratings_module.ratings(["a", "b", "c"], [deals])
    assert found is not None
    assert [item["bot"] for item in found] == ["a", "c", "b"]
    even = ratings_module.ratings(["a", "b"], [[{0: 2.0, 1: 2.0}] * 5])
    assert even is not None
    assert even[0]["mu"] == pytest.approx(even[1]["mu"])
    monkeypatch.setattr(ratings_module, "find_spec", lambda name: None)
    assert ratings_module.ratings(["a", "b", "c"], [deals]) is None


def test_progress_tells_how_much_there_is_before_anything_is_played() -> None:
    table, told = pair(), []
    Run(table, 3, Journal(table)).play(here, lambda done, most: told.append((done, most)))
    assert told == [(done, 6) for done in range(7)]
