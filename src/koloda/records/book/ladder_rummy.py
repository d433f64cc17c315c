"""What the book claims about Ladder Rummy, computed."""

from __future__ import annotations

from collections.abc import Mapping

from koloda.cards import mask, parse_card
from koloda.deal import Deal, game
from koloda.records.book import Check, Claim, Ours
from koloda.records.book.table import table
from koloda.rules.contract import Json, Refused, State

MELDS_OF_OTHERS = (("Qc", "Qd", "Qs"), ("Jc", "Jh", "Js"), ("5d", "6d", "7d"))
"""What lies on the table when a player lays off a queen, a jack and the 4d."""


def meld_points(claim: Claim) -> Ours:
    """L-14: what each of these melds earns."""
    melds: list[list[str]] = claim.args["melds"]
    deal = table(game("ladder_rummy"), {0: [card for meld in melds for card in meld]})
    deal.apply("stock")
    for meld in melds:
        deal.apply(f"meld {' '.join(meld)}")
    return Ours(_earned(deal, 0))


def _earned(deal: Deal, seat: int) -> list[int]:
    """What each of a seat's acts earned."""
    return [e["points"] for e in deal.events(None) if e["seat"] == seat and "points" in e]


def taken(claim: Claim) -> Ours:
    """L-6: what is taken with a card of the ladder, and what stays; both top first."""
    ladder: list[str] = claim.args["ladder"]
    first, *later = reversed(ladder)
    deal = table(game("ladder_rummy"), {0: later[::2], 1: later[1::2]}, after=[first])
    for card in later:
        deal.apply("stock")
        deal.apply(f"discard {card}")
    seat = deal.actor
    deal.apply(f"take {claim.args['wanted']}")
    event = next(e for e in deal.events(None) if e["seat"] == seat and e["event"] == "take")
    stays: list[str] = deal.observe(None)["ladder"]
    return Ours({"taken": event["cards"], "left": stays[::-1]})


def _before_big_turn(hand: list[str]) -> Deal:
    """Another has melded; the seat on turn has just taken two cards from the ladder."""
    cards = [card for meld in MELDS_OF_OTHERS for card in meld]
    deal = table(game("ladder_rummy"), {0: [*cards, "2c"], 1: hand}, after=["2h"])
    deal.apply("stock")
    for meld in MELDS_OF_OTHERS:
        deal.apply(f"meld {' '.join(meld)}")
    deal.apply("discard 2c")
    deal.apply("take 2h")
    return deal


def _lay(claim: Claim, deal: Deal) -> None:
    for meld in claim.args["melds"]:
        deal.apply(f"meld {' '.join(meld)}")
    for number, card in enumerate(claim.args["layoffs"], 1):
        deal.apply(f"add {card} to {number}")


def _big_hand(claim: Claim) -> list[str]:
    return [card for meld in claim.args["melds"] for card in meld] + list(claim.args["layoffs"])


def big_turn(claim: Claim) -> Ours:
    """L-9, L-14: what each act of a turn of melds and lay-offs earns."""
    deal = _before_big_turn(_big_hand(claim))
    _lay(claim, deal)
    return Ours(_earned(deal, 1))


def big_turn_total(claim: Claim) -> Ours:
    return Ours(sum(big_turn(claim).figure))


def order_of_turn(claim: Claim) -> Ours:
    """L-10: whether cards can be laid after the discard."""
    deal = _before_big_turn(_big_hand(claim))
    deal.apply("discard 2h", 1)
    try:
        deal.apply(f"meld {' '.join(claim.args['melds'][0])}", 1)
    except Refused:
        return Ours("melds, discard")
    return Ours("discard, melds")


def add_without_meld(claim: Claim) -> Ours:
    """L-9: whether who has no meld of his own may add to others'."""
    deal = _before_big_turn(["Qh"])
    try:
        deal.apply("add Qh to 1")
    except Refused as refusal:
        return Ours(refusal.code)
    return Ours("legal")


# --- the end of a deal ---------------------------------------------------------------------


def _end(claim: Claim, *, rummy: bool = True) -> State:
    """A finished deal in which seat 0 went out, with what each has laid and holds."""
    state = game("ladder_rummy", players=len(claim.args["laid"])).deal().state
    fields = vars(state)
    for seat, (laid, hand) in enumerate(zip(claim.args["laid"], claim.args["hands"], strict=True)):
        fields["points"][seat] = laid
        fields["hand"][seat] = mask(parse_card(card) for card in hand)
    fields["winner"], fields["over"] = 0, 1
    fields["opened"] = 0 if rummy else 1
    return state


def _scores(claim: Claim, *, rummy: bool = True) -> list[int]:
    state, rules = _end(claim, rummy=rummy), game("ladder_rummy").rules
    return [rules.score(state, seat) for seat in range(state.players)]


def hand_value(claim: Claim) -> Ours:
    """L-17: what the winner gets for each other hand: without it, he has so much less."""
    values = []
    for seat in range(1, len(claim.args["hands"])):
        hands = [hand if p != seat else [] for p, hand in enumerate(claim.args["hands"])]
        less = Claim(**{**vars(claim), "args": {**claim.args, "hands": hands}})
        values.append(_scores(claim, rummy=False)[0] - _scores(less, rummy=False)[0])
    return Ours(values)


def bonus(claim: Claim) -> Ours:
    """L-17, L-18: what the winner gets for all cards left, by rummy or not."""
    rummy: bool = claim.args["rummy"]
    return Ours(_scores(claim, rummy=rummy)[0] - claim.args["laid"][0])


def winner_score(claim: Claim) -> Ours:
    return Ours(_scores(claim)[0])


def other_scores(claim: Claim) -> Ours:
    return Ours(_scores(claim)[1:])


def debited(claim: Claim) -> Ours:
    """L-17: what the cards left cost those who hold them."""
    laid: list[Json] = claim.args["laid"]
    off = [had - score for had, score in zip(laid[1:], _scores(claim)[1:], strict=True)]
    return Ours(off, any(off))


CHECKS: Mapping[str, Check] = {
    "ladder_rummy.meld_points": meld_points,
    "ladder_rummy.taken": taken,
    "ladder_rummy.big_turn": big_turn,
    "ladder_rummy.big_turn_total": big_turn_total,
    "ladder_rummy.order_of_turn": order_of_turn,
    "ladder_rummy.add_without_meld": add_without_meld,
    "ladder_rummy.hand_value": hand_value,
    "ladder_rummy.bonus": bonus,
    "ladder_rummy.winner_score": winner_score,
    "ladder_rummy.other_scores": other_scores,
    "ladder_rummy.debited": debited,
}
