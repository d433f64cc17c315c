"""What has been sent to each onlooker lately, so that a lost connection goes on where it was.

An event carries what happened and every part of the snapshot that it changed: a client keeps one
snapshot and folds events into it. ``fold`` is that client, in so many words.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from koloda.rules.contract import Json
from koloda.table.core import Core
from koloda.table.snapshot import snapshot

KEPT = 100
"""So many events are kept for each onlooker."""

Event = dict[str, Json]
Snapshot = dict[str, Json]


def fold(shown: Mapping[str, Json], event: Mapping[str, Json]) -> Snapshot:
    """The snapshot after an event, which must be the next one: ``seq`` one higher."""
    after = {**shown, **event["set"], "seq": event["seq"]}
    after["log"] = [*after["log"], *event["deal"]]
    return after


@dataclass(frozen=True)
class Happened:
    """What is the same for everybody about one event."""

    at: float
    kind: str
    by: int | None
    told: list[dict[str, Json]]


class Streams:
    """The last events for each seat and for watchers (None), numbered without a gap."""

    def __init__(self, core: Core) -> None:
        self._last: dict[int | None, Snapshot] = {}
        self._kept: dict[int | None, deque[str]] = {}  # as JSON: a fifth of the memory
        self._look(core)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Streams) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def _look(self, core: Core) -> None:
        onlookers = (None, *range(core.game.players))
        self._last = {seat: snapshot(core, seat) for seat in onlookers}
        self._kept = {seat: self._kept.get(seat, deque(maxlen=KEPT)) for seat in onlookers}

    def publish(self, core: Core, happened: Happened) -> dict[int | None, Event]:
        """The event that has just made the core's ``seq``, for each onlooker."""
        before = self._last
        self._look(core)
        events = {}
        for seat, shown in self._last.items():
            event = _event(before.get(seat, {}), shown, happened)
            events[seat] = event
            self._kept[seat].append(json.dumps(event, allow_nan=False))
        return events

    def tail(self, seat: int | None, seq: int) -> list[Event] | None:
        """Everything after ``seq`` for the onlooker, None where that is not known any more."""
        last, kept = self._last[seat]["seq"], self._kept[seat]
        if not last - len(kept) <= seq <= last:
            return None
        return [json.loads(event) for event in list(kept)[len(kept) - (last - seq) :]]


def _event(before: Snapshot, after: Snapshot, happened: Happened) -> Event:
    changed = {
        name: value
        for name, value in after.items()
        if name not in ("seq", "log") and (name not in before or before[name] != value)
    }
    log, known = after["log"], before.get("log", [])
    grown = log[: len(known)] == known
    if not grown:
        changed["log"] = []
    return {
        "seq": after["seq"],
        "at": happened.at,
        "kind": happened.kind,
        "by": happened.by,
        "told": happened.told,
        "deal": log[len(known) :] if grown else log,
        "set": changed,
    }
