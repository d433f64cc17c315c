"""Worlds a seat can't tell apart, and how a deal ends in one: generic code, bound to a game."""

from __future__ import annotations

from math import log

from koloda.bots.stubs import policy, surprise
from koloda.rules.chance import below, mul63, seed_rng
from koloda.rules.contract import Ints, State
from koloda.rules.generic import apply, copy_state, legal, redeal, score


def draw_world(w: State, root: State, seat: int, seed: int, tries: int, a: State, b: State) -> None:
    """Make ``w`` a world consistent with what the seat knows in ``root``, drawn from ``seed``.

    Of ``tries`` worlds one is drawn, each as likely as the others' acts were in it; ``a`` and
    ``b`` are overwritten. It depends on what the seat knows and the seed alone.
    """
    if tries < 2:
        copy_state(w, root)
        seed_rng(w, seed)
        redeal(w, seat)
        return
    best = 0.0
    for k in range(tries):
        copy_state(a, root)
        seed_rng(a, mul63(seed, 2862933555777941757, k))
        redeal(a, seat)
        copy_state(b, a)
        fit = -0.01 * surprise(b, seat)
        # The largest of weight (as a logarithm) plus Gumbel noise is a draw by the weights.
        fit -= log(-log((below(a, 1 << 30) + 0.5) / (1 << 30)))
        if k == 0 or fit > best:
            best = fit
            copy_state(w, a)


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


def gain(s: State, seat: int, sign: int) -> int:
    """The seat's result against the mean of the others, times (players - 1)."""
    total = s.players * score(s, seat)
    for p in range(s.players):
        total -= score(s, p)
    return sign * total
