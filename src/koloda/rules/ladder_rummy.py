"""Ladder Rummy (Лестничный рамми): meld for points; the discards lie open in a ladder.

Source: the Russian book text on ladder rummy; clauses L-1 .. L-21 of
docs/rules/ladder_rummy.en.md. Where the source is silent or contradicts itself we decided, and
an option turns it round:

- five and six players get seven cards each (L-4);
- who takes from the ladder need not use what he took (L-7, ``must_use``);
- a single card taken from the ladder can't go straight back (L-8), and players who only take
  and discard must go to the stock (L-21), or a deal could go on for ever;
- everybody may lay off on everything (L-9, ``layoff_needs_meld``);
- with the stock out one takes or ends the deal (L-19); nobody is debited (L-17, ``losers_pay``);
- "all cards in one turn" means: nothing laid before that turn, a last discard allowed (L-18).

Actions: STOCK, DECLINE, TAKE and DISCARD with a card in their low bits; laying cards down, and
what that needs, is in ``koloda.rules.tableau``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from koloda.cards import (
    ACE,
    NO_CARD,
    PACK_52,
    bit,
    lowest,
    members,
    popcount,
    spell_card,
    spell_cards,
    write_cards,
)
from koloda.rules import tableau
from koloda.rules.between_deals import leaders, lowest_deals, no_cuts, nothing_carried
from koloda.rules.chance import shuffle, take
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
from koloda.rules.melds import SET, low_of
from koloda.rules.reading import read_card
from koloda.rules.tableau import (
    ADD,
    KIND,
    MAX_LAY_ACTS,
    MELD,
    NO_CHANGE,
    TableState,
    act_cards,
    act_meld,
    enough_to_use,
    has_meld,
    is_meld,
    lay,
    legal_adds,
    legal_melds,
    still_usable,
    usable,
)

ID = "ladder_rummy"
VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 6  # L-1
MAX_CARDS = 52
MAX_ACTIONS = MAX_LAY_ACTS + MAX_CARDS  # and discards
SIGN = 1

STOCK, TAKE, DECLINE, DISCARD = (kind << KIND for kind in range(3, 7))
_SEAT = KIND + 3  # in ``laid``, the bits above the action: who did it

POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15)  # L-14, L-17, by rank 2..A
ACE_TOP, ACE_INSIDE, ACE_BOTTOM = 10, 5, 1
NOBODY = -1

NEVER, DEEP, ALWAYS = range(3)
OPTIONS: tuple[Option, ...] = (
    choice("must_use", ("never", "deep", "always"), "L-7"),
    number("target", 1, 100_000, 500, "L-20"),
    choice("first", ("dealer", "eldest"), "L-5"),
    flag("corner", True, "L-12"),
    flag("layoff_needs_meld", False, "L-9"),
    flag("losers_pay", False, "L-17"),
    number("max_deals", 1, 1_000, 50, "L-20"),
)
PRESETS: Mapping[str, Mapping[str, str | int | bool]] = {
    "book": {},
    "short": {"target": 350},
    "long": {"target": 1000},
    "rum_500": {"must_use": "deep", "first": "eldest", "corner": False, "losers_pay": True},
}
PUBLIC_CARRY: tuple[str, ...] = ()


class State(TableState):
    pack: Annotated[Ints, MAX_CARDS]
    must_use: int
    target: int
    first: int
    layoff_needs_meld: int
    losers_pay: int
    max_deals: int
    hand_size: int
    """Cards dealt to each (L-4)."""
    hand: Annotated[Ints, MAX_PLAYERS]
    known: Annotated[Ints, MAX_PLAYERS]
    """Of the hand: cards taken from the ladder in sight of all."""
    ladder: Annotated[Ints, MAX_CARDS]
    """Bottom first; NO_CARD from ``n_ladder`` on."""
    n_ladder: int
    laid: Annotated[Ints, MAX_CARDS]
    """Every act that laid cards, in order: the action, and the seat from bit _SEAT up."""
    worth: Annotated[Ints, MAX_CARDS]
    """What each of them earned (L-15: fixed)."""
    n_laid: int
    points: Annotated[Ints, MAX_PLAYERS]
    """What each seat has laid."""
    drawn: int
    """Whether the actor has drawn; then he lays and discards."""
    dug: int
    """How many cards he took from the ladder this turn; 0: he drew from the stock."""
    due: int
    """The card he must still use this turn (L-7), or NO_CARD."""
    barred: int
    """The single card he took from the ladder this turn (L-8), or NO_CARD."""
    laying: int
    """Whether he has laid a card this turn."""
    idle: int
    """Turns in a row without a stock card and without a card laid (L-19, L-21)."""
    opened: int
    """The seats that laid a card in an earlier turn (L-18)."""
    winner: int
    """Who went out, or NOBODY."""


# --- one deal ----------------------------------------------------------------------------


def deck(s: State, carry: Mapping[str, Json]) -> tuple[list[int], bool]:
    """L-1: one pack of 52, shuffled for every deal."""
    return list(PACK_52), True


def prepare(s: State, carry: Mapping[str, Json]) -> None:
    nothing_carried(carry)
    s.hand_size = {2: 13, 3: 10}.get(s.players, 7)  # L-4


def start(s: State) -> None:
    """L-4: rounds of three cards from eldest, the rest one by one, then the ladder's first."""
    for p in range(MAX_PLAYERS):
        s.hand[p] = 0
        s.known[p] = 0
        s.points[p] = 0
    s.next = 0
    given = 0
    while given < s.hand_size:
        round_of = 3 if s.hand_size - given >= 3 else 1
        for i in range(s.players):
            for _ in range(round_of):
                s.hand[(s.dealer + 1 + i) % s.players] |= bit(take(s))
        given += round_of
    for i in range(MAX_CARDS):
        s.ladder[i] = NO_CARD
    s.ladder[0] = take(s)
    s.n_ladder = 1
    s.n_melds = s.n_laid = s.idle = s.opened = s.over = s.turn = 0
    s.winner = NOBODY
    s.actor = (s.dealer + s.first) % s.players  # L-5
    _begin_turn(s)


