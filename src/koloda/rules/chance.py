"""Chance as the rules use it: a generator in the state, shuffling, the stock.

All of it is (both), and deterministic: seeds come from outside. The arithmetic stays below 2**63
so that it gives the same numbers interpreted and compiled.
"""

from __future__ import annotations

from koloda.cards import NO_CARD
from koloda.rules.contract import Ints, State

_M63 = (1 << 63) - 1


def mul63(a: int, b: int, c: int) -> int:
    """(a * b + c) mod 2**63. The only multiplication that may overflow in rules code."""
    return (a * b + c) & _M63


def seed_rng(s: State, seed: int) -> None:
    """Set the state's generator from a seed, 0 <= seed < 2**63."""
    x = mul63(seed, 3935559000370003845, 3935559000370003845)
    x ^= x >> 32
    x = mul63(x, 2685821657736338717, 0)
    s.rng = x ^ (x >> 29)


def below(s: State, n: int) -> int:
    """A uniform int in 0..n-1 (n < 2**31) from the state's generator."""
    x = mul63(s.rng, 6364136223846793005, 1442695040888963407)
    s.rng = x
    return ((x >> 31) * n) >> 32


def shuffle(s: State, items: Ints, start: int, stop: int) -> None:
    """Put ``items[start:stop]`` in random order."""
    for i in range(stop - 1, start, -1):
        j = start + below(s, i - start + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


def take(s: State) -> int:
    """Take the top card of the stock. The stock must not be empty."""
    card = s.pack[s.next]
    s.pack[s.next] = NO_CARD
    s.next += 1
    return card


def next_seat(s: State, seat: int) -> int:
    """The seat that follows clockwise."""
    return seat + 1 if seat + 1 < s.players else 0
