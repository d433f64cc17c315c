"""The contract's own types: coded errors, states, options."""

from __future__ import annotations

import pickle
from typing import Annotated

import pytest

from koloda.options import OptionError
from koloda.records import RecordError
from koloda.rules.contract import Coded, Ints, Refused, State, choice, flag, number


@pytest.mark.parametrize("kind", [Refused, OptionError, RecordError])
def test_coded_errors_travel_between_processes(kind: type[Coded]) -> None:
    error = kind("no_match", "R-7", card="6h", fits=["7h", "As"])
    error.more = "an attribute"  # type: ignore[attr-defined]
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert vars(again) == vars(error)
    assert (again.code, again.clause, again.params) == ("no_match", "R-7", error.params)
    assert again.to_json() == {"code": "no_match", "clause": "R-7", "params": error.params}


def test_coded_errors_are_told_in_short() -> None:
    assert str(Refused("over")) == "over"
    assert str(Refused("no_match", "R-7", card="6h", top="Kd")) == (
        "no_match (R-7): card=6h, top=Kd"
    )
    assert str(RecordError("move", legal=["6h"] * 13)) == ("move: legal=[" + "6h, " * 12 + "...]")


class Small(State):
    pack: Annotated[Ints, 3]
    count: int


def test_a_state_has_its_declared_fields_and_no_other() -> None:
    state = Small()
    assert state.FIELDS["pack"] == 3
    assert state.pack == [0, 0, 0]
    assert state.count == 0
    assert vars(state).keys() == state.FIELDS.keys()


def test_copies_of_a_state_are_equal_and_independent() -> None:
    state = Small()
    twin = state.copy()
    assert twin == state
    twin.pack[0] = 5
    assert state.pack[0] == 0
    assert twin != state
    with pytest.raises(TypeError):
        hash(state)


def test_a_state_reads_what_it_wrote_and_nothing_else() -> None:
    state = Small()
    state.pack[1], state.count = 7, 2
    data = state.to_json()
    assert Small.from_json(data) == state
    data["pack"][1] = 0
    assert state.pack[1] == 7
    for wrong in ({}, data | {"more": 1}):
        with pytest.raises(ValueError, match="fields"):
            Small.from_json(wrong)


def test_options_are_ints_in_the_state() -> None:
    pack = choice("pack", (52, 36), "R-2", field="deck")
    draw = choice("draw", ("ace_optional", "strict"), "R-8")
    assert (pack.default, pack.field, pack.encode(36)) == (52, "deck", 36)
    assert (draw.field, draw.encode("ace_optional"), draw.encode("strict")) == ("draw", 0, 1)
    assert flag("moon", True, "H-6").encode(False) == 0
    assert number("target", 1, 100, 25, "T-11").encode(30) == 30
