"""Rockaway (Рокэуэй): get rid of your cards; what others still hold counts against them.

Source: the Russian book text on rockaway; clauses R-1 .. R-14 of docs/rules/rockaway.en.md.
Where the source is silent or contradicts itself we decided, and an option turns it round:

- ties in the draw for dealer are redrawn only among those tied for lowest (R-4);
- an ace held need not be played while there is stock (R-8, ``draw``): so play the book's deals;
- with the stock out a player who can play must, and a full round of passes ends the deal
  (R-9, R-10);
- joint winners share each loser's payment as exact fractions (R-14).

Actions: a card 0..51 plays it (with two packs equal cards are one face), DRAW, PASS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from koloda.cards import (
    ACES,
    NO_CARD,
    PACK_36,
    PACK_52,
    bit,
    lowest,
    members,
    rank_mask,
    spell_card,
    spell_cards,
    suit_mask,
    write_cards,
)
from koloda.rules.between_deals import leaders, lowest_deals, no_cuts
from koloda.rules.chance import below, next_seat, shuffle, take
from koloda.rules.contract import (
    Ints,
    Json,
    Next,
    Option,
    Refused,
    ScoreItem,
    Settlement,
    choice,
    flag,
    number,
)
from koloda.rules.contract import State as BaseState
from koloda.rules.reading import read_natural

ID = "rockaway"
VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 10
MAX_CARDS = 104
MAX_ACTIONS = 54
SIGN = -1  # penalty points
DRAW, PASS = 60, 61
POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15)  # R-12, by rank 2..A

ACE_OPTIONAL, STRICT, FREE = range(3)
BY_POINTS, BY_DEALS = range(2)
OPTIONS: tuple[Option, ...] = (
    choice("pack", (52, 36), "R-2", field="deck"),
    choice("packs", ("auto", 1, 2), "R-2"),
    choice("draw", ("ace_optional", "strict", "free"), "R-8"),
    choice("until", ("points", "deals"), "R-13"),
    number("target", 1, 10_000, 120, "R-13"),
    number("deals", 1, 1_000, 4, "R-13"),
    flag("open_pile", False, "R-5"),
)
PRESETS: Mapping[str, Mapping[str, str | int | bool]] = {
    "book": {},
    "short_pack": {"pack": 36},
    "four_deals": {"until": "deals"},
    "strict": {"draw": "strict"},
    "two_packs": {"packs": 2},  # fewer blocked deals
}
PUBLIC_CARRY: tuple[str, ...] = ()


class State(BaseState):
    pack: Annotated[Ints, MAX_CARDS]
    deck: int
    packs: int
    draw: int
    until: int
    target: int
    deals: int
    open_pile: int
    hand_size: int
    """Cards dealt to each (R-3)."""
    hand: Annotated[Ints, MAX_PLAYERS]
    """The faces a seat holds at least one of."""
    both: Annotated[Ints, MAX_PLAYERS]
    """The faces a seat holds two of (two packs)."""
    pile: Annotated[Ints, MAX_CARDS]
    n_pile: int
    drawn: int
    """The card drawn last in this turn, or NO_CARD."""
    passes: int
    drew: Annotated[Ints, MAX_CARDS]
    """For each pack slot drawn in play: (length of the pile then) * 16 + seat."""
    played: Annotated[Ints, MAX_CARDS]
    """For each card of the pile: (the cursor ``next`` then) * 16 + seat."""
    barred: Annotated[Ints, MAX_PLAYERS]
    """Faces that a seat's passes proved it does not hold."""


# --- one deal ----------------------------------------------------------------------------


def deck(s: State, carry: Mapping[str, Json]) -> tuple[list[int], bool]:
    """R-2: one pack up to six players, two from seven on, unless the option says."""
    packs = s.packs or (1 if s.players <= 6 else 2)
    cards = list(PACK_52 if s.deck == 52 else PACK_36) * packs
    needed = s.players * _hand_size(s) + 1
    if needed > len(cards):
        raise Refused("too_few_cards", "R-2", needed=needed, cards=len(cards))
    return cards, True


