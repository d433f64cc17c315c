"""Hints: what the search of a level thinks of the acts, for the seat on turn."""

from __future__ import annotations

from koloda.bots.contract import Decision
from koloda.bots.levels import SearchBot, bot
from koloda.deal import View
from koloda.options import OptionError

LEVEL = "strong"


def hint(view: View, seed: int, level: str = LEVEL, *, seconds: float | None = 1.0) -> Decision:
    """The act the level would choose, and every candidate with its mean and standard error.

    Nothing a seat may not know goes into it: a view has no more. The act comes first in
    ``candidates``; that another has a higher mean shows that it was not better by enough. Levels
    that don't search, and Fifteen, which is solved, name their act alone. Raises OptionError
    ``unknown_level``, ``budget``, and ``not_on_turn`` where the view has nothing to choose.
    """
    player = bot(level)
    if not view.legal_actions():
        raise OptionError("not_on_turn")
    if isinstance(player, SearchBot) and view.game.id != "fifteen":
        return SearchBot(level, seconds=seconds).decide(view, seed, explain=True)
    return Decision(player.choose(view, seed), player.level)
