"""Ladder Rummy by rule of thumb: what the book advises, legal play, and a beginner loses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import mean
from typing import Any

import pytest

from koloda.bots.ladder_rummy import policy
from koloda.cards import NO_CARD, mask, members, parse_card
from koloda.deal import Game
from koloda.options import resolve
from koloda.rules import ladder_rummy as rules
from koloda.rules.chance import seed_rng
from koloda.rules.melds import low_of

Choice = Callable[[rules.State], int]


def set_up(players: int, **options: Any) -> Game:
    return Game(rules, players, resolve(rules, options))


def position(
    held: str,
    ladder: str = "2c",
    melds: tuple[str, ...] = (),
    known: str = "",
    drawn: bool = True,
    others: int = 2,
    **options: Any,
) -> rules.State:
    """Seat 0 of two is on turn; seat 1 holds the cards ``known`` and ``others`` of the rest."""
    s = set_up(2, **options).deal().state
    assert isinstance(s, rules.State)
    taken = [parse_card(card) for card in known.split()]
    lies = [parse_card(card) for card in ladder.split()]
    laid = [[parse_card(card) for card in meld.split()] for meld in melds]
    hand = [parse_card(card) for card in held.split()]
    gone = {*taken, *lies, *hand, *(card for meld in laid for card in meld)}
    rest = [card for card in range(52) if card not in gone]
    Random(1).shuffle(rest)
    s.hand[:2] = [mask(hand), mask(taken) | mask(rest[:others])]
    s.known[1] = mask(taken)
    s.n_ladder = len(lies)
    s.ladder[: len(lies)] = lies
    for i, meld in enumerate(laid):
        s.meld[i], s.low[i], s.owner[i] = mask(meld), low_of(mask(meld)), 1
    s.n_melds = len(laid)
    s.next = 52 - len(rest[others:])
    s.pack[:] = [NO_CARD] * s.next + rest[others:]
    s.actor, s.drawn = 0, int(drawn)
    return s


def chosen(s: rules.State) -> str:
    before = s.to_json()
    text = rules.spell(s, policy(s))
    del before["rng"]
    after = s.to_json()
    del after["rng"]
    assert after == before  # to think is not to act
    return text


def test_a_dear_meld_is_worth_a_few_cheap_cards() -> None:
    kings = position("Kc Kd Kh 9d 5s 8c Jh", "Jc Ks 2d 3h", drawn=False)
    assert chosen(kings) == "take Ks"
    nothing = position("Kc Qd 4h 9d 5s 8c", "Jc 7s 2d 3h", drawn=False)
    assert chosen(nothing) == "stock"


def test_the_deeper_take_is_for_the_beginning_of_a_deal() -> None:
    """The jack would come along too, to be hoped on; with a hand nearly empty that is no use."""
    held, lies = "Kc Kd Kh 9d 5s 8c Jh", "Jc Ks 2d 3h"
    assert chosen(position(held, lies, drawn=False, others=9)) == "take Jc"
    assert chosen(position(held, lies, drawn=False, others=2)) == "take Ks"


def test_what_can_be_laid_is_laid_the_dearest_way() -> None:
    """The 7h goes to the run; the other sevens make a set without it."""
    s = position("7c 7d 7h 7s 5h 6h Jc 2d")
    laid = []
    while not s.over and s.actor == 0:
        laid.append(chosen(s))
        rules.apply(s, policy(s))
    assert set(laid[:2]) == {"meld 7c 7d 7s", "meld 5h 6h 7h"}
    assert laid[2].startswith("discard")


def test_lay_offs_are_not_forgotten() -> None:
    s = position("Kh Ah 4c 9d", melds=("Th Jh Qh",))
    assert chosen(s) == "add Kh to 1"
    rules.apply(s, policy(s))
    assert chosen(s) == "add Ah to 1"


def test_no_gift_for_the_next_player() -> None:
    """The 7h would make a meld with the ladder; the 7h and 8h with cards he was seen to take."""
    in_ladder = position("7h Kc Qc", "7c 7d")
    assert chosen(in_ladder) != "discard 7h"
    seen = position("8h 3c Ks", "2c", known="8c 8d")
    assert chosen(seen) != "discard 8h"


def test_pairs_are_kept_and_loose_cards_go() -> None:
    assert chosen(position("9c 9d 5h 6h 2s", others=7)) == "discard 2s"


def test_an_empty_stock_and_nothing_to_gain_ends_the_deal() -> None:
    s = position("Kc Qd 4h 9d", "2c 5s", drawn=False)
    s.next = s.size
    assert chosen(s) == "decline"


def test_the_choice_does_not_depend_on_hidden_cards() -> None:
    for seed in range(3):
        s = set_up(3).deal(seed=seed).state
        assert isinstance(s, rules.State)
        for _ in range(60):
            if s.over:
                break
            choice = policy(s.copy())
            for other in range(2):
                world = s.copy()
                seed_rng(world, other)
                rules.redeal(world, s.actor)
                assert policy(world) == choice
            rules.apply(s, choice)


def beginner(random: Random) -> Choice:
    """Draws from anywhere, lays what he sees, discards anything."""

    def choose(s: rules.State) -> int:
        out = [0] * rules.MAX_ACTIONS
        codes = out[: rules.legal(s, out)]
        laying = [code for code in codes if rules.spell(s, code)[:4] in ("meld", "add ")]
        if rules.STOCK in codes and random.random() < 0.5:
            return rules.STOCK
        return random.choice(laying or codes)

    return choose


def play(s: rules.State, seats: list[Choice]) -> list[int]:
    out = [0] * rules.MAX_ACTIONS
    while not s.over:
        code = seats[s.actor](s)
        assert code in out[: rules.legal(s, out)]
        rules.apply(s, code)
    return [rules.score(s, p) for p in range(s.players)]


SETTINGS: list[dict[str, Any]] = [
    {},
    {"must_use": "always", "layoff_needs_meld": True, "corner": False},
    {"must_use": "deep", "losers_pay": True},
]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("players", [2, 4])
def test_a_beginner_loses_clearly(players: int, options: dict[str, Any]) -> None:
    """Each pack twice, the bot once on the first seat and once on the last."""
    game, gains = set_up(players, **options), []
    for seed in range(30):
        for seat in (0, players - 1):
            s = game.deal(seed=seed, dealer=seed % players).state
            assert isinstance(s, rules.State)
            seats: list[Choice] = [beginner(Random(seed)) for _ in range(players)]
            seats[seat] = policy
            scores = play(s, seats)
            gains.append(scores[seat] - (sum(scores) - scores[seat]) / (players - 1))
    assert mean(gains) > 30


def test_six_bots_play_a_deal_to_its_end() -> None:
    s = set_up(6).deal(seed=2).state
    assert isinstance(s, rules.State)
    scores = play(s, [policy] * 6)
    assert sum(scores) > 0
    assert not any(members(hand) for hand in s.hand[6:])
