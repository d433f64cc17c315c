"""Chains on a table: what lies where, which runs a hand can lay, and how such acts are spelled.

An act is an int, ``kind | chain << 2 | cards << 8``; END is 0. The cards of NEW and EXTEND are 13
digits of 3 bits, one a rank: 0 none, 1-4 a card of clubs .. spades, 5 and 6 the jokers standing
for that rank; LONE has the card itself. Chains are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from koloda.cards import PACK_54, RANK_MASKS, RANKS, bit, spell_card
from koloda.rules.contract import Ints, Json, Refused, State
from koloda.rules.reading import read_card, unreadable

MAX_SEATS = 6
MAX_CARDS = 54
MAX_RUNS = 256
"""Of nine cards at most 236 runs start at one rank (tests/rules/test_chain_moves.py)."""
END, NEW, EXTEND, LONE = range(4)
NO_RANK = 15  # of a joker alone on the table
NATURALS = bit(52) - 1
JOKER_CARDS = bit(52) | bit(53)


class ChainState(State):
    """A deal with hands and chains."""

    hand: Annotated[Ints, MAX_SEATS]
    chains: int
    """How many chains there are; the lists below are by chain number, from 1."""
    low: Annotated[Ints, MAX_CARDS + 1]
    """Lowest rank of a chain."""
    high: Annotated[Ints, MAX_CARDS + 1]
    began: Annotated[Ints, MAX_CARDS + 1]
    """Who laid its first cards."""
    laid: Annotated[Ints, MAX_CARDS]
    """By card on the table: number of the act that laid it * 8 + seat."""
    where: Annotated[Ints, MAX_CARDS]
    """By card: chain number * 16 + the rank it lies at; 0 while it is not on the table."""


# --- runs --------------------------------------------------------------------------------


def card_of(digit: int, rank: int) -> int:
    """The card that a digit of an action means at a rank."""
    return 13 * (digit - 1) + rank if digit <= 4 else 47 + digit


def runs_from(held: int, first: int, step: int, out: Ints, n: int) -> int:
    """Write after ``out[:n]`` every run of held cards from rank ``first`` on, upwards (step 1)
    or downwards (-1), one card a rank, jokers anywhere; returns the new length."""
    last = 12 if step > 0 else 0
    if (last - first) * step < 0:
        return n
    rank = first
    run = 0
    while True:
        digit = (run >> 3 * rank) & 7
        if digit != 0:  # take back the card tried before
            run -= digit * bit(3 * rank)
            held |= bit(card_of(digit, rank))
        digit += 1
        while digit <= 6 and held & bit(card_of(digit, rank)) == 0:
            digit += 1
        if digit > 6:
            if rank == first:
                return n
            rank -= step
        else:
            run += digit * bit(3 * rank)
            held ^= bit(card_of(digit, rank))
            out[n] = run
            n += 1
            if rank != last:
                rank += step


def jokers_used(cards: int) -> int:
    """The set of jokers, and bit 0 for any natural card, among the digits of an action."""
    used = 0
    for rank in range(13):
        digit = (cards >> 3 * rank) & 7
        if digit >= 5:
            used |= bit(47 + digit)
        elif digit != 0:
            used |= 1
    return used


def new_chains(held: int, out: Ints) -> int:
    """C-4, C-6: two or more consecutive ranks, at least one natural card."""
    n = 0
    jokers = held & JOKER_CARDS
    for first in range(12):
        if jokers == 0 and (held & RANK_MASKS[first] == 0 or held & RANK_MASKS[first + 1] == 0):
            continue
        end = runs_from(held, first, 1, out, n)
        for i in range(n, end):
            run = out[i]
            if run >= bit(3 * first + 3) and (jokers != JOKER_CARDS or jokers_used(run) & 1):
                out[n] = NEW | run << 8
                n += 1
    return n


def extensions(s: ChainState, chain: int, out: Ints, n: int) -> int:
    """C-4: one or more cards at either or both ends."""
    held = s.hand[s.actor]
    low = s.low[chain] - 1
    high = s.high[chain] + 1
    down = low >= 0 and held & (RANK_MASKS[low] | JOKER_CARDS) != 0
    up = high <= 12 and held & (RANK_MASKS[high] | JOKER_CARDS) != 0
    if down and up:
        return _both_ends(s, chain, out, n)
    end = n
    if down:
        end = runs_from(held, low, -1, out, n)
    elif up:
        end = runs_from(held, high, 1, out, n)
    for i in range(n, end):
        out[i] = EXTEND | chain << 2 | out[i] << 8
    return end


def _both_ends(s: ChainState, chain: int, out: Ints, n: int) -> int:
    """The extensions of a chain that can go on either way; only here are spare lists needed,
    which cost more than all the rest."""
    held = s.hand[s.actor]
    down = [0] * MAX_RUNS
    up = [0] * MAX_RUNS
    n_down = runs_from(held, s.low[chain] - 1, -1, down, 1)  # the first of both is: no card
    n_up = runs_from(held, s.high[chain] + 1, 1, up, 1)
    for i in range(n_down):
        used = jokers_used(down[i]) & JOKER_CARDS
        for j in range(n_up):
            if i + j > 0 and used & jokers_used(up[j]) == 0:
                out[n] = EXTEND | chain << 2 | (down[i] + up[j]) << 8
                n += 1
    return n


def open_ends(s: ChainState) -> int:
    """The natural cards that fit a chain; none exactly when every chain is full."""
    fitting = 0
    for chain in range(1, s.chains + 1):
        if s.low[chain] > 0:
            fitting |= RANK_MASKS[s.low[chain] - 1]
        if s.high[chain] < 12:
            fitting |= RANK_MASKS[s.high[chain] + 1]
    return fitting


def begin(s: ChainState, rank: int) -> int:
    """A new chain of the actor with no card yet, to begin at this rank; returns its number."""
    s.chains += 1
    s.began[s.chains] = s.actor
    s.low[s.chains] = rank
    s.high[s.chains] = rank
    return s.chains


# --- spelling (only interpreted) -----------------------------------------------------------


def named(cards: int) -> list[tuple[int, int]]:
    """The cards of an action with their ranks, upwards."""
    digits = [(cards >> 3 * rank & 7, rank) for rank in range(13)]
    return [(card_of(digit, rank), rank) for digit, rank in digits if digit]


def spell_at(card: int, rank: int) -> str:
    """C-6: a joker with the rank it stands for."""
    if card < 52 or rank == NO_RANK:
        return spell_card(card)
    return f"{spell_card(card)}={RANKS[rank]}"


def lies(s: ChainState, chain: int) -> list[tuple[int, int]]:
    """The cards of a chain on the table with their ranks, upwards."""
    on = [(s.where[card] & 15, card) for card in PACK_54 if s.where[card] >> 4 == chain]
    return [(card, rank) for rank, card in sorted(on)]


def chain_seen(s: ChainState, chain: int) -> dict[str, Json]:
    """A chain as anybody sees it: its cards upwards, and who laid each."""
    cards = lies(s, chain)
    return {
        "chain": chain,
        "began": s.began[chain],
        "cards": [spell_at(*on) for on in cards],
        "by": [s.laid[card] & 7 for card, _ in cards],
        "full": len(cards) == 13,
    }


def sides(s: ChainState, chain: int, cards: int) -> tuple[list[str], list[str]]:
    """The cards of an extension as they are attached: low ones downwards, high ones upwards."""
    on = named(cards)
    low = [spell_at(card, rank) for card, rank in reversed(on) if rank < s.low[chain]]
    return low, [spell_at(card, rank) for card, rank in on if rank >= s.low[chain]]


def spell(s: ChainState, action: int) -> str:
    kind, chain, cards = action & 3, action >> 2 & 63, action >> 8
    if kind == END:
        return "end"
    if kind == LONE:
        return f"lone {spell_card(cards)}"
    if kind == NEW:
        return " ".join(["new", *(spell_at(*on) for on in named(cards))])
    words = ["extend", str(chain)]
    for side, on in zip(("low", "high"), sides(s, chain, cards), strict=True):
        words += [side, *on] if on else []
    return " ".join(words)


def _read(s: ChainState, text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Cards of the actor's hand with their ranks, NO_RANK for a joker without one."""
    on = []
    for word in words:
        name, equals, rank = word.partition("=")
        rank = "T" if rank == "10" else rank
        card = read_card(name, text)
        if equals and (card < 52 or len(rank) != 1 or rank not in RANKS):
            raise unreadable(text)
        natural = card % 13 if card < 52 else NO_RANK
        on.append((card, RANKS.index(rank) if equals else natural))
    held = s.hand[s.actor]
    for card, _ in on:
        if not held & bit(card):
            raise Refused("hand", card=spell_card(card))
        held ^= bit(card)
    return on


