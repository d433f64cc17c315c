"""Endings of trick games for two with all cards known, played exactly; generic, bound to a game.

Alpha-beta over tricks with a stack of its own (compiled recursion can't be cached), a hash table
of fixed size, and acts that were good elsewhere tried first. Values are gains of seat 0 over
seat 1 from a position to the end of the deal; seat 0 wants more, seat 1 less. An act is a card,
or 52.
"""

from __future__ import annotations

from koloda.bots.stubs import (
    additive,
    alike,
    answers,
    closing,
    flags_after,
    flags_now,
    lead_now,
    leads,
    takes,
    worth,
)
from koloda.cards import bit, lowest
from koloda.rules.chance import mul63
from koloda.rules.contract import Ints, State
from koloda.rules.tricks import TrickState

# The fields of a position on the stack. TRICK is what the trick just ended brought seat 0;
# ALPHA0 and BETA0 the window it was entered with; HINT the act the memory advises.
MOVER, HAND0, HAND1, LEAD, FLAGS, TODO, TRICK, ALPHA, BETA, ALPHA0, BETA0 = range(11)
BEST, CHOICE, TRIED, HINT, FIELDS = range(11, 16)
MAX_PLIES = 56
STACK = MAX_PLIES * FIELDS
NO_ACT = -1
INFINITE = 30_000

# ``memory``: PLACE ints a place, and after them how often acts were good, by seat.
KEY0, KEY1, KNOWN, PLACE = range(4)
HISTORY = 2 * 64
_HALF = 1 << 16


def begin(s: TrickState, stack: Ints, memory: Ints) -> None:
    """Make ready to solve a state whose stock is out, ``s.actor`` on turn.

    The memory may hold what was found in the same set-up, or be all 0.
    """
    for k in range(len(memory) - HISTORY, len(memory)):
        memory[k] = 0
    stack[0] = 1  # the position being looked at; its fields are in place 1, results in place 0
    _enter(s, stack, 1, s.actor, s.hand[0], s.hand[1], lead_now(s), flags_now(s))
    _window(stack, FIELDS, 0, -INFINITE, INFINITE)


def solve(s: State, stack: Ints, memory: Ints, budget: int) -> int:
    """Search on for at most ``budget`` nodes; returns those visited, negative if not finished.

    When finished ``stack[BEST]`` is the value, ``stack[CHOICE]`` the best act. ``s`` tells the
    options only.
    """
    ply = stack[0]
    nodes = 0
    while nodes < budget:
        at = ply * FIELDS
        act = _next_act(stack, at, memory)
        if act == NO_ACT:
            value = stack[at + BEST] + stack[at + TRICK]
            _remember(stack, at, memory)
            if ply == 1:
                stack[BEST] = value
                stack[CHOICE] = stack[at + CHOICE]
                return nodes
            ply -= 1
            _back_up(stack, ply * FIELDS, value, memory)
        else:
            nodes += 1
            value = _descend(s, stack, ply, act, memory)
            if value == INFINITE:
                ply += 1
            else:
                _back_up(stack, at, value, memory)
    stack[0] = ply
    return -nodes


def _enter(
    s: State, stack: Ints, ply: int, mover: int, hand0: int, hand1: int, lead: int, flags: int
) -> None:
    """Put a position on the stack, without its window."""
    at = ply * FIELDS
    own = hand0 if mover == 0 else hand1
    blockers = hand1 if mover == 0 else hand0
    if lead == NO_ACT:
        todo = leads(s, own, flags)
    else:
        todo = answers(s, own, lead)
        blockers |= bit(lead)
    stack[at + MOVER] = mover
    stack[at + HAND0] = hand0
    stack[at + HAND1] = hand1
    stack[at + LEAD] = lead
    stack[at + FLAGS] = flags
    stack[at + TODO] = _distinct(s, todo, blockers)
    stack[at + BEST] = INFINITE if mover == 1 else -INFINITE
    stack[at + CHOICE] = NO_ACT
    stack[at + HINT] = NO_ACT


def _window(stack: Ints, at: int, trick: int, alpha: int, beta: int) -> None:
    stack[at + TRICK] = trick
    stack[at + ALPHA] = alpha - trick
    stack[at + BETA] = beta - trick
    stack[at + ALPHA0] = alpha - trick
    stack[at + BETA0] = beta - trick


def _distinct(s: State, acts: int, blockers: int) -> int:
    """One act of each group that differ in nothing that matters."""
    kept = 0
    last = NO_ACT
    while acts != 0:
        act = lowest(acts)
        acts &= acts - 1
        if last == NO_ACT or blockers & (bit(act) - bit(last)) != 0 or not alike(s, last, act):
            kept |= bit(act)
        last = act
    return kept


def _next_act(stack: Ints, at: int, memory: Ints) -> int:
    """Take the most promising act not yet tried; NO_ACT when none is left, or none is needed."""
    todo = stack[at + TODO]
    if todo == 0 or stack[at + ALPHA] >= stack[at + BETA]:
        return NO_ACT
    best = stack[at + HINT]
    if best == NO_ACT or todo & bit(best) == 0:
        history = len(memory) - HISTORY + 64 * stack[at + MOVER]
        best = lowest(todo)
        rest = todo & (todo - 1)
        while rest != 0:
            act = lowest(rest)
            rest &= rest - 1
            if memory[history + act] > memory[history + best]:
                best = act
    stack[at + TODO] = todo & ~bit(best)
    stack[at + TRIED] = best
    return best


