"""What the end of a deal is worth to a seat, in points or by the score of the match; generic code,
bound to a game.

``stakes`` says which: empty, points; else the fields below, written by ``koloda.bots.stakes``.
"""

from __future__ import annotations

from math import exp

from koloda.rules.contract import Ints, State
from koloda.rules.generic import score

PAYS, LAST, TARGET, SPREAD, TOTALS = range(5)
"""Whether the match pays differences; whether this deal ends it whatever happens; the total that
does; how far chance spreads totals after this deal, in hundredths of a point; from TOTALS on what
the seats had before this deal."""
FINE = 100
"""With stakes, gains are told in this fraction of their unit."""


def gain(s: State, seat: int, sign: int, stakes: Ints) -> int:
    """The seat's result of a deal that is over, times (players - 1), more is better.

    In points it is the result against the mean of the others. With stakes it is what the seat
    gets out of the match, counted so that at an even score a point is worth a point.
    """
    if len(stakes) > 0 and stakes[PAYS] == 1:
        return FINE * _paid(s, seat, sign, stakes)
    if len(stakes) > 0:
        return _chances(s, seat, sign, stakes)
    total = s.players * score(s, seat)
    for p in range(s.players):
        total -= score(s, p)
    return sign * total


def _best(s: State, sign: int, stakes: Ints) -> int:
    """The best total after the deal, times ``sign``."""
    best = sign * (stakes[TOTALS] + score(s, 0))
    for p in range(1, s.players):
        best = max(best, sign * (stakes[TOTALS + p] + score(s, p)))
    return best


def _paid(s: State, seat: int, sign: int, stakes: Ints) -> int:
    """What the seat is paid when each pays the best the difference, ended or not; joint winners
    share."""
    best = _best(s, sign, stakes)
    own = sign * (stakes[TOTALS + seat] + score(s, seat))
    if own < best:
        return (s.players - 1) * (own - best)
    paid = 0
    winners = 0
    for p in range(s.players):
        total = sign * (stakes[TOTALS + p] + score(s, p))
        paid += best - total
        if total == best:
            winners += 1
    return (s.players - 1) * paid // winners


def _chances(s: State, seat: int, sign: int, stakes: Ints) -> int:
    """The seat's chance to win the match less an even share."""
    best = _best(s, sign, stakes)
    over = stakes[LAST] == 1
    for p in range(s.players):
        if stakes[TOTALS + p] + score(s, p) >= stakes[TARGET]:
            over = True
    own = 0.0
    all_shares = 0.0
    for p in range(s.players):
        behind = best - sign * (stakes[TOTALS + p] + score(s, p))
        share = exp(-100.0 * behind / stakes[SPREAD])
        if over:
            share = 1.0 if behind == 0 else 0.0
        all_shares += share
        if p == seat:
            own = share
    n = s.players
    # the slope of the chance at an even score is (n - 1) / n**2 / SPREAD
    return int(stakes[SPREAD] * n * (n * own / all_shares - 1))
