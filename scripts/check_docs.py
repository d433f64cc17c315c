"""Checks that every relative link in the Markdown files leads somewhere, and that every game has
its rules page in both languages with the same clauses."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from koloda.rules import SHELF

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CLAUSE = re.compile(r"^- \*\*([A-Z]+-\d+)", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """The anchors that a Markdown page's headings make."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in headings}


def broken_links(page: Path) -> list[str]:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    faults = []
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists():
            faults.append(f"{page.relative_to(ROOT)}: no file {target}")
        elif anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
            faults.append(f"{page.relative_to(ROOT)}: no heading {target}")
    return faults


def unequal_rules(game: str) -> list[str]:
    clauses = {}
    for lang in ("en", "ru"):
        page = ROOT / "docs" / "rules" / f"{game}.{lang}.md"
        if not page.exists():
            return [f"no rules page {page.name}"]
        clauses[lang] = CLAUSE.findall(page.read_text(encoding="utf-8"))
    if not clauses["en"] or clauses["en"] != clauses["ru"]:
        return [f"docs/rules/{game}: the clauses of en and ru differ"]
    return []


def main() -> int:
    pages = sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").rglob("*.md"))
    faults = [fault for page in pages for fault in broken_links(page)]
    faults += [fault for game in SHELF for fault in unequal_rules(game)]
    print("\n".join(faults) or f"{len(pages)} pages, {len(SHELF)} games: links and clauses hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
