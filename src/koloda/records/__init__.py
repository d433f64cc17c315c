"""Records: one text for a saved game, a bug report, a golden test and a replay.

>>> import koloda
>>> match = koloda.Match(koloda.game("rockaway"), seed=7)
>>> record = koloda.loads(koloda.dumps(match, private=True))
>>> record.resume().deal.actor == match.deal.actor
True
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from koloda.match import Match
from koloda.records.errors import RecordError
from koloda.records.make import from_match
from koloda.records.reader import load, loads
from koloda.records.record import (
    DealPart,
    PrivatePart,
    Record,
    ResultPart,
    ShufflePart,
)
from koloda.records.show import replay, turns
from koloda.records.verify import Fairness, Spot, Verified
from koloda.records.writer import save, write
from koloda.rules.contract import Json

__all__ = [
    "DealPart",
    "Fairness",
    "PrivatePart",
    "Record",
    "RecordError",
    "ResultPart",
    "ShufflePart",
    "Spot",
    "Verified",
    "dump",
    "dumps",
    "from_match",
    "load",
    "loads",
    "replay",
    "turns",
]


def _record(match: Match | Record, private: bool, free: Mapping[str, Json] | None) -> Record:
    if isinstance(match, Match):
        return from_match(match, private=private, free=free)
    if match.private is not None and not private:
        # an export must not leak what its source keeps private
        return from_match(match.resume(), free={**match.free, **(free or {})})
    return match


def dumps(
    match: Match | Record, *, private: bool = False, free: Mapping[str, Json] | None = None
) -> str:
    """The canonical text of a match, or of a record as it is.

    Without ``private`` an unfinished match shows nothing that a spectator has not seen, and
    can't be resumed. ``free`` are keys of the top level like ``source``.
    """
    return write(_record(match, private, free))


def dump(
    match: Match | Record,
    path: str | os.PathLike[str],
    *,
    private: bool = False,
    force: bool = False,
    free: Mapping[str, Json] | None = None,
) -> None:
    """Write the text of ``dumps`` to a file that is either whole or not there.

    Raises FileExistsError where there is a file already, unless ``force``.
    """
    save(dumps(match, private=private, free=free), path, force=force, secret=private)
