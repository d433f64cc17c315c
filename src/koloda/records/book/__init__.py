"""The book's worked deals and examples, each against what the rules give.

The deals are records (``*.koloda.toml``), what the book says about them and its examples are
claims (``<game>.toml``): where, which check, the book's figure, and the number of the erratum
where we know it to be wrong. No verdict is stored: our figure comes from replaying, and a claim
agrees or not. Words, where a claim is about words, are compared as codes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from koloda.deal import Deal
from koloda.records.make import laid_out_again
from koloda.records.reader import loads
from koloda.rules import SHELF
from koloda.rules.contract import Json

_SUFFIX = ".koloda.toml"
AGREE, ERRATUM = "agree", "erratum"


@dataclass(frozen=True)
class Claim:
    """What the book says at one place.

    ``deal`` names a record of this folder, ``where`` holds ``deal`` (its number in the book),
    ``go`` and ``seat`` as far as they apply, ``args`` what the check wants besides.
    """

    id: str
    game: str
    kind: str
    check: str
    clause: str
    book: Json
    erratum: str = ""
    record: str = ""
    where: Mapping[str, int] = field(default_factory=dict)
    args: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Ours:
    """What the rules give; ``agrees`` None: it agrees when it equals the book's figure."""

    figure: Json
    agrees: bool | None = None


Check = Callable[[Claim], Ours]


@dataclass(frozen=True)
class Finding:
    """One claim of the book looked at.

    ``kind`` is ``deal`` (a worked deal), ``example`` or ``erratum`` (a statement of the rules);
    ``status`` is ``agree`` or ``erratum``; ``erratum`` its number, empty for a disagreement
    that nobody has written down yet.
    """

    id: str
    game: str
    kind: str
    where: Mapping[str, int]
    clause: str
    book: Json
    ours: Json
    status: str
    erratum: str

    def to_json(self) -> dict[str, Json]:
        """All of it, as plain JSON."""
        return {**self.__dict__, "where": dict(self.where)}


def findings(game: str | None = None) -> list[Finding]:
    """Every claim of the book (or of one game) with our figure beside it."""
    return [look_at(claim) for claim in claims() if game in (None, claim.game)]


def look_at(claim: Claim) -> Finding:
    """Compute our figure for one claim."""
    from koloda.records.book.checks import CHECKS

    ours = CHECKS[claim.check](claim)
    agrees = ours.figure == claim.book if ours.agrees is None else ours.agrees
    return Finding(
        claim.id,
        claim.game,
        claim.kind,
        claim.where,
        claim.clause,
        claim.book,
        ours.figure,
        AGREE if agrees else ERRATUM,
        "" if agrees else claim.erratum,
    )


@cache
def claims() -> tuple[Claim, ...]:
    """All claims, in the order of the book's errata data: game by game."""
    found: list[Claim] = []
    for game in SHELF:
        source = files(__name__) / f"{game}.toml"
        if source.is_file():
            data = tomllib.loads(source.read_text(encoding="utf-8"))
            found += [Claim(game=game, **claim) for claim in data["claims"]]
    return tuple(found)


def deal_names() -> list[str]:
    """The names of the book's worked deals."""
    names = [file.name for file in files(__name__).iterdir() if file.name.endswith(_SUFFIX)]
    return sorted(name.removesuffix(_SUFFIX) for name in names)


def deal_text(name: str) -> str:
    """A worked deal as it is written down. Raises FileNotFoundError for an unknown name."""
    return (files(__name__) / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


@cache
def worked(name: str) -> Deal:
    """A worked deal of the book, replayed to its end."""
    return loads(deal_text(name)).match().deal


def finished(claim: Claim) -> Deal:
    """The deal that the claim is about, replayed to its end."""
    return worked(claim.record)


def turn_index(claim: Claim) -> int:
    """The number (from 0) of the turn that the claim is about: the seat's turn in that go."""
    players, turns = finished(claim).game.players, finished(claim).turns()
    first = (claim.where["go"] - 1) * players
    for i in range(first, min(first + players, len(turns))):
        if turns[i][0] == claim.where["seat"]:
            return i
    raise ValueError(f"{claim.id}: no such turn")


def before(claim: Claim, *, acts: int = 0) -> Deal:
    """The deal just before the claim's turn, or when so many acts of the turn are done."""
    end = finished(claim)
    deal = laid_out_again(end)
    turns, index = end.turns(), turn_index(claim)
    for seat, actions in turns[:index]:
        for action in actions:
            deal.apply(action, seat)
    seat, actions = turns[index]
    for action in actions[: acts if acts >= 0 else len(actions) + acts + 1]:
        deal.apply(action, seat)
    return deal