def _hand_size(s: State) -> int:
    return 7 if s.deck == 52 else 5


def prepare(s: State, carry: Mapping[str, Json]) -> None:
    for name in carry:  # neither cuts nor a rest of the pack go from deal to deal
        raise Refused("carry", "R-4", name=name[:80])
    s.hand_size = _hand_size(s)


def start(s: State) -> None:
    """R-5: one card at a time from eldest, then the starter."""
    for p in range(s.players):
        s.hand[p] = 0
        s.both[p] = 0
        s.barred[p] = 0
    s.next = 0
    p = s.dealer
    for _ in range(s.players * s.hand_size):
        p = next_seat(s, p)
        _give(s, p, take(s))
    s.played[0] = s.next * 16
    s.pile[0] = take(s)
    s.n_pile = 1
    s.drawn = NO_CARD
    s.passes = 0
    s.over = 0
    s.turn = 0
    s.actor = next_seat(s, s.dealer)


def _give(s: State, seat: int, card: int) -> None:
    face = bit(card)
    s.both[seat] |= s.hand[seat] & face
    s.hand[seat] |= face


def _matching(top: int) -> int:
    """R-7: the faces that may be played on ``top``."""
    return suit_mask(top // 13) | rank_mask(top % 13) | ACES


def _proved_absent(s: State, matching: int) -> int:
    """R-8: the faces that a player who draws shows he does not hold, of those that match."""
    if s.draw == ACE_OPTIONAL:
        return matching & ~ACES
    return matching if s.draw == STRICT else 0


def _may_draw(s: State, matching: int) -> bool:
    """R-8, R-9."""
    if s.next == s.size:
        return False
    if s.draw == FREE:
        return True
    if s.hand[s.actor] & _proved_absent(s, matching) != 0:
        return False
    return s.drawn == NO_CARD or matching & bit(s.drawn) == 0


def legal(s: State, out: Ints) -> int:
    matching = _matching(s.pile[s.n_pile - 1])
    n = write_cards(s.hand[s.actor] & matching, out, 0)
    if _may_draw(s, matching):
        out[n] = DRAW
        n += 1
    elif n == 0:
        out[n] = PASS
        n += 1
    return n


def apply(s: State, action: int) -> None:
    p = s.actor
    if action == DRAW:
        s.drew[s.next] = s.n_pile * 16 + p
        s.drawn = take(s)
        _give(s, p, s.drawn)
        return
    if action == PASS:
        s.barred[p] |= _matching(s.pile[s.n_pile - 1])
        s.passes += 1
        if s.passes == s.players:
            s.over = 1
    else:
        face = bit(action)
        if s.both[p] & face != 0:
            s.both[p] &= ~face
        else:
            s.hand[p] &= ~face
        s.played[s.n_pile] = s.next * 16 + p
        s.pile[s.n_pile] = action
        s.n_pile += 1
        s.passes = 0
        if s.hand[p] == 0:
            s.over = 1
    s.drawn = NO_CARD
    s.turn += 1
    s.actor = next_seat(s, p)


def score(s: State, seat: int) -> int:
    """R-12: the penalty points left in the hand."""
    total = 0
    for cards in (s.hand[seat], s.both[seat]):
        while cards != 0:
            total += POINTS[lowest(cards) % 13]
            cards &= cards - 1
    return total


# --- what a seat can't know ----------------------------------------------------------------
#
# A slot is a place of the pack from which another seat got a card. A hidden card may lie in any
# slot that nothing forbids, or in the stock; a card another seat played came out of one of his
# slots, and we can't always tell which. A consistent world is a matching that places every
# played card and fills every slot. ``redeal`` draws one at random, a card and a slot at a time,
# rearranges along augmenting paths where the choice blocks itself (so each world can come out),
# and exchanges cards at random in the end (all about equally likely): matching.py for 104 cards.


def redeal(s: State, seat: int) -> None:
    slots = [0] * MAX_CARDS  # pack positions, oldest and so most restricted first
    bars = [0] * MAX_CARDS  # by slot: faces that the card still held can't be
    cards = [0] * MAX_CARDS  # face + 64 * who played it + 1024 * cursor then (0: hidden)
    inside = [0] * MAX_CARDS  # slot index -> card index
    holder = [0] * MAX_CARDS  # card index -> slot index
    for i in range(MAX_CARDS):
        inside[i] = -1
        holder[i] = -1
    n_played = _played_cards(s, seat, cards)
    n_cards = _hidden_cards(s, seat, n_played, cards)
    shuffle(s, cards, n_played, n_cards)
    n_slots = _slots(s, seat, slots, bars)
    for card in range(n_played):
        _place(s, 1, card, slots, bars, n_slots, cards, n_cards, holder, inside)
    told = n_played > 0  # whether anything is known of the hidden cards
    for i in range(n_slots):
        told = told or bars[i] != 0
        if inside[i] < 0:
            _place(s, 0, i, slots, bars, n_slots, cards, n_cards, inside, holder)
    if told:
        _stir(s, slots, bars, n_slots, cards, n_cards, inside, holder)

    for p in range(s.players):
        if _unseen(s, seat, p):
            s.hand[p] = 0
            s.both[p] = 0
    for i in range(n_slots):
        face = cards[inside[i]] & 63
        if cards[inside[i]] < 64:
            _give(s, owner(s, slots[i]), face)
        if slots[i] == s.next - 1 and s.drawn != NO_CARD:
            s.drawn = face
    n = s.next
    for card in range(n_played, n_cards):
        if holder[card] < 0:
            s.pack[n] = cards[card]
            n += 1
    shuffle(s, s.pack, s.next, s.size)


def _unseen(s: State, seat: int, other: int) -> bool:
    """Whether the seat can't see the other's hand; R-11: after the deal all lie open."""
    return other != seat and s.over == 0


def owner(s: State, slot: int) -> int:
    """Who got the card of a pack slot that has left the stock."""
    if slot < s.players * s.hand_size:
        return (s.dealer + 1 + slot) % s.players
    return s.drew[slot] & 15


def _restricted(s: State, seat: int) -> bool:
    """Whether it matters from which slot a played card of this seat came."""
    if s.draw == FREE:
        return False
    for slot in range(s.players * s.hand_size + 1, s.next):
        if s.drew[slot] & 15 == seat:
            return True
    return False


def _played_cards(s: State, seat: int, cards: Ints) -> int:
    """The cards others played whose slot matters."""
    n = 0
    for p in range(s.players):
        if _unseen(s, seat, p) and _restricted(s, p):
            for k in range(1, s.n_pile):
                if s.played[k] & 15 == p:
                    cards[n] = s.pile[k] + 64 * p + 1024 * (s.played[k] >> 4)
                    n += 1
    return n


def _hidden_cards(s: State, seat: int, n: int, cards: Ints) -> int:
    """All cards in unseen hands and in the stock, in an order that tells nothing."""
    once = 0
    twice = 0
    for p in range(s.players):
        if _unseen(s, seat, p):
            twice |= s.both[p] | (once & s.hand[p])
            once |= s.hand[p]
    for i in range(s.next, s.size):
        face = bit(s.pack[i])
        twice |= once & face
        once |= face
    n = write_cards(once, cards, n)
    return write_cards(twice, cards, n)


def _slots(s: State, seat: int, slots: Ints, bars: Ints) -> int:
    """The slots to fill. Of a seat whose slots are all alike only as many as it holds."""
    gone = [0] * MAX_PLAYERS
    for k in range(1, s.n_pile):
        gone[s.played[k] & 15] += 1
    for p in range(s.players):
        if _restricted(s, p):
            gone[p] = 0
    n = 0
    for slot in range(s.next):
        who = owner(s, slot)
        if slot == s.players * s.hand_size or not _unseen(s, seat, who):
            continue
        if gone[who] > 0:
            gone[who] -= 1
        else:
            slots[n] = slot
            bars[n] = s.barred[who] | _bars(s, slot, s.next)
            n += 1
    return n


def _bars(s: State, slot: int, until: int) -> int:
    """Faces that the card of a slot can't be if it was held until the cursor stood there."""
    who = owner(s, slot)
    barred = 0
    for later in range(max(slot + 1, s.players * s.hand_size + 1), until):
        if s.drew[later] & 15 == who:
            top = s.pile[(s.drew[later] >> 4) - 1]
            barred |= _proved_absent(s, _matching(top))
            if s.drew[later] == s.drew[slot] and s.draw == ACE_OPTIONAL:  # in one turn
                barred |= ACES  # a drawn ace would have ended the drawing
    return barred


def _fits(s: State, slot: int, bars: int, card: int) -> bool:
    face = bit(card & 63)
    if card < 64:
        return bars & face == 0
    until = card >> 10
    if slot >= until or owner(s, slot) != card >> 6 & 15:
        return False
    return _bars(s, slot, until) & face == 0


def _place(
    s: State,
    by_card: int,
    start: int,
    slots: Ints,
    bars: Ints,
    n_slots: int,
    cards: Ints,
    n_cards: int,
    mine: Ints,
    theirs: Ints,
) -> None:
    """Find slot ``start`` a card (``by_card``: card ``start`` a slot): the first free one that
    fits from a random place on, else by moving others along a path, breadth first.

    ``mine`` are the partners of its own side, ``theirs`` those of the other; -1 is free.
    """
    n = n_slots if by_card else n_cards
    offset = below(s, n)
    for k in range(n):
        y = (offset + k) % n
        i = y if by_card else start
        if theirs[y] < 0 and _fits(s, slots[i], bars[i], cards[start if by_card else y]):
            mine[start] = y
            theirs[y] = start
            return
    fits = [0] * MAX_CARDS
    came = [0] * MAX_CARDS  # by partner: 1 + the one of our side that would take it over
    queue = [0] * MAX_CARDS
    queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        x = queue[head]
        head += 1
        n_free = 0
        for y in range(n):
            i = y if by_card else x
            if came[y] == 0 and _fits(s, slots[i], bars[i], cards[x if by_card else y]):
                if theirs[y] < 0:
                    fits[n_free] = y
                    n_free += 1
                else:
                    came[y] = x + 1
                    queue[tail] = theirs[y]
                    tail += 1
        if n_free > 0:
            _pair(start, x, fits[below(s, n_free)], came, mine, theirs)
            return


def _pair(start: int, x: int, end: int, came: Ints, mine: Ints, theirs: Ints) -> None:
    """Pair ``x`` with the free ``end``; what ``x`` had goes to the one before it on the path."""
    while x != start:
        given = mine[x]
        mine[x] = end
        theirs[end] = x
        end = given
        x = came[end] - 1
    mine[x] = end
    theirs[end] = x


def _stir(
    s: State,
    slots: Ints,
    bars: Ints,
    n_slots: int,
    cards: Ints,
    n_cards: int,
    inside: Ints,
    holder: Ints,
) -> None:
    """Exchange cards at random wherever both fit: a symmetric walk over the worlds."""
    for _ in range(8 * n_slots):
        i = below(s, n_slots)
        old = inside[i]
        new = below(s, n_cards)
        j = holder[new]
        if new != old and _fits(s, slots[i], bars[i], cards[new]):
            if j >= 0:
                if not _fits(s, slots[j], bars[j], cards[old]):
                    continue
                inside[j] = old
            elif cards[old] >= 64:  # a played card never lay in the stock
                continue
            inside[i] = new
            holder[new] = i
            holder[old] = j


# --- only interpreted ----------------------------------------------------------------------


def bound(s: State) -> int:
    """Each turn draws, plays or passes: at most so many acts end the deal."""
    return 2 * s.size + s.players * (s.size + 1)


def _cards(s: State, seat: int) -> list[int]:
    return sorted(members(s.hand[seat]) + members(s.both[seat]))


def explain(s: State, seat: int) -> list[ScoreItem]:
    left = _cards(s, seat)
    items = [ScoreItem("left", POINTS[card % 13], (spell_card(card),)) for card in left]
    return items or [ScoreItem("out", 0)]


def audit(s: State) -> bool:
    """R-10 .. R-12: nobody has points without cards; only a full round of passes leaves all
    with some."""
    scores = [score(s, p) for p in range(s.players)]
    out = [p for p in range(s.players) if not _cards(s, p)]
    return all((scores[p] == 0) == (p in out) for p in range(s.players)) and (
        len(out) == 1 if s.passes < s.players else not out
    )


def spell(s: State, action: int) -> str:
    return {DRAW: "draw", PASS: "pass"}.get(action) or spell_card(action)


def parse(s: State, text: str) -> int:
    word = text.strip()
    if word in ("draw", "pass"):
        return DRAW if word == "draw" else PASS
    return read_natural(word, text)


def refuse(s: State, action: int) -> Refused | None:
    top = s.pile[s.n_pile - 1]
    playable = spell_cards(members(s.hand[s.actor] & _matching(top)))
    if action == PASS:
        if s.next < s.size:
            return Refused("pass_with_stock", "R-9")
        return Refused("pass_could_play", "R-9", playable=playable) if playable else None
    if action == DRAW:
        if s.next == s.size:
            return Refused("stock_empty", "R-9")
        if _may_draw(s, _matching(top)):
            return None
        if s.drawn != NO_CARD and _matching(top) & bit(s.drawn):
            return Refused("draw_after_match", "R-8", card=spell_card(s.drawn))
        return Refused("draw_could_play", "R-8", playable=playable)
    if s.hand[s.actor] & bit(action) == 0:
        return Refused("hand", card=spell_card(action))
    if _matching(top) & bit(action) == 0:
        return Refused("no_match", "R-7", card=spell_card(action), top=spell_card(top))
    return None


def observe(s: State, seat: int | None) -> dict[str, Json]:
    hands = [_cards(s, p) for p in range(s.players)]
    seen: dict[str, Json] = {
        "counts": [len(hand) for hand in hands],
        "top": spell_card(s.pile[s.n_pile - 1]),
        "pile": s.n_pile,
        "stock": s.size - s.next,
        "passes": s.passes,
    }
    if s.open_pile:
        seen["pile_cards"] = spell_cards(s.pile[: s.n_pile])
    if seat is not None:
        seen["hand"] = spell_cards(hands[seat])
        if seat == s.actor and not s.over and s.drawn != NO_CARD:
            seen["drawn"] = spell_card(s.drawn)
    if s.over:  # the hands are laid open
        seen["hands"] = [spell_cards(hand) for hand in hands]
    return seen


def events(before: State, after: State, action: int, seat: int | None) -> list[dict[str, Json]]:
    who = before.actor
    if action == DRAW:
        card = spell_card(after.drawn if seat == who else NO_CARD)
        return [{"seat": who, "event": "draw", "card": card}]
    if action == PASS:
        return [{"seat": who, "event": "pass"}]
    return [{"seat": who, "event": "play", "card": spell_card(action)}]


def places(s: State) -> dict[str, list[int]]:
    found = {f"hand {p}": _cards(s, p) for p in range(s.players)}
    found["pile"] = s.pile[: s.n_pile]
    found["stock"] = s.pack[s.next : s.size]
    return found


# --- the match -----------------------------------------------------------------------------


def first_dealer(players: int, rows: Sequence[Sequence[int]]) -> list[int]:
    """R-4: the lowest card deals, ace high; those tied for lowest draw again."""
    return lowest_deals(players, rows)


more_cuts = no_cuts


def opening(s: State) -> int:
    return 0


def after_deal(s: State, totals: Sequence[int], carry: Mapping[str, Json]) -> Next:
    """R-4: the next seat deals; R-13: until somebody has the target, or so many deals."""
    over = max(totals) >= s.target if s.until == BY_POINTS else s.number + 1 >= s.deals
    return Next((s.dealer + 1) % s.players, {}, over)


def settle(s: State, totals: Sequence[int]) -> Settlement:
    """R-14: each other player pays the difference, shared equally among joint winners."""
    winners = leaders(totals, SIGN)
    best = totals[winners[0]]
    paid = sum(total - best for total in totals)
    gains = tuple(
        Fraction(paid, len(winners)) if p in winners else Fraction(best - totals[p])
        for p in range(s.players)
    )
    return Settlement(winners, gains)
