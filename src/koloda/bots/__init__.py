"""Bots: the contract, the levels, and one file of rules of thumb a game."""

from koloda.bots.contract import Bot
from koloda.bots.levels import LEVELS, bot

__all__ = ["LEVELS", "Bot", "bot"]
