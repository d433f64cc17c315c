"""What each card would have brought that might have been drawn; generic code, bound to a game."""

from __future__ import annotations

from koloda.bots.generic_worlds import play_out
from koloda.rules.chance import mul63, seed_rng, shuffle
from koloda.rules.contract import Ints, State
from koloda.rules.generic import apply, copy_state, score


def draw_values(
    root: State,
    place: int,
    act: int,
    worlds: int,
    seed: int,
    values: Ints,
    s: State,
    buffer: Ints,
) -> None:
    """For each card of ``root.pack[place:size]``: the scores if it lies at ``place`` when ``act``
    is done, the cards after it in random order, summed over ``worlds`` playouts by policy.

    ``values[i * players + seat]`` is the sum for card i. The same chance serves all cards.
    """
    n = root.size - place
    for k in range(n * root.players):
        values[k] = 0
    for world in range(worlds):
        chance = mul63(seed, 6364136223846793005, world)
        for i in range(n):
            copy_state(s, root)
            card = s.pack[place + i]
            for k in range(place + i, place, -1):
                s.pack[k] = s.pack[k - 1]
            s.pack[place] = card
            seed_rng(s, chance)
            shuffle(s, s.pack, place + 1, s.size)
            apply(s, act)
            play_out(s, buffer, 0)
            for p in range(s.players):
                values[i * s.players + p] += score(s, p)
