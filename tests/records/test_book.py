"""The book against the rules: every claim agrees, or is an erratum that is written down."""

from __future__ import annotations

from dataclasses import replace

import pytest

import koloda
from koloda.records import replay
from koloda.records.book import (
    AGREE,
    ERRATUM,
    Claim,
    Finding,
    claims,
    deal_names,
    deal_text,
    findings,
    look_at,
    worked,
)
from koloda.records.book.checks import CHECKS
from koloda.rules import SHELF

ERRATA = {
    "rockaway": {11, 12, 13, 14, 15, 16, 17, 19},
    "ladder_rummy": {7, 8, 9, 10},
    "chain": {1, 2, 3, 4, 5, 6, 18},
}
FIGURES: dict[str, tuple[str, object, object]] = {
    # id: erratum, book, ours
    "rockaway_2.go1.seat0.playable": ("E-11", [], ["Ah"]),
    "rockaway_2.go1.seat3.ranks": ("E-12", ["K", "Q", "T", "9"], ["K", "T", "T", "9"]),
    "rockaway.draw_rule": (
        "E-13",
        [],
        ["deal 1 go 4 seat 1: Ac", "deal 2 go 3 seat 1: Ac", "deal 2 go 4 seat 0: Ah"],
    ),
    "rockaway_1.go3.seat1.either_ace": ("E-14", "Ad = Ac", "Ad: 9d Td; Ac: 8c"),
    "rockaway_1.go5.seat0.source_of_help": ("E-15", "pile", "stock"),
    "rockaway_1.go5.seat0.source_of_card": ("E-15", "pile", "stock"),
    "rockaway_2.go3.seat1.source_of_cards": ("E-15", "pile", "stock"),
    "rockaway.dealt": ("E-16", "face up", "face down"),
    "rockaway.packs": ("E-16", 2, 1),
    "rockaway.players": ("E-16", "no limit", 10),
    "rockaway_1.same_level": ("E-17", "seat 1 = seat 2", [25, 24]),
    "rockaway_2.go5.seat2.blame": ("E-19", "a choice", ["7h"]),
    "chain_1.move1.turn": ("E-1", 70, 100),
    "chain_1.move4.act1": ("E-2", 40, 20),
    "chain_1.move4.turn": ("E-2", 64, 44),
    "chain_1.move5.Js": ("E-3", 40, 20),
    "chain_1.move5.act1": ("E-3", 190, 170),
    "chain_1.move5.turn": ("E-3", 218, 198),
    "chain_1.seat0.laid": ("E-4", 140, 170),
    "chain_1.scores": ("E-4", [150, 75, 197, 74, 268, 162], [180, 75, 197, 54, 248, 162]),
    "chain_1.seat4.needed": ("E-5", 32, 52),
    "chain.one_suit": ("E-6", "one suit > several", "24 = 24"),
    "chain.pack": ("E-18", 52, 54),
    "ladder_rummy.bonus": ("E-7", 48, 68),
    "ladder_rummy.rummy_bonus": ("E-7", 96, 136),
    "ladder_rummy.winner": ("E-7", 164, 204),
    "ladder_rummy.turn_order": ("E-8", "discard, melds", "melds, discard"),
    "ladder_rummy.layoff_own_meld": ("E-9", "needs_meld", "legal"),
    "ladder_rummy.penalty": ("E-10", "penalty points", [0, 0, 0]),
}
FOUND = findings()


def known(finding: Finding) -> tuple[str, object, object]:
    return finding.erratum, finding.book, finding.ours


def test_every_erratum_is_found_with_both_figures_and_no_other() -> None:
    wrong = {f.id: known(f) for f in FOUND if f.status == ERRATUM}
    on_shelf = {claim.id for claim in claims()}
    assert wrong == {id_: figures for id_, figures in FIGURES.items() if id_ in on_shelf}


def test_the_errata_are_those_of_the_list() -> None:
    found = {finding.erratum for finding in FOUND if finding.status == ERRATUM}
    assert found == {f"E-{n}" for game, numbers in ERRATA.items() if game in SHELF for n in numbers}
    assert sorted(n for numbers in ERRATA.values() for n in numbers) == list(range(1, 20))


