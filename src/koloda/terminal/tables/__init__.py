"""How each game's table is drawn: one file a game, named by the game's id.

A table view is a module with one function ``lines(seen, look) -> list[str]``: what a seat sees
(``Deal.observe``) as lines for the terminal. It gets nothing else, and knows no rules; the hand,
    the legal moves and the log are drawn by the session.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

from koloda.terminal.look import Look


class Table(Protocol):
    """The one thing a view module must have.

    It may also have ``shorthand(words, seen) -> str | None``: a move that people can type the
    way this table is drawn, from its words as records spell them.
    """

    def lines(self, seen: dict[str, Any], look: Look) -> list[str]: ...


def table_of(game: str) -> Table:
    """The view of a game. Raises ModuleNotFoundError: every game on the shelf must have one."""
    view: Table = import_module(f"koloda.terminal.tables.{game}")
    return view
