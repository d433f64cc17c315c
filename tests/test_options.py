"""Options: what is allowed, what is refused, and what the refusal says."""

from __future__ import annotations

from typing import Any

import pytest

import koloda
from koloda import OptionError
from koloda.options import changed, check, find, parse_value, resolve, shown, spell_value
from koloda.rules import rockaway
from koloda.rules.contract import choice, flag, number

TARGET = number("target", 1, 500, 120, "R-13")
DRAW = choice("draw", ("ace_optional", "strict"), "R-8")
PACKS = choice("packs", ("auto", 1, 2), "R-2")
PACK = choice("pack", (52, 36), "R-2")
OPEN = flag("open_pile", False, "R-5")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (TARGET, 1),
        (TARGET, 500),
        (DRAW, "strict"),
        (PACKS, "auto"),
        (PACKS, 2),
        (PACK, 36),
        (OPEN, True),
        (OPEN, False),
    ],
)
def test_an_allowed_value_is_itself(option: Any, value: Any) -> None:
    assert check(option, value) == value
    assert type(check(option, value)) is type(value)
    assert parse_value(option, spell_value(value)) == value


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        (TARGET, 0, "0"),
        (TARGET, 501, "501"),
        (TARGET, -5, "-5"),
        (TARGET, True, "true"),
        (TARGET, "120", "120"),
        (TARGET, 120.0, "120.0"),
        (TARGET, float("nan"), "nan"),
        (TARGET, None, "NoneType"),
        (TARGET, [120], "list"),
        (TARGET, "x" * 1000, "x" * 80),
        (DRAW, "Strict", "Strict"),
        (DRAW, 1, "1"),
        (PACKS, "1", "1"),
        (PACKS, True, "true"),
        (PACKS, 3, "3"),
        (PACK, "52", "52"),
        (PACK, 52.0, "52.0"),
        (OPEN, 1, "1"),
        (OPEN, "true", "true"),
    ],
)
def test_any_other_value_is_refused_and_named(option: Any, value: object, told: str) -> None:
    with pytest.raises(OptionError) as caught:
        check(option, value)
    assert (caught.value.code, caught.value.clause) == ("option_value", option.clause)
    assert caught.value.params["name"] == option.name
    assert caught.value.params["value"] == told


def test_a_number_of_too_many_digits_to_print_is_refused_like_any_other() -> None:
    with pytest.raises(OptionError) as caught:
        check(TARGET, 1 << 100_000)
    assert caught.value.params["value"] == "0x1" + "0" * 17 + "..."
    with pytest.raises(OptionError):
        koloda.game("rockaway", players=1 << 100_000)
    with pytest.raises(OptionError):
        parse_value(TARGET, "9" * 5000)


def test_the_refusal_says_what_is_allowed() -> None:
    told = {
        TARGET: "1..500",
        DRAW: "ace_optional, strict",
        PACKS: "auto, 1, 2",
        OPEN: "false, true",
    }
    for option, allowed in told.items():
        with pytest.raises(OptionError) as caught:
            check(option, None)
        assert caught.value.params["allowed"] == allowed
    assert "target" in str(caught.value) or "open_pile" in str(caught.value)


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (TARGET, ""),
        (TARGET, "-"),
        (TARGET, "--5"),
        (TARGET, "+5"),
        (TARGET, "1e2"),
        (TARGET, "12.0"),
        (TARGET, "١٢٠"),
        (TARGET, "²"),
        (TARGET, "9" * 500),
        (TARGET, "501"),
        (TARGET, "-1"),
        (OPEN, "True"),
        (OPEN, "1"),
        (OPEN, "yes"),
        (DRAW, ""),
        (PACKS, "01"),
    ],
)
def test_text_that_is_no_value(option: Any, text: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_value(option, text)
    assert caught.value.code == "option_value"


def test_encoding_for_the_state() -> None:
    assert [PACKS.encode(value) for value in ("auto", 1, 2)] == [0, 1, 2]
    assert [DRAW.encode(value) for value in ("ace_optional", "strict")] == [0, 1]
    assert [PACK.encode(value) for value in (52, 36)] == [52, 36]
    assert [OPEN.encode(value) for value in (False, True)] == [0, 1]
    assert TARGET.encode(77) == 77


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    with pytest.raises(OptionError) as caught:
        koloda.game("rockaway", target_score=5)
    assert caught.value.code == "unknown_option"
    assert caught.value.params["name"] == "target_score"
    assert "target" in caught.value.params["allowed"].split(", ")
    assert find(rockaway, "deals").default == 4


def test_given_values_go_over_the_preset_and_that_over_the_defaults() -> None:
    assert resolve(rockaway, {})["pack"] == 52
    assert resolve(rockaway, {}, "short_pack")["pack"] == 36
    both = resolve(rockaway, {"pack": 52, "target": 7}, "short_pack")
    assert (both["pack"], both["target"]) == (52, 7)
    assert list(both) == [option.name for option in rockaway.OPTIONS]


@pytest.mark.parametrize("preset", ["", "Book", "x" * 500, 5, ["book"], True])
def test_an_unknown_preset_is_refused(preset: Any) -> None:
    with pytest.raises(OptionError) as caught:
        resolve(rockaway, {}, preset)
    assert caught.value.code == "unknown_preset"
    assert caught.value.params["allowed"] == ", ".join(rockaway.PRESETS)


def test_only_what_differs_from_the_defaults() -> None:
    values = resolve(rockaway, {"open_pile": True, "pack": 36, "target": 120})
    assert list(changed(rockaway, values).items()) == [("pack", 36), ("open_pile", True)]


def test_presets_are_valid_and_the_first_is_the_default_game() -> None:
    for name in rockaway.PRESETS:
        resolve(rockaway, {}, name)
    assert next(iter(rockaway.PRESETS.values())) == {}


def test_shown_is_short_and_never_fails() -> None:
    for value in (
        "x" * 9999,
        10**9999,
        -(10**9999),
        True,
        None,
        2.5,
        [1] * 99,
        object(),
        b"x" * 99,
    ):
        assert len(shown(value)) <= 80
