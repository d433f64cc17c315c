"""Chain (Чейн): six players lay and lengthen chains of consecutive ranks; trumps count double.

Source: the Russian book text on chain; clauses C-1 .. C-14 of docs/rules/chain.en.md. Where the
source is silent or contradicts itself we decided, and an option turns it round:

- chains one began oneself may be lengthened besides the one of others (C-4, ``own_extension``);
- a joker need not be used to avoid a lone card (C-5, ``lone``), which scores nothing (C-11,
  ``lone_scores``);
- the 13th card scores the whole chain in place of its own value, undoubled (C-10);
- the match is looked at after each deal; a tie for highest is played off (C-13).

What lies on the table and how acts are numbered and spelled: ``koloda.rules.chains``. What a lone
card proves about a hand: ``redeal`` below, with ``koloda.rules.apart``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from koloda.cards import (
    NO_CARD,
    PACK_54,
    RANK_MASKS,
    SUITS,
    bit,
    lowest,
    members,
    parse_card,
    popcount,
    spell_card,
    spell_cards,
)
from koloda.rules.apart import deal_anew, narrow
from koloda.rules.between_deals import leaders, lowest_deals
from koloda.rules.chains import (
    END,
    EXTEND,
    JOKER_CARDS,
    LONE,
    MAX_CARDS,
    NATURALS,
    NEW,
    NO_RANK,
    ChainState,
    begin,
    card_of,
    chain_seen,
    extensions,
    lies,
    misfit_extension,
    misfit_new,
    named,
    new_chains,
    open_ends,
    sides,
    spell_at,
)
from koloda.rules.chains import parse as parse
from koloda.rules.chains import spell as spell
from koloda.rules.chance import take
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

ID = "chain"
VERSION = 1
MIN_PLAYERS = MAX_PLAYERS = 6  # C-1
HAND = 9
MAX_ACTIONS = 12_000
"""Of nine cards one can lay at most 596 new chains; with all chains that can lie on the table (at
most four, and one for each joker there, share a rank) there are at most 11 817 acts that lay two
cards or more or lengthen, 9 lone cards and END (counted in tests/rules/test_chain_moves.py)."""
SIGN = 1
PLAIN = (2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50)  # C-8, by rank 2..A
TRUMP = (4, 6, 8, 10, 12, 14, 16, 18, 20, 40, 60, 80, 100)
TOP = 150
JOKER_LEFT = 10  # C-12
SINGLE, DOUBLED, FULL, ALONE = range(4)  # how a card was counted: C-8, C-9, C-10, C-11

NEIGHBOURS = tuple(
    sum(RANK_MASKS[other] for other in (rank - 1, rank + 1) if 0 <= other < 13)
    for rank in range(13)
)
BESIDES, COUNTS = range(2)
BY_NATURALS, STRICT = range(2)
OPTIONS: tuple[Option, ...] = (
    choice("own_extension", ("besides", "counts"), "C-4"),
    choice("lone", ("naturals", "strict"), "C-5"),
    flag("lone_scores", False, "C-11"),
    number("target", 1, 10_000, 300, "C-13"),
    number("max_deals", 1, 1_000, 20, "C-13"),
)
PRESETS: Mapping[str, Mapping[str, str | int | bool]] = {
    "book": {},
    "strict": {"own_extension": "counts", "lone": "strict"},
    "one_deal": {"max_deals": 1},
}
PUBLIC_CARRY: tuple[str, ...] = ("cuts",)


class State(ChainState):
    pack: Annotated[Ints, MAX_CARDS]
    own_extension: int
    lone: int
    lone_scores: int
    target: int
    max_deals: int
    hand_size: int
    """Cards dealt to each (C-1)."""
    trump: int
    """The trump suit, -1 where nothing was cut (C-2)."""
    top: int
    """The top trump, or NO_CARD."""
    cut_suit: int
    """The card that fixed the trump suit, and the one that fixed the top trump's rank."""
    cut_rank: int
    cut_jokers: int
    """How many jokers were shown in cutting."""
    points: Annotated[Ints, MAX_PLAYERS]
    """Points credited so far in this deal, the cuts' included."""
    pure: Annotated[Ints, MAX_CARDS + 1]
    """1 while it holds nothing but natural trumps laid by who began it (C-9)."""
    worth: Annotated[Ints, MAX_CARDS + 1]
    """What its cards are worth, each counted once."""
    credit: Annotated[Ints, MAX_CARDS]
    """By card on the table: the points it brought * 4 + how it was counted."""
    laying: int
    """How many acts have laid cards in this deal."""
    acts: int
    """The same, in this turn."""
    fresh: int
    """The chain laid in this turn, 0: none."""
    lengthened: int
    """1 when this turn's one extension is used."""
    alone: int
    """1 when a lone card was laid in this turn."""
    barred: Annotated[Ints, MAX_PLAYERS]
    """Cards that a seat proved it does not hold. When any are, it holds no two natural cards of
    adjacent ranks either (C-5)."""