def _begin_turn(s: State) -> None:
    s.drawn = s.dug = s.laying = 0
    s.due = s.barred = NO_CARD


def price(card: int, cards: int, low: int) -> int:
    """L-14: what a card earns that is laid as part of this meld."""
    rank = card % 13
    if rank != ACE or low == SET:
        return POINTS[rank]
    place = (ACE + 13 - low) % 13
    if place == popcount(cards) - 1:
        return ACE_TOP
    return ACE_BOTTOM if place == 0 else ACE_INSIDE


def left(hand: int) -> int:
    """L-17: what the cards of a hand count at the end."""
    total = 0
    while hand != 0:
        total += POINTS[lowest(hand) % 13]
        hand &= hand - 1
    return total


def legal(s: State, out: Ints) -> int:
    if s.drawn == 0:
        return _legal_draws(s, out)
    hand = s.hand[s.actor]
    n = legal_melds(s, hand, out)
    if not _bound(s):
        n = legal_adds(s, hand, out, n)
    if s.due != NO_CARD:  # L-7
        kept = 0
        for i in range(n):
            if still_usable(s, s.due, hand, _bound(s), out[i]):
                out[kept] = out[i]
                kept += 1
        return kept
    if s.barred != NO_CARD and hand != bit(s.barred):  # L-8
        hand &= ~bit(s.barred)
    end = write_cards(hand, out, n)
    for i in range(n, end):
        out[i] |= DISCARD
    return end


def must_draw(s: State) -> bool:
    """L-21."""
    return s.next < s.size and s.idle >= s.players


def _legal_draws(s: State, out: Ints) -> int:
    n = 0
    if s.next < s.size:
        out[n] = STOCK
        n += 1
    if not must_draw(s):
        for i in range(s.n_ladder - 1, -1, -1):
            if may_take(s, i):
                out[n] = TAKE | s.ladder[i]
                n += 1
    if s.next == s.size:
        out[n] = DECLINE  # L-19
        n += 1
    return n


def _has_duty(s: State, dug: int) -> bool:
    return s.must_use == ALWAYS or (s.must_use == DEEP and dug >= 2)


def may_take(s: State, place: int) -> bool:
    """L-7: whether the ladder may be taken from this place up, counted from its bottom."""
    if not _has_duty(s, s.n_ladder - place):
        return True
    hand = s.hand[s.actor]
    for i in range(place, s.n_ladder):
        hand |= bit(s.ladder[i])
    return usable(s, s.ladder[place], hand, _bound(s), NO_CHANGE, 0, 0)


