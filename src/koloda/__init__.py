"""Koloda: six card games of the book, as a library.

>>> import koloda
>>> deal = koloda.game("rockaway", players=4, pack=36).deal(seed=7, dealer=0)
>>> deal.actor
1
"""

from koloda.deal import Action, Deal, Game, Move, Seat, View, game
from koloda.match import Match
from koloda.options import OptionError
from koloda.records import Record, RecordError, dump, dumps, load, loads
from koloda.rules.contract import Refused

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Deal",
    "Game",
    "Match",
    "Move",
    "OptionError",
    "Record",
    "RecordError",
    "Refused",
    "Seat",
    "View",
    "dump",
    "dumps",
    "game",
    "load",
    "loads",
]