# --- one deal ----------------------------------------------------------------------------


def deck(s: State, carry: Mapping[str, Json]) -> tuple[list[int], bool]:
    """C-1: 52 cards and two jokers."""
    return list(PACK_54), True


def prepare(s: State, carry: Mapping[str, Json]) -> None:
    """C-2: ``carry["cuts"]`` has the cards shown in cutting, as ints or spelled; without it
    there is no trump. Raises Refused ``carry``, ``cut_card``, ``cuts_unfinished``,
    ``cuts_too_many``."""
    s.hand_size = HAND
    s.trump = s.top = s.cut_suit = s.cut_rank = NO_CARD
    s.cut_jokers = 0
    for name in carry:
        if name != "cuts":
            raise Refused("carry", "C-2", name=name[:80])
    if "cuts" not in carry:
        return
    shown = [_cut(card) for card in carry["cuts"]]
    natural = [card for card in shown if card < 52]
    if more_cuts(shown):
        raise Refused("cuts_unfinished", "C-2", cards=spell_cards(shown))
    if not more_cuts(shown[:-1]):
        raise Refused("cuts_too_many", "C-2", cards=spell_cards(shown))
    s.cut_suit, s.cut_rank = natural
    s.cut_jokers = len(shown) - 2
    s.trump = s.cut_suit // 13
    s.top = s.trump * 13 + s.cut_rank % 13


def _cut(card: Json) -> int:
    if type(card) is int and 0 <= card < MAX_CARDS:
        return card
    try:
        return parse_card(str(card))
    except ValueError:
        raise Refused("cut_card", "C-2", card=str(card)[:20]) from None


def _cut_bonus(s: State) -> int:
    """C-2: eldest's bonus where both cards shown are of one suit, or the very same."""
    if s.trump < 0 or s.cut_suit // 13 != s.cut_rank // 13:
        return 0
    return 50 if s.cut_suit == s.cut_rank else 10


def start(s: State) -> None:
    """C-1: one card at a time from eldest."""
    for p in range(s.players):
        s.hand[p] = 0
        s.points[p] = 0
        s.barred[p] = 0
    for card in range(MAX_CARDS):
        s.where[card] = 0
        s.laid[card] = 0
        s.credit[card] = 0
    for chain in range(MAX_CARDS + 1):
        s.low[chain] = 0
        s.high[chain] = 0
        s.began[chain] = 0
        s.pure[chain] = 0
        s.worth[chain] = 0
    s.chains = 0
    s.next = 0
    s.actor = (s.dealer + 1) % s.players
    for i in range(s.players * s.hand_size):
        s.hand[(s.actor + i) % s.players] |= bit(take(s))
    s.points[s.actor] = _cut_bonus(s) - 10 * s.cut_jokers
    s.laying = 0
    s.over = 0
    s.turn = 0
    _new_turn(s)


def _new_turn(s: State) -> None:
    s.acts = 0
    s.fresh = 0
    s.lengthened = 0
    s.alone = 0


def card_value(s: State, card: int) -> int:
    """C-8."""
    if card >= 52:
        return 0  # C-6
    if card == s.top:
        return TOP
    return TRUMP[card % 13] if card // 13 == s.trump else PLAIN[card % 13]


def may_extend(s: State, chain: int) -> bool:
    """C-4: whether the turn still allows to lengthen this chain."""
    if chain == s.fresh:
        return False
    return s.lengthened == 0 or (s.began[chain] == s.actor and s.own_extension == BESIDES)


def lone_cards(s: State) -> int:
    """C-5, C-6: the cards that the actor may lay alone."""
    held = s.hand[s.actor]
    natural = held & NATURALS
    ends = open_ends(s)
    if s.acts > 0 or natural & ends != 0:
        return 0
    for rank in range(12):
        if natural & RANK_MASKS[rank] != 0 and natural & RANK_MASKS[rank + 1] != 0:
            return 0
    if s.lone == STRICT and held & JOKER_CARDS != 0 and natural | ends != 0:
        return 0
    if natural == 0 and popcount(held) > 1:
        return 0
    return natural if natural != 0 else held


