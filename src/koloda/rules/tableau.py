"""Melds on the table: laying them down, adding to them, and whether a card has a place there.

A part that rummy games with one pack are built from. Melds are numbered from 1 in order of
appearance; they never move and never merge. Two kinds of action are common: ``MELD`` with the
set of cards in its bits below KIND, ``ADD`` with a card and, from bit 6 up, the meld's number.
Who may do it when is the game's business. Functions down to the mark are (both).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from koloda.cards import (
    ACE,
    PACK_52,
    RANK_MASKS,
    SUIT_MASKS,
    bit,
    mask,
    members,
    popcount,
    spell_card,
    spell_cards,
    write_cards,
)
from koloda.rules.chance import below
from koloda.rules.contract import Ints, Json, Refused, State
from koloda.rules.melds import (
    MAX_FOUND,
    MAX_MELDS,
    SET,
    any_meld,
    find,
    fitting,
    in_meld,
    low_after,
    low_of,
    route,
    run,
)
from koloda.rules.reading import read_card, unreadable

KIND = 52
MELD, ADD = 1 << KIND, 2 << KIND
MAX_LAY_ACTS = MAX_FOUND + 2 * MAX_MELDS
NO_CHANGE = -1


class TableState(State):
    """A deal with melds on the table."""

    corner: int
    """Whether K-A-2 is consecutive."""
    meld: Annotated[Ints, MAX_MELDS]
    """The cards of each meld, in order of appearance."""
    low: Annotated[Ints, MAX_MELDS]
    """Rank of a sequence's bottom card, or SET."""
    owner: Annotated[Ints, MAX_MELDS]
    """Who laid the meld down."""
    n_melds: int


def is_meld(action: int) -> bool:
    """Whether an action is of the kind MELD."""
    return action >> KIND == MELD >> KIND


def act_cards(action: int) -> int:
    """The cards that an action of the kind MELD or ADD lays."""
    return action & (bit(KIND) - 1) if is_meld(action) else bit(action & 63)


def act_meld(action: int) -> int:
    """The index (from 0) of the meld that an ADD names; it may be none."""
    return ((action & (bit(KIND) - 1)) >> 6) - 1


def legal_melds(s: TableState, hand: int, out: Ints) -> int:
    """Write every meld of the hand as an action; return how many."""
    n = find(hand, s.corner, out)
    for i in range(n):
        out[i] |= MELD
    return n


def legal_adds(s: TableState, hand: int, out: Ints, n: int) -> int:
    """Write after the first n every way to add one card to a meld; return how many there are."""
    for i in range(s.n_melds):
        end = write_cards(fitting(s.meld[i], s.low[i], s.corner) & hand, out, n)
        for k in range(n, end):
            out[k] |= ADD | ((i + 1) << 6)
        n = end
    return n


def lay(s: TableState, action: int) -> int:
    """Do a MELD or an ADD on the table; return the index of the meld."""
    if is_meld(action):
        i = s.n_melds
        s.meld[i] = act_cards(action)
        s.low[i] = low_of(s.meld[i])
        s.owner[i] = s.actor
        s.n_melds += 1
        return i
    i = act_meld(action)
    s.low[i] = low_after(s.meld[i], s.low[i], action & 63, s.corner)
    s.meld[i] |= bit(action & 63)
    return i


def has_meld(s: TableState, seat: int) -> bool:
    """Whether one of the melds was laid down by the seat."""
    for i in range(s.n_melds):
        if s.owner[i] == seat:
            return True
    return False


# A card can be used if it is in a meld of the hand, or comes onto a meld on the table after the
# cards of the gap between. Nothing else helps: a new meld that made a place for the card would,
# with that card, have been a meld itself. A player who is ``bound`` to have a meld of his own
# before he adds first needs any meld out of his other cards.


def usable(s: TableState, card: int, hand: int, bound: bool, at: int, cards: int, low: int) -> bool:
    """Whether a card of this hand can be laid, in any number of acts.

    The meld with index ``at``, on the table or next to come there, counts as having these cards
    and this low; NO_CHANGE leaves all as they are.
    """
    if in_meld(card, hand, s.corner):
        return True
    for i in range(s.n_melds + 1):
        if i == at or i < s.n_melds:
            has = cards if i == at else s.meld[i]
            bottom = low if i == at else s.low[i]
            for way in (-1, 1):
                need = route(card, hand, has, bottom, way, s.corner)
                if need != 0 and (not bound or any_meld(hand & ~need, s.corner)):
                    return True
    return False


def still_usable(s: TableState, card: int, hand: int, bound: bool, action: int) -> bool:
    """Whether a MELD or ADD out of this hand lays the card or leaves a way to lay it."""
    new = act_cards(action)
    if new & bit(card) != 0:
        return True
    if is_meld(action):
        return usable(s, card, hand & ~new, False, s.n_melds, new, low_of(new))
    i = act_meld(action)
    low = low_after(s.meld[i], s.low[i], action & 63, s.corner)
    return usable(s, card, hand & ~new, bound, i, s.meld[i] | new, low)


