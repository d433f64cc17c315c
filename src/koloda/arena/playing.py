"""One playing: a deal in one seating, from its number to a record of plain JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from time import thread_time

from koloda.arena.contest import Contest, Pace, Task
from koloda.arena.luck import DrawLuck
from koloda.bots import decision_seed
from koloda.bots.contract import Bot
from koloda.deal import Deal
from koloda.rules.contract import Json


@dataclass
class Played:
    """What a playing came to, by seat: ``scores`` as the rules count them; ``luck``, how much of
    them is luck of the draw (None: not asked for); ``acts`` done and ``ms`` of CPU thought."""

    scores: list[int]
    luck: list[float] | None
    acts: list[int]
    ms: list[float]


def play_deal(deal: Deal, players: Sequence[Bot], seed: int, luck: DrawLuck | None) -> Played:
    """Let bots play a deal to its end. Each decision has a seed of its own from ``seed``, the
    same in every seating."""
    seats = deal.game.players
    played = Played([], [0.0] * seats if luck else None, [0] * seats, [0.0] * seats)
    while (seat := deal.actor) is not None:
        chance = decision_seed(seed, deal.number, len(deal.moves), seat)
        began = thread_time()
        action = players[seat].choose(deal.view(seat, chance), chance)
        played.ms[seat] += 1000 * (thread_time() - began)
        played.acts[seat] += 1
        before = deal.state.copy()
        done = deal.apply(action, seat)
        drawn = deal.state.next - before.next
        if luck is not None and played.luck is not None and drawn:
            found = luck.of(before, done.code, drawn, chance)
            played.luck = [a + b for a, b in zip(played.luck, found, strict=True)]
    played.scores = deal.scores
    return played


@cache
def _luck(contest: Contest) -> DrawLuck:
    return DrawLuck(contest.game, contest.worlds)


@cache
def _warm(contest: Contest) -> None:
    """Let every bot have thought a little before time counts: compiling is no thinking."""
    quick = replace(contest, pace=Pace(ms=1), worlds=0)
    for table in range(len(contest.tables)):
        _played(quick, Task(table, 0, 0))


def _played(contest: Contest, task: Task) -> Played:
    deal = contest.lay_out(task.deal)
    bots = [contest.player(contest.levels[i], deal) for i in contest.seating(task)]
    luck = _luck(contest) if contest.worlds else None
    return play_deal(deal, bots, contest.deal_seed(task.deal), luck)


def play(contest: Contest, task: Task) -> dict[str, Json]:
    """Play one task; the record says which it was and holds what ``Played`` holds.

    All but ``ms`` (and, with time for budget, the play itself) is fixed by the arguments.
    """
    if contest.pace.ms is not None:
        _warm(contest)
    played = _played(contest, task)
    record: dict[str, Json] = {
        **task._asdict(),
        "bots": contest.seating(task),
        "scores": played.scores,
        "acts": played.acts,
        "ms": [round(ms, 1) for ms in played.ms],
    }
    if played.luck is not None:
        record["luck"] = [round(value, 6) for value in played.luck]
    return record
