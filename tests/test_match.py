"""Matches: dealers, totals, the end, the settlement, and cards that come from outside."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import koloda
from koloda import Deal, Game, Match, OptionError
from koloda.cards import PACK_36, PACK_52, parse_card
from koloda.fair import Shuffle

GAME = koloda.game("rockaway", players=3, target=60)


def cards(text: str) -> list[int]:
    return [parse_card(card) for card in text.split()]


def finish(deal: Deal) -> None:
    while not deal.over:
        deal.apply(deal.legal_actions()[0])


def played(game: Game, seed: int) -> Match:
    match = Match(game, seed=seed)
    finish(match.deal)
    while not match.over:
        finish(match.next_deal())
    return match


def set_up_error(call: Any) -> OptionError:
    with pytest.raises(OptionError) as caught:
        call()
    return caught.value


def test_all_chance_of_a_match_follows_from_its_shuffle() -> None:
    match = played(GAME, 3)
    shuffle = Shuffle.from_seed(3)
    assert match.shuffle == shuffle
    for n, deal in enumerate(match.deals, 1):
        assert deal.pack == tuple(shuffle.deal(n).shuffle(PACK_52))
    stream = shuffle.dealer()
    row = stream.shuffle(PACK_52)[:3]
    assert match.dealer_draws[0] == row
    assert played(GAME, 3).totals == match.totals
    assert Match(GAME, shuffle=Shuffle.from_seed(3)).deal.pack == match.deals[0].pack


def test_ties_in_the_draw_are_drawn_again_from_the_whole_pack() -> None:
    game = koloda.game("rockaway", players=6, pack=36)
    longest: list[list[int]] = []
    for seed in range(300):
        draws = Match(game, seed=seed).dealer_draws
        longest = max(longest, draws, key=len)
        assert len(draws[0]) == 6
        for row, after in pairwise(draws):
            ranks = [card % 13 for card in row]
            assert len(after) == ranks.count(min(ranks)) > 1
        for row in draws:
            assert len(set(row)) == len(row)
            assert set(row) <= set(PACK_36)
        last = [card % 13 for card in draws[-1]]
        assert last.count(min(last)) == 1
    assert len(longest) >= 3


def test_without_a_seed_each_match_is_its_own() -> None:
    assert Match(GAME).deal.pack != Match(GAME).deal.pack


@pytest.mark.parametrize("seed", [-1, True, "7", 7.0, 2**63])
def test_a_seed_is_a_whole_number_of_63_bits(seed: Any) -> None:
    assert set_up_error(lambda: Match(GAME, seed=seed)).code == "seed"


def test_a_seed_and_a_shuffle_exclude_each_other() -> None:
    seed: Any = 7
    with pytest.raises(ValueError, match="a shuffle is"):
        Match(GAME, shuffle=seed)
    with pytest.raises(ValueError, match="seed or a shuffle"):
        Match(GAME, seed=1, shuffle=Shuffle.from_seed(1))


@pytest.mark.parametrize("names", [["Anna"], ["a", "b", "c", "d"], "abc", 7, None, [1, 2, 3]])
def test_a_name_for_every_seat_or_none(names: Any) -> None:
    assert Match(GAME, seed=1, names=["a", "b", "c"]).names == ["a", "b", "c"]
    assert Match(GAME, seed=1).names == []
    assert set_up_error(lambda: Match(GAME, seed=1, names=names)).code == "names"
    assert set_up_error(lambda: Match.by_hand(GAME, 0, names=names)).code == "names"


def test_totals_and_dealers_go_from_deal_to_deal() -> None:
    match = Match(GAME, seed=5)
    assert match.totals == [0, 0, 0]
    sums = [0, 0, 0]
    while True:
        deal = match.deal
        assert deal.totals == sums == match.totals
        assert deal.number == len(match.deals) - 1
        with pytest.raises(ValueError, match="not over"):
            match.next_deal()
        with pytest.raises(ValueError, match="not over"):
            _ = match.next_dealer
        assert (match.over, match.winners, match.settlement) == (False, [], None)
        finish(deal)
        sums = [total + score for total, score in zip(sums, deal.scores, strict=True)]
        assert match.totals == sums
        if match.over:
            break
        assert match.next_dealer == (deal.dealer + 1) % 3
        match.next_deal()
    assert max(sums) >= 60
    assert match.winners == [p for p, total in enumerate(sums) if total == min(sums)]
    with pytest.raises(ValueError, match="the match is over"):
        match.next_deal()


def test_the_settlement_is_exact_and_sums_to_zero() -> None:
    for seed in range(10):
        match = played(GAME, seed)
        assert match.settlement is not None
        assert match.settlement.gains is not None
        assert sum(match.settlement.gains) == 0
        assert list(match.settlement.winners) == match.winners


def test_a_match_of_so_many_deals() -> None:
    game = koloda.game("rockaway", players=2, until="deals", deals=3)
    assert len(played(game, 1).deals) == 3


# --- cards from outside ------------------------------------------------------------------------


def test_by_hand_the_dealer_is_named() -> None:
    match = Match.by_hand(GAME, 2, names=["a", "b", "c"])
    assert (match.totals, match.over, match.winners, match.settlement) == ([], False, [], None)
    assert match.next_dealer == 2
    with pytest.raises(ValueError, match="no deal"):
        _ = match.deal
    deal = match.next_deal(pack_order=PACK_52)
    assert (deal.dealer, deal.pack, match.deal) == (2, PACK_52, deal)
    finish(deal)
    assert match.next_deal(pack_order=reversed(PACK_52)).dealer == 0


def test_by_hand_the_dealer_follows_from_the_draw() -> None:
    match = Match.by_hand(GAME, dealer_draws=[cards("7h 2c 2d"), cards("Kd 9h")])
    assert match.next_dealer == 2
    assert Match.by_hand(GAME, 2, dealer_draws=match.dealer_draws).next_dealer == 2


def test_the_draw_tells_who_drew_what() -> None:
    match = Match.by_hand(GAME, dealer_draws=[cards("7h 2c 2d"), cards("Kd 9h")])
    first, second = match.dealer_rounds
    assert [seat for seat, _ in first] == [0, 1, 2]
    assert second == [(1, parse_card("Kd")), (2, parse_card("9h"))]
    assert Match.by_hand(GAME, 1).dealer_rounds == []


@pytest.mark.parametrize(
    ("dealer", "rows"),
    [
        (None, []),
        (None, ["7h 2c 2d"]),
        (None, ["7h 2c"]),
        (None, ["7h 2c 3d", "3h"]),
        (0, ["7h 2c 3d"]),
        (None, ["7h X1 3d"]),
        (None, ["7h 3d 3d", "2c 3c"]),
    ],
)
def test_draws_that_settle_nothing(dealer: int | None, rows: list[str]) -> None:
    draws = [cards(row) for row in rows]
    assert set_up_error(lambda: Match.by_hand(GAME, dealer, dealer_draws=draws)).code == "draws"


@pytest.mark.parametrize(
    "row", [[99, 5, 3], [-1, 5, 3], ["7h", 5, 3], [None, 5, 3], 7, [[], 1, 2], [True, 5, 3]]
)
def test_draws_of_what_is_no_card(row: Any) -> None:
    assert set_up_error(lambda: Match.by_hand(GAME, dealer_draws=[row])).code == "draws"


def test_draws_come_from_the_pack_played_with() -> None:
    short = koloda.game("rockaway", players=3, pack=36)
    draws = [cards("7h 2c 9d")]
    assert Match.by_hand(GAME, dealer_draws=draws).next_dealer == 1
    assert set_up_error(lambda: Match.by_hand(short, dealer_draws=draws)).code == "draws"
    two = koloda.game("rockaway", players=3, packs=2)
    assert (
        Match.by_hand(
            two, dealer_draws=[cards("7h 9d 7h"), cards("8c 8d"), cards("2c 2c"), cards("2s Ks")]
        ).next_dealer
        == 0
    )


@pytest.mark.parametrize("dealer", [-1, 3, True, "0", 1.0])
def test_by_hand_the_dealer_is_a_seat(dealer: Any) -> None:
    assert set_up_error(lambda: Match.by_hand(GAME, dealer)).code == "seat"


def test_by_hand_a_deal_needs_its_pack() -> None:
    match = Match.by_hand(GAME, 0)
    assert set_up_error(match.next_deal).params["problem"] == "missing"
    error = set_up_error(lambda: match.next_deal(pack_order=PACK_36))
    assert (error.code, error.params["card"]) == ("pack", "2c")
    assert match.deals == []
    assert match.next_deal(pack_order=PACK_52).number == 0
