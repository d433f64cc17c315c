"""Two-Ten-Jack (Двойка - десятка - валет): a trick game with a stock, hearts always trumps.

Source: the Russian book text, which begins in the middle of the rules; clauses T-1 .. T-11 of
docs/rules/two_ten_jack.en.md. From the source: what the ace of spades may and must do, drawing,
the count by difference, 25 points, the packs of three and four players. Reconstructed from
published descriptions of the same game: the rank of the cards, the duty to trump (``void``), the
values (``values``), the deal for two. Where neither speaks we decided, and options turn it round:

- on a spade lead the ace of spades is a spade and nothing else, so that a heart beats it
  (T-7, ``ace_on_spade_lead``; in published rules it wins);
- a tie at the target plays on, ``max_deals`` ends a match that nobody wins (T-11).

Actions: a card 0..51 plays it; the ace of spades led as a heart is ACE_AS_HEART.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koloda.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    HEARTS,
    PACK_52,
    RANK_MASKS,
    SPADES,
    SUIT_MASKS,
    SUITS,
    bit,
    members,
    popcount,
    spell_card,
    spell_cards,
    suit_mask,
    write_cards,
)
from koloda.rules.between_deals import leaders, lowest_deals, no_cuts, nothing_carried
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
from koloda.rules.reading import read_natural, unreadable
from koloda.rules.tricks import (
    NO_SUIT,
    TrickState,
    close_trick,
    deal_hands,
    lay,
    leader,
    observe_table,
    redeal_hands,
    taken_cards,
    trick_events,
    trick_places,
)

ID = "two_ten_jack"
VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 4  # T-1
HAND_SIZE = 6  # T-2
MAX_ACTIONS = 7
SIGN = 1

ACE_OF_SPADES = SPADES * 13 + ACE
ACE_AS_HEART = 52
THREE_OF_CLUBS = 1
TRUMPS = SUIT_MASKS[HEARTS] | bit(ACE_OF_SPADES)
_NAMED = RANK_MASKS[0] | RANK_MASKS[8] | RANK_MASKS[9]
"""The twos, tens and jacks."""
_HIGH = RANK_MASKS[10] | RANK_MASKS[11] | RANK_MASKS[12]
_HONOURS = (_HIGH | RANK_MASKS[8] | RANK_MASKS[9]) & (SUIT_MASKS[CLUBS] | SUIT_MASKS[DIAMONDS])
"""Of the plain suits, ace to ten."""
_SIX_OF_DIAMONDS = 17

CLASSIC, NO_SIX, JAPAN = range(3)
VOID_TRUMP, VOID_FREE = range(2)
ACE_PLAIN, ACE_TRUMP = range(2)
OPTIONS: tuple[Option, ...] = (
    choice("void", ("trump", "free"), "T-5"),
    choice("ace_on_spade_lead", ("plain", "trump"), "T-7"),
    choice("values", ("classic", "no_six", "japan"), "T-10"),
    number("target", 1, 10_000, 25, "T-11"),
    number("max_deals", 1, 1_000, 50, "T-11"),
    flag("open_tricks", False, "T-11"),
)
PRESETS: Mapping[str, Mapping[str, str | int | bool]] = {
    "book": {},
    "published": {"ace_on_spade_lead": "trump"},
    "japan": {"ace_on_spade_lead": "trump", "values": "japan"},
}
PUBLIC_CARRY: tuple[str, ...] = ()


class State(TrickState):
    void: int
    ace_on_spade_lead: int
    values: int
    target: int
    max_deals: int
    open_tricks: int


# --- one deal ----------------------------------------------------------------------------


def deck(s: State, carry: Mapping[str, Json]) -> tuple[list[int], bool]:
    """T-1: with three players the three of clubs is taken out."""
    return [card for card in PACK_52 if s.players != 3 or card != THREE_OF_CLUBS], True


def prepare(s: State, carry: Mapping[str, Json]) -> None:
    nothing_carried(carry)
    s.hand_size = HAND_SIZE


def start(s: State) -> None:
    """T-2, T-4."""
    deal_hands(s)


def following(led: int) -> int:
    """T-5, T-6: the cards that follow a suit; the ace of spades is a heart on a heart lead."""
    return TRUMPS if led == HEARTS else suit_mask(led)


def may_play(s: State) -> int:
    """T-4, T-5, T-6: the cards of the actor's hand that he may play."""
    hand = s.hand[s.actor]
    if s.led == NO_SUIT:
        return hand
    follow = hand & following(s.led)
    if follow != 0:
        return follow
    trumps = hand & TRUMPS
    if s.void == VOID_TRUMP and trumps != 0:
        return trumps
    return hand


