"""The picture is well-formed and true to scale."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from koloda.arena.picture import Bar, svg, ticks

SVG = "{http://www.w3.org/2000/svg}"


def test_marks_are_round_and_span_the_range() -> None:
    for low, high in ((0, 1), (-3.2, 17), (0, 0.004), (-250, 900), (-9.99, 0)):
        marks = ticks(low, high)
        assert marks[0] <= low
        assert marks[-1] >= high
        assert 4 <= len(marks) <= 12
        steps = {round((b - a) / (marks[1] - marks[0]), 6) for a, b in pairwise(marks)}
        assert steps == {1.0}


def test_rows_stand_where_their_figures_say() -> None:
    bars = [Bar("a – b", 2.0, 1.0), Bar("a – c", -2.0, 0.5), Bar("b – c", 0.0, None)]
    root = ElementTree.fromstring(svg("Title", "points", bars))
    dots = [float(dot.attrib["cx"]) for dot in root.iter(f"{SVG}circle")]
    assert dots[0] - dots[2] == pytest.approx(dots[2] - dots[1], abs=0.2)
    spans = [p.attrib["d"] for p in root.iter(f"{SVG}path") if "H" in p.attrib["d"]]
    start, end = spans[0].removeprefix("M").split("H")
    unit = (dots[0] - dots[2]) / 2
    assert float(end) - float(start.split()[0]) == pytest.approx(2 * unit, abs=0.2)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"Title", "points", "a – b", "+2.00 ± 1.00", "+0.00"} <= set(texts)


def test_names_can_not_break_the_picture() -> None:
    root = ElementTree.fromstring(svg("<&>", "'\"", [Bar("<b>", 0.0, 0.0)]))
    assert root.find(f"{SVG}title").text == "<&>"  # type: ignore[union-attr]


def test_nothing_measured_is_still_a_picture() -> None:
    assert ElementTree.fromstring(svg("Title", "points", [])).tag == f"{SVG}svg"
