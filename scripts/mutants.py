"""Breaks one line of a game's rules at a time and runs the game's tests against each break.

A mutant is one small change: a comparison turned, a constant off by one, a condition negated, a
statement dropped, operands swapped, a clause misnamed. It is made in a copy of package and tests in
a temporary directory; the tree is never touched. A mutant that no test notices has *survived*:
that is a missing test. ``mutants_equivalent.toml`` lists changes that change nothing, each with
the reason.

Exit code 0 when every mutant was killed, 1 when one survived, 2 for bad usage.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "src" / "koloda" / "rules"
SHARED = {"contract", "chance", "between_deals", "reading"}
"""Modules of ``rules`` that belong to no game: they have tests of their own."""

COMPARE = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
BINARY = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "//",
    ast.BitAnd: "|", ast.BitOr: "&", ast.BitXor: "|", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
CLAUSE = re.compile(r"[A-Z]+-\d+")
QUIET_NAMES = re.compile(r"ID|VERSION|MAX_\w+|__\w+__|PRESETS")
"""Module constants that may be changed without changing the rules: sizes and names."""


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    path: Path
    line: int
    kind: str
    old: str
    new: str
    start: int
    """First and last byte of the change in the file."""
    end: int

    def apply(self, source: bytes) -> bytes:
        """The file with the change made. Raises ValueError where it is another file by now."""
        if source[self.start : self.end] != self.old.encode():
            raise ValueError(f"{self}: the file has changed")
        return source[: self.start] + self.new.encode() + source[self.end :]

    def context(self) -> str:
        """The source line it is on, stripped: what the list of equivalents goes by."""
        return self.path.read_text(encoding="utf-8").splitlines()[self.line - 1].strip()

    def __str__(self) -> str:
        where = f"{self.path.relative_to(ROOT)}:{self.line}"
        return f"{where}: {self.kind}: {self.old!r} -> {self.new!r}"


class Finder(ast.NodeVisitor):
    """Collects the mutants of one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.source = path.read_bytes()
        self.found: list[Mutant] = []
        self.starts = [0]
        for row in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(row))
        self.in_function = False
        self.visit(ast.parse(self.source))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def add(self, node: ast.expr | ast.stmt, kind: str, new: str) -> None:
        start, end = self.span(node)
        old = self.source[start:end].decode()
        self.found.append(Mutant(self.path, node.lineno, kind, old, new, start, end))

    # --- where to look -----------------------------------------------------------------------

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """State classes only declare."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name == "bound":
            return  # any number that is high enough will do, and the suite tests that it is
        outer, self.in_function = self.in_function, True
        self.body(node.body)
        self.in_function = outer

    def visit_Assign(self, node: ast.Assign) -> None:
        if not self.in_function:
            names = [self.text(target) for target in node.targets]
            if any(QUIET_NAMES.fullmatch(part) for name in names for part in name.split(", ")):
                return
        self.visit(node.value)
        if not self.in_function:
            return
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                self.visit(target.slice)
            if not isinstance(target, ast.Name):
                self.add(node, "statement dropped", "pass")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        name = self.text(node.target)
        if node.value is not None and (self.in_function or not QUIET_NAMES.fullmatch(name)):
            self.visit(node.value)

    def body(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            is_docstring = isinstance(statement, ast.Expr) and isinstance(
                statement.value, ast.Constant
            )
            if not is_docstring:
                self.visit(statement)

    # --- what to change ----------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> None:
        self.visit(node.value)
        if self.in_function and isinstance(node.value, ast.Call):
            self.add(node, "statement dropped", "pass")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        new = BINARY.get(type(node.op))
        if new:
            changed = f"{self.text(node.target)} {new}= {self.text(node.value)}"
            self.add(node, "operation changed", changed)
        self.add(node, "statement dropped", "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.add(node, "statement dropped", "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self.add(node, "statement dropped", "pass")

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        self.add(node.test, "condition negated", f"not ({self.text(node.test)})")
        self.body(node.body)
        self.body(node.orelse)

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        self.body(node.body)

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self.body(node.body)

    def visit_Compare(self, node: ast.Compare) -> None:
        self.generic_visit(node)
        if len(node.ops) == 1:
            left, right = self.text(node.left), self.text(node.comparators[0])
            self.add(node, "comparison turned", f"{left} {COMPARE[type(node.ops[0])]} {right}")

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.generic_visit(node)
        word = " or " if isinstance(node.op, ast.And) else " and "
        changed = word.join(f"({self.text(value)})" for value in node.values)
        self.add(node, "and/or swapped", f"({changed})")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not | ast.Invert):
            self.add(node, "negation dropped", f"({self.text(node.operand)})")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.left, ast.List) and isinstance(node.op, ast.Mult):
            return  # scratch space: what it holds at first is no rule
        self.generic_visit(node)
        new = BINARY.get(type(node.op))
        if new and not isinstance(node.left, ast.List):
            changed = f"({self.text(node.left)} {new} {self.text(node.right)})"
            self.add(node, "operation changed", changed)

    def visit_Slice(self, node: ast.Slice) -> None:
        if not isinstance(node.upper, ast.Constant):  # where an echoed text is cut is no rule
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """The upper end of an option's range is a guard that no clause speaks of."""
        arguments = list(node.args)
        if isinstance(node.func, ast.Name) and node.func.id == "number":
            del arguments[2]
        for part in (node.func, *arguments, *node.keywords):
            self.visit(part)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.add(node, "constant flipped", str(not node.value))
        elif isinstance(node.value, int):
            self.add(node, "constant off by one", str(node.value + 1))
            if node.value > 0:
                self.add(node, "constant off by one", str(node.value - 1))
        elif isinstance(node.value, str) and CLAUSE.fullmatch(node.value):
            self.add(node, "clause misnamed", repr(node.value[:2] + "99"))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Spellings inside f-strings have no positions of their own before Python 3.12."""


def modules(game: str) -> list[Path]:
    """The game's module, and those of its helpers that only rules share."""
    found = [game]
    for name in found:
        tree = ast.parse((RULES / f"{name}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("koloda.rules."):
                helper = (node.module or "").removeprefix("koloda.rules.")
                if helper not in SHARED and helper not in found:
                    found.append(helper)
    return [RULES / f"{name}.py" for name in found]


def chosen(game: str, limit: int, seed: int) -> list[Mutant]:
    """At most ``limit`` mutants of the game, spread over as many lines as possible; the same
    seed chooses the same."""
    by_line: dict[tuple[Path, int], list[Mutant]] = {}
    everything = [mutant for path in modules(game) for mutant in Finder(path).found]
    shuffler = random.Random(seed)
    shuffler.shuffle(everything)
    for mutant in everything:
        by_line.setdefault((mutant.path, mutant.line), []).append(mutant)
    rows = list(by_line.values())
    depth = max((len(row) for row in rows), default=0)
    spread = [row[i] for i in range(depth) for row in rows if i < len(row)]
    return spread[:limit] if limit else spread


def equivalents() -> dict[tuple[str, str, str, str], str]:
    """Known changes that change nothing: (file, source line, old, new) -> the reason."""
    path = Path(__file__).with_name("mutants_equivalent.toml")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        (entry["file"], entry["line"], entry["old"], entry["new"]): entry["reason"]
        for entry in data["equivalent"]
    }


def key(mutant: Mutant) -> tuple[str, str, str, str]:
    return mutant.path.name, mutant.context(), mutant.old, mutant.new


def stages(game: str) -> list[list[str]]:
    """Test runs, quickest first: the clauses, then the game's share of the suite."""
    names = [path.stem for path in modules(game)]
    clauses = sorted(
        str(path.relative_to(ROOT))
        for name in names
        for path in (ROOT / "tests" / "rules").glob(f"test_{name}*.py")
    )
    shared = ["tests/testing/test_conformance.py", "tests/testing/test_counts.py"]
    suite = [*shared, "tests/rules/test_shelf.py", "-k", game]
    return [[*clauses], suite] if clauses else [suite]


class Bench:
    """A copy of the package and its tests to break: what others do to the tree meanwhile does
    not matter."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        ignore = shutil.ignore_patterns("__pycache__")
        for name in ("src", "tests", "docs"):
            shutil.copytree(ROOT / name, directory / name, ignore=ignore)
        shutil.copy(ROOT / "pyproject.toml", directory)

    def run(self, arguments: list[str], timeout: float) -> str:
        """``passed``, ``failed`` or ``timeout``. Raises RuntimeError when nothing was run."""
        environment = os.environ | {
            "PYTHONPATH": str(self.directory / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        limited = ["sh", "-c", 'ulimit -v 8000000; exec "$@"', "sh", *command, *arguments]
        process = subprocess.Popen(
            limited,
            cwd=self.directory,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "timeout"
        if process.returncode == 0:
            return "passed"
        if process.returncode in (1, 2):
            return "failed"
        raise RuntimeError(f"pytest {' '.join(arguments)}: exit {process.returncode}\n{output}")

    def judge(self, mutant: Mutant, runs: list[tuple[list[str], float]]) -> str:
        """``killed``, or ``survived`` all runs."""
        copy = self.directory / mutant.path.relative_to(ROOT)
        source = copy.read_bytes()
        broken = mutant.apply(source)
        compile(broken, str(copy), "exec")
        copy.write_bytes(broken)
        try:
            for arguments, timeout in runs:
                if self.run(arguments, timeout) != "passed":
                    return "killed"
            return "survived"
        finally:
            copy.write_bytes(source)


def timed(bench: Bench, game: str) -> list[tuple[list[str], float]]:
    """The runs of a game with the time each may take. Raises SystemExit when a run of the
    sound game fails."""
    runs = []
    for arguments in stages(game):
        began = time.monotonic()
        if bench.run(arguments, 1800) != "passed":
            raise SystemExit(f"{game}: the tests fail without any mutant: {' '.join(arguments)}")
        runs.append((arguments, 30 + 5 * (time.monotonic() - began)))
    return runs


def examine(game: str, mutants: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with its verdict, as they come."""
    with tempfile.TemporaryDirectory(prefix="koloda-mutants-") as directory:
        benches: SimpleQueue[Bench] = SimpleQueue()
        first = Bench(Path(directory) / "0")
        runs = timed(first, game)
        benches.put(first)
        for i in range(1, jobs):
            benches.put(Bench(Path(directory) / str(i)))

        def verdict(mutant: Mutant) -> str:
            bench = benches.get()
            try:
                return bench.judge(mutant, runs)
            finally:
                benches.put(bench)

        with ThreadPoolExecutor(jobs) as pool:
            yield from zip(mutants, pool.map(verdict, mutants), strict=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__.split("\n")[0])
    games = sorted(path.stem for path in (ROOT / "tests" / "data" / "counts").glob("*.json"))
    parser.add_argument("--game", choices=games, action="append", help="default: every game")
    parser.add_argument("--seed", type=int, default=1, help="which mutants are chosen")
    parser.add_argument("--limit", type=int, default=20, help="mutants a game, 0: all")
    parser.add_argument("--jobs", type=int, default=1, help="test runs at a time")
    parser.add_argument("--list", action="store_true", help="only show the mutants")
    options = parser.parse_args()
    options.games = options.game or games
    return options


def main() -> int:
    options = arguments()
    known = equivalents()
    survived = 0
    for game in options.games:
        mutants = chosen(game, options.limit, options.seed)
        if options.list:
            print(*mutants, sep="\n")
            continue
        skipped = [mutant for mutant in mutants if key(mutant) in known]
        tally = {"killed": 0, "survived": 0}
        for mutant, verdict in examine(
            game, [mutant for mutant in mutants if mutant not in skipped], options.jobs
        ):
            tally[verdict] += 1
            print(f"{verdict:9}{mutant}", flush=True)
        for mutant in skipped:
            print(f"same     {mutant} ({known[key(mutant)]})")
        print(
            f"{game}: {tally['killed']} killed, {tally['survived']} survived, "
            f"{len(skipped)} change nothing"
        )
        survived += tally["survived"]
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
