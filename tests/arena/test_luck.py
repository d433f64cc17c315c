"""The luck of the draw has mean 0, exactly: all orders of the stock of small deals are played."""

from __future__ import annotations

from itertools import permutations
from statistics import fmean, pvariance
from typing import Any

import pytest

import koloda
from koloda.arena.contest import Task, contest
from koloda.arena.luck import DrawLuck
from koloda.arena.playing import Played, play, play_deal
from koloda.bots import bot
from koloda.options import OptionError
from koloda.testing.small import Small, small

SMALL: dict[str, tuple[Small, int]] = {
    "rockaway": (small("rockaway", "6c 6d 7c 7d 8c 8d 9c 9d 6h", 2), 4),
    "rockaway_two_packs": (small("rockaway", "6c 6c 7d 7d 8c 8d 9d 6h", 2, packs=2), 3),
    "ladder_rummy": (small("ladder_rummy", "4c 5c 6c 7c 4d 5d 6d 7d 4h 5h", 3), 3),
    "two_ten_jack": (small("two_ten_jack", "2h 3h Th Jh 2s 4s Ts Js", 2), 4),
    "two_handed_hearts": (small("two_handed_hearts", "2h 3h 4h 5h 2s 3s 4c 5c", 2), 4),
    "fifteen": (small("fifteen", "2c 3c 5d 7d 9h Ts", 1), 4),
}
"""Set-ups, and how many cards lie in the stock after the deal."""
DEALS = ((1, 0), (2, 3))
"""Rotations of the pack that give other hands."""
WORLDS = 3


def orders(setup: Small, stock: int, turn: int) -> list[tuple[int, ...]]:
    """Packs with the same hands and every order of the stock."""
    cards = sorted(setup.cards)
    cards = cards[turn:] + cards[:turn]
    head, tail = cards[: len(cards) - stock], cards[len(cards) - stock :]
    return [(*head, *order) for order in permutations(tail)]


def played(setup: Small, pack: tuple[int, ...], luck: DrawLuck, seed: int) -> Played:
    deal = setup.deal(pack)
    return play_deal(deal, [bot("random") for _ in range(deal.game.players)], seed, luck)


@pytest.mark.parametrize("name", SMALL)
def test_over_all_orders_of_the_stock_luck_adds_up_to_nothing(name: str) -> None:
    setup, stock = SMALL[name]
    luck = DrawLuck(setup.game, WORLDS, plain=True)
    met = 0.0
    for turn, seed in DEALS:
        found = [played(setup, pack, luck, seed) for pack in orders(setup, stock, turn)]
        assert setup.deal(orders(setup, stock, turn)[0]).state.size - stock == (
            setup.deal(orders(setup, stock, turn)[0]).state.next
        )
        lucks = [one.luck for one in found if one.luck is not None]
        assert len(lucks) == len(found)
        for seat in range(2):
            assert fmean(one[seat] for one in lucks) == pytest.approx(0, abs=1e-9)
            met += sum(abs(one[seat]) for one in lucks)
    assert met > 1


@pytest.mark.parametrize(
    ("name", "turn"),
    [("rockaway", 6), ("ladder_rummy", 5), ("two_ten_jack", 4), ("two_handed_hearts", 6)],
)
def test_taking_luck_out_leaves_less_spread(name: str, turn: int) -> None:
    setup, stock = SMALL[name]
    luck = DrawLuck(setup.game, 20, plain=True)
    raw, adjusted = [], []
    for pack in orders(setup, stock, turn):
        deal = setup.deal(pack)
        found = play_deal(deal, [bot("thumb"), bot("thumb")], 0, luck)
        assert found.luck is not None
        raw.append(found.scores[0] - found.scores[1])
        adjusted.append(raw[-1] - found.luck[0] + found.luck[1])
    assert pvariance(raw) > 0
    assert pvariance(adjusted) < 0.2 * pvariance(raw)


def test_the_worth_of_a_card_does_not_look_at_the_order_of_the_stock() -> None:
    setup, stock = SMALL["two_ten_jack"]
    luck = DrawLuck(setup.game, WORLDS, plain=True)
    found: dict[tuple[int, int], set[tuple[float, ...]]] = {}
    for pack in orders(setup, stock, 0):
        deal = setup.deal(pack)
        while True:
            before, action = deal.state.copy(), deal.legal_actions()[0]
            deal.apply(action)
            if drawn := deal.state.next - before.next:
                break
        assert drawn == 2
        at = before.next
        told = tuple(luck.of(before, action.code, drawn, 9))
        found.setdefault((before.pack[at], before.pack[at + 1]), set()).add(told)
    assert len(found) == 4 * 3
    assert all(len(values) == 1 for values in found.values())


def test_compiled_and_interpreted_agree() -> None:
    deal = koloda.game("fifteen").deal(seed=4)
    before = deal.state.copy()
    action = deal.legal_actions()[0]
    assert str(action) == "draw"
    deal.apply(action)
    twins = [DrawLuck(deal.game, 8, plain=plain) for plain in (False, True)]
    first, second = (luck.of(before, action.code, 1, 77) for luck in twins)
    assert first == second
    assert any(first)


def test_a_record_tells_the_luck_and_the_play_is_the_same() -> None:
    game = koloda.game("fifteen")
    plain, lucky = (
        play(contest(game, ["thumb", "random"], 1, worlds=worlds), Task(0, 0, 1))
        for worlds in (0, 4)
    )
    assert len(lucky.pop("luck")) == 2
    for record in (plain, lucky):
        del record["ms"]
    assert plain == lucky


def test_a_game_that_nobody_searches_has_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = koloda.game("fifteen")
    game.id = "seventh"
    with pytest.raises(OptionError) as caught:
        DrawLuck(game, 4)
    assert caught.value.code == "arena_luck_game"
