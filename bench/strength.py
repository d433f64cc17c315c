"""How strong the bots are: the whole programme of contests, its data and its tables.

    scripts/bench strength [NAME...] [--jobs N]     # play what is missing, write the data
    scripts/bench strength --page                   # only put the data into docs/bots.md

Each contest keeps its playings in build/strength/NAME.jsonl and goes on from there; what it came
to is docs/strength/NAME.json. Deals and seeds were fixed before anything was played. ``short``
plays a little of each, for the tests.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.page import write

from koloda.arena.contest import Contest, Pace, contest
from koloda.arena.journal import Journal
from koloda.arena.pools import here, processes
from koloda.arena.run import Run
from koloda.bench.ceiling import ceiling
from koloda.bench.ismcts import against
from koloda.deal import game

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "strength"
PLAYINGS = ROOT / "build" / "strength"
PAGE = ROOT / "docs" / "bots.md"
SEED = 2026
MS = 50
"""Milliseconds a move against OpenSpiel's search."""
NOTHING = "*Not measured yet.*"
JACK, HEARTS = "two_ten_jack", "two_handed_hearts"


@dataclass(frozen=True)
class Trial:
    """One contest: the first bot's gain over the last is to lie wholly above ``above``.

    ``luck``: playouts a drawn card is valued by (``koloda.arena.luck``); the interval is then that
    of the gain without the luck of the draw.
    """

    name: str
    game: str
    players: int
    bots: tuple[str, ...]
    deals: int
    above: float = 0.0
    luck: int = 0
    ms: int | None = None
    cross: bool = False

    def contest(self, nodes: int | None = None, ms: int | None = None) -> Contest:
        """As it is played; or with so many nodes, and milliseconds where it goes by time."""
        pace = Pace(None, ms or self.ms) if self.ms else Pace(nodes)
        make = {"ismcts": against, "open": ceiling}
        made = next((make[bot] for bot in self.bots if bot in make), contest)
        setup = game(self.game, players=self.players)
        return made(setup, self.bots, SEED, pace=pace, worlds=self.luck, cross=self.cross)


def _yardstick() -> Iterator[Trial]:
    bots = ("master", "thumb-1")
    yield Trial("rockaway_2_thumb", "rockaway", 2, bots, 160, above=4.5, luck=100)
    yield Trial("rockaway_4_thumb", "rockaway", 4, bots, 100, luck=100)
    yield Trial("ladder_thumb", "ladder_rummy", 2, bots, 30, luck=64)
    yield Trial("jack_thumb", JACK, 2, bots, 320, above=5)
    yield Trial("hearts_thumb", HEARTS, 2, bots, 400, above=4)
    yield Trial("chain_thumb", "chain", 6, bots, 150, above=7)


LADDER = (("club", "novice"), ("strong", "club"), ("master", "strong"))
DEALS = {
    "rockaway": (100, 500, 500),
    "ladder_rummy": (30, 100, 60),
    JACK: (60, 300, 160),
    HEARTS: (60, 150, 100),
    "chain": (30, 300, 300),
}
"""Of each game, for each step of the ladder."""


def _short(name: str) -> str:
    """What a game is called in names of trials."""
    return name.removeprefix("two_handed_").removeprefix("two_ten_").removesuffix("_rummy")


def _seats(name: str) -> int:
    """How many seats are measured: two, in Chain all six."""
    return 6 if name == "chain" else 2


def _luck(name: str, bots: tuple[str, ...]) -> int:
    """Playouts for a drawn card, where they save more time than they take."""
    if name == "rockaway":
        return 100
    return 64 if name == "ladder_rummy" and "master" in bots else 0


def _levels() -> Iterator[Trial]:
    for name, each in DEALS.items():
        for bots, deals in zip(LADDER, each, strict=True):
            trial = "_".join([_short(name), *bots])
            yield Trial(trial, name, _seats(name), bots, deals, luck=_luck(name, bots))


def _others() -> Iterator[Trial]:
    for name in (JACK, HEARTS):
        deals = 60 if name == JACK else 30
        yield Trial(f"{_short(name)}_ismcts", name, 2, ("master", "ismcts"), deals, ms=MS)


def _ceilings() -> Iterator[Trial]:
    deals = {"rockaway": 100, "ladder_rummy": 20, JACK: 80, HEARTS: 100, "chain": 40}
    for name, each in deals.items():
        bots = ("open", "strong")
        trial = f"{_short(name)}_open"
        yield Trial(trial, name, _seats(name), bots, each, luck=_luck(name, bots))


BOTS = ("novice", "thumb-1", "club", "strong", "master")


