"""Other worlds of a table: what one onlooker can't know dealt anew, all else the same."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

from koloda.deal import Deal
from koloda.rules.contract import Rules, State
from koloda.table import Table
from koloda.table.core import Core
from koloda.table.held import HeldDeal
from koloda.table.streams import Streams
from koloda.testing.hidden import dealt_anew


def world_of(table: Table, seat: int, seed: int) -> Table:
    """A table that ``seat`` can't tell from this one, in the middle of play.

    The end of a turn that is held back is not one that others can know of: in their worlds the
    player may be still in the middle of his turn.
    """
    twin = copy.copy(table)
    twin.log = list(table.log)
    core = twin._core = _copied(table._core)
    assert core.match is not None
    deal, held = core.match.deals[-1], core.held
    truth = deal.state
    rules = deal.game.rules
    deal.state = dealt_anew(rules, core.shown.state, seat, seed)
    if held is not None and _cards(rules, deal.state) != _cards(rules, truth):
        # no hand of so many cards is below 15: who counts them knows that the turn is over
        deal.state = dealt_anew(rules, truth, seat, seed)
        core.held = HeldDeal(deal, held.state)
    elif held is not None:
        deal._events = [events[: core.told] for events in deal._events]
        core.held = None
        if seat == held.state.actor:
            middle = deal.state.copy()
            deal.state.turn, deal.state.over = truth.turn, truth.over
            deal.state.actor = truth.actor
            deal._events = [list(events) for events in table._core.deal._events]
            core.held = HeldDeal(deal, middle)
    twin._streams = Streams(core)
    return twin


def _cards(rules: Rules[Any], state: State) -> list[int]:
    return sorted(card for cards in rules.places(state).values() for card in cards)


def with_pack(table: Table, pack: list[int]) -> Table:
    """The table at the beginning of the same deal with the pack in another order."""
    twin = copy.copy(table)
    core = twin._core = _copied(table._core)
    assert core.match is not None
    old = core.match.deals[-1]
    core.match.deals[-1] = old.game.lay_out(
        None, dealer=old.dealer, totals=old.totals, pack_order=pack
    )
    twin._streams = Streams(core)
    return twin


def _copied(core: Core) -> Core:
    match = copy.copy(core.match)
    assert match is not None
    match.deals = [*match.deals[:-1], match.deals[-1].copy()]
    chairs = [replace(chair) for chair in core.chairs]
    return replace(core, match=match, chairs=chairs, sheet=list(core.sheet))


def deal_of(table: Table) -> Deal:
    """The truth about the deal."""
    return table._core.deal
