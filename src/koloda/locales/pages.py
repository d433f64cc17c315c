"""The rules pages, ``docs/rules/<game>.<lang>.md``: where they are."""

from __future__ import annotations

from pathlib import Path

from koloda.locales import LANGUAGES

_PLACES = (
    Path(__file__).parent.parent / "docs" / "rules",  # in an installed package
    Path(__file__).parents[3] / "docs" / "rules",  # in a checkout
)


def page(game: str, lang: str) -> str | None:
    """A game's rules page (Markdown) in a language, None where there is none."""
    if lang not in LANGUAGES:
        return None
    for place in _PLACES:
        file = place / f"{game}.{lang}.md"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return None
