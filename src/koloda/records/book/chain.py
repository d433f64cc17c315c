"""What the book claims about Chain, computed."""

from __future__ import annotations

from collections.abc import Mapping

from koloda.deal import Deal, game
from koloda.records.book import Check, Claim, Ours, before, finished
from koloda.records.book.table import table
from koloda.rules.contract import Json, Refused


def _points(deal: Deal, seat: int) -> int:
    points: list[int] = deal.observe(None)["points"]
    return points[seat]


def turn_points(claim: Claim) -> Ours:
    """C-8: what a whole turn earned."""
    seat = claim.where["seat"]
    return Ours(_points(before(claim, acts=-1), seat) - _points(before(claim), seat))


def act_points(claim: Claim) -> Ours:
    """C-8: what act number ``act`` of the turn earned."""
    seat, act = claim.where["seat"], claim.args["act"]
    return Ours(_points(before(claim, acts=act), seat) - _points(before(claim, acts=act - 1), seat))


def card_points(claim: Claim) -> Ours:
    """C-8: what one card of an extension earned: with it and without it."""
    earned = []
    for act in (claim.args["with"], claim.args["without"]):
        deal = before(claim)
        deal.apply(act)
        earned.append(_points(deal, claim.where["seat"]))
    return Ours(earned[0] - earned[1])


def laid_points(claim: Claim) -> Ours:
    """C-8: what a seat earned by laying cards: without the cut and the jokers left."""
    items = finished(claim).explain(claim.where["seat"])
    besides = ("cut_suit", "cut_card", "cut_joker", "joker_left")
    return Ours(sum(item.points for item in items if item.reason not in besides))


def still_needed(claim: Claim) -> Ours:
    """C-13: what a seat lacks to win the match."""
    deal = finished(claim)
    target = deal.game.options["target"]
    return Ours(int(target) - deal.scores[claim.where["seat"]])


def hand_after(claim: Claim) -> Ours:
    hand: list[str] = before(claim, acts=-1).observe(claim.where["seat"])["hand"]
    return Ours(hand)


def leader(claim: Claim) -> Ours:
    scores = finished(claim).scores
    return Ours(scores.index(max(scores)))


# --- examples and statements of the rules --------------------------------------------------


def cut(claim: Claim) -> Ours:
    """C-2: what the cards shown in cutting settle, and what eldest gets for them."""
    deal = table(game("chain"), {}, dealer=5, cuts=claim.args["cuts"])
    seen = deal.observe(None)
    return Ours(
        {"trump": seen["trump"], "top_trump": seen["top_trump"], "eldest": _points(deal, 0)}
    )


def _laid(claim: Claim, hand: list[str], act: str) -> int:
    deal = table(game("chain"), {0: hand}, dealer=5, cuts=claim.args["cuts"])
    start = _points(deal, 0)
    deal.apply(act)
    return _points(deal, 0) - start


def new_points(claim: Claim) -> Ours:
    """C-8: what a new chain earns out of this hand."""
    return Ours(_laid(claim, claim.args["hand"], f"new {' '.join(claim.args['new'])}"))


def one_suit(claim: Claim) -> Ours:
    """C-9: what plain chains of the same ranks earn, of one suit and of several."""
    one, several = (
        _laid(claim, cards, f"new {' '.join(cards)}")
        for cards in (claim.args["one_suit"], claim.args["several"])
    )
    return Ours(f"{one} = {several}" if one == several else f"{one}, {several}", one > several)


def joker_ends(claim: Claim) -> Ours:
    """C-6: a joker at each end of a chain, and what they earn."""
    chain, act = claim.args["chain"], claim.args["act"]
    deal = table(game("chain"), {0: chain, 1: ["X1", "X2"]}, dealer=5, cuts=claim.args["cuts"])
    deal.apply(f"new {' '.join(chain)}")
    deal.apply("end")
    deal.apply(act)
    length = len(deal.game.rules.places(deal.state)["chain 1"])
    return Ours({"cards": length, "points": _points(deal, 1)})


def shape(claim: Claim) -> Ours:
    """C-4: whether these cards are a chain."""
    try:
        _laid(claim, claim.args["new"], f"new {' '.join(claim.args['new'])}")
    except Refused as refusal:
        return Ours(refusal.code)
    return Ours("legal")


def full(claim: Claim) -> Ours:
    """C-7, C-10: the longest chain, and what the seat that lays its last card writes down."""
    low, high = claim.args["low"], claim.args["high"]
    deal = table(game("chain"), {0: low, 1: high}, dealer=5, cuts=claim.args["cuts"])
    deal.apply(f"new {' '.join(low)}")
    deal.apply("end")
    deal.apply(f"extend 1 high {' '.join(high[:-1])}")
    earned = _points(deal, 1)
    deal = table(game("chain"), {0: low, 1: high}, dealer=5, cuts=claim.args["cuts"])
    deal.apply(f"new {' '.join(low)}")
    deal.apply("end")
    deal.apply(f"extend 1 high {' '.join(high)}")
    figure: dict[str, Json] = {"cards": len(low) + len(high)}
    figure["last"] = _points(deal, 1) - earned
    return Ours(figure)


def pack(claim: Claim) -> Ours:
    """C-1: how many cards the pack has, jokers included."""
    return Ours(len(game("chain").cards()))


CHECKS: Mapping[str, Check] = {
    "chain.turn_points": turn_points,
    "chain.act_points": act_points,
    "chain.card_points": card_points,
    "chain.laid_points": laid_points,
    "chain.still_needed": still_needed,
    "chain.hand_after": hand_after,
    "chain.leader": leader,
    "chain.cut": cut,
    "chain.new_points": new_points,
    "chain.one_suit": one_suit,
    "chain.joker_ends": joker_ends,
    "chain.shape": shape,
    "chain.full": full,
    "chain.pack": pack,
}
