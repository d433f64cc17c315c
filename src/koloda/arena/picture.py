"""The result as a picture: every difference with its 95 % interval, as plain SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from xml.sax.saxutils import escape

ROW, LEFT, WIDTH, RIGHT, TOP = 26, 190, 380, 130, 56
INK, PALE, DOT = "#1d2b24", "#c9d2cc", "#0b6e4f"
FONT = "font-family='system-ui, sans-serif' font-size='13'"


@dataclass(frozen=True)
class Bar:
    """One row: a label, the mean, and the half-width of its interval (None: not known)."""

    label: str
    mean: float
    ci95: float | None


def ticks(low: float, high: float) -> list[float]:
    """Four to ten round numbers that span low..high. ``low < high``."""
    step = 10.0 ** floor(log10((high - low) / 4))
    for more in (2.5, 2.0, 1.0):
        if (high - low) / (step * more) >= 4:
            step *= more
            break
    return [step * k for k in range(floor(low / step), ceil(high / step) + 1)]


def svg(title: str, unit: str, bars: Sequence[Bar]) -> str:
    """A forest plot: a row a difference around the line of no difference, ``unit`` under the
    axis. The same input gives the same text."""
    spans = [(bar.mean - (bar.ci95 or 0), bar.mean + (bar.ci95 or 0)) for bar in bars]
    low, high = min([0.0, *(a for a, _ in spans)]), max([0.0, *(b for _, b in spans)])
    marks = ticks(low, high) if low < high else [-1.0, 0.0, 1.0]
    low, high = marks[0], marks[-1]

    def x(value: float) -> str:
        return f"{LEFT + WIDTH * (value - low) / (high - low):.1f}"

    wide, bottom = LEFT + WIDTH + RIGHT, TOP + ROW * len(bars)
    height = bottom + 52
    size = f"viewBox='0 0 {wide} {height}' width='{wide}' height='{height}'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img' {FONT} fill='{INK}'>",
        f"<title>{escape(title)}</title>",
        f"<rect width='{wide}' height='{height}' fill='#ffffff'/>",
        f"<text x='16' y='28' font-weight='600'>{escape(title)}</text>",
    ]
    for mark in marks:
        line = INK if abs(mark) < 1e-9 else PALE
        parts.append(f"<path d='M{x(mark)} {TOP - 8}V{bottom}' stroke='{line}' fill='none'/>")
        told = f"{mark:+g}" if abs(mark) > 1e-9 else "0"
        parts.append(f"<text x='{x(mark)}' y='{bottom + 18}' text-anchor='middle'>{told}</text>")
    parts.append(
        f"<text x='{LEFT + WIDTH / 2:.1f}' y='{bottom + 38}' text-anchor='middle'>"
        f"{escape(unit)}</text>"
    )
    for i, (bar, (start, end)) in enumerate(zip(bars, spans, strict=True)):
        y = TOP + ROW * i + ROW / 2
        spread = "" if bar.ci95 is None else f" ± {bar.ci95:.2f}"
        parts += [
            f"<text x='{LEFT - 12}' y='{y + 4:.1f}' text-anchor='end'>{escape(bar.label)}</text>",
            f"<path d='M{x(start)} {y:.1f}H{x(end)}' stroke='{DOT}' stroke-width='3' fill='none'/>",
            f"<circle cx='{x(bar.mean)}' cy='{y:.1f}' r='5' fill='{DOT}'/>",
            f"<text x='{LEFT + WIDTH + 12}' y='{y + 4:.1f}'>{bar.mean:+.2f}{spread}</text>",
        ]
    return "\n".join([*parts, "</svg>", ""])
