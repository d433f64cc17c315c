"""Which acts are worth a search: every legal one, where there are not too many."""

from __future__ import annotations

from koloda.bots.stubs import policy
from koloda.rules.contract import Ints, State
from koloda.rules.generic import legal

MAX = 64
"""At most so many candidates."""


def candidates(s: State, spare: State, buffer: Ints, out: Ints) -> int:
    """See ``stubs.candidates``."""
    out[0] = policy(s)
    n = 1
    for i in range(legal(s, buffer)):
        if buffer[i] != out[0] and n < MAX:
            out[n] = buffer[i]
            n += 1
    return n
