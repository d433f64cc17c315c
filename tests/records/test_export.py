"""What an export of an unfinished match shows, and what it must not."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import koloda
from koloda.cards import NO_CARD, spell_card
from koloda.records import Fairness
from koloda.rules import SHELF

GAMES = sorted(SHELF)


def by_hand(game: koloda.Game, dealer: int, pack: list[int], cuts: list[int]) -> koloda.Match:
    match = koloda.Match.by_hand(game, dealer)
    match.next_deal(pack_order=pack, cuts=cuts)
    return match


def unfinished(game: str, seed: int, acts: int, players: int | None = None) -> koloda.Match:
    """A match by hand in its first deal, not over."""
    random = Random(seed)
    setup = koloda.game(game, players=players)
    source = koloda.Match(setup, seed=seed).deal
    cuts = source.carry.get("cuts", [])
    match = by_hand(setup, source.dealer, list(source.pack), cuts)
    for _ in range(acts):
        before = match.deal.copy()
        match.deal.apply(random.choice(match.deal.legal_actions()))
        if match.deal.over:
            match.deals[-1] = before
            break
    return match


def hidden(deal: koloda.Deal) -> list[int]:
    """The cards in hands and stock, but for those taken in sight of all."""
    seen = deal.observe(None).get("known", [])
    known = {card for hand in seen for card in hand}
    places = deal.game.rules.places(deal.state)
    return [
        card
        for place, cards in places.items()
        if place == "stock" or place.startswith("hand ")
        for card in cards
        if spell_card(card) not in known
    ]


@pytest.mark.parametrize("acts", [0, 1, 7, 30])
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_are_not_in_an_export(game: str, acts: int) -> None:
    for seed in range(3):
        match = unfinished(game, seed, acts)
        record = koloda.loads(koloda.dumps(match))
        shown = Counter(record.deals[-1].pack)
        assert not [card for card in hidden(match.deal) if shown[card]]
        assert record.private is None
        with pytest.raises(koloda.RecordError) as error:
            record.resume()
        assert error.value.code == "not_private"


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_were_shown_are_in_an_export(game: str) -> None:
    for seed in range(3):
        match = unfinished(game, seed, 12)
        shown = koloda.loads(koloda.dumps(match)).deals[-1].pack
        places = match.deal.game.rules.places(match.deal.state)
        for place, cards in places.items():
            if place != "stock" and not place.startswith("hand "):
                assert set(cards) <= set(shown), place


@pytest.mark.parametrize("acts", [0, 5, 20, 60])
@pytest.mark.parametrize("game", GAMES)
def test_an_export_depends_on_nothing_hidden(game: str, acts: int) -> None:
    """Another order of the stock, and another order in which the same hand was dealt."""
    for seed in range(3):
        match = unfinished(game, seed, acts)
        text = koloda.dumps(match)
        for pack in other_worlds(match, Random(seed)):
            cuts = match.deal.carry.get("cuts", [])
            other = by_hand(match.game, match.deal.dealer, pack, cuts)
            for move in match.deal.moves:
                other.deal.apply(move.action, move.seat)
            assert koloda.dumps(other) == text


def other_worlds(match: koloda.Match, random: Random) -> list[list[int]]:
    deal, worlds = match.deal, []
    pack, cursor = list(deal.pack), deal.state.next
    stock = pack[cursor:]
    random.shuffle(stock)
    worlds.append(pack[:cursor] + stock)
    first = by_hand(match.game, deal.dealer, pack, deal.carry.get("cuts", [])).deal
    places = first.game.rules.places(first.state)
    for place, cards in places.items():
        slots = [i for i in range(first.state.next) if pack[i] in cards]
        if place.startswith("hand ") and len(set(pack)) == len(pack):
            order = [pack[i] for i in slots]
            random.shuffle(order)
            world = list(pack)
            for slot, card in zip(slots, order, strict=True):
                world[slot] = card
            worlds.append(world)
    return worlds


def test_two_packs_show_only_what_was_turned_up() -> None:
    match = unfinished("rockaway", 1, 20, players=7)
    shown = koloda.loads(koloda.dumps(match)).deals[0].pack
    starter = 7 * 7
    assert [i for i, card in enumerate(shown) if card != NO_CARD] == [starter]
    assert shown[starter] == match.deal.pack[starter]


def test_a_finished_deal_shows_all_but_the_stock() -> None:
    match = koloda.Match(koloda.game("rockaway", pack=36), seed=2)
    random = Random(2)
    while not match.deal.over:
        match.deal.apply(random.choice(match.deal.legal_actions()))
    assert not match.over
    gone = match.deal.state.next
    record = koloda.loads(koloda.dumps(match))
    assert record.deals[0].pack[:gone] == match.deal.pack[:gone]
    assert set(record.deals[0].pack[gone:]) <= {NO_CARD}
    assert record.shuffle is not None
    assert record.shuffle.server_seed is None
    verified = record.verify()
    assert verified.complete
    assert verified.fairness is Fairness.UNPUBLISHED


def test_an_export_of_a_private_record_leaves_its_secrets_out() -> None:
    match = koloda.Match(koloda.game("rockaway"), seed=2)
    private = koloda.loads(koloda.dumps(match, private=True, free={"source": "s"}))
    assert match.shuffle is not None
    secret = match.shuffle.server_seed.hex()
    assert secret in koloda.dumps(private, private=True)
    exported = koloda.dumps(private)
    assert secret not in exported
    assert exported == koloda.dumps(match, free={"source": "s"})


def test_f5_an_export_does_not_tell_a_bust_from_standing() -> None:
    """F-5: before the showdown only the number of cards drawn is seen, and the stop."""
    setup = koloda.game("fifteen")
    lines = set()
    for first, second in (("5c", "stand"), ("Kd", None)):  # 6c 5c, and 6c Kd: over 15
        cards = [card for card in setup.cards() if spell_card(card) not in ("6c", "2c", first)]
        head = [
            card
            for name in ("6c", "2c", first)
            for card in setup.cards()
            if spell_card(card) == name
        ]
        match = by_hand(setup, 1, head + cards, [])
        match.deal.apply("draw")
        if second:
            match.deal.apply(second)
        record = koloda.loads(koloda.dumps(match))
        assert set(record.deals[0].pack) == {NO_CARD}
        assert (
            koloda.loads(koloda.dumps(match, private=True)).resume().deal.state == match.deal.state
        )
        lines.add(record.deals[0].moves)
        verified = record.verify()
        assert verified.up_to is not None
        assert verified.up_to.turn == 0
    assert lines == {("0 draw; stop",)}


# --- free keys -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("free", "code"),
    [
        ({"game": "whist"}, "reserved_key"),
        ({"private": {}}, "reserved_key"),
        ({1: "one"}, "type"),
        ({"a": {1: "one"}}, "type"),
        ({"a": None}, "type"),
        ({"a": (1, 2)}, "type"),
        ({"a": 2**64}, "type"),
        ([("a", 1)], "type"),
    ],
)
def test_free_keys_that_can_t_be_read_back_are_not_written(free: Any, code: str) -> None:
    match = koloda.Match(koloda.game("rockaway"), seed=1)
    with pytest.raises(koloda.RecordError) as caught:
        koloda.dumps(match, free=free)
    assert caught.value.code == code


def test_any_other_free_keys_come_back() -> None:
    free: dict[str, Any] = {"": 1, 'a\n"': [{}, {"b": 1e300}], "date": True}
    record = koloda.loads(koloda.dumps(koloda.Match(koloda.game("chain"), seed=1), free=free))
    assert record.free == free


def test_a_record_is_read_from_text() -> None:
    nothing: Any = None
    with pytest.raises(koloda.RecordError, match="type"):
        koloda.loads(nothing)
