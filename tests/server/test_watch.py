"""What the house writes down."""

from __future__ import annotations

import io
import json

from koloda.server.watch import make_logger


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_are_json_and_hold_known_fields_only() -> None:
    out = io.StringIO()
    make_logger(out).info("opened", seconds=3, hand="AsKs")
    line = json.loads(out.getvalue())
    assert (line["event"], line["level"], line["seconds"]) == ("opened", "info", 3)
    assert "hand" not in line


def test_on_a_terminal_people_are_told_what_they_should_know() -> None:
    out = Terminal()
    log = make_logger(out)
    log.info("opened", seconds=3)
    assert out.getvalue() == ""
    log.warning("bot late", table="t1", hand="AsKs")
    assert "bot late" in out.getvalue()
    assert "t1" in out.getvalue()
    assert "AsKs" not in out.getvalue()
    assert not out.getvalue().startswith("{")
