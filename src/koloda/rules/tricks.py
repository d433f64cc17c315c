"""Trick games with a stock: what they have in common, as parts a rules module is built from.

Every seat holds the same number of cards; tricks are played one card a seat, clockwise from the
leader; the winner of a trick leads the next, and before that the winner and then the others
clockwise draw one card each while the stock lasts. What may be played, and who takes a trick,
is the game's business.

Each play is logged with the cards it proves its player did not hold just then, so that
``redeal_hands`` reaches exactly the worlds in which everything played was allowed.
"""

from __future__ import annotations

from typing import Annotated

from koloda.cards import bit, lowest, members, spell_card, spell_cards
from koloda.rules.chance import next_seat, take
from koloda.rules.contract import Ints, Json, State
from koloda.rules.matching import match

MAX_SEATS = 4
MAX_CARDS = 52
MAX_TRICKS = 26
ROUNDS = MAX_TRICKS + 1
NO_SUIT = -1


class TrickState(State):
    """A deal of a trick game with a stock."""

    pack: Annotated[Ints, MAX_CARDS]
    hand_size: int
    """Cards dealt to each."""
    hand: Annotated[Ints, MAX_SEATS]
    taken: Annotated[Ints, MAX_SEATS]
    """The cards of the tricks a seat has taken."""
    led: int
    """Suit to be followed in the trick on the table; NO_SUIT before a lead."""
    n_plays: int
    plays: Annotated[Ints, MAX_CARDS]
    """Every card played so far; ``players`` cards a trick."""
    absent: Annotated[Ints, MAX_CARDS]
    """For each play: cards which it proves its player did not hold then."""
    winner: Annotated[Ints, MAX_TRICKS]
    """Who took each finished trick."""


# --- one deal ----------------------------------------------------------------------------


def deal_hands(s: TrickState) -> None:
    """Deal one card at a time from eldest, who will lead; the rest is the stock."""
    for p in range(s.players):
        s.hand[p] = 0
        s.taken[p] = 0
    s.next = 0
    p = s.dealer
    for _ in range(s.players * s.hand_size):
        p = next_seat(s, p)
        s.hand[p] |= bit(take(s))
    s.n_plays = 0
    s.led = NO_SUIT
    s.over = 0
    s.turn = 0
    s.actor = next_seat(s, s.dealer)


def lay(s: TrickState, card: int, absent: int) -> bool:
    """Put the actor's card on the table; return whether the trick is complete.

    ``absent``: the cards this play proves he did not hold; never the card itself.
    """
    s.hand[s.actor] &= ~bit(card)
    s.plays[s.n_plays] = card
    s.absent[s.n_plays] = absent
    s.n_plays += 1
    s.turn += 1
    s.actor = next_seat(s, s.actor)
    return s.n_plays % s.players == 0


