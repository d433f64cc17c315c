"""The trees of tiny set-ups have the pinned size, for every game on the shelf; and in each of
them ``redeal`` reaches exactly the worlds that a seat can be in.

``tests/data/counts/<game>.json`` holds the pinned figures. Those that the independent walks of
``test_counts_<game>.py`` come to as well are facts; the others guard against change.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from koloda.rules import SHELF
from koloda.testing import Small, check_redeal_exact, count, small

DATA = Path(__file__).parents[1] / "data" / "counts"
FILES = {game_id: DATA / f"{game_id}.json" for game_id in SHELF}
PINNED: dict[str, list[dict[str, Any]]] = {
    game_id: json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    for game_id, file in FILES.items()
}
ENTRIES = [(game_id, entry) for game_id in PINNED for entry in PINNED[game_id]]
IDS = [f"{game_id}-{i}" for game_id in PINNED for i in range(len(PINNED[game_id]))]


def set_up(game_id: str, entry: dict[str, Any]) -> Small:
    return small(
        game_id,
        entry["cards"],
        entry["hand"],
        entry["players"],
        carry=entry.get("carry"),
        only=entry.get("only", ()),
        **entry["options"],
    )


@pytest.mark.parametrize(("game_id", "entry"), ENTRIES, ids=IDS)
def test_tree_has_the_pinned_size(game_id: str, entry: dict[str, Any]) -> None:
    found = count(set_up(game_id, entry), entry["dealer"])
    assert json.loads(json.dumps(asdict(found))) == entry["counts"]


@pytest.mark.parametrize(
    ("game_id", "entry"),
    [(g, e) for g, e in ENTRIES if e["worlds"]],
    ids=[i for i, (_, e) in zip(IDS, ENTRIES, strict=True) if e["worlds"]],
)
def test_redeal_reaches_exactly_the_possible_worlds(game_id: str, entry: dict[str, Any]) -> None:
    check_redeal_exact(set_up(game_id, entry), entry["dealer"])


@pytest.mark.parametrize("game_id", SHELF)
def test_no_game_stays_away(game_id: str) -> None:
    assert PINNED[game_id]
    assert any(entry["worlds"] for entry in PINNED[game_id])
