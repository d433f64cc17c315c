"""What a bot is: it gets a ``View`` and a seed, and answers with one legal action.

A view holds nothing its seat may not know, so a bot has no way to cheat. The same view and seed
give the same answer.
"""

from __future__ import annotations

from typing import Protocol

from koloda.deal import Action, View


class Bot(Protocol):
    """Any player that is a program."""

    @property
    def level(self) -> str:
        """The name it is chosen by: ``random``, ``thumb``."""

    def choose(self, view: View, seed: int) -> Action:
        """One of ``view.legal_actions()``; the view is on turn. ``seed`` is the only chance."""
