"""OpenSpiel's search in the arena: a short contest of the kind whose long one is published."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pyspiel")

import koloda
from koloda.arena.contest import Pace
from koloda.arena.journal import Journal
from koloda.arena.pools import Pool, here, processes
from koloda.arena.run import Run
from koloda.bench.ismcts import SHARE, OpenSpielBot, against
from koloda.bots.levels import SearchBot
from koloda.cards import spell_card
from koloda.options import OptionError

GAMES = ["two_handed_hearts", "two_ten_jack"]


@pytest.mark.parametrize(
    ("name", "ours", "pool"), [(GAMES[0], "master", processes(1)), (GAMES[1], "club", here)]
)
def test_a_short_contest(name: str, ours: str, pool: Pool) -> None:
    made = against(koloda.game(name), [ours, "ismcts"], 1, pace=Pace(ms=1))
    run = Run(made, 1, Journal(made))
    run.play(pool)
    told = run.result()
    assert told["finished"]
    assert told["bots"] == [ours, "ismcts"]
    assert told["tables"][0]["differences"][0]["n"] == 1
    assert [item["acts"] for item in told["speed"]] == [2 * 26] * 2
    assert made.to_json()["uct_c"] == made.uct_c


def test_time_is_what_both_get() -> None:
    made = against(koloda.game("two_ten_jack"), ["strong", "ismcts"], pace=Pace(ms=40))
    deal = made.lay_out(0)
    ours: Any = made.player("strong", deal)
    assert vars(ours) == vars(SearchBot("strong", seconds=SHARE * 0.04))
    assert made.player("thumb-1", deal).level == "thumb-1"
    assert made.player("ismcts", deal).level == "ismcts"


@pytest.mark.parametrize(
    ("bots", "pace", "code"),
    [
        (["master", "ismcts"], Pace(), "arena_ismcts"),
        (["master", "ismcts"], Pace(nodes=9), "arena_ismcts"),
        (["ismcts"], Pace(ms=9), "arena_few"),
        (["ismcts", "grandmaster"], Pace(ms=9), "unknown_level"),
    ],
)
def test_what_can_not_be(bots: list[str], pace: Pace, code: str) -> None:
    with pytest.raises(OptionError) as caught:
        against(koloda.game("fifteen"), bots, pace=pace)
    assert caught.value.code == code


@pytest.mark.parametrize("name", GAMES)
def test_it_does_not_peek(name: str) -> None:
    """All cards that the seat has not seen change places: the act stays the same."""
    game = koloda.game(name)
    deal = game.deal(seed=3)
    lead = deal.apply(deal.legal_actions()[0])
    assert deal.actor is not None
    seen = {lead.text.lower(), *str(deal.observe(deal.actor)).lower().split("'")}
    places = [i for i, card in enumerate(deal.pack) if spell_card(card).lower() not in seen]
    pack = list(deal.pack)
    for i, card in zip(places, [deal.pack[i] for i in reversed(places)], strict=True):
        pack[i] = card
    other = game.deal(pack_order=pack)
    other.apply(lead)
    assert len(places) == 52 - 1 - len(deal.observe(deal.actor)["hand"])
    assert other.observe(deal.actor) == deal.observe(deal.actor)
    acts = [
        OpenSpielBot(one, 60, simulations=8).choose(one.view(deal.actor, 5), 5)
        for one in (deal, other)
    ]
    assert acts[0] == acts[1]


def test_an_act_of_several_tokens_is_thought_out_to_its_end() -> None:
    deal = koloda.game("chain").deal(seed=1)
    assert deal.actor is not None
    act = OpenSpielBot(deal, 60, simulations=2).choose(deal.view(deal.actor, 1), 1)
    assert act in deal.legal_actions()
