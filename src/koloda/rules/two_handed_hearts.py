"""Two-Handed Hearts (Червы в две руки): take no hearts in tricks; a stock of 26 to draw from.

Source: the Russian book text, which breaks off after the draw; clauses H-1 .. H-7 of
docs/rules/two_handed_hearts.en.md. From the source: the deal, the first lead, following suit,
who takes a trick, drawing. From the published game: the last 13 tricks without drawing (H-5),
the count and the match (H-6, H-7), and the options ``queen_spades``, ``moon`` and
``hearts_broken``. Decisions:

- ``target`` 0 means none was given: 50, or 100 when the queen of spades counts (H-7);
- ``max_deals`` guards a match by points, not one by a number of deals (H-7).

Actions: a card 0..51 plays it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koloda.cards import (
    HEARTS,
    PACK_52,
    QUEEN,
    SPADES,
    SUIT_MASKS,
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
from koloda.rules.reading import read_natural
from koloda.rules.tricks import (
    NO_SUIT,
    TrickState,
    close_trick,
    deal_hands,
    lay,
    observe_table,
    redeal_hands,
    taken_cards,
    trick_events,
    trick_places,
)

ID = "two_handed_hearts"
VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 2  # H-1
HAND_SIZE = 13  # H-1
MAX_ACTIONS = 13
SIGN = -1  # penalty points

QUEEN_OF_SPADES = SPADES * 13 + QUEEN
NOT_HEARTS = SUIT_MASKS[0] | SUIT_MASKS[1] | SUIT_MASKS[3]
TARGET, TARGET_WITH_QUEEN = 50, 100  # H-7

BY_POINTS, BY_DEALS = range(2)
OPTIONS: tuple[Option, ...] = (
    number("queen_spades", 0, 100, 0, "H-6"),
    flag("moon", False, "H-6"),
    flag("hearts_broken", False, "H-6"),
    choice("until", ("points", "deals"), "H-7"),
    number("target", 0, 10_000, 0, "H-7"),
    number("deals", 2, 1_000, 4, "H-7"),
    number("max_deals", 1, 1_000, 50, "H-7"),
)
PRESETS: Mapping[str, Mapping[str, str | int | bool]] = {
    "book": {},
    "modern": {"queen_spades": 13, "moon": True, "hearts_broken": True},
    "four_deals": {"until": "deals"},
}
PUBLIC_CARRY: tuple[str, ...] = ()


class State(TrickState):
    queen_spades: int
    moon: int
    hearts_broken: int
    until: int
    target: int
    deals: int
    max_deals: int
    broken: int
    """Whether a heart has been played."""


# --- one deal ----------------------------------------------------------------------------


def deck(s: State, carry: Mapping[str, Json]) -> tuple[list[int], bool]:
    """H-1; H-7: a match by deals needs an even number, so that both deal equally often."""
    if s.deals % 2:
        raise Refused("odd_deals", "H-7", deals=s.deals)
    return list(PACK_52), True


def prepare(s: State, carry: Mapping[str, Json]) -> None:
    nothing_carried(carry)
    s.hand_size = HAND_SIZE


def start(s: State) -> None:
    """H-1, H-2."""
    deal_hands(s)
    s.broken = 0


def may_play(s: State) -> int:
    """H-2, H-3, H-6: the cards of the actor's hand that he may play."""
    hand = s.hand[s.actor]
    if s.led == NO_SUIT:
        allowed = hand & NOT_HEARTS if s.hearts_broken != 0 and s.broken == 0 else hand
    else:
        allowed = hand & suit_mask(s.led)
    return allowed if allowed != 0 else hand


def legal(s: State, out: Ints) -> int:
    return write_cards(may_play(s), out, 0)


def apply(s: State, action: int) -> None:
    suit = action // 13
    absent = 0
    if s.led == NO_SUIT:
        s.led = suit
        if suit == HEARTS and s.hearts_broken != 0 and s.broken == 0:
            absent = NOT_HEARTS  # H-6: a hand of hearts only
    elif suit != s.led:
        absent = suit_mask(s.led)  # H-3
    if suit == HEARTS:
        s.broken = 1
    who = s.actor
    if lay(s, action, absent):
        beats = suit == s.led and action > s.plays[s.n_plays - 2]  # H-3
        close_trick(s, who if beats else 1 - who)