def _bound(s: State) -> bool:
    """L-9: whether the actor may not add to melds; who has none of his own has only others'."""
    return s.layoff_needs_meld != 0 and not has_meld(s, s.actor)


def apply(s: State, action: int) -> None:
    p = s.actor
    kind = action >> KIND << KIND
    if kind == STOCK:
        s.hand[p] |= bit(take(s))
        s.drawn = 1
    elif kind == TAKE:
        _take_down_to(s, action & 63)
    elif kind == DECLINE:
        s.over = 1  # L-19
        _end_turn(s)
    elif kind == DISCARD:
        _leave_hand(s, bit(action & 63))
        s.ladder[s.n_ladder] = action & 63
        s.n_ladder += 1
        _end_turn(s)
    else:
        _lay(s, action)
        if s.hand[p] == 0:  # L-16
            _end_turn(s)


def _take_down_to(s: State, card: int) -> None:
    """L-6."""
    p = s.actor
    top = NO_CARD
    while top != card:
        s.n_ladder -= 1
        top = s.ladder[s.n_ladder]
        s.ladder[s.n_ladder] = NO_CARD
        s.hand[p] |= bit(top)
        s.known[p] |= bit(top)
        s.dug += 1
    if s.dug == 1:
        s.barred = card
    if _has_duty(s, s.dug):
        s.due = card
    s.drawn = 1


def _leave_hand(s: State, cards: int) -> None:
    s.hand[s.actor] &= ~cards
    s.known[s.actor] &= ~cards
    if s.due != NO_CARD and cards & bit(s.due) != 0:
        s.due = NO_CARD


def _lay(s: State, action: int) -> None:
    p = s.actor
    i = lay(s, action)
    new = act_cards(action)
    _leave_hand(s, new)
    earned = 0
    while new != 0:
        earned += price(lowest(new), s.meld[i], s.low[i])
        new &= new - 1
    s.points[p] += earned
    s.laid[s.n_laid] = action | (p << _SEAT)
    s.worth[s.n_laid] = earned
    s.n_laid += 1
    s.laying = 1


def _end_turn(s: State) -> None:
    p = s.actor
    if s.hand[p] == 0:  # L-16
        s.over = 1
        s.winner = p
    elif s.laying != 0:
        s.opened |= bit(p)
    if s.laying != 0 or (s.drawn != 0 and s.dug == 0):
        s.idle = 0
    else:
        s.idle += 1
        # Once the stock is empty every idle turn counted was begun so: the turn that drew its
        # last card was not idle.
        if s.next == s.size and s.idle >= s.players:  # L-19
            s.over = 1
    s.turn += 1
    s.actor = (p + 1) % s.players
    _begin_turn(s)


def is_rummy(s: State) -> bool:
    """L-18: somebody has gone out who had laid nothing before that turn."""
    return s.winner != NOBODY and s.opened & bit(s.winner) == 0


def score(s: State, seat: int) -> int:
    """L-14, L-17, L-18."""
    total = s.points[seat]
    if seat == s.winner:
        for p in range(s.players):
            total += left(s.hand[p]) * (2 if is_rummy(s) else 1)
    if s.losers_pay != 0:
        total -= left(s.hand[seat])
    return total


# --- what a seat can't know ----------------------------------------------------------------
#
# Hidden are the stock and the others' cards that never lay in the ladder; they can be exchanged
# at will, for no act tells of a card not shown. Except once: under ``must_use``, between a take
# and the use of its deepest card, the taker must be able to use it (that he could before each
# act of the turn follows from that). Then one of the smallest sets of cards that let him is
# drawn first, so that every such hand can come out.


def redeal(s: State, seat: int) -> None:
    pool = 0
    for i in range(s.next, s.size):
        pool |= bit(s.pack[i])
    for p in range(s.players):
        if p != seat and s.over == 0:  # L-17: then the hands lie open
            pool |= s.hand[p] & ~s.known[p]
    sure = 0
    if s.over == 0 and s.due != NO_CARD and s.actor != seat:
        held = s.hand[s.actor] & ~s.known[s.actor]
        sure = enough_to_use(s, s.due, s.known[s.actor], pool, popcount(held), _bound(s))
    cards = [0] * MAX_CARDS
    n = write_cards(pool & ~sure, cards, 0)
    shuffle(s, cards, 0, n)
    for p in range(s.players):
        if p != seat and s.over == 0:
            hidden = popcount(s.hand[p] & ~s.known[p])
            s.hand[p] = s.known[p]
            if p == s.actor:
                s.hand[p] |= sure
                hidden -= popcount(sure)
            for _ in range(hidden):
                n -= 1
                s.hand[p] |= bit(cards[n])
    for i in range(s.next, s.size):
        n -= 1
        s.pack[i] = cards[n]