def _may_pass(s: State) -> bool:
    """C-6: only jokers held, and none can be laid."""
    held = s.hand[s.actor]
    return held & NATURALS == 0 and open_ends(s) == 0 and lone_cards(s) == 0


def legal(s: State, out: Ints) -> int:
    n = 0
    if s.alone == 0:
        if s.fresh == 0:
            n = new_chains(s.hand[s.actor], out)
        for chain in range(1, s.chains + 1):
            if may_extend(s, chain):
                n = extensions(s, chain, out, n)
        lone = lone_cards(s)
        while lone != 0:
            out[n] = LONE | lowest(lone) << 8
            lone &= lone - 1
            n += 1
    if s.acts > 0 or _may_pass(s):
        out[n] = END
        n += 1
    return n


def apply(s: State, action: int) -> None:
    p = s.actor
    kind = action & 3
    cards = action >> 8
    if kind == END:
        if s.acts == 0:
            s.barred[p] = NATURALS  # C-6: who passes holds only jokers
        s.turn += 1
        s.actor = (p + 1) % s.players
        _new_turn(s)
        return
    s.laying += 1
    s.acts += 1
    if kind == LONE:
        _lay_alone(s, cards)
    elif kind == NEW:
        _lay_new(s, cards)
    else:
        _lengthen(s, (action >> 2) & 63, cards)
    if s.hand[p] == 0:  # C-12
        s.over = 1
        s.turn += 1


def _lay_alone(s: State, card: int) -> None:
    chain = begin(s, card % 13 if card < 52 else NO_RANK)
    s.pure[chain] = 1 if card // 13 == s.trump else 0
    if card < 52:
        s.barred[s.actor] |= open_ends(s)  # C-5: nothing fitted, and now no neighbour of this card
        if s.lone == STRICT:
            s.barred[s.actor] |= JOKER_CARDS
    _attach(s, chain, card, s.low[chain], True)
    s.alone = 1


def _lay_new(s: State, cards: int) -> None:
    first = 0
    while (cards >> 3 * first) & 7 == 0:
        first += 1
    chain = begin(s, first)
    s.pure[chain] = 1
    for rank in range(first, 13):  # C-9: doubled only if wholly of natural trumps
        digit = (cards >> 3 * rank) & 7
        if digit != 0 and digit != s.trump + 1:
            s.pure[chain] = 0
    for rank in range(first, 13):
        _attach_at(s, chain, cards, rank)
    s.fresh = chain


def _lengthen(s: State, chain: int, cards: int) -> None:
    if s.began[chain] != s.actor or s.own_extension == COUNTS:
        s.lengthened = 1
    for rank in range(s.low[chain] - 1, -1, -1):  # C-10: the low cards first
        _attach_at(s, chain, cards, rank)
    for rank in range(s.high[chain] + 1, 13):
        _attach_at(s, chain, cards, rank)


def _attach_at(s: State, chain: int, cards: int, rank: int) -> None:
    digit = (cards >> 3 * rank) & 7
    if digit != 0:
        _attach(s, chain, card_of(digit, rank), rank, False)


def _attach(s: State, chain: int, card: int, rank: int, alone: bool) -> None:
    """One card from the actor's hand to its place, with its points (C-8 .. C-11)."""
    p = s.actor
    s.hand[p] &= ~bit(card)
    s.where[card] = chain * 16 + rank
    s.laid[card] = s.laying * 8 + p
    if rank < s.low[chain]:
        s.low[chain] = rank
    if rank > s.high[chain]:
        s.high[chain] = rank
    points = card_value(s, card)
    s.worth[chain] += points
    how = SINGLE
    if alone:
        how = ALONE
        if s.lone_scores == 0:
            points = 0
    elif s.pure[chain] == 1 and s.began[chain] == p and card // 13 == s.trump:
        how = DOUBLED
        points = 2 * points
    else:
        s.pure[chain] = 0
    if s.high[chain] - s.low[chain] == 12:
        how = FULL
        points = s.worth[chain]
    s.credit[card] = points * 4 + how
    s.points[p] += points
    if s.barred[p] != 0 and card < 52:  # C-5: it was in the hand that had no two neighbours
        s.barred[p] |= NEIGHBOURS[card % 13]


