"""Fifteen (Пятнадцать): two players, each drawing towards 15 without going over.

Source: the Russian book text on Fifteen; clauses F-1 .. F-10 of docs/rules/fifteen.en.md.
Where the source is silent or can be read in two ways we decided, and an option turns it round:

- how many chips are staked and how many each has (F-2, ``ante``, ``chips``);
- the non-dealer may stand on any first card, the narrow reading is ``first_stand="ten"`` (F-4);
- a turn that reaches 15 or more ends by itself, and nobody can tell this from standing (F-5);
- the pack "comes to its end" when fewer cards remain than one deal may use (F-8,
  ``reshuffle_below``); cards set aside lie face up;
- a match has so many deals (F-9, ``deals``), chips still on the table are split, and a deal
  scores the change of each player's chips (F-10).

Actions: DRAW, STAND.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from koloda.cards import PACK_52, bit, parse_card, spell_card, spell_cards, write_cards
from koloda.rules.between_deals import leaders, lowest_deals, no_cuts
from koloda.rules.chance import below, shuffle, take
from koloda.rules.contract import (
    Ints,
    Json,
    Next,
    Option,
    Refused,
    ScoreItem,
    Settlement,
    choice,
    number,
)
from koloda.rules.contract import State as BaseState
from koloda.rules.reading import unreadable

ID = "fifteen"
VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 2
MAX_CARDS = 52
MAX_ACTIONS = 2
SIGN = 1  # chips
DRAW, STAND = 0, 1
VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)  # F-1, by rank 2..A

GOAL = 15
TEN = 10
HELD = 9
"""The most cards a seat can hold: eight below 15 in all (four aces, four twos) and one more."""
NEEDED = 15
"""F-8: the most cards that one deal can use."""
MAX_CHIPS = 2_000_000

ANY, ONLY_TEN = range(2)
OPTIONS: tuple[Option, ...] = (
    number("ante", 1, 1_000, 2, "F-2"),
    number("chips", 1, MAX_CHIPS // 2, 50, "F-2"),
    choice("first_stand", ("any", "ten"), "F-4"),
    number("reshuffle_below", NEEDED, MAX_CARDS, NEEDED, "F-8"),
    number("deals", 2, 1_000, 20, "F-9"),
)
PRESETS: Mapping[str, Mapping[str, str | int | bool]] = {
    "book": {},
    "first_ten": {"first_stand": "ten"},
    "fresh_pack": {"reshuffle_below": MAX_CARDS},
    "short": {"deals": 10},
}
PUBLIC_CARRY: tuple[str, ...] = ("pot", "chips")
_CARRY = ("pot", "chips", "pack")


class State(BaseState):
    pack: Annotated[Ints, MAX_CARDS]
    cards: Annotated[Ints, 2 * HELD]
    """The cards of seat p in the order he got them, from ``cards[p * HELD]``."""
    counts: Annotated[Ints, 2]
    """How many cards each seat has. Slots of ``cards`` past them are 0."""
    stack: Annotated[Ints, 2]
    """Each seat's chips before this deal's ante."""
    pot: int
    """Chips that lay on the table before this deal's antes."""
    ante: int
    chips: int
    first_stand: int
    reshuffle_below: int
    deals: int


# --- set-up --------------------------------------------------------------------------------


def deck(s: State, carry: Mapping[str, Json]) -> tuple[list[int], bool]:
    """F-8: the rest of the pack as it lies, or the whole pack to be shuffled."""
    if s.deals % 2 == 1:
        raise Refused("odd_deals", "F-9", deals=s.deals)
    rest = _rest(carry)
    if len(rest) < s.reshuffle_below:
        return list(PACK_52), True
    return rest, False


def _rest(carry: Mapping[str, Json]) -> list[int]:
    """F-8: the cards of ``carry["pack"]``."""
    text = carry.get("pack", "")
    if not isinstance(text, str):
        raise Refused("carry_pack", "F-8", pack=type(text).__name__)
    rest: list[int] = []
    for i in range(0, len(text), 2):
        try:
            card = parse_card(text[i : i + 2])
        except ValueError:
            raise Refused("carry_pack", "F-8", pack=text[i : i + 2]) from None
        if card not in PACK_52:
            raise Refused("carry_pack", "F-8", pack=spell_card(card))
        if card in rest:
            raise Refused("carry_twice", "F-8", card=spell_card(card))
        rest.append(card)
    return rest