def _crosses() -> Iterator[Trial]:
    deals = {"rockaway": 20, "ladder_rummy": 4, JACK: 10, HEARTS: 10, "chain": 4}
    for name, each in deals.items():
        luck = 100 if name == "rockaway" else 0
        yield Trial(f"{_short(name)}_cross", name, _seats(name), BOTS, each, luck=luck, cross=True)


CLAIMS = (*_yardstick(), *_levels(), *_others())
"""What is promised, and so checked."""
PROGRAMME = {trial.name: trial for trial in (*CLAIMS, *_ceilings(), *_crosses())}


def short(trial: Trial, nodes: int = 300, ms: int = 2) -> dict[str, Any]:
    """What a deal of it comes to with next to no time."""
    made = trial.contest(nodes, ms)
    with Journal(made) as journal:
        run = Run(made, 1, journal)
        run.play(here)
        return run.result()


def played(trial: Trial, jobs: int) -> dict[str, Any]:
    """What it comes to, from where it was left."""
    PLAYINGS.mkdir(parents=True, exist_ok=True)
    made = trial.contest()
    with Journal(made, PLAYINGS / f"{trial.name}.jsonl") as journal:
        run = Run(made, trial.deals, journal)
        run.play(processes(jobs) if jobs > 1 else here)
        return run.result()


# --- what came out -------------------------------------------------------------------------


def found(trial: Trial) -> dict[str, Any] | None:
    """Its data, None where it has not been played."""
    path = DATA / f"{trial.name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def gain(result: dict[str, Any]) -> dict[str, Any]:
    """The first bot's gain over the last: ``mean``, ``ci95``, ``n``; without luck where asked."""
    told = result["tables"][0]["differences"][-1]
    return dict(told["adjusted"] or told)


def shown(trial: Trial, result: dict[str, Any]) -> bool:
    """Whether the interval lies wholly above what was to be shown."""
    told = gain(result)
    return bool(told["mean"] - told["ci95"] > trial.above)


def row(trial: Trial, result: dict[str, Any]) -> str:
    """A line of the table."""
    told = gain(result)
    better, worse = trial.bots[0], trial.bots[-1]
    speed = {item["bot"]: item["ms"] for item in result["speed"]}
    times = f"{speed[better]:.1f} / {speed[worse]:.1f}"
    verdict = "yes" if shown(trial, result) else "no"
    figure = f"{told['mean']:+.2f} ± {told['ci95']:.2f}"
    deals = f"{told['n']} x {trial.players}"
    name = f"[{trial.name}](strength/{trial.name}.json)"
    cells = (name, better, worse, figure, f"{trial.above:g}", verdict, deals, times)
    return f"| {' | '.join(cells)} |"


def table(trials: Sequence[Trial]) -> str:
    """All of them that have been played."""
    lines = [
        "| contest | bot | over | points a deal | above | shown | deals | ms a move |",
        "|---|---|---|---:|---:|---|---:|---:|",
    ]
    results = [(trial, found(trial)) for trial in trials]
    rows = [row(trial, result) for trial, result in results if result is not None]
    return "\n".join([*lines, *rows]) if rows else NOTHING


def matrix(trial: Trial) -> str:
    """Row against column, points a deal."""
    result = found(trial)
    assert result is not None
    bots = result["bots"]
    title = f"{trial.game}, {trial.players} players, {trial.deals} deals a pair"
    lines = [f"| {title} | {' | '.join(bots)} |", "|---|" + "---:|" * len(bots)]
    for bot, cells in zip(bots, result["matrix"], strict=True):
        told = ["" if c is None else f"{c['mean']:+.1f} ± {c['ci95']:.1f}" for c in cells]
        lines.append(f"| {bot} | {' | '.join(told)} |")
    return "\n".join(lines)


def update_page() -> None:
    """Put the tables into docs/bots.md."""
    write("yardstick", table(list(_yardstick())), PAGE)
    write("levels", table(list(_levels())), PAGE)
    write("others", table(list(_others())), PAGE)
    write("ceilings", table(list(_ceilings())), PAGE)
    matrices = [matrix(trial) for trial in _crosses() if found(trial)]
    write("crosses", "\n\n".join(matrices) or NOTHING, PAGE)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure strength, and write docs/bots.md.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROGRAMME))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--page", action="store_true", help="play nothing")
    given: Any = parser.parse_args()
    unknown = [name for name in given.names if name not in PROGRAMME]
    if unknown or given.jobs < 1:
        parser.error(f"no contest {unknown[0]}" if unknown else "--jobs must be 1 or more")
    for trial in [] if given.page else [PROGRAMME[n] for n in given.names or PROGRAMME]:
        result = played(trial, given.jobs)
        (DATA / f"{trial.name}.json").write_text(
            json.dumps(result, indent=1) + "\n", encoding="utf-8"
        )
        print(row(trial, result), flush=True)
    update_page()


if __name__ == "__main__":
    main()
