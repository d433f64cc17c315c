"""The page of measured tables."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def load() -> Any:
    spec = importlib.util.spec_from_file_location("bench_page", ROOT / "bench" / "page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


page = load()


def test_a_table_goes_between_its_markers(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    begin, end = "<!-- x: begin -->", "<!-- x: end -->"
    file.write_text(f"head\n{begin}\nold\n{end}\ntail\n", encoding="utf-8")
    page.write("x", "new", file)
    assert file.read_text(encoding="utf-8") == f"head\n{begin}\nnew\n{end}\ntail\n"
    with pytest.raises(ValueError, match="y: begin"):
        page.write("y", "new", file)


@pytest.mark.parametrize("name", page.TABLES)
def test_the_page_has_a_place_for_every_table(name: str) -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert f"<!-- {name}: begin -->" in text
    assert f"<!-- {name}: end -->" in text
