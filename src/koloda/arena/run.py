"""A run: tasks out, records in, the sequential test watched, the result summed up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from statistics import fmean

from koloda.arena.contest import Contest, Task
from koloda.arena.journal import Journal
from koloda.arena.pools import Pool, here
from koloda.arena.ratings import ratings
from koloda.arena.statistics import OPEN, Bounds, Sequential, estimate
from koloda.options import OptionError, changed
from koloda.rules.contract import Json

Progress = Callable[[int, int], None]
"""Told after every playing: how many are done, how many there are at most."""


class Tally:
    """The finished deals of one table, in order and without a gap.

    ``gains`` has for each deal each bot's mean result over the seatings, in points, more is
    better; ``adjusted`` the same without the luck of the draw. ``Sequential`` looks at the
    difference of the first bot and the last.
    """

    def __init__(self, contest: Contest, table: int, deals: int, bounds: Bounds | None) -> None:
        self.contest = contest
        self.table = table
        self.deals = deals
        self.bots = list(dict.fromkeys(contest.tables[table]))
        self.gains: list[dict[int, float]] = []
        self.adjusted: list[dict[int, float]] = []
        self.test = Sequential(bounds) if bounds else None

    @property
    def decided(self) -> bool:
        return self.test is not None and self.test.decision != OPEN

    @property
    def done(self) -> bool:
        """Whether nothing of this table is to be played any more."""
        return self.decided or len(self.gains) == self.deals

    def tasks(self, deal: int) -> list[Task]:
        return [Task(self.table, deal, rotation) for rotation in range(self.contest.players)]

    def advance(self, journal: Journal) -> None:
        """Take over every deal that is finished, up to the first that is not."""
        while not self.done:
            tasks = self.tasks(len(self.gains))
            if not all(task in journal.records for task in tasks):
                return
            records = [journal.records[task] for task in tasks]
            self.gains.append(self._means(records, [r["scores"] for r in records]))
            watched = self.gains
            if self.contest.worlds:
                lucky = [
                    [score - luck for score, luck in zip(r["scores"], r["luck"], strict=True)]
                    for r in records
                ]
                self.adjusted.append(self._means(records, lucky))
                watched = self.adjusted
            if self.test is not None:
                self.test.add(watched[-1][self.bots[0]] - watched[-1][self.bots[-1]])

    def _means(self, records: list[dict[str, Json]], scores: list[list[float]]) -> dict[int, float]:
        sign = self.contest.game.rules.SIGN
        found: dict[int, list[float]] = {bot: [] for bot in self.bots}
        for record, row in zip(records, scores, strict=True):
            for bot in self.bots:
                own = [x for x, who in zip(row, record["bots"], strict=True) if who == bot]
                found[bot].append(sign * fmean(own))
        return {bot: fmean(values) for bot, values in found.items()}

    def difference(self, one: int, other: int) -> dict[str, Json]:
        """What bot ``one`` has over ``other`` a deal; None for what was not asked for."""
        labels = self.contest.labels
        told = estimate([gains[one] - gains[other] for gains in self.gains]).to_json()
        without = estimate([gains[one] - gains[other] for gains in self.adjusted]).to_json()
        return {
            "a": labels[one],
            "b": labels[other],
            **told,
            "adjusted": without if self.contest.worlds else None,
        }

    def to_json(self) -> dict[str, Json]:
        labels = self.contest.labels
        pairs = [(a, b) for i, a in enumerate(self.bots) for b in self.bots[i + 1 :]]
        return {
            "seats": [labels[bot] for bot in self.contest.tables[self.table]],
            "deals": len(self.gains),
            "differences": [self.difference(a, b) for a, b in pairs],
            "sprt": self.test.to_json() if self.test else None,
        }


def check(contest: Contest, deals: int, bounds: Bounds | None) -> None:
    """Raises OptionError: ``deals`` below one, ``arena_sprt_bots`` for a test where more than two
    bots share a table."""
    if deals < 1:
        raise OptionError("deals", deals=deals)
    if bounds and any(len(set(line)) > 2 for line in contest.tables):
        raise OptionError("arena_sprt_bots")


class Run:
    """One contest over ``deals`` deals, or until the sequential test has decided.

    The result depends on the contest, ``deals`` and ``bounds`` alone, not on the pool, nor on
    how often it was interrupted. Raises OptionError as ``check``.
    """

    def __init__(
        self, contest: Contest, deals: int, journal: Journal, bounds: Bounds | None = None
    ) -> None:
        check(contest, deals, bounds)
        self.contest = contest
        self.deals = deals
        self.journal = journal
        self.tallies = [
            Tally(contest, table, deals, bounds) for table in range(len(contest.tables))
        ]
        for tally in self.tallies:
            tally.advance(journal)

    @property
    def done(self) -> bool:
        return all(tally.done for tally in self.tallies)

    def _tasks(self) -> Iterator[Task]:
        """What is still to be played, deal by deal; ends early where all is decided."""
        for deal in range(self.deals):
            for tally in self.tallies:
                for task in tally.tasks(deal):
                    if not tally.done and task not in self.journal.records:
                        yield task

    def play(self, pool: Pool = here, progress: Progress | None = None) -> None:
        """Play what is missing; every record is kept before the next is waited for."""
        if self.done:
            return
        most = self.deals * self.contest.players * len(self.tallies)
        if progress is not None:
            progress(len(self.journal.records), most)
        with closing(pool(self.contest, self._tasks())) as records:
            for record in records:
                self.journal.add(record)
                self.tallies[record["table"]].advance(self.journal)
                if progress is not None:
                    progress(len(self.journal.records), most)

    def result(self) -> dict[str, Json]:
        """What was measured, as plain JSON (``docs/bots.md``); ``speed`` alone depends on the
        machine."""
        contest = self.contest
        given = contest.to_json()
        return {
            "game": contest.game_id,
            "players": contest.players,
            "options": changed(contest.game.rules, contest.game.options),
            "bots": contest.labels,
            "seed": contest.seed,
            "deals": self.deals,
            "finished": self.done,
            **{name: given[name] for name in ("pace", "luck", "cross", "code")},
            "tables": [tally.to_json() for tally in self.tallies],
            "matrix": self._matrix(),
            "ratings": ratings(contest.labels, [tally.gains for tally in self.tallies]),
            "speed": self._speed(),
        }

    def _matrix(self) -> list[list[Json]]:
        """Row against column: ``mean`` and ``ci95``; None on the diagonal."""
        n = len(self.contest.levels)
        matrix: list[list[Json]] = [[None] * n for _ in range(n)]
        for tally in self.tallies:
            for a in tally.bots:
                for b in tally.bots:
                    if a == b or (matrix[a][b] is not None and a != tally.bots[0]):
                        continue
                    told = tally.difference(a, b)
                    told = told["adjusted"] or told
                    matrix[a][b] = {"mean": told["mean"], "ci95": told["ci95"]}
        return matrix

    def _speed(self) -> list[dict[str, Json]]:
        """For each bot its acts, and the mean milliseconds it thought about one."""
        acts, ms = [0] * len(self.contest.levels), [0.0] * len(self.contest.levels)
        for record in self.journal.records.values():
            for seat, who in enumerate(record["bots"]):
                acts[who] += record["acts"][seat]
                ms[who] += record["ms"][seat]
        return [
            {"bot": label, "acts": acts[i], "ms": round(ms[i] / acts[i], 3) if acts[i] else None}
            for i, label in enumerate(self.contest.labels)
        ]