def _descend(s: State, stack: Ints, ply: int, act: int, memory: Ints) -> int:
    """Do an act in the position at ``ply``: its value where that is known, else INFINITE, and
    the position after it is on the stack."""
    at = ply * FIELDS
    mover = stack[at + MOVER]
    lead = stack[at + LEAD]
    gone = ~(bit(51) if act == 52 else bit(act))
    hand0 = stack[at + HAND0]
    hand1 = stack[at + HAND1]
    if mover == 0:
        hand0 &= gone
    else:
        hand1 &= gone
    flags = stack[at + FLAGS]
    if lead == NO_ACT:
        _enter(s, stack, ply + 1, 1 - mover, hand0, hand1, act, flags)
        _window(stack, at + FIELDS, 0, stack[at + ALPHA], stack[at + BETA])
        return INFINITE
    winner = mover if takes(s, lead, act) else 1 - mover
    trick = worth(s, lead) + worth(s, act)
    if winner == 1:
        trick = -trick
    flags = flags_after(s, flags, lead, act, winner)
    if hand0 == 0:
        return trick + closing(s, flags)
    _enter(s, stack, ply + 1, winner, hand0, hand1, NO_ACT, flags)
    _window(stack, at + FIELDS, trick, stack[at + ALPHA], stack[at + BETA])
    if _known(s, stack, at + FIELDS, memory):
        return trick + stack[at + FIELDS + BEST]
    return INFINITE


def _known(s: State, stack: Ints, at: int, memory: Ints) -> bool:
    """Whether the value of a position, or enough about it, is clear without a search."""
    if additive(s, stack[at + FLAGS]):
        rest = 0
        cards = stack[at + HAND0] | stack[at + HAND1]
        while cards != 0:
            rest += abs(worth(s, lowest(cards)))
            cards &= cards - 1
        if rest == 0 or rest <= stack[at + ALPHA]:
            stack[at + BEST] = rest
            return True
        if -rest >= stack[at + BETA]:
            stack[at + BEST] = -rest
            return True
    place = _place(stack, at, memory)
    if not _is_at(stack, at, memory, place):
        return False
    known = memory[place + KNOWN]
    low = (known & (_HALF - 1)) - INFINITE
    high = ((known >> 16) & (_HALF - 1)) - INFINITE
    stack[at + HINT] = (known >> 32) - 1
    if low >= stack[at + BETA] or low == high:
        stack[at + BEST] = low
        return True
    if high <= stack[at + ALPHA]:
        stack[at + BEST] = high
        return True
    return False


def _place(stack: Ints, at: int, memory: Ints) -> int:
    """Where the memory keeps a position."""
    mixed = mul63(stack[at + HAND0], 6364136223846793005, stack[at + FLAGS])
    mixed = mul63(mixed ^ (mixed >> 31), 2862933555777941757, stack[at + HAND1])
    mixed = mul63(mixed ^ (mixed >> 29), 3935559000370003845, stack[at + MOVER])
    return (mixed >> 30) % ((len(memory) - HISTORY) // PLACE) * PLACE


def _is_at(stack: Ints, at: int, memory: Ints, place: int) -> bool:
    key0 = stack[at + HAND0] + (stack[at + MOVER] + 1) * bit(53)
    key1 = stack[at + HAND1] + stack[at + FLAGS] * bit(53)
    return memory[place + KEY0] == key0 and memory[place + KEY1] == key1


def _remember(stack: Ints, at: int, memory: Ints) -> None:
    """Keep what was found about a position before a lead."""
    if stack[at + LEAD] != NO_ACT:
        return
    place = _place(stack, at, memory)
    low = -INFINITE
    high = INFINITE
    if _is_at(stack, at, memory, place):
        low = (memory[place + KNOWN] & (_HALF - 1)) - INFINITE
        high = ((memory[place + KNOWN] >> 16) & (_HALF - 1)) - INFINITE
    value = stack[at + BEST]
    if value > stack[at + ALPHA0]:
        low = max(low, value)
    if value < stack[at + BETA0]:
        high = min(high, value)
    memory[place + KEY0] = stack[at + HAND0] + (stack[at + MOVER] + 1) * bit(53)
    memory[place + KEY1] = stack[at + HAND1] + stack[at + FLAGS] * bit(53)
    choice = stack[at + CHOICE] + 1
    memory[place + KNOWN] = low + INFINITE + (high + INFINITE) * _HALF + choice * _HALF * _HALF


def _back_up(stack: Ints, at: int, value: int, memory: Ints) -> None:
    """The act tried last has this value."""
    if stack[at + MOVER] == 0:
        if value > stack[at + BEST]:
            stack[at + BEST] = value
            stack[at + CHOICE] = stack[at + TRIED]
        stack[at + ALPHA] = max(stack[at + ALPHA], value)
    else:
        if value < stack[at + BEST]:
            stack[at + BEST] = value
            stack[at + CHOICE] = stack[at + TRIED]
        stack[at + BETA] = min(stack[at + BETA], value)
    if stack[at + ALPHA] >= stack[at + BETA]:
        memory[len(memory) - HISTORY + 64 * stack[at + MOVER] + stack[at + TRIED]] += 1
