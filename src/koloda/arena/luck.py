"""Luck of the draw, to be taken out of a result without bending it.

A card drawn from the stock is one of the cards there, each equally likely whatever has happened.
So what it is worth less the mean worth of all of them has mean 0, *whatever* "worth" is, as
long as that does not look at the order of the stock: the corrected result has the same mean as
the result (Burch et al.: AIVAT). Here worth is the mean score of playouts by the rule of thumb;
the better it foretells results, the more spread it removes.
"""

from __future__ import annotations

from koloda.arena import generic_luck
from koloda.bots import generic_worlds
from koloda.bots.plans import PLANS
from koloda.deal import Game
from koloda.fast import bind
from koloda.options import OptionError
from koloda.rules.contract import State


class DrawLuck:
    """Values the draws of one game by ``worlds`` playouts a card.

    ``plain`` works on the interpreted rules: same figures. Raises OptionError ``arena_luck_game``
    for a game that bots don't search.
    """

    def __init__(self, game: Game, worlds: int, *, plain: bool = False) -> None:
        if game.id not in PLANS:
            raise OptionError("arena_luck_game", name=game.id, allowed=", ".join(PLANS))
        given = PLANS[game.id].given()
        self._bound = bind(game.rules, generic_luck, generic_worlds, given=given, plain=plain)
        self._players = game.players
        self._worlds = worlds
        self._scratch = self._bound.state()
        self._buffer = self._bound.buffer(game.rules.MAX_ACTIONS)
        self._values = self._bound.buffer(len(game.rules.State().pack) * game.players)

    def of(self, before: State, act: int, drawn: int, seed: int) -> list[float]:
        """How much more score each seat may expect than before the act, thanks to the ``drawn``
        cards that it took from the stock: card by card, each as if the later ones were unknown."""
        luck = [0.0] * self._players
        for place in range(before.next, before.next + drawn):
            for seat, more in enumerate(self._one(before, act, place, seed)):
                luck[seat] += more
        return luck

    def _one(self, before: State, act: int, place: int, seed: int) -> list[float]:
        root = before.copy()
        stock = sorted(root.pack[place : root.size])
        root.pack[place : root.size] = stock
        n, seats = len(stock), range(self._players)
        if n < 2:
            return [0.0 for _ in seats]
        values = self._values
        self._bound["draw_values"](
            self._bound.state(root),
            place,
            act,
            self._worlds,
            seed,
            values,
            self._scratch,
            self._buffer,
        )
        at = stock.index(before.pack[place])
        found = []
        for p in seats:
            total = sum(int(values[i * self._players + p]) for i in range(n))
            # one subtraction of whole numbers: the luck of all cards adds up to exactly 0
            more = n * int(values[at * self._players + p]) - total
            found.append(more / (n * self._worlds))
        return found
