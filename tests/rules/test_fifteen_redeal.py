"""Fifteen, what a seat can't know: ``redeal`` against enumerations of all consistent worlds."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import permutations

import pytest

import koloda
from koloda.cards import PACK_52, parse_card, spell_cards
from koloda.deal import Deal, Game
from koloda.rules import fifteen
from koloda.rules.chance import seed_rng
from koloda.rules.fifteen import DRAW, STAND, State
from koloda.testing import small
from koloda.testing.walk import legal_codes

READINGS = ["any", "ten"]
World = tuple[tuple[int, ...], tuple[int, ...]]
"""What a seat can't know: the other's cards in order, and the stock."""


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def points(hand: tuple[int, ...]) -> int:
    return sum(fifteen.VALUES[card % 13] for card in hand)


def state_of(deal: Deal) -> State:
    assert isinstance(deal.state, State)
    return deal.state


def short(game: Game, order: list[int]) -> State:
    """A deal by seat 0 from a short pack."""
    return state_of(small(game, " ".join(spell_cards(order)), 1).deal(order))


def redealt(s: State, seat: int, seed: int) -> State:
    twin = s.copy()
    seed_rng(twin, seed)
    fifteen.redeal(twin, seat)
    return twin


def world_of(s: State, seat: int) -> World:
    found = fifteen.places(s)
    return tuple(found[f"hand {1 - seat}"]), tuple(found["stock"])


def key_of(s: State, seat: int) -> str:
    """What the seat knows, as text, and nothing of how a turn ended; F-7: in the end all cards
    that were drawn."""
    found = fifteen.places(s)
    hands = [found[f"hand {p}"] for p in range(2) if s.over or p == seat]
    return json.dumps([hands, s.counts, s.turn, s.over, s.actor, s.next])


def all_worlds(game: Game, pack: list[int], seat: int) -> dict[str, tuple[State, set[World]]]:
    """By what the seat knows: every world in which the deal can have come to this, found by
    playing all orders of the pack in all legal ways."""
    found: dict[str, tuple[State, set[World]]] = {}
    for order in permutations(pack):
        reached = [short(game, list(order))]
        while reached:
            s = reached.pop()
            _, worlds = found.setdefault(key_of(s, seat), (s, set()))
            worlds.add(world_of(s, seat))
            if not s.over:
                for action in legal_codes(game.rules, s):
                    after = s.copy()
                    fifteen.apply(after, action)
                    reached.append(after)
    return found


@pytest.mark.parametrize("first_stand", READINGS)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("pack", ["Ac 2c 5c 9c Tc", "9c Tc Jc Kc 4d", "9c Td 5h", "9c 5d"])
def test_f5_redeal_reaches_exactly_the_consistent_worlds(
    pack: str, seat: int, first_stand: str
) -> None:
    """The whole tree of a short pack, worlds with the order of the stock."""
    game = koloda.game("fifteen", first_stand=first_stand)
    for s, worlds in all_worlds(game, cards(pack), seat).values():
        dealt = {world_of(redealt(s, seat, n), seat) for n in range(15 * len(worlds) + 10)}
        assert dealt == worlds


@pytest.mark.parametrize("has_stopped", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("first_stand", READINGS)
def test_f5_redeal_reaches_exactly_the_hands_of_an_eight_card_pack(
    first_stand: str, n: int, has_stopped: bool
) -> None:
    """Hands of n cards as they were drawn, against a filter over all permutations: below 15
    before the last card, on turn with it too; F-4: who had to draw and did not has a ten."""
    game = koloda.game("fifteen", first_stand=first_stand)
    pack = cards("Ac Ad 2c 3c 4d 8c 9c Kd")
    for own in cards("Ac Kd" if n < 4 else "9c"):  # of the dealer
        hidden = [card for card in pack if card != own]
        wanted = {hand for hand in permutations(hidden, n) if points(hand[:-1]) < 15}
        if not has_stopped:
            wanted = {hand for hand in wanted if points(hand) < 15}
        elif n == 1 and first_stand == "ten":
            wanted = {hand for hand in wanted if points(hand) == 10}
        if not wanted:
            continue  # no ten left for him
        hand = min(wanted)
        s = short(game, [hand[0], own, *hand[1:], *(c for c in hidden if c not in hand)])
        for _ in hand[1:]:
            fifteen.apply(s, DRAW)
        if has_stopped and s.actor == 1:
            fifteen.apply(s, STAND)
        assert s.actor == (0 if has_stopped else 1)
        dealt = {world_of(redealt(s, 0, seed), 0)[0] for seed in range(12 * len(wanted) + 20)}
        assert dealt == wanted


def test_f5_redeal_knows_the_cards_set_aside() -> None:
    """F-8: of the pack's rest only the cards in play can come up."""
    rest = cards("Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc Ad 2h 3s")
    deal = koloda.game("fifteen").deal(pack="".join(spell_cards(rest)))
    for n in range(50):
        hand, stock = world_of(redealt(state_of(deal), 1, n), 1)
        assert sorted([*hand, *stock, rest[0]]) == sorted(rest)


