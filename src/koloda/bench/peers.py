"""The engine beside its peers: every figure from one run, with one harness, on one core, with
pinned seeds. A figure is decisions per CPU second of uniformly random play, dealing included.
Ratios are taken round by round, engine and peer right after one another, and given as the median
with the lowest and the highest.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from koloda.deal import Game, game
from koloda.fast import compiled, playouts
from koloda.options import OptionError
from koloda.rules import SHELF

SEED = 20_260_101
PEERS = {"openspiel": "pyspiel", "rlcard": "rlcard", "pettingzoo": "pettingzoo"}
"""What can be compared with, and the module that it needs."""
EXTRAS = {
    "openspiel": '"koloda[openspiel]"',
    "rlcard": "rlcard",
    "pettingzoo": '"koloda[pettingzoo]"',
}

Count = Callable[[], int]
Play = Callable[[int, int], Count]
"""Plays n deals from a seed, which is timed; what it returns counts the decisions, untimed."""


@dataclass(frozen=True)
class Runner:
    """One engine playing one game: its ``name`` in the table, and how it plays."""

    name: str
    play: Play


@dataclass(frozen=True)
class Pair:
    """One of ours beside one of theirs; ``least`` is the ratio we promise, 0 for none."""

    ours: Runner
    theirs: Runner
    least: float = 0.0


# --- ours ------------------------------------------------------------------------------------


def engine(setup: Game, *, plain: bool = False) -> Runner:
    """Random playouts of the engine, compiled or interpreted."""

    def play(seed: int, n: int) -> Count:
        moves = playouts(setup, n, seed, plain=plain).moves
        return lambda: moves

    how = "interpreted" if plain or not compiled() else "compiled"
    return Runner(f"{setup.id} {setup.players}p, {how}", play)


def pettingzoo_steps(setup: Game) -> Runner:
    """Our own environment, stepped as PettingZoo wants it, observations and masks included."""
    from koloda.adapters.pettingzoo import raw_env

    table: Any = raw_env(setup)

    def play(seed: int, n: int) -> Count:
        moves, dice = 0, random.Random(seed)
        table.reset(seed=seed)
        for _ in range(n):
            for agent in table.agent_iter():
                seen, _, over, _, _ = table.last()
                legal = seen["action_mask"].nonzero()[0].tolist()
                table.step(None if over else dice.choice(legal))
                moves += not over and bool(agent)
            table.reset()
        return lambda: moves

    return Runner(f"{setup.id} {setup.players}p, PettingZoo step", play)


def learners(setup: Game, slots: int = 256) -> Runner:
    """A batch with dense masks and ids, as learners step it; without observations."""
    import numpy

    from koloda.adapters.batch import Learners

    def play(seed: int, n: int) -> Count:
        moves, dice = 0, numpy.random.default_rng(seed)
        made = Learners(setup, slots, seed)
        for _ in range(n):
            masks = made.masks()
            moves += int(masks.any(axis=1).sum())
            made.apply((masks * dice.random(masks.shape, numpy.float32)).argmax(axis=1))
            made.renew()
        return lambda: moves

    return Runner(f"{setup.id} {setup.players}p, batch of {slots} with masks", play)


# --- theirs ----------------------------------------------------------------------------------


def _decisions(states: list[Any]) -> Count:
    return lambda: sum(step.player >= 0 for state in states for step in state.full_history())


def openspiel_bots(name: str) -> Runner:
    """OpenSpiel's C++ game played by its C++ random bots: all of it outside Python."""
    import pyspiel

    played = pyspiel.load_game(name)
    seats = range(played.num_players())
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in seats]

    def play(seed: int, n: int) -> Count:
        states = [played.new_initial_state() for _ in range(n)]
        for i, state in enumerate(states):
            pyspiel.evaluate_bots(state, bots, seed + i)
        return _decisions(states)

    return Runner(f"OpenSpiel {name}, evaluate_bots", play)


def openspiel_loop(name: str) -> Runner:
    """A game of OpenSpiel, ours or theirs, driven from Python."""
    import pyspiel

    import koloda.adapters.openspiel  # noqa: F401  # registers ours

    played = pyspiel.load_game(name)

    def play(seed: int, n: int) -> Count:
        dice, states = random.Random(seed), []
        for _ in range(n):
            state = played.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(cards, odds)[0])
                else:
                    state.apply_action(dice.choice(state.legal_actions()))
            states.append(state)
        return _decisions(states)

    return Runner(f"OpenSpiel {name}, Python loop", play)


def rlcard_loop(name: str, players: int = 0) -> Runner:
    """RLCard's game objects, without its environment, agents and features."""
    import rlcard

    config = {"seed": SEED} | ({"game_num_players": players} if players else {})
    played = rlcard.make(name, config).game
    legal: dict[str, Callable[[], Any]] = {
        "uno": lambda: played.get_legal_actions(),
        "gin-rummy": lambda: played.judge.get_legal_actions(),
        "blackjack": lambda: ("hit", "stand"),
    }
    acts = legal[name]

    def play(seed: int, n: int) -> Count:
        dice, moves = random.Random(seed), 0
        for _ in range(n):
            played.init_game()
            while not played.is_over():
                played.step(dice.choice(acts()))
                moves += 1
        return lambda: moves

    return Runner(f"RLCard {name}{f' {players}p' if players else ''}, raw loop", play)


