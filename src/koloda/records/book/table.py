"""Tables laid as an example of the book has them: these cards in these hands, by a pack that
deals them so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koloda.cards import parse_card
from koloda.deal import Deal, Game


def table(
    setup: Game,
    hands: Mapping[int, Sequence[str]],
    *,
    after: Sequence[str] = (),
    dealer: int = 0,
    cuts: Sequence[str] | None = None,
) -> Deal:
    """A deal of a game with one pack in which the seats hold at least these cards, and ``after``
    are the first cards behind the hands (a card turned up, then the stock)."""
    deck = setup.cards()
    probe = setup.deal(dealer=dealer, pack_order=deck, cuts=cuts)
    owners = {
        card: place for place, cards in setup.rules.places(probe.state).items() for card in cards
    }
    wanted = {f"hand {seat}": [parse_card(c) for c in cards] for seat, cards in hands.items()}
    behind = [parse_card(card) for card in after]
    named = {card for cards in wanted.values() for card in cards} | set(behind)
    others = iter(card for card in deck if card not in named)
    order = []
    for card in deck:  # the owner of a place in the pack does not depend on the card
        owner = owners[card]
        source = wanted.get(owner) if owner.startswith("hand ") else behind
        order.append(source.pop(0) if source else next(others))
    return setup.deal(dealer=dealer, pack_order=order, cuts=cuts)
