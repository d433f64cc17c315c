"""What seeing the hidden cards would be worth: a bot that cheats, for measurement alone.

``open`` is the strong bot's search with all hands open to it; the order of the stock it does not
know. What it has over ``strong`` is the most that any inference could ever bring.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from types import FunctionType
from typing import Any

from koloda.arena.contest import Contest, contest
from koloda.bots.contract import Bot, Budget
from koloda.bots.plans import Limits, Plan, plan_of
from koloda.bots.search import search
from koloda.deal import Action, Deal, Game, View
from koloda.rules import generic
from koloda.rules.chance import shuffle
from koloda.rules.contract import State

LEVEL = "open"
"""Its name among the bots."""
AS = "strong"
"""Whose budget it has."""


def open_hands(s: State, seat: int) -> None:
    """What ``redeal`` is to who sees all hands: only the stock is dealt anew."""
    shuffle(s, s.pack, s.next, s.size)


OPEN: dict[Any, Any] = {generic.redeal: open_hands}


@dataclass(frozen=True)
class OpenPlan(Plan):
    """A game's plan, but for the worlds: there is one deal of the hands."""

    def given(self) -> dict[FunctionType, FunctionType]:
        """What the stand-ins are."""
        return super().given() | OPEN


class OpenBot:
    """The cheat, for one deal."""

    level = LEVEL

    def __init__(self, deal: Deal, nodes: int) -> None:
        self._deal = deal
        self._nodes = nodes
        plan = plan_of(deal.game.id)
        self._plan = OpenPlan(**{field.name: getattr(plan, field.name) for field in fields(plan)})

    def choose(self, view: View, seed: int) -> Action:
        """The act that its search likes best."""
        given = Limits(Budget(self._nodes, None), infer=False)
        seen = replace(view, state=self._deal.state.copy())
        return search(seen, given, seed, plan=self._plan).action


@dataclass(frozen=True)
class Ceiling(Contest):
    """A contest in which ``open`` takes part."""

    def player(self, level: str, deal: Deal) -> Bot:
        """Who plays a level's seat in this deal."""
        if level != LEVEL:
            return super().player(level, deal)
        own = plan_of(self.game_id).nodes[1]
        return OpenBot(deal, self.pace.nodes or own)


def ceiling(game: Game, levels: Sequence[str], *given: Any, **more: Any) -> Ceiling:
    """A checked contest among these bots, ``open`` one of them; all else as ``contest`` takes
    it and refuses it."""
    ours = [AS if level == LEVEL else level for level in levels]
    made = contest(game, ours, *given, **more)
    return Ceiling(**(vars(made) | {"levels": tuple(levels)}))
