"""Koloda in the terminal: plain lines, no cursor tricks, good for screen readers and scripts."""

from koloda.terminal.menu import menu
from koloda.terminal.seating import play, resume

__all__ = ["menu", "play", "resume"]