# --- only interpreted ----------------------------------------------------------------------


def bound(s: State) -> int:
    """Every turn draws from the stock, lays, or is idle; of the idle ones at most ``players``
    follow one another (L-19, L-21). A turn has one draw, one discard and its lay acts."""
    busy = (s.size - s.next) + s.size
    return 2 * (busy + 1) * (s.players + 1) + s.size


def explain(s: State, seat: int) -> list[ScoreItem]:
    items = []
    for act, worth in zip(s.laid[: s.n_laid], s.worth, strict=False):
        if act >> _SEAT == seat:
            action = act & (bit(_SEAT) - 1)
            items.append(_laid_item(action, worth, tuple(tableau.spread(action))))
    if seat == s.winner:
        held = [ScoreItem("bonus", left(hand), tuple(_names(hand))) for hand in s.hand if hand]
        items += held
        if is_rummy(s):
            items.append(ScoreItem("rummy", sum(item.points for item in held)))
    if s.losers_pay and s.hand[seat]:
        items.append(ScoreItem("left", -left(s.hand[seat]), tuple(_names(s.hand[seat]))))
    return items


def _laid_item(action: int, worth: int, cards: tuple[str, ...]) -> ScoreItem:
    """What was laid; L-14: the place of an ace in a sequence shows in what it earned."""
    k = (0, 5, 14, 10).index(left(act_cards(action)) - worth)
    if not is_meld(action):
        return ScoreItem(("layoff", "layoff_ace_top", "layoff_ace_bottom")[k], worth, cards)
    if low_of(act_cards(action)) == SET:
        return ScoreItem("set", worth, cards)
    return ScoreItem(("run", "run_ace_top", "run_ace_bottom", "run_ace_inside")[k], worth, cards)


def audit(s: State) -> bool:
    """L-14, L-17, L-18: what was laid, and the cards left, once or twice or not at all, make up
    all the scores; every card laid lies on the table."""
    laid = sum(popcount(cards) for cards in s.meld[: s.n_melds])
    told = sum(popcount(act_cards(act & (bit(_SEAT) - 1))) for act in s.laid[: s.n_laid])
    times = 0 if s.winner == NOBODY else 2 if is_rummy(s) else 1
    wanted = sum(s.worth[: s.n_laid]) + (times - s.losers_pay) * sum(map(left, s.hand))
    return laid == told and sum(score(s, p) for p in range(s.players)) == wanted


def _names(cards: int) -> list[str]:
    return spell_cards(members(cards))


def spell(s: State, action: int) -> str:
    kind = action >> KIND << KIND
    if kind in (MELD, ADD):
        return tableau.spell(action)
    if kind in (STOCK, DECLINE):
        return "stock" if kind == STOCK else "decline"
    return f"{'take' if kind == TAKE else 'discard'} {spell_card(action & 63)}"


def parse(s: State, text: str) -> int:
    match text.split():
        case ["stock"]:
            return STOCK
        case ["decline"]:
            return DECLINE
        case ["take" | "discard" as word, name]:
            return (TAKE if word == "take" else DISCARD) | read_card(name, text)
    return tableau.parse(text)


def refuse(s: State, action: int) -> Refused | None:
    kind = action >> KIND << KIND
    card = action & 63
    if kind in (MELD, ADD, DISCARD):
        lacking = act_cards(action) & ~s.hand[s.actor]
        if lacking:
            return Refused("hand", card=spell_card(lowest(lacking)))
        if not s.drawn:
            return Refused("draw_first", "L-9")
        if kind != DISCARD:
            return _refuse_lay(s, action)
        if s.due != NO_CARD:
            return Refused("use_first", "L-7", card=spell_card(s.due))
        barred = card == s.barred and s.hand[s.actor] != bit(card)
        return Refused("null_turn", "L-8", card=spell_card(card)) if barred else None
    if s.drawn:
        return Refused("drawn_already", "L-6")
    if kind == STOCK:
        return Refused("stock_empty", "L-19") if s.next == s.size else None
    if kind == DECLINE:
        return Refused("decline_with_stock", "L-19") if s.next < s.size else None
    ladder = s.ladder[: s.n_ladder]
    if card not in ladder:
        return Refused("not_in_ladder", "L-6", card=spell_card(card))
    if must_draw(s):
        return Refused("must_draw", "L-21")
    if not may_take(s, ladder.index(card)):
        return Refused("no_use", "L-7", card=spell_card(card))
    return None