def _chips(value: Json, name: str) -> int:
    """F-2: a number of chips that came from outside, as ``carry[name]``."""
    if type(value) is not int or not 0 <= value <= MAX_CHIPS:
        shown = str(value) if type(value) is int and abs(value) < 10**18 else type(value).__name__
        raise Refused("carry_chips", "F-2", name=name, value=shown, most=MAX_CHIPS)
    return value


def prepare(s: State, carry: Mapping[str, Json]) -> None:
    for key in carry:
        if key not in _CARRY:
            raise Refused("carry_unknown", "F-8", name=str(key)[:80], allowed=list(_CARRY))
    s.pot = _chips(carry.get("pot", 0), "pot")
    stack = carry.get("chips", [s.chips, s.chips])
    if not isinstance(stack, list) or len(stack) != 2:
        shown = f"{len(stack)}" if isinstance(stack, list) else type(stack).__name__
        raise Refused("carry_stacks", "F-2", value=shown)
    for p in range(2):
        s.stack[p] = _chips(stack[p], "chips")
        if s.stack[p] < s.ante:
            raise Refused("cannot_ante", "F-2", chips=s.stack[p], ante=s.ante)


# --- one deal ------------------------------------------------------------------------------


def start(s: State) -> None:
    """F-3: a card to the opponent, then one to the dealer."""
    for i in range(2 * HELD):
        s.cards[i] = 0
    s.counts[0] = 0
    s.counts[1] = 0
    s.next = 0
    for i in range(2):
        _give(s, (s.dealer + 1 + i) % 2)
    s.over = 0
    s.turn = 0
    s.actor = 1 - s.dealer  # F-4


def _give(s: State, seat: int) -> None:
    s.cards[seat * HELD + s.counts[seat]] = take(s)
    s.counts[seat] += 1


def total(s: State, seat: int) -> int:
    """F-1: what the seat's cards add up to."""
    points = 0
    for i in range(seat * HELD, seat * HELD + s.counts[seat]):
        points += VALUES[s.cards[i] % 13]
    return points


def _must_draw(s: State) -> bool:
    """F-4, the narrow reading: the non-dealer on a first card below 10."""
    if s.first_stand == ANY or s.actor == s.dealer or s.next == s.size:
        return False
    return s.counts[s.actor] == 1 and total(s, s.actor) < TEN


def legal(s: State, out: Ints) -> int:
    n = 0
    if s.next < s.size:
        out[n] = DRAW
        n += 1
    if not _must_draw(s):
        out[n] = STAND
        n += 1
    return n


def apply(s: State, action: int) -> None:
    if action == DRAW:
        _give(s, s.actor)
        if total(s, s.actor) < GOAL:
            return
    s.turn += 1  # F-5: at 15 or more as if he stood
    if s.actor == s.dealer:
        s.over = 1  # F-7
    else:
        s.actor = s.dealer  # F-6


def winner(s: State) -> int:
    """F-7: the seat that takes the chips of a deal that is over, -1 where they stay."""
    first = total(s, 0)
    second = total(s, 1)
    if first > GOAL:
        first = -1
    if second > GOAL:
        second = -1
    if first == second:
        return -1
    return 0 if first > second else 1


def score(s: State, seat: int) -> int:
    """F-10: the change of the seat's chips, its own ante included."""
    if winner(s) == seat:
        return s.pot + s.ante
    return -s.ante


# --- what a seat can't know ----------------------------------------------------------------
#
# Before the showdown a seat does not know the other's cards and the order of the stock. It
# knows how many cards the other has, and that he was below 15 whenever he drew; on turn he still
# is. The first cards are drawn uniformly from all sets of that size below 15, by counting them;
# all consistent worlds are equally likely.


def redeal(s: State, seat: int) -> None:
    other = 1 - seat
    hidden = 0
    for i in range(s.next, s.size):
        hidden |= bit(s.pack[i])
    if s.over == 0:  # F-7: afterwards both hands are open
        for i in range(s.counts[other]):
            hidden |= bit(s.cards[other * HELD + i])
    faces = [0] * MAX_CARDS
    n = write_cards(hidden, faces, 0)
    if s.over == 0:
        n = _redeal_hand(s, other, faces, n)
    shuffle(s, faces, 0, n)
    for i in range(n):
        s.pack[s.next + i] = faces[i]


