"""OpenSpiel's own search in the arena: its Python ISMCTS plays our games through the adapter.

It meets our bots over the arena's duplicate deals. It has the time of a move for certain, in CPU
time, so that a busy machine takes nothing from it. Ours have their level's own budget and are
stopped a little earlier on the clock, so that in the mean they never take longer.
"""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from koloda.adapters.actions import Tokens
from koloda.adapters.openspiel import resampler, state_of
from koloda.arena.contest import Contest, contest
from koloda.bots import bot
from koloda.bots.contract import Bot
from koloda.bots.levels import SearchBot
from koloda.deal import Action, Deal, Game, View
from koloda.options import OptionError
from koloda.rules.contract import Json

LEVEL = "ismcts"
"""Its name among the bots."""
UCT_C = 0.1
"""How much it explores, in the largest result there is in the game: of 0.1, 0.25, 0.5 and 1 the
best against the rule of thumb at 50 ms, where it looks at some twenty worlds a move."""

SHARE = 0.7
"""Of the time of a move, what ours are stopped after: they look at the clock now and then only."""


class _Enough(Exception):
    """The time is over."""


class _Timed(ismcts.ISMCTSBot):  # type: ignore[misc]  # open_spiel has no types
    """Searches for ``seconds`` of this thread's CPU time, and until an act has been tried."""

    def __init__(self, seconds: float, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._seconds = seconds
        self._until = 0.0

    def run_search(self, state: Any) -> Any:
        """The acts with their probabilities, as ``step`` wants them."""
        self._until = thread_time() + self._seconds
        try:
            return super().run_search(state)
        except _Enough:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: Any) -> Any:
        """The next world to look at."""
        if self._root_node.total_visits > 0 and thread_time() >= self._until:
            raise _Enough
        return super().sample_root_state(state)


class OpenSpielBot:
    """ISMCTS with random playouts, as OpenSpiel ships it, on one deal of ours.

    It needs the deal itself, as pyspiel knows no views; what it looks at in it is what the seat
    sees, and other worlds that look the same. ``simulations`` at most a token, the time only
    where there are more.
    """

    level = LEVEL

    def __init__(
        self, deal: Deal, seconds: float, uct_c: float = UCT_C, simulations: int = sys.maxsize
    ) -> None:
        self._deal = deal
        self._seconds = seconds
        self._uct_c = uct_c
        self._simulations = simulations

    def choose(self, view: View, seed: int) -> Action:
        """The act it likes best; ``seed`` is the only chance."""
        state = state_of(self._deal)
        dice = np.random.RandomState(seed % (1 << 32))
        searcher = _Timed(
            self._seconds,
            state.get_game(),
            mcts.RandomRolloutEvaluator(1, dice),
            self._uct_c * state.get_game().max_utility(),
            self._simulations,
            random_state=dice,
        )
        searcher.set_resampler(resampler(seed))
        acts = state.table.acts()
        tokens: Tokens = ()
        while tokens not in acts:
            token = int(searcher.step(state))
            state.apply_action(token)
            tokens = (*tokens, token)
        return next(action for action in view.legal_actions() if action.code == acts[tokens])


@dataclass(frozen=True)
class Against(Contest):
    """A contest in which ``ismcts`` takes part."""

    uct_c: float = UCT_C

    def player(self, level: str, deal: Deal) -> Bot:
        """Who plays a level's seat in this deal."""
        assert self.pace.ms is not None
        seconds = self.pace.ms / 1000
        if level == LEVEL:
            return OpenSpielBot(deal, seconds, self.uct_c)
        made = bot(level)
        return SearchBot(level, seconds=SHARE * seconds) if isinstance(made, SearchBot) else made

    def to_json(self) -> dict[str, Json]:
        """All that the figures depend on."""
        theirs = {"open_spiel": importlib.metadata.version("open_spiel"), "uct_c": self.uct_c}
        return super().to_json() | theirs


def against(game: Game, levels: Sequence[str], *given: Any, **more: Any) -> Against:
    """A checked contest among these bots, ``ismcts`` one of them; all else as ``contest`` takes
    it and refuses it. Raises OptionError ``arena_ismcts`` too, where no time a move is given."""
    ours = ["thumb" if level == LEVEL else level for level in levels]
    made = contest(game, ours, *given, **more)
    if made.pace.ms is None:
        raise OptionError("arena_ismcts")
    return Against(**(vars(made) | {"levels": tuple(levels)}))
