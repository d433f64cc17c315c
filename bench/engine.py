"""How fast the interpreted engine is, game by game: seeds are pinned, CPU time is measured, and
every figure is also given as a ratio to a plain Python loop timed in the same run, so that runs
on unlike machines can be compared.

    scripts/bench [--seconds S] [--json]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

from koloda.deal import Deal, Game, game
from koloda.rules import SHELF
from koloda.rules.chance import below, seed_rng


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Units of work per CPU second: the median of three stretches."""
    rates = []
    for stretch in range(3):
        done, n, start = 0, 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / 3:
            done += work(stretch * 1_000_003 + n)
            n += 1
        rates.append(done / spent)
    return sorted(rates)[1]


def plain_loop(seed: int) -> int:
    """The yardstick: 1000 rounds of the arithmetic that rules are made of."""
    x, items = seed, [0] * 16
    for i in range(1000):
        x = (x * 25214903917 + 11) & 0xFFFFFFFFFFFF
        items[x & 15] ^= 1 << (i & 31)
    return 1000


def random_playout(set_up: Game, seed: int) -> int:
    """Moves of one deal of random play on the bare rules module."""
    rules, state = set_up.rules, set_up.deal(seed=seed).state
    seed_rng(state, seed)
    buffer = [0] * rules.MAX_ACTIONS
    moves = 0
    while not state.over:
        rules.apply(state, buffer[below(state, rules.legal(state, buffer))])
        moves += 1
    return moves


def middle(set_up: Game) -> Deal:
    """A deal of pinned seed, half played at random."""
    half = random_playout(set_up, 1) // 2
    deal = set_up.deal(seed=1)
    seed_rng(deal.state, 1)
    for _ in range(half):
        actions = deal.legal_actions()
        deal.apply(actions[below(deal.state, len(actions))])
    return deal


def measure(set_up: Game, seconds: float) -> dict[str, float]:
    deal = middle(set_up)
    seat = deal.actor if deal.actor is not None else 0

    def redeal(seed: int) -> int:
        deal.view(seat, seed)
        return 1

    return {
        "moves": rate(lambda seed: random_playout(set_up, seed), seconds),
        "views": rate(redeal, seconds),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Benchmark the interpreted engine.")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a figure")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    yardstick = rate(plain_loop, arguments.seconds)
    found = {}
    for name, rules in SHELF.items():
        players = max(rules.MIN_PLAYERS, min(4, rules.MAX_PLAYERS))
        figures = measure(game(name, players=players), arguments.seconds)
        found[f"{name} {players}p"] = {
            key: {"per_cpu_second": round(value), "ratio": round(value / yardstick, 5)}
            for key, value in figures.items()
        }
    if arguments.json:
        print(json.dumps({"plain_loop_per_cpu_second": round(yardstick), "games": found}))
        return
    print(f"plain loop: {yardstick:,.0f} rounds a CPU second (ratio 1)")
    for name, measured in found.items():
        told = (f"{k} {v['per_cpu_second']:>9,} ({v['ratio']:.5f})" for k, v in measured.items())
        print(f"{name:24}", "  ".join(told))


if __name__ == "__main__":
    main()
