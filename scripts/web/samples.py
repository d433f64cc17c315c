"""Real snapshots and events of every game for the tests of the web client: web/tests/samples.

Each file holds ``start`` (the snapshot of seat 0 when the match began), ``events`` (what seat 0
was sent), ``end`` (a fresh snapshot after them) and ``moments``: snapshots worth looking at.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from koloda import bots
from koloda.table import HOUSE, Table, read

TARGET = Path(__file__).resolve().parents[2] / "web" / "tests" / "samples"
PLAYERS = {
    "rockaway": 4,
    "ladder_rummy": 3,
    "two_ten_jack": 2,
    "fifteen": 2,
    "two_handed_hearts": 2,
    "chain": 6,
}
NAMES = ("Анна", "Clara", "Boris", "David", "Emma", "Frank")
EVENTS = 90
"""Of one sample at most."""


def opened(game: str, players: int) -> Table:
    """A table with a person on seat 0 and bots, just before the match."""
    said = {"kind": "open", "game": game, "players": players, "table": "sample", "host": "anna"}
    opening: Any = read({**said, "secret": "07" * 32}, house=True)
    table = Table.open(opening, 0.0)
    table.take("anna", {"kind": "sit", "seat": 0, "name": NAMES[0]}, 1.0)
    for seat in range(1, players):
        bot = {"kind": "seat_bot", "seat": seat, "level": "thumb", "name": NAMES[seat]}
        table.take("anna", bot, 1.0)
    return table


def sample(game: str, players: int) -> dict[str, Any]:
    """Seat 0's view of a deal from its beginning, everybody playing by rule of thumb."""
    table, thumb = opened(game, players), bots.bot("thumb")
    events: list[dict[str, Any]] = []
    moments = {"setup": table.snapshot(0)}
    table.take("anna", {"kind": "ready", "seq": table.seq}, 2.0)
    start, now, turns = table.snapshot(0), 3.0, 0
    while len(events) < EVENTS and table.snapshot(0)["phase"] == "play":
        now += 1
        shown = table.snapshot(0)
        if (pending := table.pending()) is not None:
            view, seed = pending.view, pending.seed
            text = pending.forced or (str(thumb.choose(view, seed)) if view is not None else "")
            said = {"kind": "bot_act", "seat": pending.seat, "seq": pending.seq, "text": text}
            happened = table.take(HOUSE, said, now)
        else:
            turns += 1
            moments["first" if turns == 1 else "middle" if turns < 9 else "late"] = shown
            view = table.view("anna")
            legal = shown["deal"]["legal"]
            text = str(thumb.choose(view, 1)) if view is not None else legal[0]
            happened = table.take("anna", {"kind": "act", "seq": table.seq, "text": text}, now)
        events.append(happened.events[0])
    moments["end"] = table.snapshot(0)
    return {"start": start, "events": events, "end": table.snapshot(0), "moments": moments}


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for game, players in PLAYERS.items():
        text = json.dumps(sample(game, players), ensure_ascii=False, separators=(",", ":"))
        (TARGET / f"{game}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
