"""What the book claims about Two-Ten-Jack, computed."""

from __future__ import annotations

from collections.abc import Mapping

from koloda.cards import spell_card
from koloda.deal import game
from koloda.records.book import Check, Claim, Ours
from koloda.records.book.table import table


def answers(claim: Claim) -> Ours:
    """T-6: what the second player may play on this lead."""
    hands = {1: [claim.args["led"]], 0: claim.args["hand"]}
    deal = table(game("two_ten_jack"), hands)
    deal.apply(claim.args["led"])
    return Ours(sorted(str(action) for action in deal.legal_actions()))


def takes(claim: Claim) -> Ours:
    """T-7: whether the card played second takes the trick."""
    hands = {1: [claim.args["led"]], 0: claim.args["hand"]}
    deal = table(game("two_ten_jack"), hands)
    deal.apply(claim.args["led"])
    deal.apply(claim.args["played"])
    return Ours(deal.actor == 0)


def missing_card(claim: Claim) -> Ours:
    """T-1: the cards taken out of the pack for so many players."""
    cards = game("two_ten_jack", players=claim.args["players"]).cards()
    return Ours([spell_card(card) for card in range(52) if card not in cards])


def hand_size(claim: Claim) -> Ours:
    """T-2."""
    deal = game("two_ten_jack", players=claim.args["players"]).deal()
    return Ours(len(deal.observe(0)["hand"]))


CHECKS: Mapping[str, Check] = {
    "two_ten_jack.answers": answers,
    "two_ten_jack.takes": takes,
    "two_ten_jack.missing_card": missing_card,
    "two_ten_jack.hand_size": hand_size,
}
