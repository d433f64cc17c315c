"""Ratings from duplicate deals: openskill's Plackett-Luce (extra ``arena``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from itertools import zip_longest

from koloda.rules.contract import Json


def ratings(
    labels: Sequence[str], tables: Sequence[Sequence[Mapping[int, float]]]
) -> list[dict[str, Json]] | None:
    """Each bot's rating after these deals, the best first: ``mu``, ``sigma`` and the cautious
    ``ordinal`` (mu - 3 sigma). None without openskill.

    One deal over all its seatings is one game between the bots of the table: the higher mean
    result wins, equal results draw. Deals count in their order, the tables in turn.
    """
    if find_spec("openskill") is None:
        return None
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    found = [model.rating(name=label) for label in labels]
    for deal in zip_longest(*tables):
        for gains in deal:
            if gains is None:
                continue
            teams = [[found[bot]] for bot in gains]
            after = model.rate(teams, scores=list(gains.values()))
            for bot, (rating,) in zip(gains, after, strict=True):
                found[bot] = rating
    told: list[dict[str, Json]] = [
        {
            "bot": label,
            "mu": round(rating.mu, 4),
            "sigma": round(rating.sigma, 4),
            "ordinal": round(rating.ordinal(), 4),
        }
        for label, rating in zip(labels, found, strict=True)
    ]
    return sorted(told, key=lambda item: -item["ordinal"])
