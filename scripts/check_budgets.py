"""Checks the size budgets of the code: file 600 lines, function 50, class 250.

``EXCEPTIONS`` is the one place where a larger thing is allowed; it is meant to shrink, and an
entry that is no longer needed is a fault too.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE, FUNCTION, CLASS = 600, 50, 250
EXCEPTIONS: dict[str, int] = {}
"""``path`` or ``path::name`` -> the lines it may have."""


def sizes(path: Path) -> dict[str, tuple[int, int]]:
    """Everything in a file that has a budget: name -> (lines, budget)."""
    name = str(path.relative_to(ROOT))
    text = path.read_text(encoding="utf-8")
    found = {name: (len(text.splitlines()), FILE)}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            assert node.end_lineno is not None
            budget = CLASS if isinstance(node, ast.ClassDef) else FUNCTION
            found[f"{name}::{node.name}"] = (node.end_lineno - node.lineno + 1, budget)
    return found


def main() -> int:
    faults, unused = [], dict(EXCEPTIONS)
    files = sorted((ROOT / "src").rglob("*.py"))
    for path in files:
        for name, (lines, budget) in sizes(path).items():
            if lines > budget and lines > unused.pop(name, budget):
                faults.append(f"{name}: {lines} lines, budget {EXCEPTIONS.get(name, budget)}")
    faults += [f"{name}: within budget, take it off the list" for name in unused]
    print("\n".join(faults) or f"{len(files)} files within budget")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
