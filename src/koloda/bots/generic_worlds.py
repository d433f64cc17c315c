"""Worlds a seat can't tell apart, and a deal played out in one: generic code, bound to a game."""

from __future__ import annotations

from math import exp

from koloda.bots.stubs import policy, surprise
from koloda.rules.chance import below, mul63, seed_rng, shuffle
from koloda.rules.contract import Ints, State
from koloda.rules.generic import apply, copy_state, legal, redeal

SPREAD = 25
ENOUGH = 60
"""One world in SPREAD at least counts, and ENOUGH in all, however unlikely the others seem."""


def draw_world(w: State, root: State, seat: int, seed: int, number: int) -> None:
    """Make ``w`` a world consistent with what the seat knows in ``root``.

    It depends on what the seat knows, the seed and its number alone.
    """
    copy_state(w, root)
    seed_rng(w, mul63(seed, 6364136223846793005, number))
    redeal(w, seat)


def weigh(
    root: State, seat: int, seed: int, n: int, picks: Ints, surprises: Ints, w: State
) -> None:
    """Choose worlds among numbers 0..n-1, each as likely as the others' acts are in it: fill
    ``picks`` with their numbers. ``surprises`` (n long) and ``w`` are overwritten.

    Weights are flattened until they rest on enough worlds (``_scale``).
    """
    least = 0
    for k in range(n):
        draw_world(w, root, seat, seed, k)
        surprises[k] = surprise(w, seat)
        if k == 0 or surprises[k] < least:
            least = surprises[k]
    for k in range(n):
        surprises[k] -= least
    scale = _scale(surprises, n)
    total = 0.0
    for k in range(n):
        total += exp(scale * surprises[k])
    m = len(picks)
    seed_rng(w, mul63(seed, 2862933555777941757, n))
    step = total / m
    reach = step * (below(w, 1 << 30) + 0.5) / (1 << 30)  # systematic resampling
    passed = 0.0
    k = -1
    for i in range(m):
        while k < n - 1 and passed < reach:
            k += 1
            passed += exp(scale * surprises[k])
        picks[i] = max(k, 0)
        reach += step
    shuffle(w, picks, 0, m)


def _scale(surprises: Ints, n: int) -> float:
    """What turns surprises into logarithms of weights: at most a hundredth, less where too
    few worlds would count."""
    enough = max(n / SPREAD, min(ENOUGH, n / 2))
    scale = -0.01
    while scale < -0.001:
        total = 0.0
        squares = 0.0
        for k in range(n):
            weight = exp(scale * surprises[k])
            total += weight
            squares += weight * weight
        if total * total >= squares * enough:
            break
        scale *= 0.8
    return scale


def pick_world(w: State, root: State, seat: int, seed: int, number: int, picks: Ints) -> None:
    """The world a playout number ``number`` is played in, with a chance of its own; with no
    picks all worlds are alike."""
    chosen = picks[number % len(picks)] if len(picks) > 0 else number
    draw_world(w, root, seat, seed, chosen)
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
