"""A random perfect matching: which thing lies in which slot, when not everything fits anywhere.

``redeal`` of a game in which plays have proved something about hidden hands asks this question.
Slots are numbered 0..62, so that a set of slots is an int. All of it is (both): ints and lists.
"""

from __future__ import annotations

from koloda.cards import bit, lowest, popcount
from koloda.rules.chance import below
from koloda.rules.contract import Ints, State

MAX_THINGS = 63


def pick(s: State, choices: int) -> int:
    """A uniform member of a set that is not empty, from the state's generator."""
    for _ in range(below(s, popcount(choices))):
        choices &= choices - 1
    return lowest(choices)


def match(s: State, n: int, fits: Ints, place: Ints) -> None:
    """Write into ``place[:n]`` a slot of its own for each thing; ``fits`` has the slots of each.

    The union of ``fits`` must be exactly n slots and one matching at least must exist. Every
    matching can come out; the swaps at the end bring the draw close to uniform. Takes
    O(n**2) steps a thing at worst: a thing that finds its slots taken follows an augmenting path.
    """
    free = 0
    for i in range(n):
        free |= fits[i]
    holder = [0] * MAX_THINGS  # slot -> thing
    came = [0] * MAX_THINGS  # thing -> the thing before it on the path
    queue = [0] * MAX_THINGS
    for new in range(n):
        queue[0] = new
        head = 0
        tail = 1
        seen = 0
        while head < tail:
            i = queue[head]
            head += 1
            if fits[i] & free != 0:
                slot = pick(s, fits[i] & free)
                free &= ~bit(slot)
                _hand_down(new, i, slot, came, holder, place)
                break
            reach = fits[i] & ~seen
            seen |= reach
            while reach != 0:
                j = holder[lowest(reach)]
                reach &= reach - 1
                came[j] = i
                queue[tail] = j
                tail += 1
    _mix(s, n, fits, place)


def _hand_down(new: int, last: int, slot: int, came: Ints, holder: Ints, place: Ints) -> None:
    """Give ``last`` the free slot, its old slot to the thing before it, and so on to ``new``."""
    i = last
    while i != new:
        left = place[i]
        place[i] = slot
        holder[slot] = i
        slot = left
        i = came[i]
    place[new] = slot
    holder[slot] = new


def _mix(s: State, n: int, fits: Ints, place: Ints) -> None:
    """Swap random pairs that fit each other's slots."""
    for _ in range(3 * n):
        i = below(s, n)
        j = below(s, n)
        if fits[i] & bit(place[j]) != 0 and fits[j] & bit(place[i]) != 0:
            slot = place[i]
            place[i] = place[j]
            place[j] = slot
