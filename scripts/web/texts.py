"""Texts of the web client from the PO catalogues: web/src/texts/{en,ru}.json.

``python scripts/web/texts.py`` writes them; with ``--check`` it only says whether they are what
the catalogues make of them now (exit 1: they are not).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from koloda.locales import LANGUAGES, games
from koloda.locales.check import load, texts

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "web" / "src" / "texts"
SHOWN = {
    "interface": (
        "seat",
        "bot_names",
        "player_name",
        "level.",
        "table.",
        "word.",
        "winner",
        "no_winner",
    )
}
OF_A_GAME = ("name", "summary", "event.", "score.")
"""Beginnings of the keys that the client says itself; all sentences come from the house."""


def made(lang: str) -> str:
    """The file of a language: domain -> key -> text, or its plural forms."""
    domains = ("cards", "interface", "web", *games())
    whole = {}
    for domain in domains:
        found = texts(load(lang, domain))
        whole[domain] = {
            key: forms[0] if len(forms) == 1 else forms
            for key, forms in sorted(found.items())
            if domain in ("cards", "web") or key.startswith(SHOWN.get(domain, OF_A_GAME))
        }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def drifted(target: Path = TARGET) -> list[str]:
    """The files that are not what the catalogues make of them now."""
    files = {lang: target / f"{lang}.json" for lang in LANGUAGES}
    return [
        file.name
        for lang, file in files.items()
        if not file.exists() or file.read_text(encoding="utf-8") != made(lang)
    ]


def main() -> int:
    if "--check" in sys.argv[1:]:
        for name in drifted():
            print(f"web/src/texts/{name} is not up to date: run scripts/web/texts.py")
        return 1 if drifted() else 0
    TARGET.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        (TARGET / f"{lang}.json").write_text(made(lang), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
