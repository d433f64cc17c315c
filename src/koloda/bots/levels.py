"""The levels of play there are, and how a name becomes a bot."""

from __future__ import annotations

from importlib import import_module
from random import Random

from koloda.bots.contract import Bot
from koloda.deal import Action, View
from koloda.options import OptionError
from koloda.rules.chance import seed_rng


class RandomBot:
    """Every legal action is equally likely."""

    level = "random"

    def choose(self, view: View, seed: int) -> Action:
        return Random(seed).choice(view.legal_actions())


class ThumbBot:
    """The book's advice as a rule of thumb: the ``policy`` of ``koloda.bots.<game>``."""

    level = "thumb"

    def choose(self, view: View, seed: int) -> Action:
        seed_rng(view.state, seed)
        code = import_module(f"koloda.bots.{view.game.id}").policy(view.state)
        return Action(code, view.game.rules.spell(view.state, code))


LEVELS: dict[str, type[Bot]] = {bot.level: bot for bot in (RandomBot, ThumbBot)}


def bot(level: str) -> Bot:
    """The bot of a level. Raises OptionError ``unknown_level``."""
    if level not in LEVELS:
        raise OptionError("unknown_level", name=level[:80], allowed=", ".join(LEVELS))
    return LEVELS[level]()
