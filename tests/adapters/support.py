"""Tables played at random, for the tests of the adapters."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from koloda.adapters.table import Setup, Table
from koloda.deal import game


def random_step(table: Table, dice: Random) -> None:
    """One chance outcome or token, at random."""
    if table.chance:
        cards, odds = zip(*table.outcomes(), strict=True)
        table.apply(dice.choices(cards, odds)[0])
    else:
        table.apply(dice.choice(table.legal()))


def walk(setup: Setup, seed: int) -> Iterator[Table]:
    """One table, yielded before each step and at the end."""
    table, dice = Table(setup), Random(seed)
    while True:
        yield table
        if table.over:
            return
        random_step(table, dice)


def finished(setup: Setup, seed: int) -> Table:
    """A deal played to its end."""
    *_, table = walk(setup, seed)
    return table


def every_table(table: Table) -> Iterator[Table]:
    """A table and all that can come of it."""
    yield table
    if table.over:
        return
    choices = [card for card, _ in table.outcomes()] if table.chance else table.legal()
    for choice in choices:
        after = table.copy()
        after.apply(choice)
        yield from every_table(after)


TINY = {
    "rockaway": Setup(game("rockaway"), 0, "6c 7c 6d 7d Ac", 1),
    "ladder_rummy": Setup(game("ladder_rummy", must_use="always"), 0, "2c 2d 2h 3c", 1),
    "two_ten_jack": Setup(game("two_ten_jack"), 0, "2h 2s Tc As", 1),
    "fifteen": Setup(game("fifteen"), 0, "Ac 7c 7d 8c", 0),
    "two_handed_hearts": Setup(game("two_handed_hearts"), 0, "2h 2c 3c 3h", 1),
}
"""Set-ups of which every deal can be looked at."""
