"""Typed options: what a game lets one turn round, checked before anything is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from koloda.rules.contract import Coded, Option, Rules

Value = str | int | bool


class OptionError(Coded, ValueError):
    """A set-up that can't be. Codes: ``unknown_game``, ``unknown_option``, ``option_value``,
    ``unknown_preset``, ``players``, ``seat``, ``seed``, ``pack``, ``cuts``, ``draws``, ``names``,
    and those of a game's set-up clauses."""


def allowed(option: Option) -> str:
    """What the option's value may be, for people: ``points, deals`` or ``1..10000``."""
    if option.kind == "int":
        return f"{option.values[0]}..{option.values[1]}"
    return ", ".join(spell_value(value) for value in option.values)


def spell_value(value: Value) -> str:
    """An option value as written in a command or a record: ``true``, ``120``, ``strict``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_value(option: Option, text: str) -> Value:
    """Read a value as typed on a command line. Raises OptionError ``option_value``."""
    if option.kind == "int":
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 16:
            return check(option, int(text))
    else:
        for value in option.values:
            if text == spell_value(value):
                return value
    raise _bad_value(option, text)


def check(option: Option, value: object) -> Value:
    """The value itself if the option allows it. Raises OptionError ``option_value``.

    Types are exact: ``True`` is no number and ``"120"`` is no number.
    """
    if option.kind == "int":
        low, high = option.values
        if type(value) is int and int(low) <= value <= int(high):
            return value
    else:
        for candidate in option.values:
            if type(candidate) is type(value) and candidate == value:
                return candidate
    raise _bad_value(option, value)


def shown(value: object) -> str:
    """Any value at all as a message shows it: short, and never an error itself."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"{hex(value)[:20]}..."  # str() refuses ints of very many digits
    if isinstance(value, str | int):
        return spell_value(value)[:80]
    return str(value) if isinstance(value, float) else type(value).__name__


def _bad_value(option: Option, value: object) -> OptionError:
    return OptionError(
        "option_value",
        option.clause,
        name=option.name,
        value=shown(value),
        allowed=allowed(option),
    )


def find(rules: Rules[Any], name: str) -> Option:
    """The game's option of that name. Raises OptionError ``unknown_option``."""
    for option in rules.OPTIONS:
        if option.name == name:
            return option
    names = ", ".join(option.name for option in rules.OPTIONS)
    raise OptionError("unknown_option", name=shown(name), game=rules.ID, allowed=names)


def resolve(
    rules: Rules[Any], given: Mapping[str, Any], preset: str | None = None
) -> dict[str, Value]:
    """Every option of the game with its value: the given ones over the preset over the defaults.

    Raises OptionError (``unknown_preset``, ``unknown_option``, ``option_value``).
    """
    chosen: dict[str, Any] = {}
    if preset is not None:
        if not isinstance(preset, str) or preset not in rules.PRESETS:
            names = ", ".join(rules.PRESETS)
            raise OptionError("unknown_preset", name=shown(preset), game=rules.ID, allowed=names)
        chosen.update(rules.PRESETS[preset])
    chosen.update(given)
    values: dict[str, Value] = {option.name: option.default for option in rules.OPTIONS}
    for name, value in chosen.items():
        values[name] = check(find(rules, name), value)
    return values


def changed(rules: Rules[Any], values: Mapping[str, Value]) -> dict[str, Value]:
    """Only the options that differ from the defaults, in the game's order."""
    return {
        option.name: values[option.name]
        for option in rules.OPTIONS
        if values[option.name] != option.default
    }