@pytest.mark.parametrize("finding", FOUND, ids=lambda finding: finding.id)
def test_a_finding_has_figures_a_clause_and_a_kind(finding: Finding) -> None:
    assert finding.clause[1:2] == "-"
    assert finding.kind in ("deal", "example", "erratum")
    assert (finding.status == ERRATUM) == bool(finding.erratum)
    assert finding.to_json()["ours"] == finding.ours


def test_ids_are_unique_and_checks_are_used() -> None:
    ids = [claim.id for claim in claims()]
    assert len(set(ids)) == len(ids)
    used = {claim.check for claim in claims()}
    assert {c for c in CHECKS if c.split(".")[0] in SHELF or "." not in c} == used


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_no_verdict_is_written_down(claim: Claim) -> None:
    """Had the book another figure, the verdict would be another."""
    finding = look_at(claim)
    if finding.status == AGREE:
        changed = look_at(replace(claim, book=["something else"]))
        assert (changed.status, changed.erratum) == (ERRATUM, claim.erratum)
    elif claim.check not in VERDICTS_OF_WORDS:
        assert look_at(replace(claim, book=finding.ours)).status == AGREE


VERDICTS_OF_WORDS = {
    "same_scores",
    "rockaway.no_difference",
    "rockaway.free_choice",
    "chain.one_suit",
    "ladder_rummy.debited",
}
"""Checks that compare a statement, not a figure."""


ON_SHELF = [name for name in deal_names() if name.rsplit("_", 1)[0] in SHELF]


@pytest.mark.parametrize("name", ON_SHELF)
def test_worked_deals_are_canonical_records(name: str) -> None:
    text = deal_text(name)
    record = koloda.loads(text)
    assert koloda.dumps(record) == text
    assert record.verify().complete


def test_the_rockaway_deals_give_the_book_s_penalties() -> None:
    assert worked("rockaway_1").scores == [7, 25, 24, 0]
    assert worked("rockaway_2").scores == [53, 16, 25, 0]


@pytest.mark.parametrize(
    ("name", "turn", "go", "seat", "legal"),
    [("rockaway_1", 14, 4, 1, ["Ac"]), ("rockaway_2", 1, 1, 0, ["Ah"])],
)
def test_r8_strict_names_the_first_turn_that_draws_an_ace_in_hand(
    name: str, turn: int, go: int, seat: int, legal: list[str]
) -> None:
    record = koloda.loads(deal_text(name)).with_options(draw="strict")
    with pytest.raises(koloda.RecordError) as error:
        record.verify()
    assert (error.value.code, error.value.clause) == ("move", "R-8")
    assert error.value.params == {
        "deal": 1,
        "turn": turn,
        "go": go,
        "seat": seat,
        "text": "draw",
        "refusal": "draw_could_play",
        "because": {"playable": legal},
        "legal": legal,
    }


def test_a_replay_tells_every_turn() -> None:
    shown = replay(koloda.loads(deal_text("rockaway_1")), open_cards=True)
    assert shown["verified"]["complete"] is True
    (deal,) = shown["deals"]
    assert len(deal["turns"]) == 24
    third = deal["turns"][2]
    assert (third["go"], third["turn"], third["seat"]) == (1, 3, 2)
    assert third["moves"] == ["draw", "draw", "draw", "draw", "7s"]
    assert [event["event"] for event in third["events"]] == ["draw"] * 4 + ["play"]
    assert third["events"][0]["card"] == "??"  # a spectator
    assert third["after"]["top"] == "7s"
    assert third["places"]["stock"] == ["Ah", "As", "8s", "8d", "9c", "6c", "7d", *["??"] * 4]
    assert deal["scores"] == shown["totals"] == [7, 25, 24, 0]
    seen = replay(koloda.loads(deal_text("rockaway_1")), seat=2)
    assert seen["deals"][0]["turns"][2]["events"][0]["card"] == "9d"
