"""The table with explicit chance: the same deals as the engine's, card by card."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from tests.adapters.support import TINY, every_table, finished, random_step, walk

from koloda.adapters.actions import ACTIONS
from koloda.adapters.table import MAX_CUT_JOKERS, Setup, Table, play
from koloda.cards import spell_cards
from koloda.deal import game
from koloda.options import OptionError
from koloda.rules import SHELF
from koloda.testing.setups import every_setup

NAMES = sorted(ACTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_deal_from_a_shuffled_pack_ends_alike(name: str) -> None:
    for seed, set_up in enumerate(every_setup(SHELF[name])):
        table = finished(Setup(set_up, seed % set_up.players), seed)
        order = [table.history[at] for at in table.slots]
        rest = set_up.cards()
        for card in order:
            rest.remove(card)
        cuts = [] if not table.cuts else spell_cards(table.cuts)
        deal = set_up.deal(dealer=seed % set_up.players, pack_order=order + rest, cuts=cuts or None)
        for _, code in table.log:
            deal.apply(set_up.rules.spell(deal.state, code))
        assert deal.over
        assert table.returns() == pytest.approx([float(net) for net in deal.net])
        for seat in range(set_up.players):
            assert table.observation(seat).items() <= deal.observe(seat).items()


@pytest.mark.parametrize("name", NAMES)
def test_a_history_rebuilds_the_table(name: str) -> None:
    for table in walk(Setup(game(name)), 3):
        if len(table.history) % 7 == 0:
            again = play(table.setup, table.history)
            restored = pickle.loads(pickle.dumps(table))
            assert str(again) == str(table) == str(restored)
            assert restored.history == table.history
            assert restored.setup.key == table.setup.key


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_and_its_source_go_their_own_ways(name: str) -> None:
    table, dice = Table(Setup(game(name))), Random(1)
    while not table.over:
        twin, seen = table.copy(), (str(table), list(table.history))
        random_step(twin, dice)
        assert (str(table), table.history) == seen
        assert twin.history[:-1] == table.history
        table = twin


@pytest.mark.parametrize("name", NAMES)
def test_chance_is_even_over_the_cards_not_seen(name: str) -> None:
    for table in walk(Setup(game(name)), 2):
        if table.chance:
            cards, odds = zip(*table.outcomes(), strict=True)
            assert list(cards) == sorted(set(cards))
            assert sum(odds) == pytest.approx(1)
            assert len(set(odds)) == 1


def test_r2_with_two_packs_a_card_still_there_twice_is_twice_as_likely() -> None:
    table = Table(Setup(game("rockaway", packs=2)))
    table.apply(0)
    odds = dict(table.outcomes())
    assert odds[0] == pytest.approx(1 / 103)
    assert odds[1] == pytest.approx(2 / 103)
    table.apply(0)
    assert 0 not in dict(table.outcomes())


def test_c2_no_joker_is_cut_without_end() -> None:
    table = Table(Setup(game("chain")))
    for _ in range(MAX_CUT_JOKERS):
        table.apply(52)
    assert 52 not in dict(table.outcomes())
    table.apply(12)
    table.apply(12)
    assert len(table.cuts) == MAX_CUT_JOKERS + 2
    assert len(table.outcomes()) == 54  # now the pack is dealt


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_possible_changes_nothing(name: str) -> None:
    for table in walk(Setup(game(name)), 4):
        if table.over:
            break
        size = table.setup.actions.size
        possible = [c for c, _ in table.outcomes()] if table.chance else table.legal()
        before = str(table)
        for choice in {-1, size, 99, *range(0, size, 50)} - set(possible):
            with pytest.raises(ValueError, match=str(choice)):
                table.apply(choice)
        assert str(table) == before
    with pytest.raises(ValueError, match="over"):
        table.apply(0)


@pytest.mark.parametrize("name", NAMES)
def test_the_longest_deal_is_not_exceeded(name: str) -> None:
    for seed, set_up in enumerate(every_setup(SHELF[name])):
        setup = Setup(set_up)
        table = finished(setup, seed)
        chance = len(table.slots) + len(table.cuts)
        assert chance <= setup.most_chance
        assert 0 < len(table.history) - chance <= setup.longest


@pytest.mark.parametrize("name", sorted(TINY))
def test_perfect_recall_and_no_more(name: str) -> None:
    """A seat's information tells its earlier information and what it did, and of two histories
    with the same information the same is legal."""
    past: dict[tuple[int, str], tuple[object, ...]] = {}

    def look(table: Table, own: tuple[tuple[object, ...], ...]) -> None:
        if table.over or not table.chance:
            for seat in range(2):
                legal = tuple(table.legal()) if not table.over and seat == table.actor else ()
                known = (own[seat], legal)
                assert past.setdefault((seat, table.information(seat)), known) == known
        if table.over:
            return
        choices = [c for c, _ in table.outcomes()] if table.chance else table.legal()
        for choice in choices:
            after, then = table.copy(), list(own)
            if not table.chance:
                seat = table.actor
                then[seat] = (*own[seat], table.information(seat), choice)
            after.apply(choice)
            look(after, tuple(then))

    look(Table(TINY[name]), ((), ()))
    assert len(past) > 20


def test_nobody_else_knows_of_an_act_not_yet_complete() -> None:
    for table in walk(Setup(game("chain")), 6):
        if table.prefix:
            others = [p for p in range(6) if p != table.actor]
            plain = play(table.setup, table.history[: -len(table.prefix)])
            for seat in [*others, None]:
                assert table.information(seat) == plain.information(seat)
                assert table.observation(seat) == plain.observation(seat)
            assert table.information(table.actor) != plain.information(table.actor)
            return
    pytest.fail("no act of several tokens")


def test_f5_a_turn_that_ends_by_itself_looks_like_standing() -> None:
    setup = Setup(game("fifteen"), dealer=0)  # seat 1 plays first
    full, stood = Table(setup), Table(setup)
    for card in (8, 0):  # Tc to seat 1, 2c to the dealer
        full.apply(card)
        stood.apply(card)
    for table, card in ((full, 9), (stood, 13)):  # Jc makes 20, 2d makes 12
        table.apply(0)
        table.apply(card)
    stood.apply(1)
    assert full.information(0) == stood.information(0)
    assert full.information(1) != stood.information(1)


def test_returns_are_zero_until_the_end_and_sum_to_zero() -> None:
    for name in NAMES:
        for table in walk(Setup(game(name)), 1):
            assert sum(table.returns()) == pytest.approx(0, abs=1e-9)
            assert table.over or not any(table.returns())


def test_every_deal_of_a_tiny_game_is_there() -> None:
    ends = [table for table in every_table(Table(TINY["two_handed_hearts"])) if table.over]
    packs = {tuple(table.history[at] for at in table.slots) for table in ends}
    assert len(packs) == 24


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"cards": "2c 2d"}, "cards from"),
        ({"cards": "2c 2c 3c 4c 5c 6c"}, "not in the pack"),
        ({"cards": "1c"}, "1c"),
        ({"hand_size": 30}, "60 cards from 52"),
        ({"hand_size": -1}, "cards from"),
    ],
)
def test_short_packs_that_cannot_be(changes: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Setup(game("rockaway"), **changes)  # type: ignore[arg-type]


def test_a_seat_that_is_not_there_cannot_deal() -> None:
    with pytest.raises(OptionError, match="seat"):
        Setup(game("rockaway"), dealer=2)
    with pytest.raises(ValueError, match="one size"):
        Setup(game("fifteen"), hand_size=2)
