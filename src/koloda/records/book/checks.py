"""All checks by name, and those that any game can use."""

from __future__ import annotations

from collections.abc import Mapping

from koloda.records.book import (
    Check,
    Claim,
    Ours,
    chain,
    deal_text,
    finished,
    ladder_rummy,
    rockaway,
    two_ten_jack,
)
from koloda.records.errors import RecordError
from koloda.records.reader import loads


def replayed(claim: Claim) -> Ours:
    """Whether every move of a worked deal is legal."""
    try:
        loads(deal_text(claim.record)).verify()
    except RecordError as error:
        return Ours(str(error))
    return Ours("legal")


def scores(claim: Claim) -> Ours:
    """The scores of a deal, of all seats or of one."""
    right = finished(claim).scores
    return Ours(right[claim.where["seat"]] if "seat" in claim.where else right)


def same_scores(claim: Claim) -> Ours:
    """Two scores that the book calls equal."""
    right = [finished(claim).scores[seat] for seat in claim.args["seats"]]
    return Ours(right, len(set(right)) == 1)


def turns(claim: Claim) -> Ours:
    """How many turns the deal took."""
    return Ours(len(finished(claim).turns()))


CHECKS: Mapping[str, Check] = {
    "replayed": replayed,
    "scores": scores,
    "same_scores": same_scores,
    "turns": turns,
    **rockaway.CHECKS,
    **ladder_rummy.CHECKS,
    **two_ten_jack.CHECKS,
    **chain.CHECKS,
}
