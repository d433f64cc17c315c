"""What the commands find, as lines to print: a replay, the book, a simulation, a solution."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from koloda.bots.solvers.fifteen import Solution
from koloda.locales import Translator
from koloda.options import spell_value
from koloda.records.book import Finding
from koloda.terminal.words import tell


def replay_lines(texts: Translator, told: dict[str, Any]) -> list[str]:
    """The replay in words."""
    names, name = told["players"], told["game"]
    shown = [texts.name(seat, names) for seat in range(len(names))]
    lines = [texts.text(name, "name") + ": " + ", ".join(shown)]
    for deal in told["deals"]:
        lines.append("")
        dealer = texts.name(deal["dealer"], names)
        lines.append(texts.text("cli", "replay.deal", n=deal["deal"], dealer=dealer))
        for turn in deal["turns"]:
            events = tell(texts, name, turn["events"], names)
            lines += [f"{turn['turn']:>4}. {line}" for line in events]
        if deal["scores"] is not None:
            scores = [f"{who} {score}" for who, score in zip(shown, deal["scores"], strict=True)]
            lines.append(texts.text("cli", "replay.scores", scores=", ".join(scores)))
    checked = told["verified"]
    lines.append("")
    if checked["complete"]:
        lines.append(texts.text("cli", "replay.verified"))
    else:
        spot = checked["up_to"]
        lines.append(texts.text("cli", "replay.up_to", deal=spot["deal"], turn=spot["turn"]))
    lines.append(texts.text("cli", f"replay.shuffle.{checked['shuffle']}"))
    return lines


def book_lines(texts: Translator, found: list[Finding]) -> list[str]:
    """The findings in words: one line where the book is right, three where it is not."""
    lines: list[str] = []
    for name, group in groupby(found, key=lambda item: item.game):
        lines += [texts.text(name, "name"), ""]
        for item in group:
            places = [texts.text("cli", f"book.{k}", n=n) for k, n in item.where.items()]
            where = ", ".join([item.clause, *places])
            if item.status == "agree":
                lines.append(f"  =     {item.id} ({where}): {_figures(texts, item.ours)}")
                continue
            lines += [
                f"  {item.erratum or '!!':5} {item.id} ({where})",
                f"          {texts.text('cli', 'book.book')}: {_figures(texts, item.book)}",
                f"          {texts.text('cli', 'book.ours')}: {_figures(texts, item.ours)}",
            ]
        lines.append("")
    errata = sorted({i.erratum for i in found if i.erratum}, key=lambda e: int(e[2:]))
    agreed = sum(item.status == "agree" for item in found)
    lines.append(texts.text("cli", "book.agreed", agreed, errata=", ".join(errata)))
    return lines


def _figures(texts: Translator, value: Any) -> str:
    """A figure of the book or ours, for people."""
    if isinstance(value, dict):
        return "; ".join(f"{name} {_figures(texts, item)}" for name, item in value.items())
    if isinstance(value, list):
        return ", ".join(_figures(texts, item) for item in value) or "–"
    return texts.cards_in(value) if isinstance(value, str) else spell_value(value)


def simulation_lines(texts: Translator, result: dict[str, Any]) -> list[str]:
    """What ``koloda.arena.simulate`` found, in words."""
    lines = [texts.text("cli", "simulate.played", result["deals"], matches=result["matches"])]
    for seat, level in enumerate(result["bots"]):
        score, net = result["scores"][seat], result["net"][seat]
        told = texts.text("cli", "simulate.score", mean=_mean(score), net=_mean(net))
        lines.append(f"  {texts.name(seat)} ({level}): {told}")
    lines.append(texts.text("cli", "simulate.reasons"))
    for reason, counted in result["reasons"].items():
        lines.append(f"  {reason}: {counted['count']} ({100 * counted['rate']:.1f} %)")
    return lines


def _mean(mean: dict[str, Any]) -> str:
    """``-1.25 ± 0.30``."""
    spread = "" if mean["ci95"] is None else f" ± {mean['ci95']:.2f}"
    return f"{mean['mean']:+.2f}{spread}"


def solution_lines(texts: Translator, solution: Solution) -> list[str]:
    """How often to draw: a row a total, a column a player and number of cards he sees; then the
    hands that are played unlike others of their total."""
    table, split = [], []
    for points in range(1, 15):
        row = f"{points:>5}  "
        for seen in (None, *solution.dealer):
            hands = solution.met(seen, points)
            whole = sum(weight for weight, _ in hands.values())
            mean = sum(weight * chance for weight, chance in hands.values())
            told = f"{100 * mean / whole:.0f}" if hands else "–"
            if len({chance for _, chance in hands.values()}) > 1:
                told += "*"
                who = texts.text("cli", "solve.first" if seen is None else "solve.dealer", k=seen)
                split.append(f"  {who} {points}: " + _hands_apart(texts, hands))
            row += f"{told:>6}"
        table.append(row.rstrip())
    head = f"{'':7}{texts.text('cli', 'solve.other'):>6}" + "".join(
        f"{k:>6}" for k in solution.dealer
    )
    return [
        *texts.text("cli", "solve.legend").split("|"),
        *(head, *table),
        *(["", texts.text("cli", "solve.apart"), *split] if split else []),
    ]


def _hands_apart(texts: Translator, hands: dict[str, tuple[float, float]]) -> str:
    """Which hands of a total draw how often: the largest group as "others"."""
    groups: dict[float, list[str]] = {}
    for hand, (_, chance) in hands.items():
        groups.setdefault(chance, []).append(hand.replace("T", "10"))
    *small, most = sorted(groups, key=lambda chance: len(groups[chance]))
    told = [f"{' '.join(groups[chance])} – {100 * chance:.0f} %" for chance in small]
    return "; ".join([*told, texts.text("cli", "solve.others", percent=f"{100 * most:.0f}")])


def first_turns(deals: list[dict[str, Any]], turns: int) -> list[dict[str, Any]]:
    """The first turns of a replayed record: whole deals, and the last one broken off unscored."""
    kept = []
    for deal in deals:
        if turns < 0:
            break
        if len(deal["turns"]) > turns:
            kept.append(deal | {"turns": deal["turns"][:turns], "scores": None})
            break
        kept.append(deal)
        turns -= len(deal["turns"])
    return kept
