"""The glossary: the Russian words it names for the table are those that people read."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)


def rows(heading: str) -> list[tuple[str, list[str]]]:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    part = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [(english, russian.split(", ")) for english, russian in ROW.findall(part)[1:]]


def texts(lang: str) -> str:
    places = (f"docs/rules/*.{lang}.md", f"src/koloda/locales/{lang}/*.po")
    files = [path for pattern in places for path in sorted(ROOT.glob(pattern))]
    return "\n".join(path.read_text(encoding="utf-8") for path in files).lower()


def stands_in(term: str, text: str) -> bool:
    """Whether the words of a term follow one another, in any of their forms."""
    stems = (word if len(word) < 4 else word[: max(3, len(word) - 3)] for word in term.split())
    return re.search(r"\s+".join(rf"\b{stem}\w*" for stem in stems), text) is not None


def test_the_words_of_the_table_are_the_words_of_the_texts() -> None:
    russian = texts("ru")
    words = rows("At the table")
    assert len(words) > 30
    unused = [term for _, terms in words for term in terms if not stands_in(term, russian)]
    assert not unused


def test_no_word_stands_twice() -> None:
    english = [word for part in ("At the table", "In the code") for word, _ in rows(part)]
    assert len(english) == len(set(english))
