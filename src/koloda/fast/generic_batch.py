"""Many deals at once, side by side: generic code, run through ``koloda.fast.bind`` only.

``states`` and ``bank`` are arrays of records where compiled, lists of plain states where not; a
deal that is over has no legal act, and is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from koloda.rules.chance import below, mul63, seed_rng, shuffle
from koloda.rules.contract import Ints, State
from koloda.rules.generic import apply, copy_state, legal, score, start


def lay_out(states: Sequence[State], bank: Sequence[State], i: int, seed: int, number: int) -> None:
    """Lay out deal ``number`` in slot i, as ``random_deals`` does."""
    s = states[i]
    copy_state(s, bank[number % len(bank)])
    seed_rng(s, mul63(seed, 1000003, number))
    shuffle(s, s.pack, 0, s.size)
    start(s)


def renew(
    states: Sequence[State], bank: Sequence[State], numbers: Ints, seed: int, number: int
) -> int:
    """Lay out new deals where one is over, counted from ``number``; returns the next number."""
    for i in range(len(states)):
        if states[i].over != 0:
            lay_out(states, bank, i, seed, number)
            numbers[i] = number
            number += 1
    return number


def count(states: Sequence[State], scratch: Ints, first: int, last: int, counts: Ints) -> None:
    """How many acts are legal in each of the slots first..last-1."""
    for i in range(first, last):
        counts[i - first] = 0
        if states[i].over == 0:
            counts[i - first] = legal(states[i], scratch)


def list_legal(states: Sequence[State], scratch: Ints, first: int, last: int, codes: Ints) -> int:
    """The legal acts of slots first..last-1, one slot after another; returns how many."""
    at = 0
    for i in range(first, last):
        if states[i].over == 0:
            n = legal(states[i], scratch)
            for k in range(n):
                codes[at + k] = scratch[k]
            at += n
    return at


def check_codes(states: Sequence[State], slots: Ints, scratch: Ints, codes: Ints) -> int:
    """The place of the first slot whose act is not legal, -1 if there is none."""
    for j in range(len(slots)):
        s = states[int(slots[j])]
        if s.over == 0:
            n = legal(s, scratch)
            code = int(codes[j])
            k = 0
            while k < n and scratch[k] != code:
                k += 1
            if k == n:
                return j
    return -1


def choose(states: Sequence[State], scratch: Ints, choices: Ints, codes: Ints) -> int:
    """Turn places in the list of legal acts into acts; returns the first slot whose list is not
    so long, -1 if there is none."""
    for i in range(len(states)):
        codes[i] = 0
        if states[i].over == 0:
            n = legal(states[i], scratch)
            if choices[i] < 0 or choices[i] >= n:
                return i
            codes[i] = scratch[int(choices[i])]
    return -1


def choose_random(states: Sequence[State], scratch: Ints, codes: Ints) -> None:
    """One of the legal acts of each slot, from its state's own generator."""
    for i in range(len(states)):
        s = states[i]
        codes[i] = 0
        if s.over == 0:
            codes[i] = scratch[below(s, legal(s, scratch))]


def apply_all(states: Sequence[State], slots: Ints, codes: Ints) -> int:
    """Do an act in each of the slots that is not over; returns in how many."""
    done = 0
    for j in range(len(slots)):
        s = states[int(slots[j])]
        if s.over == 0:
            apply(s, int(codes[j]))
            done += 1
    return done


def all_scores(states: Sequence[State], scores: Ints) -> None:
    """The scores of the deals that are over, seat by seat and slot by slot, 0 elsewhere."""
    at = 0
    for i in range(len(states)):
        s = states[i]
        for p in range(s.players):
            scores[at] = 0
            if s.over != 0:
                scores[at] = score(s, p)
            at += 1


def turns(states: Sequence[State], actors: Ints) -> None:
    """Who is on turn, -1 where the deal is over."""
    for i in range(len(states)):
        s = states[i]
        actors[i] = -1
        if s.over == 0:
            actors[i] = s.actor
