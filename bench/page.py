"""Puts measured tables into docs/benchmarks.md, between its markers.

    .venv/bin/python -m bench.page [--seconds S] [--rounds N] [--only peers|engine|moves]

Peers that aren't installed are left out, and said so.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from koloda.bench import moves, peers, server
from koloda.bench.engine import measure, tables
from koloda.bench.starts import FIRST, SECOND, WHAT, starts

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"


def write(name: str, text: str, page: Path = PAGE) -> None:
    """Put the text between the page's markers of this name. Raises ValueError when they aren't
    there."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    head, begun, rest = page.read_text(encoding="utf-8").partition(begin)
    _, ended, tail = rest.partition(end)
    if not (begun and ended):
        raise ValueError(f"{page}: no {begin} .. {end}")
    page.write_text(f"{head}{begin}\n{text}\n{end}{tail}", encoding="utf-8")


def beside_peers(seconds: float, rounds: int) -> str:
    there = [name for name, module in peers.PEERS.items() if peers.installed(module)]
    results = [peers.compare(pair, seconds, rounds) for pair in peers.pairs(there)]
    return peers.table(results, peers.setting(seconds, rounds))


def by_itself(seconds: float, rounds: int) -> str:
    setups = tables([])
    text = peers.table(list(measure(setups, seconds, rounds)), peers.setting(seconds, rounds))
    lines = [
        f"Starts, seconds on the clock (of CPU); promised: first {FIRST:g}, second {SECOND:g}.",
        "",
        "| game | what | first start | second start |",
        "|---|---|---:|---:|",
    ]
    for setup in setups:
        for what in WHAT:
            t = starts(setup, what)
            cells = [f"{t[key]:.1f} ({t[key + '_cpu']:.1f})" for key in ("first", "second")]
            lines.append(f"| {t['game']} {t['players']}p | {what} | {' | '.join(cells)} |")
    return "\n".join([text, "", *lines])


def thinking(seconds: float, rounds: int) -> str:
    return moves.table([told for setup in tables([]) for told in moves.moves(setup)])


def under_clients(seconds: float, rounds: int) -> str:
    return server.page()


TABLES: dict[str, Callable[[float, int], str]] = {
    "peers": beside_peers,
    "engine": by_itself,
    "moves": thinking,
    "server": under_clients,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure, and write docs/benchmarks.md.")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds a figure, a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=TABLES)
    given: Any = parser.parse_args()
    if not (given.seconds > 0 and given.rounds > 0):
        parser.error("--seconds and --rounds must be more than 0")
    for name in [given.only] if given.only else TABLES:
        text = TABLES[name](given.seconds, given.rounds)
        print(text, flush=True)
        write(name, text)


if __name__ == "__main__":
    main()
