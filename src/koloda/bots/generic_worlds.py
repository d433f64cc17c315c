"""Worlds a seat can't tell apart, and a deal played out in one: generic code, bound to a game.

Either each playout gets a world of its own, or worlds are kept beforehand and shared out. Where
something is inferred from the others' acts, a walk leads from world to world: two cards the seat
can't see change places, and the walk goes along or not as the others' acts become more or less
likely (Metropolis). So it is in each world as often as that world deserves; every few steps the
world of the moment is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from koloda.bots.inference import ILLEGAL, IMPOSSIBLE
from koloda.bots.stubs import owner, policy, surprise
from koloda.cards import NO_CARD, bit
from koloda.rules.chance import below, mul63, seed_rng, shuffle
from koloda.rules.contract import Ints, State
from koloda.rules.generic import apply, copy_state, legal, redeal

STEPS = 4
"""Steps of a walk between two worlds that are kept."""
OTHERS, HIDDEN, NOW, WALK = range(4)
"""What a walk is counted by: how many slots of the pack the others' cards came from, how many with
those of the stock, and how little the world of the moment fits."""


class Hands(State):
    """A state whose hands are sets of cards, as a walk needs them."""

    hand: Ints


def draw_world(w: State, root: State, seat: int, seed: int, number: int) -> None:
    """Make ``w`` a world consistent with what the seat knows in ``root``.

    It depends on what the seat knows, the seed and its number alone.
    """
    copy_state(w, root)
    seed_rng(w, mul63(seed, 6364136223846793005, number))
    redeal(w, seat)


def set_out(
    w: State, root: State, seat: int, seed: int, walk: Ints, came: Ints, slots: Ints, s: State
) -> None:
    """Begin a walk in some world, ``w``: ``came`` gets the cards by slot, ``slots`` the numbers of
    those that can change, the others' first. ``s`` is overwritten."""
    draw_world(w, root, seat, seed, 0)
    for slot in range(w.size):
        came[slot] = NO_CARD
    copy_state(s, w)
    walk[NOW] = surprise(s, seat, came, IMPOSSIBLE)
    n = 0
    for slot in range(w.next):
        if came[slot] != NO_CARD:
            slots[n] = slot
            n += 1
    walk[OTHERS] = n
    for slot in range(w.next, w.size):
        came[slot] = w.pack[slot]
        slots[n] = slot
        n += 1
    walk[HIDDEN] = n


def go_on(
    w: Hands,
    root: State,
    seat: int,
    seed: int,
    walk: Ints,
    came: Ints,
    slots: Ints,
    worlds: Sequence[State],
    first: int,
    last: int,
    s: State,
) -> None:
    """Walk on and keep worlds number ``first`` to ``last`` - 1; none of numbers below 0.

    Where nothing tells anything, or the walk has not yet come to what is allowed, any world.
    """
    for k in range(first, last):
        for _ in range(STEPS if walk[OTHERS] > 0 else 0):
            _step(w, seat, walk, came, slots, s)
        if k >= 0 and walk[OTHERS] > 0 and walk[NOW] < ILLEGAL:
            copy_state(worlds[k], w)
        elif k >= 0:
            draw_world(worlds[k], root, seat, seed, k + 1)


def _step(w: Hands, seat: int, walk: Ints, came: Ints, slots: Ints, s: State) -> None:
    """Exchange two hidden cards, one of the others', if that is as likely or chance has it."""
    i = slots[below(w, walk[OTHERS])]
    j = slots[below(w, walk[HIDDEN])]
    most = walk[NOW] - int(100 * log((below(w, 1 << 30) + 0.5) / (1 << 30)))
    _exchange(w, came, i, j)
    copy_state(s, w)
    then = surprise(s, seat, came, most)
    if then <= most:
        walk[NOW] = then
    else:
        _exchange(w, came, i, j)


def _exchange(w: Hands, came: Ints, i: int, j: int) -> None:
    """Let the cards of two slots change places, and with them those in hands and stock."""
    one = came[i]
    other = came[j]
    came[i] = other
    came[j] = one
    if j >= w.next:
        w.pack[j] = one
        _replace(w, owner(w, i), one, other)
    elif owner(w, i) != owner(w, j):
        _replace(w, owner(w, i), one, other)
        _replace(w, owner(w, j), other, one)


def _replace(w: Hands, seat: int, old: int, new: int) -> None:
    """Give a seat another card for one, if it still holds that."""
    if w.hand[seat] & bit(old) != 0:
        w.hand[seat] = w.hand[seat] & ~bit(old) | bit(new)


def pick_world(
    w: State, root: State, seat: int, seed: int, number: int, worlds: Sequence[State]
) -> None:
    """The world a playout number ``number`` is played in, with a chance of its own: one of those
    kept with its stock in another order, or if there are none any."""
    if len(worlds) > 0:
        copy_state(w, worlds[number % len(worlds)])
        seed_rng(w, mul63(seed, 3202034522624059733, number))
        shuffle(w, w.pack, w.next, w.size)
    else:
        draw_world(w, root, seat, seed, number)
        seed_rng(w, mul63(seed, 3202034522624059733, number))


def play_out(s: State, buffer: Ints, soft: int) -> int:
    """Play to the end by policy, in ``soft`` of 1000 acts at random; returns the acts done."""
    acts = 0
    while s.over == 0:
        if soft > 0 and below(s, 1000) < soft:
            n = legal(s, buffer)
            apply(s, buffer[below(s, n)])
        else:
            apply(s, policy(s))
        acts += 1
    return acts
