"""What a bot is: it gets a ``View`` and a seed, and answers with one legal action.

A view holds nothing its seat may not know, so a bot has no way to cheat. The same view and seed
give the same answer.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Protocol

from koloda.deal import Action, View
from koloda.options import OptionError


class Bot(Protocol):
    """Any player that is a program."""

    @property
    def level(self) -> str:
        """The name it is chosen by: ``random``, ``thumb``, ``master``."""

    def choose(self, view: View, seed: int) -> Action:
        """One of ``view.legal_actions()``; the view is on turn. ``seed`` is the only chance."""


@dataclass(frozen=True)
class Budget:
    """How much a decision may cost: acts applied in search, and seconds as a guard.

    The same nodes and seed give the same move as long as the guard does not step in; None is no
    guard. The clock starts when the game is compiled. Raises OptionError ``budget``
    where either is not positive.
    """

    nodes: int
    seconds: float | None = 1.0

    def __post_init__(self) -> None:
        if self.nodes < 1 or (self.seconds is not None and not self.seconds > 0):
            raise OptionError("budget", nodes=self.nodes, seconds=self.seconds)


@dataclass(frozen=True)
class Judged:
    """What an act is worth by a search: the seat's result of the deal against the mean of the
    others in points, more is better, with its standard error (0: proved) from ``samples``
    playouts. Near the end of a match it is what that does to the match, in points that would do
    as much at an even score (``koloda.bots.stakes``)."""

    action: Action
    mean: float
    error: float
    samples: int


@dataclass(frozen=True)
class Decision:
    """An act chosen, and why.

    ``method`` is ``only`` (nothing else is legal), ``thumb``, ``flat``, ``tree`` or ``exact``;
    ``nodes`` the acts applied in search; ``candidates`` the acts looked at, best first.
    """

    action: Action
    method: str
    nodes: int = 0
    candidates: tuple[Judged, ...] = ()


def decision_seed(match_seed: bytes | int, deal: int, move: int, seat: int) -> int:
    """The seed of one decision: a uniform int below 2**63 fixed by its place in the match.

    ``match_seed`` is the shuffle's server seed or a number, ``deal`` the deal's number, ``move``
    how many acts the deal has seen. Nothing about the cards can be learnt from it.
    """
    text = f"koloda-bot:{deal}:{move}:{seat}:".encode()
    secret = match_seed if isinstance(match_seed, bytes) else str(match_seed).encode()
    return int.from_bytes(hashlib.sha256(text + secret).digest()[:8], "big") >> 1
