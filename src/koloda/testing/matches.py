"""What a match and its record must keep: checks of a few deals played at random in a row."""

from __future__ import annotations

import json
from random import Random

from koloda.deal import Deal, Game
from koloda.match import Match
from koloda.records import RecordError, dumps, loads
from koloda.testing.walk import Walk, choose

DEALS = 2


def play_out(deal: Deal, random: Random) -> None:
    """Play a deal to its end at random, through ``Deal.apply``."""
    while not deal.over:
        actions = deal.legal_actions()
        deal.apply(actions[choose(random, [str(action) for action in actions])])


def random_match(game: Game, seed: int, deals: int = DEALS) -> Match:
    """The first ``deals`` deals (fewer if it ends before) of a match played at random."""
    random = Random(seed)
    match = Match(game, seed=seed)
    play_out(match.deal, random)
    while not match.over and len(match.deals) < deals:
        match.next_deal()
        play_out(match.deal, random)
    return match


def check_match(walk: Walk) -> None:
    """Totals add up, the next dealer sits at the table, what is carried over is JSON, and the
    settlement of a match that is over sums to zero."""
    match = random_match(walk.game, walk.seed)
    rules, seats = walk.rules, range(walk.game.players)
    totals = [rules.opening(match.deals[0].state)] * walk.game.players
    for deal in match.deals:
        assert deal.totals == totals, f"{walk!r} deal {deal.number + 1}: totals {deal.totals}"
        totals = [total + score for total, score in zip(totals, deal.scores, strict=True)]
        after = rules.after_deal(deal.state, totals, deal.carry)
        again = json.loads(json.dumps(after.carry))
        assert again == after.carry, f"{walk!r}: carry {after.carry} is not JSON"
        assert after.dealer in seats, f"{walk!r}: next dealer {after.dealer}"
    assert match.totals == totals, f"{walk!r}: totals {match.totals}, not {totals}"
    if not match.over:
        assert match.winners == [], f"{walk!r}: winners before the end"
        assert match.settlement is None, f"{walk!r}: settled before the end"
        return
    settled = match.settlement
    assert settled is not None, f"{walk!r}: no settlement"
    assert settled.winners, f"{walk!r}: nobody has won"
    assert {*settled.winners} <= {*seats}, f"{walk!r}: winners {settled.winners}"
    if settled.gains is not None:
        assert len(settled.gains) == len(seats), f"{walk!r}: gains {settled.gains}"
        assert sum(settled.gains) == 0, f"{walk!r}: gains {settled.gains} do not sum to zero"


def check_records(walk: Walk) -> None:
    """A random match, its last deal unfinished, is recorded, read back the same, and verifies;
    with its private part it can be gone on with from where it stood."""
    match = random_match(walk.game, walk.seed)
    if not match.over:
        deal = match.next_deal()
        random = walk.random("records")
        for _ in range(random.randrange(len(walk.steps))):
            if not deal.over:
                deal.apply(random.choice(deal.legal_actions()))
    for private in (False, True):
        text = dumps(match, private=private)
        try:
            record = loads(text)
            verified = record.verify()
        except RecordError as wrong:
            raise AssertionError(f"{walk!r}: the record does not verify: {wrong}") from wrong
        again = dumps(record, private=private)
        assert again == text, f"{walk!r}: reading and writing changed the record"
        if private or match.over:
            assert verified.complete, f"{walk!r}: verified only up to {verified.up_to}"
            kept = verified.match.deal.state.to_json() == match.deal.state.to_json()
            assert kept, f"{walk!r}: the record leads to another state"
            assert verified.match.totals == match.totals, f"{walk!r}: other totals"


CHECKS = (check_match, check_records)
