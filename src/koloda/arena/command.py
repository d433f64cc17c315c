"""The command ``koloda arena``: a contest set up, run with a progress bar, told in words."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from koloda.arena.contest import Contest, Pace, contest
from koloda.arena.journal import Journal
from koloda.arena.picture import Bar, svg
from koloda.arena.pools import Pool, WorkerDied, cluster, here, processes
from koloda.arena.run import Run, check
from koloda.arena.statistics import H1, Bounds
from koloda.deal import Game
from koloda.locales import Translator
from koloda.options import OptionError


@dataclass(frozen=True)
class Wanted:
    """What the command line asked for. Raises OptionError: ``arena_jobs``, ``arena_ray_jobs``."""

    deals: int
    seed: int = 0
    sprt: str | None = None
    cross: bool = False
    nodes: int | None = None
    ms: int | None = None
    luck: int = 0
    jobs: int | None = None
    ray: bool = False
    output: Path | None = None
    picture: Path | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None and self.jobs < 1:
            raise OptionError("arena_jobs", jobs=self.jobs)
        if self.jobs is not None and self.ray:
            raise OptionError("arena_ray_jobs")

    @property
    def pool(self) -> Pool:
        if self.ray:
            return cluster
        return processes(self.jobs) if self.jobs is not None and self.jobs > 1 else here


def names(bots: str) -> list[str]:
    """The bots of ``--bots``."""
    return [level.strip() for level in bots.split(",") if level.strip()]


@dataclass(frozen=True)
class Outcome:
    """How it ended: the exit code, and the sentence for standard error where it is not 0."""

    code: int = 0
    sentence: str = ""


def hold(
    game: Game,
    bots: str,
    wanted: Wanted,
    texts: Translator,
    *,
    as_json: bool = False,
    make: Callable[..., Contest] = contest,
) -> Outcome:
    """Hold the contest and print what was measured, also when it is cut short. ``make`` is
    ``contest``, or what stands for it where other rooms bring players.

    Exit code 1: the sequential test did not accept H1; 2: interrupted, or a worker died. Raises
    OptionError and OSError before anything is played, and OSError where the journal or the
    picture can't be written (after the figures have been printed).
    """
    bounds = Bounds.parse(wanted.sprt) if wanted.sprt is not None else None
    pace = Pace(wanted.nodes, wanted.ms)
    made = make(game, names(bots), wanted.seed, pace=pace, worlds=wanted.luck, cross=wanted.cross)
    check(made, wanted.deals, bounds)
    with Journal(made, wanted.output) as journal:
        run = Run(made, wanted.deals, journal, bounds)
        stopped = trouble = None
        try:
            _play(run, wanted.pool, texts)
        except KeyboardInterrupt:
            stopped = "interrupted"
        except WorkerDied as error:
            stopped = "worker_died"
            deal = error.task.deal + 1
        except OSError as error:
            stopped, trouble = "output", error
        result = run.result() | {"stopped": stopped}
    if as_json:
        print(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        for line in lines(texts, result):
            print(line)
    if trouble is not None:
        raise trouble
    if wanted.picture is not None:
        wanted.picture.write_text(draw(texts, result), encoding="utf-8")
    if stopped is not None:
        what = texts.text("cli", "arena.interrupted")
        if stopped == "worker_died":
            what = texts.text("cli", "arena.worker_died", deal=deal)
        return Outcome(2, f"{what} {_kept(texts, wanted.output)}")
    if bounds and any(table["sprt"]["decision"] != H1 for table in result["tables"]):
        return Outcome(1, texts.text("cli", "arena.sprt.not"))
    return Outcome()


def _kept(texts: Translator, output: Path | None) -> str:
    if output is None:
        return texts.text("cli", "arena.kept_nowhere")
    return texts.text("cli", "arena.kept", file=str(output))


def _play(run: Run, pool: Pool, texts: Translator) -> None:
    """Play, with a progress bar where standard error is a terminal."""
    console = Console(file=sys.stderr)
    if not console.is_terminal:
        run.play(pool)
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        run.play(pool, lambda done, most: bar.update(task, completed=done, total=most))


# --- in words --------------------------------------------------------------------------------


def figure(told: dict[str, Any]) -> str:
    """``+1.25 ± 0.30``."""
    if told["mean"] is None:
        return "–"
    spread = "" if told["ci95"] is None else f" ± {told['ci95']:.2f}"
    return f"{told['mean']:+.2f}{spread}"


def lines(texts: Translator, result: dict[str, Any]) -> list[str]:
    """The result for people."""
    told = [_head(texts, result), ""]
    for table in result["tables"]:
        told.append(texts.text("cli", "arena.table", table["deals"], seats=table["seats"]))
        for pair in table["differences"]:
            names = {"a": pair["a"], "b": pair["b"]}
            told.append("  " + texts.text("cli", "arena.difference", **names, figure=figure(pair)))
            if pair["adjusted"]:
                adjusted = figure(pair["adjusted"])
                told.append("    " + texts.text("cli", "arena.adjusted", figure=adjusted))
        if table["sprt"]:
            told.append("  " + _verdict(texts, table["sprt"]))
    if len(result["bots"]) > 2:
        told += ["", texts.text("cli", "arena.matrix"), *_matrix(result)]
    if result["ratings"]:
        told += ["", texts.text("cli", "arena.ratings")]
        for item in result["ratings"]:
            numbers = {name: f"{item[name]:.1f}" for name in ("mu", "sigma", "ordinal")}
            told.append("  " + texts.text("cli", "arena.rating", bot=item["bot"], **numbers))
    told += ["", texts.text("cli", "arena.speed")]
    for item in result["speed"]:
        ms = "–" if item["ms"] is None else f"{item['ms']:.1f}"
        told.append(f"  {item['bot']}: {ms}")
    return told


def _head(texts: Translator, result: dict[str, Any]) -> str:
    return texts.text(
        "cli",
        "arena.head",
        game=texts.text(result["game"], "name"),
        players=result["players"],
        seed=result["seed"],
    )


def _verdict(texts: Translator, test: dict[str, Any]) -> str:
    ratio = "–" if test["ratio"] is None else f"{test['ratio']:+.2f}"
    numbers = {name: f"{test[name]:g}" for name in ("low", "high")}
    numbers |= {name: f"{100 * test[name]:g}" for name in ("alpha", "beta")}
    key = f"arena.sprt.{test['decision']}"
    return texts.text("cli", key, test["deals"], ratio=ratio, **numbers)


def _matrix(result: dict[str, Any]) -> list[str]:
    names = result["bots"]
    wide = max(16, *(len(name) + 2 for name in names))
    rows = [" " * wide + "".join(f"{name:>{wide}}" for name in names)]
    for name, row in zip(names, result["matrix"], strict=True):
        cells = ("" if cell is None else figure(cell) for cell in row)
        rows.append((f"  {name}".ljust(wide) + "".join(f"{c:>{wide}}" for c in cells)).rstrip())
    return rows


def draw(texts: Translator, result: dict[str, Any]) -> str:
    """The result as an SVG picture."""
    bars = []
    for table in result["tables"]:
        for pair in table["differences"]:
            told = pair["adjusted"] or pair
            if told["mean"] is not None:
                bars.append(Bar(f"{pair['a']} – {pair['b']}", told["mean"], told["ci95"]))
    return svg(_head(texts, result), texts.text("cli", "arena.unit"), bars)
