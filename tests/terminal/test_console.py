"""Lines in and out: width, paging, encodings, the end of input."""

from __future__ import annotations

from io import BytesIO, StringIO, TextIOWrapper

import pytest

from koloda.terminal.console import LONGEST, Console, has_suits
from koloda.terminal.look import width_of


def test_lines_fit_the_width() -> None:
    writer = StringIO()
    Console(StringIO(), writer, 30).say("word " * 40, 4)
    assert max(map(width_of, writer.getvalue().splitlines())) <= 30


def test_the_end_of_input_is_an_error() -> None:
    console = Console(StringIO(" a \n"), StringIO())
    assert console.ask(">") == "a"
    with pytest.raises(EOFError):
        console.ask(">")


def test_a_long_line_is_cut() -> None:
    assert len(Console(StringIO("x" * 10_000), StringIO()).ask(">")) == LONGEST


def test_bytes_that_are_no_text_are_no_crash() -> None:
    reader = TextIOWrapper(BytesIO(b"\xff\xfe\n6h\n"), encoding="utf-8")
    console = Console(reader, StringIO())
    assert "\ufffd" in console.ask(">")
    assert console.ask(">") == "6h"


def test_pages_stop_and_can_be_left() -> None:
    writer = StringIO()
    Console(StringIO("\nq\n"), writer, 80, 12).page(map(str, range(100)), "more")
    shown = writer.getvalue().splitlines()
    assert "19" in shown
    assert "20" not in shown


@pytest.mark.parametrize(("typed", "then"), [("q", "hint"), ("Й", "hint"), ("rules", "rules")])
def test_a_command_typed_at_a_page_is_not_lost(typed: str, then: str) -> None:
    writer = StringIO()
    console = Console(StringIO(f"{typed}\nhint\n"), writer, 80, 12)
    console.page(map(str, range(100)), "more")
    assert console.ask("move >") == then
    assert "move >" in writer.getvalue()
    assert "10\n" not in writer.getvalue()


def test_later_lines_of_a_list_stand_under_its_first_word() -> None:
    writer = StringIO()
    Console(StringIO(), writer, 20).page(["• " + "word " * 6], "more")
    assert writer.getvalue().splitlines()[1].startswith("  word")


def test_without_a_height_everything_is_shown() -> None:
    writer = StringIO()
    Console(StringIO(), writer).page(map(str, range(100)), "more")
    assert "99" in writer.getvalue()
    assert "more" not in writer.getvalue()


def test_what_the_encoding_lacks_is_replaced() -> None:
    raw = BytesIO()
    writer = TextIOWrapper(raw, encoding="ascii")
    Console(StringIO(), writer).say("Ваш ход ♠")
    writer.flush()
    assert raw.getvalue() == b"??? ??? ?\n"
    assert not has_suits(writer)
    assert has_suits(StringIO())


def test_letters_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOLODA_ASCII", "1")
    assert not has_suits(StringIO())
