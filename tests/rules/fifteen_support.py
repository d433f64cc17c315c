"""Deals of Fifteen laid out for a test: what its tests share."""

from __future__ import annotations

from typing import Any

import koloda
from koloda.cards import PACK_52, parse_card, spell_cards
from koloda.deal import Deal
from koloda.rules import fifteen
from koloda.rules.fifteen import State


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def stacked(text: str) -> list[int]:
    """A pack with these cards on top, the others below in their own order."""
    top = cards(text)
    return top + [card for card in PACK_52 if card not in top]


def deal_of(text: str, acts: str = "", **options: Any) -> Deal:
    """A deal by seat 0 from a stacked pack: first seat 1's card, then seat 0's, then draws."""
    carry = {"pot": options.pop("pot", 0)}
    if "stacks" in options:
        carry["chips"] = options.pop("stacks")
    order = "".join(spell_cards(stacked(text)))
    deal = koloda.game("fifteen", **options).deal(pack_order=order, dealer=0, **carry)
    for act in acts.split():
        deal.apply(act)
    return deal


def short(order: list[int], *, dealer: int = 0, first_stand: int = fifteen.ANY) -> State:
    """A deal from a pack of any length."""
    s = State()
    s.players, s.dealer = 2, dealer
    for option in fifteen.OPTIONS:
        setattr(s, option.field, option.encode(option.default))
    s.first_stand = first_stand
    fifteen.prepare(s, {})
    s.size = len(order)
    s.pack[: s.size] = order
    fifteen.start(s)
    return s


def legal(s: State) -> list[int]:
    out = [0] * fifteen.MAX_ACTIONS
    return out[: fifteen.legal(s, out)]


def state_of(deal: Deal) -> State:
    assert isinstance(deal.state, State)
    return deal.state
