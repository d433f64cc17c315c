"""The rules pages for the terminal: one clause, a whole page as plain text."""

from __future__ import annotations

import re
from itertools import groupby, zip_longest

from koloda.locales.pages import page

__all__ = ["clause", "page", "plain"]

_RULE = re.compile(r"\|(\s*:?-+:?\s*\|)+")
CLAUSE = re.compile(r"^\s*[-*] \*\*([A-Z]+-\d+)\b")


def clause(game: str, lang: str, number: str) -> str | None:
    """The text of one clause, ``R-8``, without Markdown; None where the page has none such."""
    text = page(game, lang)
    found: list[str] = []
    for line in (text or "").splitlines():
        starts = CLAUSE.match(line)
        if starts and not found and starts[1] == number.upper():
            found.append(line)
        elif found and (starts or line.startswith("#") or not (line.strip() or found[-1])):
            break
        elif found:
            found.append(line)
    return "\n".join(plain(found)) or None


def plain(lines: list[str]) -> list[str]:
    """Markdown lines as plain text: paragraphs joined, marks of emphasis and code left out, the
    cells of a table set under each other."""
    shown: list[str] = []
    for line in lines:
        text = re.sub(r"\*\*|`|\[([^\]]*)\]\([^)]*\)", r"\1", line.rstrip())
        text = re.sub(r"^(\s*)[-*] ", r"\1• ", text)
        if _RULE.fullmatch(text):
            continue
        fresh = not text or text.lstrip().startswith(("•", "#", "|")) or not shown or not shown[-1]
        if fresh or shown[-1].startswith(("#", "|")):
            shown.append(text)
        else:
            shown[-1] += " " + text.strip()
    while shown and not shown[-1]:
        shown.pop()
    shown = [re.sub(r"^#+ (.*)", lambda m: m[1].upper(), line) for line in shown]
    told: list[str] = []
    for table, group in groupby(shown, key=lambda line: line.startswith("|")):
        rows = list(group)
        told += _columns(rows) if table else rows
    return told


def _columns(rows: list[str]) -> list[str]:
    """The rows of a table without bars, each column as wide as its widest cell."""
    cells = [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*cells, fillvalue="")]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
