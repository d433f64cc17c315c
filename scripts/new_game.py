"""Lays out the files of a new game: a small whole game that keeps the contract, to be changed
step by step. See docs/add-a-game.md."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = {
    "rules.py.txt": "src/koloda/rules/{game}.py",
    "bot.py.txt": "src/koloda/bots/{game}.py",
    "table.py.txt": "src/koloda/terminal/tables/{game}.py",
    "en.po.txt": "src/koloda/locales/en/{game}.po",
    "ru.po.txt": "src/koloda/locales/ru/{game}.po",
    "rules.en.md.txt": "docs/rules/{game}.en.md",
    "rules.ru.md.txt": "docs/rules/{game}.ru.md",
    "test.py.txt": "tests/rules/test_{game}.py",
}
SHELF = "src/koloda/rules/__init__.py"


def put_on_shelf(text: str, game: str) -> str:
    """The shelf's source with one game more. Raises ValueError when it does not look as known."""
    names = re.compile(r"(from koloda\.rules import )\(?([\w\s,]+?)\)?\n(?=\S)")
    found = names.search(text)
    if found is None:
        raise ValueError(f"{SHELF}: no line `from koloda.rules import ...`")
    games = sorted({*re.findall(r"\w+", found[2]), game})
    imports = found[1] + "(\n" + "".join(f"    {name},\n" for name in games) + ")\n"
    text = text[: found.start()] + imports + text[found.end() :]
    shelf = re.search(r"( *)for rules in \(([\w,\s]+)\)", text)
    if shelf is None:
        raise ValueError(f"{SHELF}: no shelf `for rules in (...)`")
    lines = [f"{shelf[1]}    {name},\n" for name in [*re.findall(r"\w+", shelf[2]), game]]
    whole = f"{shelf[1]}for rules in (\n{''.join(lines)}{shelf[1]})"
    return text[: shelf.start()] + whole + text[shelf.end() :]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("id", help="the game's id, like two_ten_jack")
    parser.add_argument("title", help='its name, like "Two-Ten-Jack"')
    parser.add_argument("prefix", help="the letters of its clauses, like T")
    parser.add_argument("--root", type=Path, default=HERE.parent, help="the checkout to write to")
    wanted = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,39}", wanted.id):
        parser.error("the id is lower-case letters, digits and underscores")
    if not re.fullmatch(r"[A-Z]{1,3}", wanted.prefix):
        parser.error("the prefix is one to three capital letters")
    targets = {wanted.root / path.format(game=wanted.id): name for name, path in FILES.items()}
    taken = [str(path) for path in targets if path.exists()]
    if taken:
        parser.error("there already: " + ", ".join(taken))
    shelf = wanted.root / SHELF
    shelf.write_text(put_on_shelf(shelf.read_text(encoding="utf-8"), wanted.id), encoding="utf-8")
    for path, name in targets.items():
        text = (HERE / "new_game" / name).read_text(encoding="utf-8")
        text = text.replace("GAME", wanted.id).replace("TITLE", wanted.title)
        text = text.replace("PREFIXLOW", wanted.prefix.lower()).replace("PREFIX", wanted.prefix)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(wanted.root))
    print(f"{wanted.id} is on the shelf. Next: docs/add-a-game.md, step 2.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
