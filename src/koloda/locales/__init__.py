"""Every text people read, in Russian and English: interface, card names, game terms.

Texts are gettext catalogues, one domain a game besides ``interface`` and ``cards``; message ids
are keys (``refusal.no_match``), so both languages are complete translations and neither falls
back on the other. A text that is missing raises ``MissingText``: it never shows as a raw key.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from koloda.cards import parse_card, spell_card
from koloda.options import OptionError
from koloda.rules.contract import Coded

LANGUAGES = ("en", "ru")
COMMON = ("interface", "cards", "cli", "web", "server")
"""The domains that belong to no game."""

HERE = Path(__file__).parent
TEXT_STYLE = "\ufe0e"
"""Keeps a suit from being drawn as an emoji."""

_CARD = re.compile(r"([2-9TJQKA][cdhs]|X[12])(?:=([2-9TJQKAcdhs]))?")


class MissingText(LookupError):
    """A catalogue lacks a key, or a text names a placeholder it was not given: a defect."""


class Shown(str):
    """A text that is ready to be printed: as a param it stays as it is, colours and all."""


def detect(environ: Mapping[str, str] | None = None) -> str:
    """The language that the locale variables ask for; English where they ask for neither."""
    environ = os.environ if environ is None else environ
    locale = next((environ[n] for n in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(n)), "")
    wanted = [locale]
    if locale.partition(".")[0] not in ("", "C", "POSIX"):
        wanted = [*environ.get("LANGUAGE", "").split(":"), locale]
    for name in wanted:
        if (lang := _language(name)) in LANGUAGES:
            return lang
    return "en"


def _language(name: str) -> str:
    return re.split(r"[_.@-]", name.strip(), maxsplit=1)[0].lower()


def translator(lang: str | None = None) -> Translator:
    """The texts of a language: ``ru``, ``en``, also ``ru_RU.UTF-8``; None: by the locale.

    Raises OptionError ``unknown_language``.
    """
    code = detect() if lang is None else _language(lang)
    if code not in LANGUAGES:
        raise OptionError("unknown_language", name=str(lang)[:80], allowed=", ".join(LANGUAGES))
    return Translator(code)


@cache
def catalogue(lang: str, domain: str) -> GNUTranslations:
    """One domain's texts: from the ``.mo`` beside the ``.po`` where it is at least as new, else
    the ``.po`` itself. Raises MissingText when there is neither."""
    po, mo = (HERE / lang / f"{domain}.{end}" for end in ("po", "mo"))
    if mo.exists() and (not po.exists() or mo.stat().st_mtime >= po.stat().st_mtime):
        with mo.open("rb") as file:
            return GNUTranslations(file)
    if not po.exists():
        raise MissingText(f"no texts for {domain!r} in {lang!r}")
    return GNUTranslations(BytesIO(compiled(po)))


def compiled(po: Path) -> bytes:
    """What a ``.mo`` file of this ``.po`` file holds."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with po.open("rb") as file:
        texts = read_po(file, locale=po.parent.name)
    buffer = BytesIO()
    write_mo(buffer, texts)
    return buffer.getvalue()


