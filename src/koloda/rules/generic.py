"""The contract's functions as names that code generic over games can call.

A function that calls these does nothing by itself: ``koloda.fast.bind`` makes a copy of it in
which they are the functions of one game, interpreted or compiled.
"""

from __future__ import annotations

from koloda.rules.contract import Ints, State


class Unbound(RuntimeError):
    """Generic code was called without having been bound to a game."""


def start(s: State) -> None:
    """See ``Rules.start``."""
    raise Unbound("start")


def legal(s: State, out: Ints) -> int:
    """See ``Rules.legal``."""
    raise Unbound("legal")


def apply(s: State, action: int) -> None:
    """See ``Rules.apply``."""
    raise Unbound("apply")


def redeal(s: State, seat: int) -> None:
    """See ``Rules.redeal``."""
    raise Unbound("redeal")


def score(s: State, seat: int) -> int:
    """See ``Rules.score``."""
    raise Unbound("score")


def copy_state(target: State, source: State) -> None:
    """Make ``target`` equal to ``source``; both are states of one game."""
    for name, value in source.__dict__.items():
        target.__dict__[name] = value[:] if type(value) is list else value