def close_trick(s: TrickState, winner: int) -> None:
    """The winner takes the complete trick; all draw, he first, if there is a card for each."""
    s.winner[s.n_plays // s.players - 1] = winner
    for k in range(s.n_plays - s.players, s.n_plays):
        s.taken[winner] |= bit(s.plays[k])
    s.led = NO_SUIT
    if s.size - s.next >= s.players:
        p = winner
        for _ in range(s.players):
            s.hand[p] |= bit(take(s))
            p = next_seat(s, p)
    s.actor = winner
    if s.hand[winner] == 0:
        s.over = 1


def leader(s: TrickState, trick: int) -> int:
    """Who led a trick (0 the first) that has begun or is about to begin."""
    if trick == 0:
        return next_seat(s, s.dealer)
    return s.winner[trick - 1]


def player_of(s: TrickState, k: int) -> int:
    """Who played card number k of the log."""
    return (leader(s, k // s.players) + k % s.players) % s.players


# --- what a seat can't know ----------------------------------------------------------------
#
# A slot is a place in the pack: of the deal, of a drawing round, or of the stock. Every card that
# the others have played or that is hidden from the seat came out of one slot. A play that proves
# its player held none of some cards bars them from every slot that he got before that and whose
# card he still held: a card barred in trick a lay in none of his slots up to round a, unless he
# had played it already. A consistent world is a perfect matching of cards with slots.


def redeal_hands(s: TrickState, seat: int) -> None:
    """The contract's ``redeal``: others' hands and the stock anew, as far as they are unknown."""
    if s.players == 2 and s.next == s.size:
        return  # all that is left is in the other hand
    slots = [0] * (MAX_SEATS * ROUNDS)  # by seat and round (0 the deal): slots it got then
    absent = [0] * (MAX_SEATS * ROUNDS)  # by seat and trick: cards it proved not to hold
    _history(s, slots, absent)
    cards = [0] * MAX_CARDS
    fits = [0] * MAX_CARDS
    place = [0] * MAX_CARDS
    n_played = _played(s, seat, slots, absent, cards, fits)
    n = _hidden(s, seat, n_played, slots, absent, cards, fits)
    match(s, n, fits, place)
    for p in range(s.players):
        if p != seat:
            s.hand[p] = 0
    for i in range(n_played, n):
        if place[i] >= s.next:
            s.pack[place[i]] = cards[i]
        else:
            s.hand[owner(s, place[i])] |= bit(cards[i])


def owner(s: TrickState, slot: int) -> int:
    """Who got the card of a pack slot that has left the stock."""
    drawn = slot - s.players * s.hand_size
    if drawn < 0:
        return (s.dealer + 1 + slot) % s.players
    return (s.winner[drawn // s.players] + drawn % s.players) % s.players


def _history(s: TrickState, slots: Ints, absent: Ints) -> None:
    for slot in range(s.next):
        drawn = slot - s.players * s.hand_size
        got = 0 if drawn < 0 else drawn // s.players + 1
        slots[owner(s, slot) * ROUNDS + got] |= bit(slot)
    for k in range(s.n_plays):
        absent[player_of(s, k) * ROUNDS + k // s.players] = s.absent[k]


def _origins(p: int, card: int, trick: int, slots: Ints, absent: Ints) -> int:
    """The slots from which seat p may have got a card it played in that trick or holds in it."""
    found = 0
    for got in range(p * ROUNDS, p * ROUNDS + trick + 1):
        found |= slots[got]
        if absent[got] & bit(card) != 0:
            found = 0
    return found


def _played(s: TrickState, seat: int, slots: Ints, absent: Ints, cards: Ints, fits: Ints) -> int:
    """The cards the others have played, and the slots each fits."""
    n = 0
    for k in range(s.n_plays):
        p = player_of(s, k)
        if p != seat:
            cards[n] = s.plays[k]
            fits[n] = _origins(p, cards[n], k // s.players, slots, absent)
            n += 1
    return n


def _hidden(
    s: TrickState, seat: int, n: int, slots: Ints, absent: Ints, cards: Ints, fits: Ints
) -> int:
    """The cards the seat can't see, ascending, whoever has them, and the slots each fits."""
    hidden = 0
    stock = 0
    for p in range(s.players):
        if p != seat:
            hidden |= s.hand[p]
    for slot in range(s.next, s.size):
        hidden |= bit(s.pack[slot])
        stock |= bit(slot)
    now = s.n_plays // s.players
    while hidden != 0:
        cards[n] = lowest(hidden)
        hidden &= hidden - 1
        fits[n] = stock
        for p in range(s.players):
            if p != seat:
                fits[n] |= _origins(p, cards[n], now, slots, absent)
        n += 1
    return n


# --- only interpreted ----------------------------------------------------------------------


def observe_table(s: TrickState, seat: int | None) -> dict[str, Json]:
    """What every trick game shows: counts, stock, the trick on the table, the last one, the
    seat's own hand. Captured cards lie face down but for the trick just taken."""
    done = s.n_plays // s.players
    seen: dict[str, Json] = {
        "counts": [s.hand[p].bit_count() for p in range(s.players)],
        "stock": s.size - s.next,
        "leader": leader(s, done) if not s.over else None,
        "trick": _cards_of(s, done),
        "tricks": [s.winner[:done].count(p) for p in range(s.players)],
    }
    if done:
        seen["last"] = {"trick": _cards_of(s, done - 1), "winner": s.winner[done - 1]}
    if seat is not None:
        seen["hand"] = spell_cards(members(s.hand[seat]))
    return seen


def _cards_of(s: TrickState, trick: int) -> list[dict[str, Json]]:
    plays = range(trick * s.players, min((trick + 1) * s.players, s.n_plays))
    return [{"seat": player_of(s, k), "card": spell_card(s.plays[k])} for k in plays]


def taken_cards(s: TrickState) -> list[list[str]]:
    """The cards each seat has taken, ascending."""
    return [spell_cards(members(s.taken[p])) for p in range(s.players)]


def trick_events(before: TrickState, after: TrickState, seat: int | None) -> list[dict[str, Json]]:
    """What follows a play that completed a trick: who takes it, who draws what."""
    if after.n_plays % after.players:
        return []
    trick = after.n_plays // after.players - 1
    winner = after.winner[trick]
    cards = spell_cards(after.plays[trick * after.players : after.n_plays])
    told: list[dict[str, Json]] = [{"seat": winner, "event": "trick", "cards": cards}]
    for slot in range(before.next, after.next):
        who = (winner + slot - before.next) % after.players
        card = spell_card(before.pack[slot]) if who == seat else "??"
        told.append({"seat": who, "event": "draw", "card": card})
    return told


def trick_places(s: TrickState) -> dict[str, list[int]]:
    """The contract's ``places``."""
    found = {f"hand {p}": members(s.hand[p]) for p in range(s.players)}
    found |= {f"taken {p}": members(s.taken[p]) for p in range(s.players)}
    found["trick"] = s.plays[s.n_plays - s.n_plays % s.players : s.n_plays]
    found["stock"] = s.pack[s.next : s.size]
    return found
