"""A record as data: what a file says, before anybody has looked whether it is right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from koloda.deal import Game
from koloda.options import OptionError, Value, changed, resolve
from koloda.records.errors import RecordError
from koloda.rules import SHELF
from koloda.rules.contract import Json

if TYPE_CHECKING:
    from koloda.match import Match
    from koloda.records.verify import Verified

FORMAT = 1
"""The version of the format that this program reads and writes."""
LIMIT = 4 * 1024 * 1024
"""The largest record, in bytes."""


@dataclass(frozen=True)
class ShufflePart:
    """The table ``[shuffle]``; ``server_seed`` is None until it has been published."""

    method: str
    commit: str
    client_seeds: tuple[str, ...] = ()
    server_seed: bytes | None = None


@dataclass(frozen=True)
class DealPart:
    """One of ``[[deals]]``. Cards are ints, NO_CARD where the pack says ``??``."""

    dealer: int
    pack: tuple[int, ...]
    moves: tuple[str, ...]
    cuts: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True)
class ResultPart:
    """The table ``[result]``; None is what the file does not say."""

    totals: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    settlement: tuple[Fraction, ...] | None = None


@dataclass(frozen=True)
class PrivatePart:
    """The table ``[private]``: the packs are complete, and this is the secret of the shuffle
    (None in a match whose cards come from outside)."""

    server_seed: bytes | None = None


@dataclass(frozen=True)
class Record:
    """One match as written down; ``koloda.load`` and ``koloda.loads`` make it.

    ``players`` are the names, one a seat; ``options`` what the record sets; ``free`` the keys of
    the top level that the format does not know (``source``, ``event``, ... or anything else).
    A record is only as right as ``verify`` finds it.
    """

    game: str
    players: tuple[str, ...]
    deals: tuple[DealPart, ...]
    result: ResultPart
    rules: int = 1
    options: Mapping[str, Value] = field(default_factory=dict)
    free: Mapping[str, Json] = field(default_factory=dict)
    shuffle: ShufflePart | None = None
    dealer_draws: tuple[tuple[int, ...], ...] = ()
    private: PrivatePart | None = None

    def setup(self) -> Game:
        """The game with the record's players and options.

        Raises RecordError: the codes of ``koloda.OptionError`` (``unknown_game``, ``players``,
        ``unknown_option``, ``option_value``, a set-up clause), or ``rules_version``.
        """
        rules = _rules(self.game)
        if self.rules != rules.VERSION:
            raise RecordError(
                "rules_version", game=self.game, version=self.rules, known=rules.VERSION
            )
        n, low, high = len(self.players), rules.MIN_PLAYERS, rules.MAX_PLAYERS
        if not low <= n <= high:
            allowed = str(low) if low == high else f"{low}..{high}"
            raise RecordError("players", game=self.game, players=n, allowed=allowed)
        try:
            return Game(rules, n, resolve(rules, self.options))
        except OptionError as error:
            raise self._about(RecordError(error.code, error.clause, **error.params)) from None

    def _about(self, error: RecordError) -> RecordError:
        error.game, error.names = self.game, self.players
        return error

    def with_options(self, **values: Value) -> Record:
        """The same record under other rules: does it still verify?

        Raises OptionError for an option or value the game does not have.
        """
        rules = _rules(self.game)
        return replace(self, options=changed(rules, resolve(rules, {**self.options, **values})))

    def verify(self) -> Verified:
        """Replay everything and compare every claim (``koloda.records.verify``).

        Raises RecordError for the first thing that is wrong.
        """
        from koloda.records.verify import verify

        try:
            return verify(self)
        except RecordError as error:
            raise self._about(error) from None

    def match(self) -> Match:
        """The match as far as it was played (and verified), from ``verify``."""
        return self.verify().match

    def resume(self) -> Match:
        """The match, ready to be played on, in the middle of a deal or turn too.

        Raises RecordError: ``not_private`` for an unfinished match without ``[private]`` (an
        export can't be resumed), else as ``verify``.
        """
        verified = self.verify()
        if self.private is None and not (verified.complete and verified.match.over):
            raise RecordError("not_private")
        return verified.match


def spell_gain(gain: Fraction) -> int | str:
    """A gain as written: a whole number, or a fraction as text."""
    return gain.numerator if gain.denominator == 1 else f"{gain.numerator}/{gain.denominator}"


def _rules(name: str) -> Any:
    if name not in SHELF:
        raise RecordError("unknown_game", name=name[:80], allowed=", ".join(SHELF))
    return SHELF[name]
