"""Flat Monte Carlo: every candidate in the same worlds; generic code, bound to a game."""

from __future__ import annotations

from collections.abc import Sequence

from koloda.bots.generic_stakes import gain
from koloda.bots.generic_worlds import pick_world, play_out
from koloda.rules.contract import Ints, State
from koloda.rules.generic import apply, copy_state


def compare(
    root: State,
    seat: int,
    sign: int,
    stakes: Ints,
    acts: Ints,
    n: int,
    gains: Ints,
    width: int,
    first: int,
    budget: int,
    spent: Ints,
    seed: int,
    worlds: Sequence[State],
    soft: int,
    w: State,
    s: State,
    buffer: Ints,
) -> int:
    """Try the first n acts in worlds number ``first`` and on, until ``budget`` acts or ``width``
    worlds are done; returns the number of worlds. ``gains[c * width + world]`` gets the seat's
    gain with act c, ``spent[0]`` the acts applied.

    A world has the same chance for all acts, and the same number the same world.
    """
    spent[0] = 0
    world = first
    while world < width and (spent[0] < budget or world == first):
        pick_world(w, root, seat, seed, world, worlds)
        for c in range(n):
            copy_state(s, w)
            apply(s, acts[c])
            spent[0] += 1 + play_out(s, buffer, soft)
            gains[c * width + world] = gain(s, seat, sign, stakes)
        world += 1
    return world


def moments(gains: Ints, one: int, other: int, n: int, out: Ints) -> None:
    """Of n gains from ``one`` and from ``other`` on: the sum of the first, of its squares, and
    of the differences and their squares."""
    for k in range(4):
        out[k] = 0
    for i in range(n):
        gained = gains[one + i]
        more = gained - gains[other + i]
        out[0] += gained
        out[1] += gained * gained
        out[2] += more
        out[3] += more * more