def _redeal_hand(s: State, seat: int, faces: Ints, n: int) -> int:
    """Give the seat other cards out of ``faces[:n]``; how many are left there."""
    count = s.counts[seat]
    low = count  # how many of his cards were below 15 together
    if s.actor != seat:
        low -= 1
    first = seat * HELD
    n = _pick_low(s, first, low, faces, n)
    shuffle(s, s.cards, first, first + low)
    if low < count:
        at = _pick_ten(s, faces, n) if _stood_on_ten(s, seat) else below(s, n)
        s.cards[first + low] = faces[at]
        n -= 1
        for i in range(at, n):
            faces[i] = faces[i + 1]
    return n


def _stood_on_ten(s: State, seat: int) -> bool:
    """F-4, the narrow reading: whether a non-dealer whose turn has ended stood on his first
    card, which then is worth 10. In a pack of two there was nothing to draw."""
    return s.first_stand != ANY and seat != s.dealer and s.counts[seat] == 1 and s.size > 2


def _pick_ten(s: State, faces: Ints, n: int) -> int:
    """The place of a random card worth 10."""
    tens = 0
    for i in range(n):
        if VALUES[faces[i] % 13] == TEN:
            tens += 1
    skip = below(s, tens)
    at = 0
    while VALUES[faces[at] % 13] != TEN or skip > 0:
        if VALUES[faces[at] % 13] == TEN:
            skip -= 1
        at += 1
    return at


def _pick_low(s: State, first: int, k: int, faces: Ints, n: int) -> int:
    """Move a random set of ``k`` cards below 15 in all from ``faces[:n]`` to the hand."""
    ways = [0] * ((MAX_CARDS + 1) * (HELD + 1) * GOAL)
    _count_low(k, faces, n, ways)
    room = GOAL - 1
    left = 0
    for i in range(n):
        value = VALUES[faces[i] % 13]
        without = ways[((i + 1) * (HELD + 1) + k) * GOAL + room]
        if below(s, ways[(i * (HELD + 1) + k) * GOAL + room]) >= without:
            s.cards[first] = faces[i]
            first += 1
            k -= 1
            room -= value
        else:
            faces[left] = faces[i]
            left += 1
    return left


def _count_low(k: int, faces: Ints, n: int, ways: Ints) -> None:
    """How many sets of j cards out of ``faces[i:n]`` hold at most ``room`` points, into
    ``ways[(i * (HELD + 1) + j) * GOAL + room]`` for j <= k."""
    for room in range(GOAL):
        ways[n * (HELD + 1) * GOAL + room] = 1
    for back in range(n):
        i = n - 1 - back
        value = VALUES[faces[i] % 13]
        for j in range(k + 1):
            here = (i * (HELD + 1) + j) * GOAL
            after = ((i + 1) * (HELD + 1) + j) * GOAL
            for room in range(GOAL):
                ways[here + room] = ways[after + room]
                if j > 0 and value <= room:
                    ways[here + room] += ways[after - GOAL + room - value]


# --- only interpreted ----------------------------------------------------------------------


def bound(s: State) -> int:
    """Every act draws a card or ends a turn; the last card that a seat can hold ends it too."""
    return min(s.size, 2 * (HELD - 1))


def _hand(s: State, seat: int) -> list[int]:
    return s.cards[seat * HELD : seat * HELD + s.counts[seat]]


def explain(s: State, seat: int) -> list[ScoreItem]:
    """The ante, and what became of the chips on the table."""
    cards = tuple(spell_cards(_hand(s, seat)))
    ante = ScoreItem("ante", -s.ante)
    best = winner(s)
    if best == seat:
        alone = total(s, 1 - seat) > GOAL
        won = s.pot + 2 * s.ante
        return [ante, ScoreItem("other_bust" if alone else "nearer", won, cards)]
    if total(s, seat) > GOAL:
        return [ante, ScoreItem("both_bust" if best < 0 else "bust", 0, cards)]
    return [ante, ScoreItem("tie" if best < 0 else "farther", 0, cards)]