def penalty(s: State, seat: int) -> int:
    """H-6: the penalty points in the tricks a seat has taken."""
    points = popcount(s.taken[seat] & SUIT_MASKS[HEARTS])
    if s.taken[seat] & bit(QUEEN_OF_SPADES) != 0:
        points += s.queen_spades
    return points


def score(s: State, seat: int) -> int:
    """H-6: the penalty points taken; with ``moon`` all of them go to the other."""
    mine = penalty(s, seat)
    others = penalty(s, 1 - seat)
    if s.moon != 0 and (mine == 0 or others == 0):
        return others
    return mine


def redeal(s: State, seat: int) -> None:
    redeal_hands(s, seat)


# --- only interpreted ----------------------------------------------------------------------


def bound(s: State) -> int:
    return s.size


def _penalty_cards(s: State, seat: int) -> list[int]:
    counting = SUIT_MASKS[HEARTS] | (bit(QUEEN_OF_SPADES) if s.queen_spades else 0)
    return members(s.taken[seat] & counting)


def explain(s: State, seat: int) -> list[ScoreItem]:
    mine, others = _penalty_cards(s, seat), _penalty_cards(s, 1 - seat)
    if s.moon and mine and not others:
        return [ScoreItem("moon", 0, tuple(spell_cards(mine)))]
    if s.moon and others and not mine:
        return [ScoreItem("moon_against", score(s, seat), tuple(spell_cards(others)))]
    items = []
    for card in mine:
        if card == QUEEN_OF_SPADES:
            items.append(ScoreItem("queen", s.queen_spades, (spell_card(card),)))
        else:
            items.append(ScoreItem("heart", 1, (spell_card(card),)))
    return items or [ScoreItem("clean", 0)]


def audit(s: State) -> bool:
    """H-6: every heart played counts one point for somebody (13 a deal), the queen her own."""
    played = s.plays[: s.n_plays]
    points = sum(card // 13 == HEARTS for card in played)
    points += s.queen_spades * (QUEEN_OF_SPADES in played)
    return score(s, 0) + score(s, 1) == points


def spell(s: State, action: int) -> str:
    return spell_card(action)


def parse(s: State, text: str) -> int:
    return read_natural(text.strip(), text)


def refuse(s: State, action: int) -> Refused | None:
    card = spell_card(action)
    if s.hand[s.actor] & bit(action) == 0:
        return Refused("hand", card=card)
    allowed = may_play(s)
    if allowed & bit(action) != 0:
        return None
    playable = spell_cards(members(allowed))
    if s.led == NO_SUIT:
        return Refused("hearts_not_broken", "H-6", card=card, playable=playable)
    return Refused("follow_suit", "H-3", card=card, playable=playable)


def observe(s: State, seat: int | None) -> dict[str, Json]:
    seen = observe_table(s, seat)
    seen["hearts"] = [popcount(s.taken[p] & SUIT_MASKS[HEARTS]) for p in range(s.players)]
    if s.hearts_broken:
        seen["broken"] = bool(s.broken)
    if s.over:  # H-6: counted
        seen["taken"] = taken_cards(s)
    return seen


def events(before: State, after: State, action: int, seat: int | None) -> list[dict[str, Json]]:
    played: dict[str, Json] = {"seat": before.actor, "event": "play", "card": spell_card(action)}
    return [played, *trick_events(before, after, seat)]


def places(s: State) -> dict[str, list[int]]:
    return trick_places(s)


# --- the match -----------------------------------------------------------------------------


def first_dealer(players: int, rows: Sequence[Sequence[int]]) -> list[int]:
    """H-2: at random, by the lowest card drawn."""
    return lowest_deals(players, rows)


more_cuts = no_cuts


def opening(s: State) -> int:
    return 0


def _target(s: State) -> int:
    """H-7."""
    if s.target:
        return s.target
    return TARGET_WITH_QUEEN if s.queen_spades else TARGET


def after_deal(s: State, totals: Sequence[int], carry: Mapping[str, Json]) -> Next:
    """H-7: until somebody has the target and the totals differ, or so many deals."""
    played = s.number + 1
    if s.until == BY_DEALS:
        over = played >= s.deals
    else:
        lost = max(totals) >= _target(s) and min(totals) != max(totals)
        over = lost or played >= s.max_deals
    return Next(1 - s.dealer, {}, over)


def settle(s: State, totals: Sequence[int]) -> Settlement:
    """H-7: the lower total; equal at the end: both."""
    return Settlement(leaders(totals, SIGN))
