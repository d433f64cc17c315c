"""The arena: bots play many deals, and what comes out is measured."""

from koloda.arena.simulate import simulate

__all__ = ["simulate"]
