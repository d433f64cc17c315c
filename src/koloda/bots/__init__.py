"""Bots: the contract, the levels, and one file of rules of thumb a game."""

from koloda.bots.contract import Bot, decision_seed
from koloda.bots.levels import LEVELS, bot

__all__ = ["LEVELS", "Bot", "bot", "decision_seed"]
