"""Whole game trees of tiny set-ups: how large they are, and which worlds a seat can be in.

Chance is explicit: every order of the pack is dealt and played in every way.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from koloda.rules.chance import seed_rng
from koloda.rules.contract import State
from koloda.testing.small import Small
from koloda.testing.walk import legal_codes


@dataclass(frozen=True)
class Counts:
    """The size of a tree. ``orders`` of the pack; ``decisions`` and ``terminals`` summed over
    them; ``infosets``: how many different things a seat on turn can know (its seat, what it was
    shown at first and is shown now, and all it has been told in between); ``scores`` of each
    seat, summed over all ends: a wrong stake leaves the rest as it was."""

    orders: int
    decisions: int
    terminals: int
    infosets: int
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Node:
    """A place in the tree: a state, and what each seat has been told on the way, what it was
    shown at first included."""

    state: State
    told: tuple[tuple[str, ...], ...]


def nodes(small: Small, dealer: int = 0) -> Iterator[Node]:
    """Every node of the tree over all orders of the pack, ends included."""
    rules, seats = small.game.rules, range(small.game.players)
    for order in small.orders():
        start = small.deal(order, dealer).state
        stack = [Node(start, tuple((json.dumps(rules.observe(start, p)),) for p in seats))]
        while stack:
            node = stack.pop()
            yield node
            if node.state.over:
                continue
            for code in reversed(legal_codes(rules, node.state)):
                after = node.state.copy()
                rules.apply(after, code)
                told = tuple(
                    (*node.told[p], *map(json.dumps, rules.events(node.state, after, code, p)))
                    for p in seats
                )
                stack.append(Node(after, told))


def knowledge(small: Small, node: Node, seat: int) -> str:
    """All that a seat knows at a node: what it is shown and has been told."""
    return json.dumps([seat, small.game.rules.observe(node.state, seat), node.told[seat]])


def count(small: Small, dealer: int = 0) -> Counts:
    """The size of the whole tree."""
    decisions = terminals = 0
    infosets = set()
    scores = [0] * small.game.players
    for node in nodes(small, dealer):
        if node.state.over:
            terminals += 1
            for seat in range(small.game.players):
                scores[seat] += small.game.rules.score(node.state, seat)
        else:
            decisions += 1
            infosets.add(knowledge(small, node, node.state.actor))
    orders = sum(1 for _ in small.orders())
    return Counts(orders, decisions, terminals, len(infosets), tuple(scores))


def check_redeal_exact(small: Small, dealer: int = 0, *, tries: int = 40, most: int = 300) -> None:
    """``redeal`` reaches exactly the worlds that agree with what the seat knows.

    For every seat and everything it can know before the end (a random choice of ``most`` of
    these, always the same), the worlds are collected from the whole tree; each redeal must give
    one of them, and with ``tries`` redeals for each world all of them must have come up. Raises
    AssertionError.
    """
    rules = small.game.rules
    worlds: dict[str, dict[str, State]] = {}
    for node in nodes(small, dealer):
        if not node.state.over:
            for seat in range(small.game.players):
                same = worlds.setdefault(knowledge(small, node, seat), {})
                same.setdefault(_key(node.state), node.state)
    looked_at = Random(0).sample(sorted(worlds), min(most, len(worlds)))
    for known, states in ((known, worlds[known]) for known in looked_at):
        seat = json.loads(known)[0]
        some = next(iter(states.values()))
        reached = set()
        for seed in range(tries * len(states)):
            world = some.copy()
            seed_rng(world, seed)
            rules.redeal(world, seat)
            reached.add(_key(world))
            if seed > 3 and len(reached) == len(states):
                break
        impossible = reached - states.keys()
        assert not impossible, f"{small}: {known}: can't be {impossible.pop()}"
        missed = states.keys() - reached
        assert not missed, f"{small}: {known}: never dealt {missed.pop()}"


def _key(state: State) -> str:
    data = state.to_json()
    del data["rng"]
    return json.dumps(data)
