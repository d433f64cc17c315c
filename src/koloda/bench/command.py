"""The command ``koloda bench``: what is measured, told in words or as data."""

from __future__ import annotations

import importlib.metadata
import json
import math
from collections.abc import Callable
from typing import Any

from koloda.arena.command import names as bot_names
from koloda.arena.contest import Contest, contest
from koloda.bench import peers
from koloda.bench.engine import measure, per_second, plain_loop, tables
from koloda.bench.moves import PROMISED, moves, slow
from koloda.bench.starts import FIRST, SECOND, WHAT, starts
from koloda.fast import compiled
from koloda.locales import Translator
from koloda.options import OptionError

ROUNDS = 5


def bench(
    texts: Translator,
    names: list[str],
    against: str | None = None,
    seconds: float = 0.5,
    *,
    with_starts: bool = False,
    with_moves: bool = False,
    as_json: bool = False,
) -> str:
    """Measure and print, line by line as it is found; returns a sentence if a promise is broken.

    ``seconds`` of CPU for a figure, in each of the rounds. Raises OptionError before anything is
    measured: ``bench_seconds``, ``bench_against``, ``bench_absent``, ``bench_nothing``,
    ``bench_starts``, and those of a game.
    """
    if not (seconds > 0 and math.isfinite(seconds)):
        raise OptionError("bench_seconds", seconds=f"{seconds:g}")
    if with_starts and not compiled():
        raise OptionError("bench_starts")
    setups = tables(names)
    if against is None:
        return _ours(texts, setups, seconds, with_starts, with_moves, as_json)
    if names or with_starts or with_moves:
        raise OptionError("bench_nothing")
    chosen = peers.check(against.split(","))
    about = peers.setting(seconds, ROUNDS)
    results = [peers.compare(pair, seconds, ROUNDS) for pair in peers.pairs(chosen)]
    if as_json:
        _emit({"setting": about, "results": results})
    else:
        print(engine_line(texts))
        print(peers.table(results, about))
    return ""


def maker(bots: str) -> Callable[..., Contest]:
    """What sets up a contest of these bots (``koloda.arena``): OpenSpiel's search among them is
    ours to bring. Raises OptionError ``bench_absent`` where OpenSpiel is not installed."""
    if "ismcts" not in bot_names(bots):
        return contest
    peers.check(["openspiel"])
    from koloda.bench.ismcts import against

    return against


def engine_line(texts: Translator) -> str:
    """Which engine runs."""
    if not compiled():
        return texts.text("cli", "bench.interpreted")
    return texts.text("cli", "bench.compiled", numba=importlib.metadata.version("numba"))


def _ours(
    texts: Translator,
    setups: list[Any],
    seconds: float,
    with_starts: bool,
    with_moves: bool,
    as_json: bool,
) -> str:
    def say(line: str) -> None:
        if not as_json:
            print(line, flush=True)

    yardstick = per_second(plain_loop, seconds)
    say(engine_line(texts))
    say(texts.text("cli", "bench.yardstick", rate=f"{yardstick:,.0f}"))
    games: list[Any] = []
    for told in measure(setups, seconds, ROUNDS):
        games.append(told)
        say(game_line(texts, told))
    started: list[Any] = []
    if with_starts:
        promised = {"first": f"{FIRST:g}", "second": f"{SECOND:g}"}
        say(texts.text("cli", "bench.starts", **promised))
        for setup in setups:
            for what in WHAT:
                started.append(starts(setup, what))
                say(start_line(texts, started[-1]))
    thought: list[Any] = []
    if with_moves:
        say(texts.text("cli", "bench.moves", promised=f"{1000 * PROMISED:g}"))
        for setup in setups:
            for told in moves(setup):
                thought.append(told)
                say(move_line(texts, told))
    if as_json:
        about = peers.setting(seconds, ROUNDS)
        plain = {"setting": about, "yardstick": round(yardstick), "games": games}
        more = {"starts": started} if with_starts else {}
        _emit(plain | more | ({"moves": thought} if with_moves else {}))
    late = [told for told in thought if slow(told)]
    return texts.text("cli", "bench.slow", **_moved(texts, late[0])) if late else ""


def _emit(data: Any) -> None:
    print(json.dumps(data, indent=2))


def game_line(texts: Translator, told: dict[str, Any]) -> str:
    """One game's figures."""
    name = f"{texts.text(told['game'], 'name')} ({told['players']})"
    rates = {"rate": f"{told['engine_rate']:,}", "views": f"{told['view_rate']:,}"}
    if "ratio" not in told:
        return texts.text("cli", "bench.game", game=name, **rates)
    ratios = {key: f"{told[key]:,.1f}" for key in ("ratio", "lowest", "highest")}
    plain = f"{told['peer_rate']:,}"
    return texts.text("cli", "bench.ratio", game=name, plain=plain, **rates, **ratios)


def start_line(texts: Translator, told: dict[str, Any]) -> str:
    """One game's starts."""
    name = f"{texts.text(told['game'], 'name')} ({told['players']})"
    what = texts.text("cli", f"bench.what.{told['what']}")
    seconds = {key: f"{told[key]:.2f}" for key in ("first", "second", "first_cpu", "second_cpu")}
    return texts.text("cli", "bench.start", game=name, what=what, **seconds)


def move_line(texts: Translator, told: dict[str, Any]) -> str:
    """How long one level thinks."""
    return texts.text("cli", "bench.move", **_moved(texts, told))


def _moved(texts: Translator, told: dict[str, Any]) -> dict[str, str]:
    name = f"{texts.text(told['game'], 'name')} ({told['players']})"
    spent = {key: f"{told[key]:,.1f}" for key in ("mean", "median", "longest")}
    return {"game": name, "level": told["level"], **spent}
