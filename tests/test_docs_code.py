"""Programs printed in the documents run and print what is said of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

BOTS = Path(__file__).parents[1] / "docs" / "bots.md"


def test_the_bot_of_your_own_plays_as_told(capsys: pytest.CaptureFixture[str]) -> None:
    section = BOTS.read_text(encoding="utf-8").partition("## A bot of your own")[2]
    code, _, told = section.partition("```python\n")[2].partition("```")
    exec(compile(code, str(BOTS), "exec"), {})
    found = re.match(r"\s*It prints ([^:]+):", told)
    assert found is not None
    assert capsys.readouterr().out.strip() == found[1]
