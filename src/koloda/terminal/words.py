"""Events, moves and option values in words, for whoever prints lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from koloda.deal import Game
from koloda.locales import Translator
from koloda.terminal.typed import WORDS, cards_of


def word_forms(texts: Translator, key: str) -> list[str]:
    """The words people may type for a key of the interface: the first is the one shown."""
    return [form.strip() for form in texts.text("interface", key).lower().split(",")]


def move_text(texts: Translator, move: str, card: Callable[[str], str] | None = None) -> str:
    """A move as people read it; ``card`` shows a card, by default without colours."""
    shown = []
    for token in move.split():
        if token in WORDS:
            shown.append(word_forms(texts, f"word.{token}")[0])
        else:
            shown.append((card or texts.card)(token) if cards_of(token) else token)
    return " ".join(shown)


def tell(
    texts: Translator,
    game: str,
    events: Iterable[Mapping[str, Any]],
    names: Sequence[str] = (),
    name_of: Callable[[int], str] | None = None,
) -> list[str]:
    """Events in words, one line for each stretch of one seat's; equal ones counted.

    ``name_of`` shows a seat's name, by default as in ``names``.
    """
    lines = []
    for seat, stretch in groupby(events, key=lambda event: event.get("seat")):
        phrases = []
        for phrase, same in groupby(texts.event(game, event, names) for event in stretch):
            n = len(list(same))
            phrases.append(f"{phrase} ×{n}" if n > 1 else phrase)
        who = ""
        if seat is not None:
            who = (name_of(seat) if name_of else texts.name(seat, names)) + ": "
        lines.append(who + ", ".join(phrases))
    return lines


def value_text(texts: Translator, game: str, option: Any, value: object) -> str:
    """An option's value in words."""
    if option.kind == "bool":
        return texts.text("interface", "on" if value else "off")
    if option.kind == "choice":
        return texts.text(game, f"option.{option.name}.{value}")
    return str(value)


def options_in_force(texts: Translator, game: Game) -> list[str]:
    """Every option of a set-up with its value, a line each."""
    return [
        f"{texts.text(game.id, f'option.{option.name}')}: "
        f"{value_text(texts, game.id, option, game.options[option.name])}"
        for option in game.rules.OPTIONS
    ]
