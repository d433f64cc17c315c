"""Between deals, as most games have it: the draw for dealer, no cuts, nothing carried over, who
is in front.

The match rules of a game say which of these they are; all of it is only interpreted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from koloda.rules.contract import Json, Refused


def lowest_deals(
    players: int, rows: Sequence[Sequence[int]], *, ace_low: bool = False
) -> list[int]:
    """The draw for first dealer: each draws a card, the lowest rank deals, those tied for
    lowest draw again.

    Returns the seats that draw next; a single seat has been found as dealer. Raises ValueError
    when the rows are not such a draw. For games whose first dealer is "at random" this is the
    random choice, since every seat is equally likely.
    """
    seats = list(range(players))
    for row in rows:
        if len(seats) == 1 or len(row) != len(seats):
            raise ValueError(f"a round of {len(row)} cards where {len(seats)} seats draw")
        ranks = [(card % 13 + 1) % 13 if ace_low else card % 13 for card in row]
        best = min(ranks)
        seats = [seat for seat, rank in zip(seats, ranks, strict=True) if rank == best]
    return seats


def no_cuts(shown: Sequence[int]) -> bool:
    """``more_cuts`` of the games in which nothing is cut."""
    return False


def nothing_carried(carry: Mapping[str, Json]) -> None:
    """Raises Refused ``carry`` for anything brought to a deal that takes nothing over."""
    for name in carry:
        raise Refused("carry", name=name[:80])


def leaders(totals: Sequence[int], sign: int) -> tuple[int, ...]:
    """The seats that are in front: of the best total, the highest times ``sign``."""
    best = max(sign * total for total in totals)
    return tuple(seat for seat, total in enumerate(totals) if sign * total == best)
