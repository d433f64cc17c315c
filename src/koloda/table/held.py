"""The end of a turn that nobody else may notice yet.

A rule can end a turn by itself where everybody else must believe that the player stopped of his
own accord (Fifteen, F-5). In the deal the turn is over at once; at the table it goes on, for
everybody, until the player says that he stops. All that others see till then is assembled from
the state as it would stand in the middle of the turn, so nothing tells one stop from the other.
No game is named here: such an act is known by its events, something and then a stop.
"""

from __future__ import annotations

from koloda.deal import Action, Deal
from koloda.records.make import laid_out_again
from koloda.records.verify import STOPPED
from koloda.rules.contract import State


def told_openly(deal: Deal, told: int) -> int:
    """How many events of the deal may be told after its last act, ``told`` before it.

    All of them, unless the act went on to a stop that the player did not choose.
    """
    words = [event["event"] for event in deal.events(None)]
    if STOPPED in words[told + 1 :]:
        return words.index(STOPPED, told + 1)
    return len(words)


class HeldDeal(Deal):
    """The deal as it seems while the end of a turn is held back: still the player's turn, with
    nothing left to him but to stop. It is for looking at only."""

    def __init__(self, deal: Deal, before: State) -> None:
        state = deal.state.copy()
        state.turn, state.actor, state.over = before.turn, before.actor, before.over
        super().__init__(deal.game, state, deal.pack, deal.carry, deal.totals)
        self.moves = list(deal.moves)

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """The act that stops, for the seat on turn."""
        return [action for action in super().legal_actions(seat) if self._stops(action)]

    def _stops(self, action: Action) -> bool:
        rules, after = self.game.rules, self.state.copy()
        rules.apply(after, action.code)
        happened = rules.events(self.state, after, action.code, None)
        return bool(happened) and happened[0]["event"] == STOPPED


def replayed(deal: Deal, moves: int) -> Deal:
    """The same deal after its first so many moves: the same cards in the same order."""
    again = laid_out_again(deal)
    for move in deal.moves[:moves]:
        again.apply(move.action, move.seat)
    return again
