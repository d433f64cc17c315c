"""Single-observer information-set tree search; generic code, bound to a game.

One tree over what the searcher sees; each iteration goes down it in a world of its own, so an act
competes only with those that were legal beside it (its ``avail``; Cowling, Powley and Whitehouse
2012). Others are taken to act partly by policy, partly as is best for them: who trusts in either
alone is surprised by the other kind of player. For games in which every act is seen by all.

Node number k has its fields at ``tree[k * FIELDS]`` and on; node 0 is the root.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from koloda.bots.generic_stakes import gain
from koloda.bots.generic_worlds import pick_world, play_out
from koloda.bots.stubs import policy
from koloda.rules.chance import below
from koloda.rules.contract import Ints, State
from koloda.rules.generic import apply, legal

ACT, CHILD, SIBLING, MOVER, VISITS, AVAIL, TOTAL, SQUARES, FIELDS = range(9)
NONE = -1
MAX_DEPTH = 128


def plant(tree: Ints, mover: int) -> None:
    """Make a tree of nothing but the root."""
    _clear(tree, 0, NONE, mover)


def _clear(tree: Ints, node: int, act: int, mover: int) -> None:
    at = node * FIELDS
    for field in range(FIELDS):
        tree[at + field] = 0
    tree[at + ACT] = act
    tree[at + CHILD] = NONE
    tree[at + SIBLING] = NONE
    tree[at + MOVER] = mover


def grow(
    root: State,
    seat: int,
    sign: int,
    stakes: Ints,
    tree: Ints,
    n_nodes: int,
    first: int,
    budget: int,
    spent: Ints,
    seed: int,
    worlds: Sequence[State],
    soft: int,
    explore: int,
    trust: int,
    w: State,
    buffer: Ints,
) -> int:
    """Iterate, in worlds number ``first`` and on, until ``budget`` acts are done; returns the
    number of nodes now. ``spent`` gets the acts applied and the next world's number; ``explore``
    is in hundredths of the unit of gains, ``trust`` in hundredths of the others' acts."""
    path = [0] * MAX_DEPTH
    room = len(tree) // FIELDS
    acts, world = 0, first
    while acts < budget or world == first:
        pick_world(w, root, seat, seed, world, worlds)
        world += 1
        node, depth = 0, 0
        while w.over == 0 and depth < MAX_DEPTH - 1:
            n = _options(w, seat, trust, buffer)
            act = _unseen_act(tree, node, w, buffer, n)
            grown = act != NONE
            if not grown:
                node = _favourite(tree, node, buffer, n, explore)
            elif n_nodes < room:
                node = _add_child(tree, n_nodes, node, act, w.actor)
                n_nodes += 1
            else:
                break
            depth += 1
            path[depth] = node
            apply(w, tree[node * FIELDS + ACT])
            acts += 1
            if grown:
                break
        acts += play_out(w, buffer, soft)
        _credit(tree, path, depth, w, sign, stakes)
    spent[0] = acts
    spent[1] = world
    return n_nodes


def _options(w: State, seat: int, trust: int, buffer: Ints) -> int:
    """Write the acts to choose from, return how many: of others sometimes the policy's alone."""
    if w.actor != seat and below(w, 100) < trust:
        buffer[0] = policy(w)
        return 1
    return legal(w, buffer)


def _unseen_act(tree: Ints, node: int, w: State, buffer: Ints, n: int) -> int:
    """A legal act that has no node yet: the policy's if it is one, else any; NONE: all have.

    All acts that have one count as available once more.
    """
    fresh = 0
    chosen = NONE
    for i in range(n):
        child = tree[node * FIELDS + CHILD]
        while child != NONE and tree[child * FIELDS + ACT] != buffer[i]:
            child = tree[child * FIELDS + SIBLING]
        if child != NONE:
            tree[child * FIELDS + AVAIL] += 1
        else:
            fresh += 1
            if below(w, fresh) == 0:
                chosen = buffer[i]
    if fresh > 1:
        advice = policy(w)
        child = tree[node * FIELDS + CHILD]
        while child != NONE and tree[child * FIELDS + ACT] != advice:
            child = tree[child * FIELDS + SIBLING]
        if child == NONE:
            chosen = advice
    return chosen


def _add_child(tree: Ints, child: int, node: int, act: int, mover: int) -> int:
    _clear(tree, child, act, mover)
    tree[child * FIELDS + SIBLING] = tree[node * FIELDS + CHILD]
    tree[child * FIELDS + AVAIL] = 1
    tree[node * FIELDS + CHILD] = child
    return child


def _favourite(tree: Ints, node: int, buffer: Ints, n: int, explore: int) -> int:
    """The child with the highest upper confidence bound among the legal acts."""
    best = NONE
    most = 0.0
    child = tree[node * FIELDS + CHILD]
    while child != NONE:
        at = child * FIELDS
        for i in range(n):
            if buffer[i] == tree[at + ACT]:
                visits = tree[at + VISITS]
                bound = tree[at + TOTAL] / visits
                bound += 0.01 * explore * sqrt(log(tree[at + AVAIL]) / visits)
                if best == NONE or bound > most:
                    best = child
                    most = bound
        child = tree[at + SIBLING]
    return best


def _credit(tree: Ints, path: Ints, depth: int, w: State, sign: int, stakes: Ints) -> None:
    """Add what each node's mover gained; ``w`` is over."""
    for k in range(1, depth + 1):
        at = path[k] * FIELDS
        gained = gain(w, tree[at + MOVER], sign, stakes)
        tree[at + VISITS] += 1
        tree[at + TOTAL] += gained
        tree[at + SQUARES] += gained * gained