def legal(s: State, out: Ints) -> int:
    n = write_cards(may_play(s), out, 0)
    if s.led == NO_SUIT and s.hand[s.actor] & bit(ACE_OF_SPADES) != 0:
        out[n] = ACE_AS_HEART  # T-6
        n += 1
    return n


def apply(s: State, action: int) -> None:
    card = ACE_OF_SPADES if action == ACE_AS_HEART else action
    if s.led == NO_SUIT:
        s.led = HEARTS if action == ACE_AS_HEART else card // 13
    if lay(s, card, _proved_absent(s, card)):
        close_trick(s, trick_winner(s))


def _proved_absent(s: State, card: int) -> int:
    """T-5, T-6: what a player who plays this card shows he does not hold."""
    absent = following(s.led)
    if absent & bit(card) != 0:
        return 0
    if s.void == VOID_TRUMP and TRUMPS & bit(card) == 0:
        absent |= TRUMPS
    return absent


def strength(s: State, led: int, card: int) -> int:
    """T-7: of the cards of a trick the strongest takes it; -1: can't take it."""
    if card == ACE_OF_SPADES and (led != SPADES or s.ace_on_spade_lead == ACE_TRUMP):
        return 40
    if card // 13 == HEARTS:
        return 20 + card % 13
    return card % 13 if card // 13 == led else -1


def trick_winner(s: State) -> int:
    """T-7: who has the strongest card of the trick on the table, complete or just completed."""
    trick = (s.n_plays - 1) // s.players
    best = -1
    winner = 0
    for k in range(trick * s.players, s.n_plays):
        force = strength(s, s.led, s.plays[k])
        if force > best:
            best = force
            winner = (leader(s, trick) + k % s.players) % s.players
    return winner


def points(s: State, cards: int) -> int:
    """T-10: what a set of cards counts for who has taken it."""
    named = popcount(cards & _NAMED & SUIT_MASKS[HEARTS])
    named -= popcount(cards & _NAMED & SUIT_MASKS[SPADES])
    high = popcount(cards & _HIGH & SUIT_MASKS[HEARTS])
    high -= popcount(cards & _HIGH & SUIT_MASKS[SPADES])
    if s.values == JAPAN:
        return 10 * named + 5 * high + popcount(cards & _HONOURS)
    total = 5 * named + high + popcount(cards & _NAMED & SUIT_MASKS[CLUBS])
    if s.values == CLASSIC:
        total += popcount(cards & bit(_SIX_OF_DIAMONDS))
    return total


def value(s: State, card: int) -> int:
    """T-10: what a card counts."""
    return points(s, bit(card))


def score(s: State, seat: int) -> int:
    """T-9: plus cards and minus cards taken."""
    return points(s, s.taken[seat])


def redeal(s: State, seat: int) -> None:
    redeal_hands(s, seat)


# --- only interpreted ----------------------------------------------------------------------


def bound(s: State) -> int:
    return s.size


def explain(s: State, seat: int) -> list[ScoreItem]:
    items = []
    for card in members(s.taken[seat]):
        counts = value(s, card)
        if counts:
            items.append(ScoreItem("plus" if counts > 0 else "minus", counts, (spell_card(card),)))
    return items or [ScoreItem("nothing", 0)]