class Translator:
    """All texts of one language. ``ascii`` spells suits as letters."""

    def __init__(self, lang: str, *, ascii: bool = False) -> None:
        self.lang = lang
        self.ascii = ascii

    # --- single texts --------------------------------------------------------------------
    def find(self, domain: str, key: str, count: int | None = None) -> str | None:
        """The text as it stands in the catalogue, None when it is not there."""
        texts = catalogue(self.lang, domain)
        found = key
        if count is not None:
            found = texts.ngettext(key, key, abs(count))
        if found == key:
            found = texts.gettext(key)
        return None if found == key else found

    def has(self, domain: str, key: str) -> bool:
        """Whether the catalogue has this text."""
        return self.find(domain, key) is not None or self.find(domain, key, 1) is not None

    def text(self, domain: str, key: str, count: int | None = None, /, **params: Any) -> str:
        """The text with its placeholders filled; ``count`` chooses the plural form and is
        ``{count}``.

        Lists are joined with commas and cards shown as people write them. Raises MissingText.
        """
        found = self.find(domain, key, count)
        if found is None:
            raise MissingText(f"{self.lang}/{domain}.po has no {key!r}")
        told = {name: self._shown(value) for name, value in params.items()}
        if count is not None:
            told.setdefault("count", str(count))
        try:
            return found.format_map(told)
        except (KeyError, IndexError, ValueError) as error:
            raise MissingText(f"{self.lang}/{domain}.po, {key!r}: {error!r}") from None

    def _shown(self, value: Any) -> str:
        if isinstance(value, Shown):
            return value
        if isinstance(value, str):
            return self.cards_in(clean(value))
        if isinstance(value, list | tuple):
            return ", ".join(self._shown(item) for item in value) or "–"
        return str(value)

    # --- cards ---------------------------------------------------------------------------
    def card(self, name: str) -> str:
        """A card as people write it: ``Td`` as ``10♦``, in Russian ``Qh`` as ``Д♥``; a joker
        with its rank ``X2=T`` and an ace led as a heart ``As=h`` too. Other text stays."""
        if name == "??":
            return self.text("cards", "unknown")
        found = _CARD.fullmatch(name)
        if not found:
            return name
        card, meaning = found.groups()
        if card[0] == "X":
            shown = card if self.ascii else self.text("cards", "joker", n=card[1])
        else:
            shown = self.rank(card[0]) + self.suit(card[1])
        if meaning:
            shown += "=" + (self.suit(meaning) if meaning in "cdhs" else self.rank(meaning))
        return shown

    def cards(self, names: Iterable[str]) -> str:
        """Several cards, a space between."""
        return " ".join(map(self.card, names))

    def cards_in(self, text: str) -> str:
        """A text that spells nothing but cards, as ``cards``; any other text unchanged."""
        words = text.split()
        if words and all(word == "??" or _CARD.fullmatch(word) for word in words):
            return self.cards(words)
        return text

    def rank(self, rank: str) -> str:
        """A rank ``2``..``A`` as it stands on the card."""
        return self.text("cards", f"rank.{rank}")

    def suit(self, suit: str) -> str:
        """The symbol of a suit ``c d h s``."""
        return suit if self.ascii else self.text("cards", f"suit.{suit}") + TEXT_STYLE

    def said(self, name: str) -> str:
        """A card in words, for screen readers: ``queen of hearts``."""
        if name == "??" or name.startswith("X"):
            return self.text("cards", "said.unknown" if name == "??" else "said.joker")
        card = spell_card(parse_card(name))
        rank = self.text("cards", f"said.rank.{card[0]}")
        return self.text("cards", "said.card", rank=rank, suit=self.text("cards", f"of.{card[1]}"))

    # --- sentences -----------------------------------------------------------------------
    def name(self, seat: int, names: Sequence[str] = ()) -> str:
        """The name of a seat, cut short where it is endless, or its number where it has none."""
        if seat < len(names) and (name := clean(names[seat].strip())):
            return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
        return self.text("interface", "seat", n=seat)

    def _told(self, params: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
        told = {
            key: self.name(value, names) if key in SEATS and isinstance(value, int) else value
            for key, value in params.items()
        }
        if isinstance(seat := params.get("seat"), int):
            number = self.text("interface", "seat", n=seat)
            told["who"] = number if told["seat"] == number else f"{number} ({told['seat']})"
        return told

    def refusal(self, game: str | None, error: Coded, names: Sequence[str] = ()) -> str:
        """What was wrong and what is allowed, with the clause in brackets where there is one.

        ``game`` is the game's id, None where only the error may know it. A wrong move in a record
        is told with the sentence of its refusal as ``{reason}``; ``{who}`` is a seat's number and
        name. Raises MissingText.
        """
        game, names = game or getattr(error, "game", None), names or getattr(error, "names", ())
        told = self._told(error.params, names)
        kinds = ("record", "refusal", "setup") if "deal" in told else KINDS
        if isinstance(legal := told.get("legal"), list) and len(legal) > MANY:
            told["legal"] = [*legal[:MANY], "…"]
        if "refusal" in told and "because" in told:
            inner = Coded(str(told["refusal"]), **told["because"])
            told["reason"] = self.refusal(game, inner, names)
        for domain in (*([game] if game in games() else []), "interface", "server", "cli"):
            for kind in kinds:
                key = domain and self._variant(domain, f"{kind}.{error.code}", told)
                if domain and key:
                    sentence = self.text(domain, key, **told)
                    return f"{sentence} ({error.clause})" if error.clause else sentence
        raise MissingText(f"no sentence in {self.lang!r} for the code {error.code!r} of {game}")

    def _variant(self, domain: str, key: str, told: Mapping[str, Any]) -> str | None:
        """The most telling of the texts of a code: ``key.<problem>``, ``key.<param>``, ``key``;
        only one whose placeholders are all given."""
        for ending in (f".{told.get('problem')}", *(f".{name}" for name in told), ""):
            found = self.find(domain, key + ending)
            if (
                found
                and {name for _, name, _, _ in Formatter().parse(found) if name} <= told.keys()
            ):
                return key + ending
        return None

    def event(self, game: str, event: Mapping[str, Any], names: Sequence[str] = ()) -> str:
        """What a seat did, to be printed after its name. A card unseen is left out where the
        game has a text ``event.<word>.hidden``."""
        params = {k: v for k, v in event.items() if k not in ("seat", "event")}
        key = f"event.{event['event']}"
        if "??" in params.values() and self.has(game, f"{key}.hidden"):
            key += ".hidden"
        told: Any = {
            k: " ".join(v) if isinstance(v, list) and v and isinstance(v[0], str) else v
            for k, v in self._told(params, names).items()
        }
        return self.text(game, key, **told)


SEATS = frozenset({"seat", "winner", "leader", "owner", "to", "by", "player"})
"""Params that hold a seat: shown as its name."""


KINDS = ("refusal", "setup", "record")
LONGEST_NAME = 40
"""Of a longer name only the beginning is shown."""
MANY = 12
"""Of more legal moves only so many are named."""


def clean(text: str) -> str:
    """A text from outside, safe to print: control characters become replacement marks."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


@cache
def games() -> tuple[str, ...]:
    """The games that have texts."""
    found = {path.stem for path in (HERE / "en").glob("*.[pm]o")}
    return tuple(sorted(found - set(COMMON)))
