"""Chain: what acts prove about hidden hands (C-5, C-6), and that ``redeal`` keeps exactly that.

A world agrees with what a seat knows when every act done so far was legal in it: the tests deal
such a world from the start and play the same acts again, knowing nothing of how the proofs are
stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from koloda.cards import RANK_MASKS, mask, members, parse_card, spell_cards
from koloda.deal import Deal, Game
from koloda.options import resolve
from koloda.rules import chain
from koloda.rules.apart import APART, enough, keep_apart
from koloda.rules.chance import seed_rng
from koloda.rules.contract import Refused
from koloda.testing import check_redeal_exact, small

STRICT = {"lone": "strict"}
JOKERS = 3 << 52


def set_up(players: int, **options: Any) -> Game:
    return Game(chain, players, resolve(chain, options))


def partitions(cards: list[str], hand: int, players: int) -> Iterator[list[list[str]]]:
    """Every way to deal hands; what is left over comes last, in every order it can have."""
    if players == 0:
        left = [list(order) for order in {tuple(cards), tuple(reversed(cards))}]
        yield from ([order] for order in left)
        return
    for held in combinations(cards, hand):
        rest = [card for card in cards if card not in held]
        for others in partitions(rest, hand, players - 1):
            yield [list(held), *others]


def orders(cards: str, hand: int, players: int) -> list[str]:
    """One order of the pack for each way to deal (seat 1 is eldest when seat 0 deals)."""
    found = []
    for *hands, left in partitions(cards.split(), hand, players):
        dealt = [hands[(1 + i) % players][i // players] for i in range(hand * players)]
        found.append("".join([*dealt, *left]))
    return sorted(found)


SMALL = [
    ("4c 7d 7h Ts X1 2c", 2, 3, {}),  # lone cards with a joker held
    ("4c 7d 7h Ts X1 2c", 2, 3, STRICT),
    ("4c 6d 8h Ts Qc 5s", 2, 3, {}),  # hands that become chains
    ("4c 6d X1 X2 9s 9c", 2, 3, {}),  # a pass
    ("4c 6d X1 X2 9s 9c", 2, 3, STRICT),
    ("4c 4d 7c 7d Tc Jd", 2, 2, {}),  # two cards never dealt
    ("3c 5c 5d 8h X1 Kd", 2, 2, STRICT),
    ("4c 6d 8h", 1, 2, {}),
]


@pytest.mark.parametrize(("cards", "hand", "players", "options"), SMALL)
def test_c5_c6_redeal_is_exact(
    cards: str, hand: int, players: int, options: dict[str, Any]
) -> None:
    only = orders(cards, hand, players)
    check_redeal_exact(small(set_up(players, **options), cards, hand, only=only))


def few(*hands: str, **options: Any) -> Deal:
    """Seat 0 is eldest; the hands are of one size."""
    held = [hand.split() for hand in hands]
    order = [hand[i] for i in range(len(held[0])) for hand in held]
    game = set_up(len(held), **options)
    return small(game, " ".join(order), len(held[0])).deal("".join(order), dealer=len(held) - 1)


def truth(deal: Deal) -> chain.State:
    assert isinstance(deal.state, chain.State)
    return deal.state


def redealt(deal: Deal, seat: int, seed: int) -> chain.State:
    world = truth(deal).copy()
    seed_rng(world, seed)
    chain.redeal(world, seat)
    return world


def agrees(deal: Deal, hands: list[int]) -> bool:
    """Whether every act done so far is legal where the seats hold these cards now."""
    players = deal.game.players
    began = [mask(chain_cards(deal, p)) | hands[p] for p in range(players)]
    size = began[0].bit_count()
    order = [
        members(began[(deal.dealer + 1 + i) % players])[i // players] for i in range(size * players)
    ]
    if any(held.bit_count() != size for held in began):
        return False
    cards = " ".join(deal.game.rules.spell(deal.state, 3 | card << 8)[5:] for card in order)
    again = small(deal.game, cards, size).deal(order, dealer=deal.dealer)
    try:
        for move in deal.moves:
            again.apply(move.action.text)
    except Refused:
        return False
    return truth(again).hand[:players] == hands


def chain_cards(deal: Deal, seat: int) -> list[int]:
    """The cards a seat has laid."""
    laid = []
    for seen in deal.observe(None)["chains"]:
        for text, by in zip(seen["cards"], seen["by"], strict=True):
            laid += [parse_card(text.split("=")[0])] if by == seat else []
    return laid


def worlds(deal: Deal, seat: int) -> set[tuple[int, ...]]:
    """All hands that agree with what a seat knows, by trying every way to deal the rest."""
    s = truth(deal)
    counts = [s.hand[p].bit_count() for p in range(s.players)]
    others = [p for p in range(s.players) if p != seat]
    hidden = members(sum(s.hand[p] for p in others))
    found = set()

    def hand_out(left: list[int], k: int, hands: list[int]) -> None:
        if k == len(others):
            if agrees(deal, hands):
                found.add(tuple(hands))
            return
        for held in combinations(left, counts[others[k]]):
            hands[others[k]] = mask(held)
            hand_out([card for card in left if card not in held], k + 1, hands)

    hand_out(hidden, 0, [s.hand[seat] if p == seat else 0 for p in range(s.players)])
    return found


def walk(deal: Deal, random: Random) -> Iterator[Deal]:
    """The deal after each act of a random play in which lone cards are preferred."""
    while not deal.over:
        texts = [str(action) for action in deal.legal_actions()]
        loose = [text for text in texts if text.startswith("lone") or text == "end"]
        deal.apply(random.choice(loose or texts))
        if not deal.over:
            yield deal


@pytest.mark.parametrize("options", [{}, STRICT], ids=str)
def test_c5_redeal_reaches_exactly_the_worlds_in_which_all_acts_were_legal(
    options: dict[str, Any],
) -> None:
    """Three hands of three loose cards each: full enumeration against many redeals."""
    restricted = 0
    for seed in range(6):
        random = Random(seed)
        pool = [rank + 13 * suit for rank in (0, 2, 3, 5, 7, 9, 12) for suit in range(2)]
        order = [*random.sample(pool, 9 - seed % 2), *[52][: seed % 2]]
        random.shuffle(order)
        deal = few(*(" ".join(spell_cards(order[p::3])) for p in range(3)), **options)
        for k, now in enumerate(walk(deal, random)):
            if k % 2 == 0:
                continue
            seat = random.randrange(3)
            wanted = worlds(now, seat)
            hidden = [truth(now).hand[p].bit_count() for p in range(3) if p != seat]
            assert tuple(truth(now).hand[:3]) in wanted
            reached = set()
            for again in range(60 * len(wanted)):
                reached.add(tuple(redealt(now, seat, again).hand[:3]))
                if reached == wanted and again > 20:
                    break
            assert reached == wanted
            restricted += len(hidden) == 2 and len(wanted) < 20
    assert restricted > 3


@pytest.mark.parametrize("options", [{}, STRICT], ids=str)
def test_c5_worlds_of_six_hands_agree_with_the_acts(options: dict[str, Any]) -> None:
    """Hands of a full pack, dealt loose so that several seats lay lone cards."""
    proved = 0
    for seed in range(12):
        random = Random(seed)
        hands: list[list[int]] = [[] for _ in range(6)]
        cards = random.sample(range(52), 52)
        for p in range(6):  # even seats get ranks apart as far as that goes
            ranks = range(p % 3, 13, 2 if p % 2 == 0 else 1)
            hands[p] = [card for card in cards if card % 13 in ranks][:6]
            cards = [card for card in cards if card not in hands[p]]
        deal = few(*(" ".join(spell_cards(held)) for held in hands), **options)
        for k, now in enumerate(walk(deal, random)):
            seat = random.randrange(6)
            proved += any(truth(now).barred[p] for p in range(6) if p != seat)
            if k % 3 == 0:
                for again in range(2):
                    assert agrees(now, redealt(now, seat, again).hand[:6])
    assert proved > 20


def test_c5_a_lone_card_proves_what_it_does() -> None:
    deal = few("4c 6d Ks 9h", "2c 5d 8d Jh", "3s 7c Tc Qd")
    for turn in ("lone 6d", "end"):
        deal.apply(turn)
    for seed in range(200):
        held = redealt(deal, 1, seed).hand[0]
        ranks = [rank for rank in range(13) if held & RANK_MASKS[rank]]
        assert all(b - a > 1 for a, b in pairwise(ranks))
        assert not held & mask([parse_card("7c"), parse_card("5d")])


def test_c6_a_pass_shows_the_whole_hand() -> None:
    deal = few("X1 X2", "2c 5d", "7c Tc")
    deal.apply("end")
    for seed in range(30):
        assert redealt(deal, 1, seed).hand[0] == JOKERS


def test_c4_ending_a_turn_proves_nothing() -> None:
    deal = few("4c 5d 9h", "6c 8d Jh", "2s 7d Kd")
    for act in ("new 4c 5d", "end"):
        deal.apply(act)
    hidden = mask(parse_card(card) for card in ["9h", "2s", "7d", "Kd"])
    held = {redealt(deal, 1, seed).hand[0] for seed in range(200)}
    assert held == {1 << card for card in members(hidden)}  # any card, also one that fits


def test_redeal_depends_on_nothing_hidden() -> None:
    deal = few("4c 6d Ks 9h", "2c 5d 8d Jh", "3s 7c Tc Qd")
    for act in ("lone 6d", "end", "extend 1 low 5d", "end"):
        deal.apply(act)
    for seed in range(20):
        one = redealt(deal, 1, seed)
        other = redealt(deal, 1, seed + 1000)
        seed_rng(other, seed)
        chain.redeal(other, 1)
        assert one == other


def test_open_hands_stay_after_the_end() -> None:
    deal = few("4c 5d", "6c 8d", "2s 7d")
    deal.apply("new 4c 5d")
    for seat in range(3):
        assert redealt(deal, seat, 5).hand == truth(deal).hand


# --- ranks apart -----------------------------------------------------------------------------


def test_apart_has_every_largest_set_of_ranks_with_no_two_adjacent() -> None:
    def ranks(cards: int) -> frozenset[int]:
        return frozenset(rank for rank in range(13) if cards & RANK_MASKS[rank])

    sets = [
        frozenset(chosen)
        for n in range(8)
        for chosen in combinations(range(13), n)
        if all(b - a > 1 for a, b in pairwise(chosen))
    ]
    largest = {s for s in sets if not any(s < other for other in sets)}
    assert {ranks(cards) for cards in APART} == largest
    assert len(APART) == len(largest) == 37
    assert all(cards & JOKERS == JOKERS for cards in APART)


def test_hands_that_need_each_others_cards_are_kept_possible() -> None:
    """Random needs that are possible by construction, tight ones too: five hands of up to nine."""
    random = Random(11)
    s = chain.State()
    for round_ in range(60):
        left = set(range(54))
        n = random.choice((2, 3, 5))
        need, within = [0] * 6, [0] * 6
        hands = []
        for i in range(n):
            ranks = random.choice(APART)
            fitting = [card for card in left if ranks >> card & 1]
            hands.append(random.sample(fitting, min(len(fitting), 9)))
            left -= {*hands[i]}
        spare = random.sample(sorted(left), random.choice((0, 0, 3)) if len(left) > 3 else 0)
        hidden = mask(spare) | mask(card for hand in hands for card in hand)
        for i, hand in enumerate(hands):
            near = mask(card for card in range(52) if random.random() < 0.1)
            need[i], within[i] = len(hand), hidden & (~near | mask(hand))
        before = within[:]
        seed_rng(s, round_)
        keep_apart(s, n, need, within)
        assert enough(n, need, within)
        for i in range(n):
            assert within[i] & ~before[i] == 0
            assert any(within[i] & ~ranks == 0 for ranks in APART)


def test_a_choice_that_leads_nowhere_is_taken_back() -> None:
    """Two hands of two and one may hold the fives or 4c; only one way lets both be dealt."""
    s = chain.State()
    fives = mask([parse_card("5c"), parse_card("5d")])
    low = mask([parse_card("4c")])
    for seed in range(50):
        seed_rng(s, seed)
        need, within = [2, 1, 0, 0, 0, 0], [fives | low, fives | low, 0, 0, 0, 0]
        keep_apart(s, 2, need, within)
        assert (within[0], within[1] & low) == (fives, low)
