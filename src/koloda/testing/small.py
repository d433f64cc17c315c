"""Short packs: set-ups past the pack options, small enough to look at every order of the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from koloda.cards import NO_CARD, parse_card
from koloda.deal import Deal, Game, game, parse_pack
from koloda.rules.contract import Json


@dataclass(frozen=True)
class Small:
    """A game with a pack of ``cards`` and ``hand`` cards dealt to each; ``small`` makes one.

    ``carry`` is what a match would bring along (cuts of Chain as card ints under ``cuts``);
    ``only`` is a choice of orders where there are too many to look at all.
    """

    game: Game
    cards: tuple[int, ...]
    hand: int
    carry: Mapping[str, Json] = field(default_factory=dict)
    only: tuple[tuple[int, ...], ...] = ()

    def deal(self, order: Sequence[int] | str, dealer: int = 0) -> Deal:
        """One deal with the pack in this order (card ints or ``"QhTd..."``).

        Raises ValueError when these are not the cards of this set-up.
        """
        pack = parse_pack(order) if isinstance(order, str) else list(order)
        if sorted(pack) != sorted(self.cards):
            raise ValueError("not the cards of this set-up")
        carry = dict(self.carry)
        state = self.game.prepared(dealer=dealer, carry=carry)
        if "hand_size" in state.FIELDS:
            vars(state)["hand_size"] = self.hand
        state.size = len(pack)
        state.pack[:] = pack + [NO_CARD] * (len(state.pack) - len(pack))
        self.game.rules.start(state)
        totals = [self.game.rules.opening(state)] * self.game.players
        return Deal(self.game, state, tuple(pack), carry, totals)

    def orders(self) -> Iterator[tuple[int, ...]]:
        """Every order of the pack once (equal cards of two packs are not told apart), sorted;
        or those of ``only``."""
        if self.only:
            yield from self.only
            return
        order = sorted(self.cards)
        last = len(order) - 1
        while True:
            yield tuple(order)
            i = last - 1
            while i >= 0 and order[i] >= order[i + 1]:
                i -= 1
            if i < 0:
                return
            j = last
            while order[j] <= order[i]:
                j -= 1
            order[i], order[j] = order[j], order[i]
            order[i + 1 :] = reversed(order[i + 1 :])


def small(
    name: str | Game,
    cards: str,
    hand: int,
    players: int = 2,
    *,
    carry: Mapping[str, Json] | None = None,
    only: Sequence[str] = (),
    **options: Any,
) -> Small:
    """A short-pack set-up, past the pack options: ``small("rockaway", "6c 6d 7c 7d 8c", 2)``.

    ``name`` may be a ready ``Game``, which then settles players and options. Cards may repeat
    where two packs are played. ``only`` are orders as ``"6c6d..."``. Raises OptionError for a
    bad game or option, ValueError when the cards don't suffice for the hands or the game can't
    deal hands of another size.
    """
    setup = game(name, players=players, **options) if isinstance(name, str) else name
    pack = tuple(parse_card(card) for card in cards.split())
    if not 0 < setup.players * hand <= len(pack):
        raise ValueError(f"{setup.players} x {hand} cards from {len(pack)}")
    if "hand_size" not in setup.rules.State.FIELDS and hand != 1:
        raise ValueError(f"{setup.id} deals one card each")
    chosen = tuple(tuple(parse_pack(order)) for order in only)
    return Small(setup, pack, hand, dict(carry or {}), chosen)