def enough_to_use(
    s: TableState, card: int, open_cards: int, pool: int, hidden: int, bound: bool
) -> int:
    """Cards of the pool that make a card usable in a hand of these open cards (it is one of
    them) and ``hidden`` others from the pool.

    Draws one of the smallest such sets from ``s.rng``; every hand in which the card is usable
    has one of them. Such a hand must exist.
    """
    found = [0] * 2  # how many there were, the one chosen
    reach = open_cards | pool
    for suit in range(4):
        if suit != card // 13:
            _offer(s, RANK_MASKS[card % 13] & ~SUIT_MASKS[suit], reach, pool, hidden, found)
    for down in range(3):
        three = run(card // 13, (card % 13 + 13 - down) % 13, s.corner)
        _offer(s, three, reach, pool, hidden, found)
    for i in range(s.n_melds):
        for way in (-1, 1):
            need = route(card, reach, s.meld[i], s.low[i], way, s.corner)
            if not bound:
                _offer(s, need, reach, pool, hidden, found)
            elif need != 0:
                for k in range(52):
                    three = run(k // 13, k % 13, s.corner)
                    if three != 0 and three & need == 0:
                        _offer(s, need | three, reach, pool, hidden, found)
                    three = RANK_MASKS[k % 13] & ~SUIT_MASKS[k // 13]
                    if three & need == 0:
                        _offer(s, need | three, reach, pool, hidden, found)
    return found[1]


def _offer(s: TableState, cards: int, reach: int, pool: int, hidden: int, found: Ints) -> None:
    if cards != 0 and cards & ~reach == 0 and popcount(cards & pool) <= hidden:
        found[0] += 1
        if below(s, found[0]) == 0:
            found[1] = cards & pool


# --- only interpreted ----------------------------------------------------------------------


def in_order(cards: int, low: int) -> list[int]:
    """The cards of a meld as they are written: sets c d h s, sequences upwards."""
    if low == SET:
        return members(cards)
    return sorted(members(cards), key=lambda card: (card - low) % 13)


def spread(action: int) -> list[str]:
    """The cards that a MELD or ADD lays, as they are written; of what is no meld in any order."""
    cards = act_cards(action)
    return spell_cards(in_order(cards, low_of(cards)))


def spell(action: int) -> str:
    """``meld 6s 7s 8s 9s``, ``add Qh to 2``."""
    if is_meld(action):
        return " ".join(["meld", *spread(action)])
    return f"add {spell_card(action & 63)} to {act_meld(action) + 1}"


def parse(text: str) -> int:
    """The MELD or ADD that a text spells. Raises Refused: ``syntax``, ``hand``."""
    match text.split():
        case ["meld", *words] if words:
            cards = [read_card(word, text) for word in words]
            for i, card in enumerate(cards):
                if card in cards[:i] or card not in PACK_52:
                    raise Refused("hand", card=spell_card(card))
            return MELD | mask(cards)
        case ["add", word, "to", digits] if (
            digits.isascii() and digits.isdigit() and len(digits) < 10
        ):
            return ADD | int(digits) << 6 | read_card(word, text)
    raise unreadable(text)


def refuse(s: TableState, action: int, clauses: tuple[str, str, str]) -> Refused | None:
    """Why a MELD is no meld, or an ADD has no place on the table; None if all is well.

    ``clauses`` are those of the game on sets, sequences and adding.
    """
    if is_meld(action):
        return _refuse_meld(act_cards(action), s.corner, clauses[0], clauses[1])
    i = act_meld(action)
    if not 0 <= i < s.n_melds:
        return Refused("no_meld", clauses[2], number=i + 1, melds=s.n_melds)
    fits = fitting(s.meld[i], s.low[i], s.corner)
    if fits & act_cards(action):
        return None
    card, fit = spell_card(action & 63), spell_cards(members(fits))
    if not fit:
        return Refused("meld_full", clauses[2], card=card, number=i + 1)
    return Refused("no_fit", clauses[2], card=card, number=i + 1, fits=fit)


def _refuse_meld(cards: int, corner: int, sets: str, sequences: str) -> Refused | None:
    order = in_order(cards, low_of(cards))
    names, ranks = spell_cards(order), [card % 13 for card in order]
    suits = {card // 13 for card in order}
    clause = sets if len(set(ranks)) < len(suits) else sequences
    if len(order) < 3:
        return Refused("meld_short", clause, cards=names)
    if len(set(ranks)) == 1:
        return None
    if len(suits) > 1:
        return Refused("meld_mixed", clause, cards=names)
    if any((a + 1) % 13 != b for a, b in pairwise(ranks)):
        return Refused("meld_gap", clause, cards=names)
    if not corner and ACE in ranks[1:-1]:
        return Refused("meld_corner", clause, cards=names)
    return None


def show(s: TableState) -> list[Json]:
    """The melds as every seat sees them."""
    return [
        {
            "number": i + 1,
            "seat": s.owner[i],
            "kind": "set" if s.low[i] == SET else "sequence",
            "cards": spell_cards(in_order(s.meld[i], s.low[i])),
        }
        for i in range(s.n_melds)
    ]