def test_f5_redeal_is_uniform() -> None:
    """Before the showdown all consistent worlds are equally likely (chi-squared, fixed seeds)."""
    s = short(koloda.game("fifteen"), cards("2c Kd 9c Ac 4d 8c 3c"))
    for action in (DRAW, DRAW, STAND):
        fifteen.apply(s, action)
    hidden = cards("2c 9c Ac 4d 8c 3c")
    worlds = {hand for hand in permutations(hidden, 3) if points(hand[:2]) < 15}
    dealt = Counter(world_of(redealt(s, 0, n), 0)[0] for n in range(100 * len(worlds)))
    assert dealt.keys() == worlds
    surprise = sum((n - 100) ** 2 / 100 for n in dealt.values())
    freedom = len(worlds) - 1
    assert abs(surprise - freedom) < 4 * (2 * freedom) ** 0.5


def random_deals(count: int) -> list[Deal]:
    """Deals stopped at random moments, also from packs partly used."""
    rng = random.Random(99)
    found = []
    for n in range(count):
        game = koloda.game("fifteen", first_stand=rng.choice(READINGS))
        order = list(PACK_52)
        rng.shuffle(order)
        rest = "".join(spell_cards(order[rng.choice([0, 10, 37]) :]))
        deal = game.deal(pack=rest, dealer=n % 2, pot=n)
        for _ in range(rng.randrange(8)):
            if not deal.over:
                deal.apply(rng.choice(deal.legal_actions()))
        found.append(deal)
    return found


def test_f7_redeal_leaves_what_is_open() -> None:
    over = [deal for deal in random_deals(150) if deal.over]
    assert over
    for deal in over:
        s = state_of(deal)
        for seat in (0, 1):
            twin = redealt(s, seat, 4)
            assert (twin.cards, twin.counts) == (s.cards, s.counts)
            assert sorted(twin.pack) == sorted(s.pack)
            assert twin.pack != s.pack


def test_f5_redeal_changes_nothing_that_the_seat_sees() -> None:
    for deal in random_deals(150):
        s = state_of(deal)
        for seat in (0, 1):
            seen = json.dumps(fifteen.observe(s, seat))
            twin = redealt(s, seat, 7)
            assert json.dumps(fifteen.observe(twin, seat)) == seen
            if deal.actor == seat:
                assert legal_codes(deal.game.rules, twin) == legal_codes(deal.game.rules, s)
            held = sorted(card for place in fifteen.places(twin).values() for card in place)
            assert held == sorted(deal.pack)
            assert twin.pack[: twin.next] == [-1] * twin.next
            assert redealt(redealt(s, seat, 11), seat, 7) == twin  # nothing of the truth is left


def test_states_are_plain_and_places_whole() -> None:
    for deal in random_deals(60):
        s = state_of(deal)
        held = [card for place in fifteen.places(s).values() for card in place]
        assert sorted(held) == sorted(deal.pack)
        assert State.from_json(json.loads(json.dumps(s.to_json()))) == s
        for watcher in (0, 1, None):
            assert json.loads(json.dumps(deal.observe(watcher))) == deal.observe(watcher)