def _refuse_lay(s: State, action: int) -> Refused | None:
    refusal = tableau.refuse(s, action, ("L-11", "L-12", "L-13"))
    if refusal is not None:
        return refusal
    if not is_meld(action) and _bound(s):
        return Refused("needs_meld", "L-9", card=spell_card(action & 63))
    if s.due != NO_CARD and not still_usable(s, s.due, s.hand[s.actor], _bound(s), action):
        return Refused("blocks_use", "L-7", card=spell_card(s.due))
    return None


def observe(s: State, seat: int | None) -> dict[str, Json]:
    seen: dict[str, Json] = {
        "counts": [popcount(s.hand[p]) for p in range(s.players)],
        "known": [_names(s.known[p]) for p in range(s.players)],
        "ladder": spell_cards(s.ladder[: s.n_ladder]),
        "stock": s.size - s.next,
        "melds": tableau.show(s),
        "points": s.points[: s.players],
        "opened": [bool(s.opened >> p & 1) for p in range(s.players)],  # L-18
        "drawn": bool(s.drawn),
        "idle": s.idle,
        "must_draw": not s.over and not s.drawn and must_draw(s),
    }
    if s.due != NO_CARD:
        seen["due"] = spell_card(s.due)
    if s.barred != NO_CARD:
        seen["barred"] = spell_card(s.barred)
    if seat is not None:
        seen["hand"] = _names(s.hand[seat])
    if s.over:  # L-17: the hands are laid open
        seen["hands"] = [_names(s.hand[p]) for p in range(s.players)]
        seen["winner"] = None if s.winner == NOBODY else s.winner
        seen["rummy"] = is_rummy(s)
    return seen


def events(before: State, after: State, action: int, seat: int | None) -> list[dict[str, Json]]:
    who = before.actor
    kind = action >> KIND << KIND
    told: dict[str, Json] = {
        "seat": who,
        "event": ("meld", "add", "stock", "take", "decline", "discard")[(action >> KIND) - 1],
    }
    if kind in (ADD, DISCARD):
        told["card"] = spell_card(action & 63)
    elif kind == MELD:
        told["cards"] = tableau.spread(action)
    elif kind == TAKE:
        told["cards"] = spell_cards(reversed(before.ladder[after.n_ladder : before.n_ladder]))
    elif kind == STOCK:
        told["card"] = spell_card(before.pack[before.next] if seat == who else NO_CARD)
    if kind in (MELD, ADD):
        told["number"] = after.n_melds if is_meld(action) else act_meld(action) + 1
        told["points"] = after.worth[before.n_laid]
    if not after.over:
        return [told]
    end = 0 if after.winner == NOBODY else 2 if is_rummy(after) else 1
    return [told, {"seat": who, "event": ("dead", "out", "rummy")[end]}]


def places(s: State) -> dict[str, list[int]]:
    found = {f"hand {p}": members(s.hand[p]) for p in range(s.players)}
    found |= {f"meld {i + 1}": members(s.meld[i]) for i in range(s.n_melds)}
    found["ladder"] = s.ladder[: s.n_ladder]
    found["stock"] = s.pack[s.next : s.size]
    return found


# --- the match -----------------------------------------------------------------------------


def first_dealer(players: int, rows: Sequence[Sequence[int]]) -> list[int]:
    """L-3: the lowest card deals, ace low; those tied draw again."""
    return lowest_deals(players, rows, ace_low=True)


more_cuts = no_cuts


def opening(s: State) -> int:
    return 0


def after_deal(s: State, totals: Sequence[int], carry: Mapping[str, Json]) -> Next:
    """L-3: the next seat deals; L-20: until one alone is highest, at the target or over it."""
    done = max(totals) >= s.target and len(leaders(totals, SIGN)) == 1
    return Next((s.dealer + 1) % s.players, {}, done or s.number + 1 >= s.max_deals)


def settle(s: State, totals: Sequence[int]) -> Settlement:
    """L-20."""
    return Settlement(leaders(totals, SIGN))
