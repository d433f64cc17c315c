"""Tables: seats, turns, clocks, history, for people and bots. Sans-I/O: no sockets, no tasks, no
database, no clock of its own, and no rules of any game."""

from koloda.table.commands import HOUSE_COMMANDS, PEOPLE_COMMANDS, Command, read, write
from koloda.table.core import Phase
from koloda.table.settings import Settings
from koloda.table.streams import fold
from koloda.table.table import HOUSE, Outcome, Pending, Resumed, Table

__all__ = [
    "HOUSE",
    "HOUSE_COMMANDS",
    "PEOPLE_COMMANDS",
    "Command",
    "Outcome",
    "Pending",
    "Phase",
    "Resumed",
    "Settings",
    "Table",
    "fold",
    "read",
    "write",
]