def audit(s: State) -> bool:
    """F-10: the scores and the change of the pot sum to zero."""
    return score(s, 0) + score(s, 1) + _left(s) == s.pot


def spell(s: State, action: int) -> str:
    return "draw" if action == DRAW else "stand"


def parse(s: State, text: str) -> int:
    word = text.strip()
    if word not in ("draw", "stand"):
        raise unreadable(text)
    return DRAW if word == "draw" else STAND


def refuse(s: State, action: int) -> Refused | None:
    if action == DRAW and s.next == s.size:
        return Refused("stock_empty", "F-8")
    if action == STAND and _must_draw(s):
        return Refused("must_draw", "F-4")
    return None


def observe(s: State, seat: int | None) -> dict[str, Json]:
    """Hands in the order drawn; ``pot`` and ``chips`` as they lie now; ``aside`` the cards out
    of play until the pack is shuffled (F-8)."""
    hands = [_hand(s, p) for p in range(2)]
    in_play = {*hands[0], *hands[1], *s.pack[s.next : s.size]}
    seen: dict[str, Json] = {
        "counts": list(s.counts),
        "stopped": [s.turn > (p == s.dealer) for p in range(2)],
        "stock": s.size - s.next,
        "aside": spell_cards(card for card in PACK_52 if card not in in_play),
        "pot": s.pot + 2 * s.ante,
        "chips": [stack - s.ante for stack in s.stack],
    }
    if seat is not None:
        seen["hand"] = spell_cards(hands[seat])
        seen["total"] = total(s, seat)
    if s.over:  # F-7
        seen["hands"] = [spell_cards(hand) for hand in hands]
        seen["hand_totals"] = [total(s, p) for p in range(2)]
        seen["pot"] = _left(s)
        seen["chips"] = [s.stack[p] + score(s, p) for p in range(2)]
    return seen


def events(before: State, after: State, action: int, seat: int | None) -> list[dict[str, Json]]:
    """F-5: a turn stops in the same way, whether he stood or reached 15 or more."""
    who = before.actor
    happened: list[dict[str, Json]] = []
    if action == DRAW:
        card = spell_card(_hand(after, who)[-1]) if seat == who else "??"
        happened.append({"seat": who, "event": "draw", "card": card})
    if after.turn > before.turn:
        happened.append({"seat": who, "event": "stop"})
    if after.over:  # F-7
        for p in (1 - after.dealer, after.dealer):
            cards = spell_cards(_hand(after, p))
            shown = {"seat": p, "event": "show", "cards": cards, "total": total(after, p)}
            happened.append(shown)
    return happened


def places(s: State) -> dict[str, list[int]]:
    found = {f"hand {p}": _hand(s, p) for p in range(2)}
    found["stock"] = s.pack[s.next : s.size]
    return found


# --- the match -----------------------------------------------------------------------------


def first_dealer(players: int, rows: Sequence[Sequence[int]]) -> list[int]:
    """At random: each draws a card, the lower deals, ace low as it counts here."""
    return lowest_deals(players, rows, ace_low=True)


more_cuts = no_cuts


def opening(s: State) -> int:
    """F-2."""
    return s.chips


def _left(s: State) -> int:
    """F-7: the chips that a finished deal leaves on the table."""
    return s.pot + 2 * s.ante if winner(s) < 0 else 0


def after_deal(s: State, totals: Sequence[int], carry: Mapping[str, Json]) -> Next:
    """F-8: the deal alternates and goes on from the rest of the pack; F-9: until so many deals
    have been played or a player can't pay the ante."""
    left = {
        "pot": _left(s),
        "chips": list(totals),
        "pack": "".join(spell_cards(s.pack[s.next : s.size])),
    }
    over = s.number + 1 >= s.deals or min(totals) < s.ante
    return Next(1 - s.dealer, left, over)


def settle(s: State, totals: Sequence[int]) -> Settlement:
    """F-9: the chips still on the table are split; the gains are chips won or lost."""
    gains = tuple(Fraction(_left(s), 2) + totals[p] - s.chips for p in range(2))
    return Settlement(leaders(totals, SIGN), gains)
