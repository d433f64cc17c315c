"""The bench of a house measures one that runs."""

from __future__ import annotations

from koloda.bench.server import COLUMNS, Case, measure, quantile, table


def test_a_house_is_measured_under_clients() -> None:
    row = measure(Case(2), 0.3)
    assert row["commands_per_second"] > 0
    assert row["moves_per_second"] >= row["commands_per_second"]
    assert 0 < row["p50_ms"] <= row["p99_ms"]
    told = table([row]).splitlines()
    assert len(told) == 3
    assert {line.count("|") for line in told} == {len(COLUMNS) + 1}


def test_a_quantile_is_the_limit_of_its_bucket() -> None:
    assert quantile({0.1: 90, 0.5: 99, 1.0: 100}, 0.99) == 0.5
    assert quantile({0.1: 90, 0.5: 98, 1.0: 100}, 0.99) == 1.0
