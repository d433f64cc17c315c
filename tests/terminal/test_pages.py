"""Clauses are found in the rules pages, in both languages."""

from __future__ import annotations

import pytest

from koloda.deal import games
from koloda.locales import LANGUAGES
from koloda.terminal import pages


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_every_clause_that_an_option_cites_can_be_read(game: str, lang: str) -> None:
    import koloda

    for option in koloda.game(game).rules.OPTIONS:
        text = pages.clause(game, lang, option.clause)
        assert text, option.clause
        assert option.clause in text
        assert "**" not in text
        assert "`" not in text


def test_a_clause_ends_where_the_next_begins() -> None:
    text = pages.clause("fifteen", "en", "f-2")
    assert text is not None
    assert "F-3" not in text


@pytest.mark.parametrize(
    ("game", "lang", "clause"),
    [("fifteen", "en", "F-99"), ("no_game", "en", "F-1"), ("fifteen", "xx", "F-1")],
)
def test_what_is_not_there(game: str, lang: str, clause: str) -> None:
    assert pages.clause(game, lang, clause) is None


def test_a_page_as_plain_text() -> None:
    lines = ["# Title", "", "Some *words*", "and `more`.", "- **A-1 One.** Text", "  goes on"]
    assert pages.plain(lines) == [
        "TITLE",
        "",
        "Some *words* and more.",
        "• A-1 One. Text goes on",
    ]


def test_a_table_as_plain_text() -> None:
    lines = ["| option | values |", "|---|---|", "| `pack` | `52`, `36` |", "", "After."]
    assert pages.plain(lines) == ["option  values", "pack    52, 36", "", "After."]
