"""Intervals and the sequential test."""

from __future__ import annotations

from math import inf, log, sqrt
from random import Random
from statistics import fmean

import pytest
from scipy import stats

from koloda.arena.statistics import LEAST, Bounds, Sequential, estimate, t95
from koloda.options import OptionError


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 6, 8, 12, 30, 100, 5000])
def test_t95_is_students_quantile(freedom: int) -> None:
    assert t95(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=0.01)


def test_an_estimate_is_the_t_interval_of_the_textbook() -> None:
    values = [3.0, -1.0, 4.0, 1.5, 5.0, -9.0]
    found = estimate(values)
    assert found.mean == pytest.approx(fmean(values))
    assert found.ci95 is not None
    low, high = stats.t.interval(0.95, 5, loc=fmean(values), scale=stats.sem(values))
    assert found.mean - found.ci95 == pytest.approx(low, abs=0.01)
    assert found.mean + found.ci95 == pytest.approx(high, abs=0.01)


def test_too_few_values_have_no_interval() -> None:
    assert estimate([2.0]).to_json() == {"n": 1, "mean": 2.0, "ci95": None, "sd": None}
    assert estimate([]).to_json() == {"n": 0, "mean": None, "ci95": None, "sd": None}


def test_intervals_hold_the_truth_nineteen_times_in_twenty() -> None:
    random = Random(5)
    runs = 2000
    hits = 0
    for _ in range(runs):
        found = estimate([random.gauss(1.5, 4) for _ in range(8)])
        assert found.ci95 is not None
        hits += abs(found.mean - 1.5) <= found.ci95
    assert hits / runs == pytest.approx(0.95, abs=4 * sqrt(0.95 * 0.05 / runs))


@pytest.mark.parametrize(
    "text",
    ["", "1", "1,0", "1,1", "0,1,0.05", "0,1,0,0.05", "0,1,0.05,0.5", "a,b", "nan,1", "0,inf"],
)
def test_bounds_that_can_not_be(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        Bounds.parse(text)
    assert caught.value.code == "arena_sprt"


def test_bounds_are_walds() -> None:
    bounds = Bounds.parse("-0.5,2,0.01,0.1")
    assert (bounds.low, bounds.high) == (-0.5, 2)
    assert bounds.limits == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


def test_the_ratio_is_that_of_two_normal_fits() -> None:
    random = Random(1)
    values = [random.gauss(0.6, 3) for _ in range(LEAST - 1)]
    test = Sequential(Bounds(0, 1))
    for value in values:
        test.add(value)
    likelihoods = []
    for mean in (0, 1):
        spread = sqrt(fmean((value - mean) ** 2 for value in values))
        likelihoods.append(sum(stats.norm.logpdf(value, mean, spread) for value in values))
    assert test.ratio == pytest.approx(likelihoods[1] - likelihoods[0])
    assert (test.n, test.decision) == (LEAST - 1, "open")


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "h1"), (1.0, "h0")])
def test_errors_are_as_rare_as_promised(truth: float, wrong: str) -> None:
    random = Random(11)
    runs, errors, looked = 300, 0, 0
    for _ in range(runs):
        test = Sequential(Bounds(0, 1))
        while test.decision == "open":
            test.add(random.gauss(truth, 4))
        errors += test.decision == wrong
        looked += test.n
    assert errors / runs <= 0.05 + 3 * sqrt(0.05 * 0.95 / runs)
    fixed = (2 * 1.645 * 4) ** 2  # deals for the same errors without looking in between
    assert looked / runs < 0.8 * fixed


def test_the_first_decision_stands() -> None:
    test = Sequential(Bounds(0, 1))
    for k in range(200):
        test.add(5.0 + k % 2)
    assert (test.decision, test.n) == ("h1", LEAST)
    for _ in range(500):
        test.add(-50.0)
    assert (test.decision, test.n) == ("h1", LEAST)


@pytest.mark.parametrize(("value", "decision", "ratio"), [(0.0, "h0", -inf), (1.0, "h1", inf)])
def test_results_without_any_spread_are_decided(value: float, decision: str, ratio: float) -> None:
    test = Sequential(Bounds(0, 1))
    for _ in range(LEAST):
        test.add(value)
    assert (test.decision, test.ratio) == (decision, ratio)
    assert test.to_json()["ratio"] is None