def score(s: State, seat: int) -> int:
    """What was credited; C-12: each joker left costs 10, other cards nothing."""
    return s.points[seat] - JOKER_LEFT * popcount(s.hand[seat] & JOKER_CARDS)


# --- what a seat can't know ----------------------------------------------------------------
#
# All cards are dealt at once, so a hand is always part of the hand that laid a lone card. That
# hand held nothing that fitted a chain and no two natural cards of adjacent ranks (C-5), so what
# is left of it avoids the ranks that fitted then and the neighbours of all it has laid since
# (``barred``), and lies within a set of ranks apart from each other. A hand that passed has only
# jokers (C-6). Nothing else proves anything: no card but the first of a turn must be laid.
#
# ``redeal`` first chooses for each such seat a largest set of ranks apart, so that all find
# enough; then every hidden card gets a place it fits. Every consistent world can come out.


def redeal(s: State, seat: int) -> None:
    hidden = 0
    for i in range(s.next, s.size):
        hidden |= bit(s.pack[i])
    within = [0] * MAX_PLAYERS
    if s.over == 0:  # C-12: then the hands are laid open
        for p in range(s.players):
            if p != seat:
                hidden |= s.hand[p]
        for p in range(s.players):
            if p != seat:
                within[p] = hidden & ~s.barred[p]
        narrow(s, s.barred, within)
    deal_anew(s, hidden, within)


# --- only interpreted ----------------------------------------------------------------------


def bound(s: State) -> int:
    """Each card is laid once; a turn without one (C-6) comes only between turns with one."""
    return 3 * s.size + 1


def explain(s: State, seat: int) -> list[ScoreItem]:
    """Act by act; within one, the cards that count alike together."""
    items = []
    if seat == (s.dealer + 1) % s.players:  # C-2
        items += [ScoreItem("cut_joker", -10)] * s.cut_jokers
        if bonus := _cut_bonus(s):
            shown = spell_cards([s.cut_suit, s.cut_rank])
            items.append(ScoreItem("cut_card" if bonus == 50 else "cut_suit", bonus, tuple(shown)))
    told: dict[tuple[int, int], list[int]] = {}
    for card in PACK_54:
        if s.where[card] and s.laid[card] & 7 == seat:
            told.setdefault((s.laid[card], s.credit[card] & 3), []).append(card)
    for (_, how), cards in sorted(told.items()):
        points = sum(s.credit[card] >> 2 for card in cards)
        chain = [card for card, _ in lies(s, s.where[cards[0]] >> 4)]
        shown = spell_cards(card for card in chain if how == FULL or card in cards)
        item = ScoreItem(("laid", "doubled", "full_chain", "lone")[how], points, tuple(shown))
        items.append(item)
    for card in members(s.hand[seat] & JOKER_CARDS):
        items.append(ScoreItem("joker_left", -JOKER_LEFT, (spell_card(card),)))
    return items


def audit(s: State) -> bool:
    """C-8 .. C-12: each card on the table was counted once, twice, or with its full chain;
    somebody got all of it; one hand is empty."""
    paid = _cut_bonus(s) - 10 * s.cut_jokers
    for card in PACK_54:
        points, how = s.credit[card] >> 2, s.credit[card] & 3
        value = card_value(s, card)
        if how == FULL:
            value = sum(card_value(s, lying) for lying, _ in lies(s, s.where[card] >> 4))
        right = (value, 2 * value, value, value if s.lone_scores else 0)[how]
        if points != (right if s.where[card] else 0):
            return False
        paid += points
    empty = [p for p in range(s.players) if s.hand[p] == 0]
    return paid == sum(s.points[: s.players]) and len(empty) == 1


def refuse(s: State, action: int) -> Refused | None:
    kind, chain, cards = action & 3, action >> 2 & 63, action >> 8
    acts_on = [(cards, NO_RANK)] if kind == LONE else named(cards)
    held = s.hand[s.actor]
    for card, _ in acts_on:
        if not held & bit(card):
            return Refused("hand", card=spell_card(card))
        held ^= bit(card)
    if kind == END:
        return None if s.acts or _may_pass(s) else Refused("nothing_laid", "C-4")
    if s.alone or (kind == LONE and s.acts):
        return Refused("lone_is_turn", "C-5")
    if kind == LONE:
        return _refuse_lone(s, cards)
    if kind == EXTEND:
        return _refuse_extension(s, chain, acts_on)
    return Refused("second_chain", "C-4") if s.fresh else misfit_new(acts_on)