def audit(s: State) -> bool:
    """T-9, T-10: every card played counts once for somebody; the whole table adds up to +4
    (``classic``), +3 (``no_six``), +10 (``japan``)."""
    played = sum(value(s, card) for card in s.plays[: s.n_plays])
    return sum(score(s, p) for p in range(s.players)) == played


def spell(s: State, action: int) -> str:
    if action == ACE_AS_HEART:
        return "As=h"
    if action == ACE_OF_SPADES and s.led == NO_SUIT:
        return "As=s"
    return spell_card(action)


def parse(s: State, text: str) -> int:
    """``7c``; ``As=s`` or ``As=h`` when the ace of spades is led (T-6)."""
    name, declares, suit = text.strip().partition("=")
    card = read_natural(name, text)
    if declares and (card != ACE_OF_SPADES or suit not in ("s", "h")):
        raise unreadable(text)
    leads = s.led == NO_SUIT
    if card == ACE_OF_SPADES and leads != bool(declares):
        if s.hand[s.actor] & bit(card) == 0:
            raise Refused("hand", card=spell_card(card))
        raise Refused("ace_suit" if leads else "ace_not_led", "T-6", card=spell_card(card))
    return ACE_AS_HEART if suit == "h" else card


def refuse(s: State, action: int) -> Refused | None:
    card = ACE_OF_SPADES if action == ACE_AS_HEART else action
    hand = s.hand[s.actor]
    if hand & bit(card) == 0:
        return Refused("hand", card=spell_card(card))
    allowed = may_play(s)
    if allowed & bit(card) != 0:
        return None
    playable = spell_cards(members(allowed))
    if allowed & following(s.led) == 0:
        return Refused("must_trump", "T-5", card=spell_card(card), playable=playable)
    if allowed == bit(ACE_OF_SPADES):
        return Refused("ace_must", "T-6", card=spell_card(card), playable=playable)
    return Refused("follow_suit", "T-5", card=spell_card(card), playable=playable)


def observe(s: State, seat: int | None) -> dict[str, Json]:
    seen = observe_table(s, seat)
    seen["led"] = None if s.led == NO_SUIT else SUITS[s.led]
    if s.over or s.open_tricks:  # T-11
        seen["taken"] = taken_cards(s)
    return seen


def events(before: State, after: State, action: int, seat: int | None) -> list[dict[str, Json]]:
    leads_ace = before.led == NO_SUIT and action in (ACE_OF_SPADES, ACE_AS_HEART)
    leads_heart = action == ACE_AS_HEART
    played: dict[str, Json] = {
        "seat": before.actor,
        "event": ("ace_as_heart" if leads_heart else "ace_as_spade") if leads_ace else "play",
        "card": spell_card(after.plays[before.n_plays]),
    }
    return [played, *trick_events(before, after, seat)]


def places(s: State) -> dict[str, list[int]]:
    return trick_places(s)


# --- the match -----------------------------------------------------------------------------


def first_dealer(players: int, rows: Sequence[Sequence[int]]) -> list[int]:
    """T-2: at random, by the lowest card drawn."""
    return lowest_deals(players, rows)


more_cuts = no_cuts


def opening(s: State) -> int:
    return 0


def after_deal(s: State, totals: Sequence[int], carry: Mapping[str, Json]) -> Next:
    """T-11: somebody alone in front has the target, or ``max_deals`` have been played."""
    won = max(totals) >= s.target and len(leaders(totals, SIGN)) == 1
    return Next((s.dealer + 1) % s.players, {}, won or s.number + 1 >= s.max_deals)


def settle(s: State, totals: Sequence[int]) -> Settlement:
    """T-11: the highest total; after ``max_deals`` ties are shared."""
    return Settlement(leaders(totals, SIGN))