def _digits(on: Sequence[tuple[int, int]]) -> int:
    cards = 0
    for card, rank in on:
        if rank == NO_RANK:
            raise Refused("joker_rank", "C-6", card=spell_card(card))
        if cards >> 3 * rank & 7:
            raise Refused("rank_twice", "C-7", card=spell_at(card, rank))
        cards |= (card // 13 + 1 if card < 52 else card - 47) << 3 * rank
    return cards


def parse(s: ChainState, text: str) -> int:
    """Cards may come in any order, low ones after high ones too."""
    kind, *words = text.split() or [""]
    if kind == "end" and not words:
        return END
    if kind == "lone" and len(words) == 1 and "=" not in words[0]:
        return LONE | _read(s, text, words)[0][0] << 8
    if kind == "new" and words:
        return NEW | _digits(_read(s, text, words)) << 8
    if kind == "extend" and words:
        return _parse_extension(s, text, words[0], words[1:])
    raise unreadable(text)


def _parse_extension(s: ChainState, text: str, place: str, words: Sequence[str]) -> int:
    sides: dict[str, list[str]] = {}
    side = ""
    for word in words:
        if word in ("low", "high") and word not in sides:
            side = word
            sides[side] = []
        elif side:
            sides[side].append(word)
        else:
            raise unreadable(text)
    digits = place.isascii() and place.isdigit() and len(place) < 4
    if not (digits and sides and all(sides.values())):
        raise unreadable(text)
    chain = int(place)
    on = _read(s, text, [word for cards in sides.values() for word in cards])
    if not 1 <= chain <= s.chains:
        raise Refused("no_chain", "C-4", chain=chain, chains=s.chains)
    cards = _digits(on)
    low = _read(s, text, sides.get("low", []))
    for card, rank in on:
        at_low = (card, rank) in low
        if (rank > s.high[chain] and at_low) or (rank < s.low[chain] and not at_low):
            raise Refused("wrong_end", "C-4", card=spell_at(card, rank), chain=chain)
    return EXTEND | chain << 2 | cards << 8


def misfit_new(cards: Sequence[tuple[int, int]]) -> Refused | None:
    """Why these cards with their ranks, upwards, are no chain; None: they are one."""
    if len(cards) < 2:
        return Refused("too_short", "C-4")
    if cards[-1][1] - cards[0][1] >= len(cards):
        return Refused("gap", "C-4", cards=[spell_at(*on) for on in cards])
    if all(card >= 52 for card, _ in cards):
        return Refused("only_jokers", "C-6")
    return None


def misfit_extension(s: ChainState, chain: int, cards: Sequence[tuple[int, int]]) -> Refused | None:
    """Why these cards with their ranks can't lengthen a chain; None: they can."""
    low, high = s.low[chain], s.high[chain]
    if high - low == 12:
        return Refused("chain_full", "C-7", chain=chain)
    for card, rank in cards:
        if low <= rank <= high:
            return Refused("rank_twice", "C-7", card=spell_at(card, rank))
    ranks = [low, high, *(rank for _, rank in cards)]
    if max(ranks) - min(ranks) != high - low + len(cards):
        return Refused("gap", "C-4", cards=[spell_at(*on) for on in cards])
    return None
