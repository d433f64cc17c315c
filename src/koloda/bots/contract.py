"""What a bot is: it gets a ``View`` and a seed, and answers with one legal action.

A view holds nothing its seat may not know, so a bot has no way to cheat. The same view and seed
give the same answer.
"""

from __future__ import annotations

import hashlib
from typing import Protocol

from koloda.deal import Action, View


class Bot(Protocol):
    """Any player that is a program."""

    @property
    def level(self) -> str:
        """The name it is chosen by: ``random``, ``thumb``."""

    def choose(self, view: View, seed: int) -> Action:
        """One of ``view.legal_actions()``; the view is on turn. ``seed`` is the only chance."""


def decision_seed(match_seed: bytes | int, deal: int, move: int, seat: int) -> int:
    """The seed of one decision: a uniform int below 2**63 fixed by its place in the match.

    ``match_seed`` is the shuffle's server seed or a number, ``deal`` the deal's number, ``move``
    how many acts the deal has seen. Nothing about the cards can be learnt from it.
    """
    text = f"koloda-bot:{deal}:{move}:{seat}:".encode()
    secret = match_seed if isinstance(match_seed, bytes) else str(match_seed).encode()
    return int.from_bytes(hashlib.sha256(text + secret).digest()[:8], "big") >> 1