def _refuse_lone(s: State, card: int) -> Refused | None:
    if lone_cards(s) & bit(card):
        return None
    if card >= 52 and popcount(s.hand[s.actor]) > 1:
        return Refused("joker_alone", "C-6")
    out = [0] * MAX_ACTIONS
    legal(s, out)
    return Refused("lone_could_lay", "C-5", example=spell(s, out[0]))


def _refuse_extension(s: State, chain: int, cards: Sequence[tuple[int, int]]) -> Refused | None:
    if not 1 <= chain <= s.chains:
        return Refused("no_chain", "C-4", chain=chain, chains=s.chains)
    if chain == s.fresh:
        return Refused("just_laid", "C-4", chain=chain)
    if not may_extend(s, chain):
        return Refused("second_extension", "C-4", chain=chain)
    return misfit_extension(s, chain, cards)


def observe(s: State, seat: int | None) -> dict[str, Json]:
    hands = [spell_cards(members(s.hand[p])) for p in range(s.players)]
    seen: dict[str, Json] = {
        "counts": [len(hand) for hand in hands],
        "trump": SUITS[s.trump] if s.trump >= 0 else None,
        "top_trump": spell_card(s.top) if s.trump >= 0 else None,
        "cut_jokers": s.cut_jokers,
        "points": s.points[: s.players],
        "chains": [chain_seen(s, chain) for chain in range(1, s.chains + 1)],
        "turn": {
            "acts": s.acts,
            "new": s.fresh or None,
            "lengthened": bool(s.lengthened),
            "lone": bool(s.alone),
        },
    }
    if seat is not None:
        seen["hand"] = hands[seat]
    if s.over:  # C-12: the jokers left are counted in sight of all
        seen["hands"] = hands
    return seen


def events(before: State, after: State, action: int, seat: int | None) -> list[dict[str, Json]]:
    who = before.actor
    kind, chain, cards = action & 3, action >> 2 & 63, action >> 8
    if kind == END:
        return [{"seat": who, "event": "end" if before.acts else "pass"}]
    chain = chain if kind == EXTEND else after.chains
    told: dict[str, Json] = {
        "seat": who,
        "event": ("new", "extend", "lone")[kind - 1],
        "chain": chain,
    }
    if kind == EXTEND:
        low, high = sides(before, chain, cards)
        told |= {"cards": low + high, "low": low, "high": high}
    elif kind == NEW:
        told["cards"] = [spell_at(*on) for on in named(cards)]
    else:
        told["cards"] = [spell_card(cards)]
    told["points"] = after.points[who] - before.points[who]
    full = after.high[chain] - after.low[chain] == 12
    return [told, {"seat": who, "event": "full", "chain": chain}] if full else [told]


def places(s: State) -> dict[str, list[int]]:
    found = {f"hand {p}": members(s.hand[p]) for p in range(s.players)}
    for chain in range(1, s.chains + 1):
        found[f"chain {chain}"] = [card for card, _ in lies(s, chain)]
    found["stock"] = s.pack[s.next : s.size]
    return found


# --- the match -----------------------------------------------------------------------------


def first_dealer(players: int, rows: Sequence[Sequence[int]]) -> list[int]:
    """C-1: by agreement, here at random: the lowest card deals, a joker counting as an ace."""
    return lowest_deals(players, [[min(card, 51) for card in row] for row in rows])


def more_cuts(shown: Sequence[int]) -> bool:
    """C-2: a suit and a rank must be shown; jokers are cut again."""
    return sum(card < 52 for card in shown) < 2


def opening(s: State) -> int:
    return 0


def after_deal(s: State, totals: Sequence[int], carry: Mapping[str, Json]) -> Next:
    """C-14: who scored least in this deal deals next, of several the one nearest to the
    dealer's left; C-13: until one alone is highest with the target, or so many deals."""
    left = [(s.dealer + 1 + k) % s.players for k in range(s.players)]
    dealer = min(left, key=lambda p: score(s, p))
    over = max(totals) >= s.target and len(leaders(totals, SIGN)) == 1
    return Next(dealer, {}, over or s.number + 1 >= s.max_deals)


def settle(s: State, totals: Sequence[int]) -> Settlement:
    """C-13: the highest wins; shared only where ``max_deals`` has ended the match."""
    return Settlement(leaders(totals, SIGN))
