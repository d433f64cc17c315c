"""Dealing hidden hands anew where some are known to hold no two natural cards of adjacent ranks.

First which ranks each such hand may draw on (``narrow``), then a matching of cards with
places (``deal_anew``). All of it is (both).
"""

from __future__ import annotations

from koloda.cards import JOKERS, RANK_MASKS, bit, mask, popcount, write_cards
from koloda.rules.chains import MAX_CARDS, MAX_SEATS, ChainState
from koloda.rules.chance import below
from koloda.rules.contract import Ints, State
from koloda.rules.matching import match


def _apart() -> tuple[int, ...]:
    """The largest sets of ranks with no two adjacent (none lies within another), as sets of
    cards with the jokers."""
    found = []
    for ranks in range(1 << 13):
        near = ranks | ranks << 1 | ranks >> 1
        if ranks & ranks << 1 == 0 and near & 0x1FFF == 0x1FFF:
            cards = (RANK_MASKS[rank] for rank in range(13) if ranks >> rank & 1)
            found.append(mask(JOKERS) | sum(cards))
    return tuple(found)


APART = _apart()
N_APART = len(APART)


def enough(n: int, need: Ints, within: Ints) -> bool:
    """Hall's condition: every group of hands finds as many cards as it needs."""
    for group in range(1, bit(n)):
        cards = 0
        wanted = 0
        for i in range(n):
            if group & bit(i) != 0:
                cards |= within[i]
                wanted += need[i]
        if popcount(cards) < wanted:
            return False
    return True


def keep_apart(s: State, n: int, need: Ints, within: Ints) -> None:
    """Narrow the cards ``within[i]`` that each of n hands may hold to ranks no two of which are
    adjacent, at random (``s.rng``), so that all hands still find the ``need[i]`` cards they hold.

    A way to do so must exist; every hand that keeps its ranks apart is left possible. Goes depth
    first, trying at most ``N_APART ** n`` ways; sets that allow more hands come first more often.
    """
    choices = [0] * (MAX_SEATS * N_APART)  # what each hand may be narrowed to, 0: no choice
    for i in range(n):
        _choices(within[i], need[i], i * N_APART, choices)
    whole = [0] * MAX_SEATS
    for i in range(n):
        whole[i] = within[i]
    weight = [0] * (MAX_SEATS * N_APART)
    chosen = [0] * MAX_SEATS
    i = 0
    entered = True
    while 0 <= i < n:
        total = 0
        for at in range(i * N_APART, (i + 1) * N_APART):
            if entered:
                weight[at] = 0
                within[i] = choices[at]
                if choices[at] != 0 and enough(n, need, within):
                    weight[at] = _ways(popcount(within[i]), need[i])
            total += weight[at]
        if total == 0:  # back: the choice before leads nowhere
            within[i] = whole[i]
            i -= 1
            weight[chosen[i]] = 0
            entered = False
        else:
            at = i * N_APART
            left = below(s, total) - weight[at]
            while left >= 0:
                at += 1
                left -= weight[at]
            within[i] = choices[at]
            chosen[i] = at
            i += 1
            entered = True


def _choices(within: int, need: int, at: int, choices: Ints) -> None:
    """Write what is left of ``within`` in each set of APART, if it is enough; what lies within
    another choice is none."""
    for k in range(N_APART):
        cards = within & APART[k]
        choices[at + k] = cards if popcount(cards) >= need else 0
    for k in range(N_APART):
        for other in range(N_APART):
            if other != k and choices[at + k] & ~choices[at + other] == 0:
                choices[at + k] = 0


def narrow(s: ChainState, barred: Ints, within: Ints) -> None:
    """Of each seat with a set ``within`` of cards it may hold and with any cards ``barred``,
    narrow the set to ranks apart from each other, at random, so that there is a way to deal."""
    need = [0] * MAX_SEATS
    sets = [0] * MAX_SEATS
    n = 0
    for p in range(s.players):
        if within[p] != 0 and barred[p] != 0:
            need[n] = popcount(s.hand[p])
            sets[n] = within[p]
            n += 1
    keep_apart(s, n, need, sets)
    n = 0
    for p in range(s.players):
        if within[p] != 0 and barred[p] != 0:
            within[p] = sets[n]
            n += 1


def _ways(n: int, k: int) -> int:
    """How many hands of k there are among n cards, cut off so that sums of them stay small."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways if ways < bit(25) else bit(25)


def deal_anew(s: ChainState, hidden: int, within: Ints) -> None:
    """Deal the hidden cards anew: to each seat with a set ``within`` as many as it has now, out
    of that set, and the rest to the stock. There must be a way; every way can come out."""
    cards = [0] * MAX_CARDS
    fits = [0] * MAX_CARDS  # by card: the places it may lie in
    owner = [0] * MAX_CARDS  # by place
    n = write_cards(hidden, cards, 0)
    held = 0
    for p in range(s.players):
        if within[p] != 0:
            for _ in range(popcount(s.hand[p])):
                owner[held] = p
                for i in range(n):
                    if within[p] & bit(cards[i]) != 0:
                        fits[i] |= bit(held)
                held += 1
            s.hand[p] = 0
    for place in range(held, n):
        for i in range(n):
            fits[i] |= bit(place)
    place_of = [0] * MAX_CARDS
    match(s, n, fits, place_of)
    for i in range(n):
        if place_of[i] < held:
            s.hand[owner[place_of[i]]] |= bit(cards[i])
        else:
            s.pack[s.next + place_of[i] - held] = cards[i]