# --- the harness -----------------------------------------------------------------------------


def rate(runner: Runner, seed: int, n: int) -> float:
    """Decisions per CPU second of n deals."""
    start = time.process_time()
    count = runner.play(seed, n)
    spent = time.process_time() - start
    return count() / max(spent, 1e-9)


def deals_for(runner: Runner, seconds: float) -> int:
    """How many deals take about so long; it warms up on the way."""
    runner.play(SEED, 1)
    n = 1
    while True:
        start = time.process_time()
        runner.play(SEED, n)
        spent = time.process_time() - start
        if spent >= seconds / 4:
            return max(1, round(n * seconds / spent))
        n *= 2


def installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def check(against: Iterable[str]) -> list[str]:
    """The peers by these names. Raises OptionError ``bench_against`` for what is none, and
    ``bench_absent`` for those that aren't installed."""
    names = [name.strip().lower() for name in against if name.strip()]
    for name in names or [""]:
        if name not in PEERS:
            raise OptionError("bench_against", name=name[:80] or "''", allowed=", ".join(PEERS))
    absent = [name for name in names if not installed(PEERS[name])]
    if absent:
        wanted = " ".join(EXTRAS[name] for name in absent)
        raise OptionError("bench_absent", packages=", ".join(absent), install=wanted)
    return names


def pairs(against: Iterable[str]) -> Iterator[Pair]:
    """Everything that is compared with these peers, nearest games beside one another."""
    rockaway, hearts = game("rockaway", players=4), game("two_handed_hearts")
    rummy, fifteen = game("ladder_rummy"), game("fifteen")
    if "openspiel" in against:
        near = [(rockaway, "crazy_eights(players=4)", 14.0), (hearts, "hearts", 15.0)]
        near += [(rummy, "gin_rummy", 150.0), (fifteen, "blackjack", 30.0)]
        for ours, theirs, least in near:
            yield Pair(engine(ours), openspiel_bots(theirs), least)
            yield Pair(engine(ours), openspiel_loop(theirs))
    if "rlcard" in against:
        yield Pair(engine(rockaway), rlcard_loop("uno", 4))
        yield Pair(engine(rummy), rlcard_loop("gin-rummy"))
        yield Pair(engine(fifteen), rlcard_loop("blackjack"))
    for name, rules in SHELF.items():
        ours = game(name, players=max(rules.MIN_PLAYERS, min(4, rules.MAX_PLAYERS)))
        if "openspiel" in against:
            yield Pair(engine(ours), openspiel_loop(f"koloda_{name}(players={ours.players})"))
        if "pettingzoo" in against:
            yield Pair(engine(ours), pettingzoo_steps(ours))
            yield Pair(learners(ours), pettingzoo_steps(ours))


def compare(pair: Pair, seconds: float, rounds: int) -> dict[str, Any]:
    """Rates and ratios of some rounds."""
    ours, theirs = deals_for(pair.ours, seconds), deals_for(pair.theirs, seconds)
    mine, others = [], []
    for k in range(rounds):
        mine.append(rate(pair.ours, SEED + 7919 * k, ours))
        others.append(rate(pair.theirs, SEED + 7919 * k, theirs))
    ratios = [a / b for a, b in zip(mine, others, strict=True)]
    return {
        "engine": pair.ours.name,
        "peer": pair.theirs.name,
        "engine_rate": round(statistics.median(mine)),
        "peer_rate": round(statistics.median(others)),
        "ratio": round(statistics.median(ratios), 2),
        "lowest": round(min(ratios), 2),
        "highest": round(max(ratios), 2),
        "promised": pair.least,
    }


def setting(seconds: float, rounds: int) -> dict[str, Any]:
    """What a reader must know to measure again."""
    packages = ("open_spiel", "pettingzoo", "rlcard", "numba", "numpy")
    versions = {p: importlib.metadata.version(p) for p in packages if installed(_module(p))}
    return {
        "seed": SEED,
        "seconds": seconds,
        "rounds": rounds,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "compiled": compiled(),
        "versions": versions,
        "absent": [p for p in packages if p not in versions],
    }


def _module(package: str) -> str:
    return "pyspiel" if package == "open_spiel" else package


def table(results: list[dict[str, Any]], about: dict[str, Any]) -> str:
    """The results as Markdown."""
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    how = f"{about['rounds']} rounds of about {about['seconds']} CPU seconds each"
    columns = ["engine", "peer", "engine, decisions/s", "peer, decisions/s"]
    columns += ["ratio (lowest .. highest)", "promised"]
    lines = [
        f"Python {about['python']} on {about['machine']}, one core; {versions}.",
        f"Seed {about['seed']}, {how}.",
        "",
        f"| {' | '.join(columns)} |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for r in results:
        spread = f"**{r['ratio']:,.1f}** ({r['lowest']:,.1f} .. {r['highest']:,.1f})"
        promised = f"{r['promised']:.0f}" if r["promised"] else ""
        rates = f"{r['engine_rate']:,} | {r['peer_rate']:,}"
        lines.append(f"| {r['engine']} | {r['peer']} | {rates} | {spread} | {promised} |")
    if about["absent"]:
        lines += ["", f"Not installed, so left out: {', '.join(about['absent'])}."]
    return "\n".join(lines)
