"""The signature of the search: one number that changes when any decision of it does.

As chess engines print ``Bench:``, the nodes spent on pinned positions and a hash of the moves.
A change that means to alter nothing must leave it alone; one that means to play better changes
it and measures.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from koloda.bots.contract import Budget, decision_seed
from koloda.bots.levels import bot
from koloda.bots.plans import PLANS, Limits
from koloda.bots.search import search
from koloda.deal import View, game

NODES = 2_000
POSITIONS = 6
"""Positions of each game."""
STEP = 5
"""A position so many acts after another."""


@dataclass(frozen=True)
class Signature:
    """``nodes`` in all, and a hash of every move."""

    nodes: int
    moves: str

    def __str__(self) -> str:
        return f"Bench: {self.nodes} {self.moves}"


def positions(game_id: str) -> Iterator[tuple[View, int]]:
    """Pinned positions of a game with the seed of the decision: a deal by rule of thumb."""
    deal = game(game_id).deal(seed=2026)
    player = bot("thumb")
    found = 0
    while found < POSITIONS and (seat := deal.actor) is not None:
        seed = decision_seed(2026, 0, len(deal.moves), seat)
        if len(deal.moves) % STEP == 0 and len(deal.legal_actions()) > 1:
            yield deal.view(seat, seed), seed
            found += 1
        deal.apply(player.choose(deal.view(seat, seed), seed), seat)


def signature(games: tuple[str, ...] = (), *, plain: bool = False) -> Signature:
    """The signature over these games, or over all that are searched.

    ``plain`` searches on the interpreted rules: the result is the same.
    """
    nodes = 0
    moves = hashlib.sha256()
    for game_id in games or tuple(name for name in PLANS if name != "fifteen"):
        for view, seed in positions(game_id):
            limits = Limits(Budget(NODES, None))
            decision = search(view, limits, seed, plain=plain)
            nodes += decision.nodes
            moves.update(f"{game_id} {decision.action}\n".encode())
    return Signature(nodes, moves.hexdigest()[:8])
