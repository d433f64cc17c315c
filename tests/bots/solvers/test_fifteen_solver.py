"""Fifteen's exact solution: against another program, another method, enumeration and itself."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import linprog

from koloda.bots.solvers import fifteen as solved
from koloda.bots.solvers.cfr import cfr_plus
from koloda.bots.solvers.fifteen import FRESH, Solution, count_values, fresh_pack, solve
from koloda.bots.solvers.fifteen_lp import equilibrium
from koloda.bots.solvers.fifteen_tree import Array, Tree
from koloda.cards import PACK_52, parse_card
from koloda.options import OptionError
from koloda.rules import fifteen
from koloda.rules.fifteen import DRAW, HELD, State
from koloda.testing.small import Small, small

SHORT = {
    "three": "Ac 2c Td",
    "low": "Ac Ad 2c 3c 3d 4c",
    "mixed": "Ac Ad 3c 5c 8c Tc",
    "aces": "Ac Ad 6c 9c Td Jh",
    "tens": "4c 5d 6h 9c Td Kh Qs",
}
"""Packs so short that even every order of a hand can be told apart; the stock may run out."""


def counts_of(cards: str) -> tuple[int, ...]:
    return count_values(parse_card(card) for card in cards.split())


def some_pack(seed: int) -> tuple[int, ...]:
    random = Random(seed)
    return count_values(random.sample(PACK_52, random.randint(15, 51)))


# --- the game as the rules play it, every order of the cards told apart ----------------------

Info = tuple[tuple[int, ...], int]
"""Own cards as they came and how many the other has (-1 for the one who can't see it)."""


class Ordered:
    """All deals of a short pack through the rules: seat 0 deals."""

    def __init__(self, setup: Small) -> None:
        self.pays: dict[tuple[int, int], float] = defaultdict(float)
        self.sequences: list[dict[tuple[Info, int] | None, int]] = [{None: 0}, {None: 0}]
        self.parents: list[dict[Info, int]] = [{}, {}]
        state = setup.deal(setup.cards).state
        assert isinstance(state, State)
        n = state.size
        cards = list(setup.cards)
        for first in cards:
            for second in (card for card in cards if card != first):
                s = state.copy()
                assert isinstance(s, State)
                s.cards[HELD], s.cards[0] = first, second
                s.pack[2:n] = [card for card in cards if card not in (first, second)]
                self.walk(s, 1 / (n * (n - 1)), [0, 0])

    def walk(self, s: State, chance: float, done: list[int]) -> None:
        if s.over:
            net = (fifteen.score(s, 0) - fifteen.score(s, 1)) / (2 * s.ante)
            self.pays[done[0], done[1]] += chance * net
            return
        seat = s.actor
        own = tuple(s.cards[seat * HELD : seat * HELD + s.counts[seat]])
        info = (own, s.counts[1] if seat == 0 else -1)
        assert self.parents[seat].setdefault(info, done[seat]) == done[seat]
        buffer = [0, 0]
        for action in buffer[: fifteen.legal(s, buffer)]:
            index = self.sequences[seat]
            number = index.setdefault((info, action), len(index))
            then = [number if p == seat else done[p] for p in range(2)]
            tops = range(s.next, s.size) if action == DRAW else [s.next]
            for i in tops:
                t = s.copy()
                assert isinstance(t, State)
                if action == DRAW:
                    t.pack[t.next], t.pack[i] = t.pack[i], t.pack[t.next]
                fifteen.apply(t, action)
                self.walk(t, chance / len(tops), then)

    def flow(self, seat: int) -> tuple[Array, Array]:
        """The equations of the seat's sequences."""
        index = self.sequences[seat]
        rows = np.zeros((len(self.parents[seat]) + 1, len(index)))
        rows[0, 0] = 1
        for i, (info, parent) in enumerate(self.parents[seat].items(), start=1):
            rows[i, parent] = -1
            for action in (0, 1):
                if (info, action) in index:
                    rows[i, index[info, action]] = 1
        return rows, np.eye(1, len(rows))[0]

    def value(self) -> float:
        """The textbook's program: the dealer maximises, the other's program is the dual."""
        mine, start = self.flow(0)
        his, his_start = self.flow(1)
        pays = np.zeros((len(self.sequences[0]), len(self.sequences[1])))
        for at, net in self.pays.items():
            pays[at] = net
        columns = mine.shape[1] + his.shape[0]
        found = linprog(
            np.concatenate([np.zeros(mine.shape[1]), -his_start]),
            A_ub=sparse.csr_array(np.hstack([-pays.T, his.T])),
            b_ub=np.zeros(his.shape[1]),
            A_eq=sparse.csr_array(np.hstack([mine, np.zeros((len(mine), his.shape[0]))])),
            b_eq=start,
            bounds=[(0, None)] * mine.shape[1] + [(None, None)] * (columns - mine.shape[1]),
        )
        assert found.status == 0
        return float(-found.fun)


@pytest.mark.parametrize("first_stand", ["any", "ten"])
@pytest.mark.parametrize("cards", SHORT.values(), ids=SHORT.keys())
def test_equals_the_full_ordered_program_made_from_the_rules(cards: str, first_stand: str) -> None:
    full = Ordered(small("fifteen", cards, 1, first_stand=first_stand)).value()
    found = solve(counts_of(cards), first_stand)
    assert found.value == pytest.approx(full, abs=1e-9)
    assert found.gap < 1e-9


def test_the_short_packs_are_no_trivial_ones() -> None:
    values = {name: solve(counts_of(cards)).value for name, cards in SHORT.items()}
    assert sum(abs(value) > 1e-3 for value in values.values()) >= 3, values
    cards = SHORT["mixed"]
    assert solve(counts_of(cards), "ten").value >= solve(counts_of(cards)).value - 1e-12


@pytest.mark.parametrize("cards", SHORT.values(), ids=SHORT.keys())
def test_payoffs_of_any_behaviour_are_those_of_the_rules(cards: str) -> None:
    """Not only at the optimum: the matrices give what enumeration gives for a random play."""
    tree = Tree(counts_of(cards))
    random = np.random.default_rng(4)
    first = random.random(len(tree.hands)) * tree.first_legal[:, 1]
    dealer = random.random((tree.seen + 1, len(tree.hands))) * tree.dealer_legal[..., 1]

    game = Ordered(small("fifteen", cards, 1))
    weights = [np.ones(len(sequences)) for sequences in game.sequences]
    for seat in range(2):
        for key, number in game.sequences[seat].items():
            if key is not None:
                (own, seen), action = key
                hand = tree.index[count_values(own)]
                chance = first[hand] if seat == 1 else dealer[seen, hand]
                chance = chance if action == DRAW else 1 - chance
                weights[seat][number] = weights[seat][game.parents[seat][own, seen]] * chance
    net = sum(x * weights[0][i] * weights[1][j] for (i, j), x in game.pays.items())
    assert tree.gain(first, dealer) == pytest.approx(net, abs=1e-12)


# --- the fresh pack --------------------------------------------------------------------------


def arrays(tree: Tree, solution: Solution) -> tuple[Array, Array]:
    """A solution as the behaviours of a tree."""
    names = [solved.spell_hand(v + 1 for v in range(10) for _ in range(h[v])) for h in tree.hands]
    dealer = np.zeros((tree.seen + 1, len(names)))
    for k, chances in solution.dealer.items():
        dealer[k] = [chances.get(name, 0.0) for name in names]
    return np.array([solution.first[name] for name in names]), dealer


def test_the_shipped_table_is_what_the_solver_finds() -> None:
    table, found = fresh_pack(), solve(FRESH)
    assert found.value == pytest.approx(table.value, abs=1e-9)
    assert found.first.keys() == table.first.keys()
    assert found.dealer.keys() == table.dealer.keys()
    assert found.gap < 1e-9
    assert 0.0085 < found.value < 0.0087


@pytest.mark.parametrize("narrow", [False, True])
def test_nobody_gains_against_the_shipped_table(narrow: bool) -> None:
    """F-4: in both readings."""
    tree = Tree(FRESH, narrow)
    low, high = tree.bracket(*arrays(tree, fresh_pack()))
    assert high - low < 1e-9
    assert low == pytest.approx(fresh_pack().low, abs=1e-9)
    assert high == pytest.approx(fresh_pack().high, abs=1e-9)


def test_what_standing_on_ten_is_worth() -> None:
    """The rule of thumb: even against itself, 0.0136 a deal to a dealer who knows of it."""
    tree = Tree(FRESH)
    ten = (tree.total < 10).astype(float)
    both = np.tile(ten, (tree.seen + 1, 1))
    low, high = tree.bracket(ten, both)
    assert tree.gain(ten, both) == pytest.approx(0, abs=1e-12)
    assert low == pytest.approx(0, abs=1e-12)
    assert high == pytest.approx(0.013584, abs=1e-6)
    first, dealer = arrays(tree, fresh_pack())
    value = fresh_pack().value
    assert tree.gain(ten, dealer) == pytest.approx(value, abs=1e-9)  # one of the best answers
    assert tree.gain(first, both) == pytest.approx(0.008133, abs=1e-6)


Hand = tuple[int, ...]


def dealt_out(left: Hand, chances: solved.Chances) -> dict[Hand, float]:
    """How likely one who plays so ends with each hand, the cards drawn one by one from these."""
    ends: dict[Hand, float] = defaultdict(float)
    layer: dict[Hand, float] = {(0,) * 10: 1.0}
    while layer:
        drawn: dict[Hand, float] = defaultdict(float)
        for hand, weight in layer.items():
            name = "".join(face * n for face, n in zip(solved.FACES, hand, strict=True))
            draws = 1.0 if not name else chances[name] if solved.total(name) < 15 else 0.0
            ends[hand] += weight * (1 - draws)
            for v in range(10):
                if draws and left[v] > hand[v]:
                    more = (*hand[:v], hand[v] + 1, *hand[v + 1 :])
                    card = (left[v] - hand[v]) / (sum(left) - sum(hand))
                    drawn[more] += weight * draws * card
        layer = drawn
    return ends


def test_the_fresh_pack_dealt_out_card_by_card() -> None:
    """No matrices: first one plays to his end, then the dealer from what is left."""

    def points(hand: Hand) -> int:
        total = sum(v * n for v, n in enumerate(hand, start=1))
        return total if total <= 15 else -1

    table, gain = fresh_pack(), 0.0
    for hand, weight in dealt_out(FRESH, table.first).items():
        if weight > 0:
            left = tuple(n - held for n, held in zip(FRESH, hand, strict=True))
            for other, chance in dealt_out(left, table.dealer[sum(hand)]).items():
                mine, his = points(other), points(hand)
                gain += weight * chance * ((mine > his) - (mine < his))
    assert gain == pytest.approx(table.value, abs=1e-12)


def test_a_ten_alone_is_the_only_mixture() -> None:
    """Standing on one card tells the dealer that it is a ten."""
    table = fresh_pack()
    assert {hand for hand, chance in table.first.items() if 0 < chance < 1} == {"T"}
    assert table.first["T"] == pytest.approx(0.64, abs=1e-6)
    mixed = [(k, h) for k, chances in table.dealer.items() for h in chances if 0 < chances[h] < 1]
    assert mixed == [(2, "T")]
    assert table.dealer[2]["T"] == pytest.approx(0.702158, abs=1e-6)


def test_the_behaviour_where_best_play_never_comes_is_sensible() -> None:
    table = fresh_pack()
    for k in range(1, HELD + 1):
        chances = table.dealer[k]
        assert all(chances[hand] == 1 for hand in chances if solved.total(hand) <= 5)
        assert all(chances[hand] == 0 for hand in chances if solved.total(hand) >= 12)
    reach = table.reach(None)
    never = [hand for hand in reach if reach[hand] == 0]
    assert never  # such as a ten and three aces
    assert all(table.first[hand] == 0 for hand in never if solved.total(hand) >= 11)


def test_cfr_plus_comes_to_the_same_value() -> None:
    tree = Tree(FRESH)
    low, high = tree.bracket(*cfr_plus(tree, 150))
    assert low <= fresh_pack().value <= high
    assert high - low < 1e-3


@pytest.mark.parametrize("seed", range(4))
def test_cfr_plus_and_the_program_agree_on_what_is_left_of_a_pack(seed: int) -> None:
    counts = some_pack(seed)
    tree = Tree(counts)
    low, high = tree.bracket(*cfr_plus(tree, 100))
    assert low - 1e-12 <= solve(counts).value <= high + 1e-12
    assert high - low < 2e-3


@pytest.mark.parametrize("first_stand", ["any", "ten"])
@pytest.mark.parametrize("seed", range(10, 18))
def test_no_gap_whatever_is_left_of_the_pack(seed: int, first_stand: str) -> None:
    counts = some_pack(seed)
    found = solve(counts, first_stand)
    assert found.gap < 1e-7
    tree = Tree(counts, first_stand == "ten")
    first, dealer = arrays(tree, found)
    assert tree.bracket(first, dealer) == pytest.approx((found.low, found.high), abs=1e-12)
    assert tree.gain(first, dealer) == pytest.approx(found.value, abs=1e-7)
    if first_stand == "ten":  # F-4
        bound = [hand for hand in found.first if len(hand) == 1 and hand != "T"]
        assert all(found.first[hand] == 1 for hand in bound)


def test_trembles_choose_among_optimal_behaviours_only() -> None:
    """The bracket of a behaviour with trembles is as narrow as without."""
    tree = Tree((4, 4, 4, 4, 4, 4, 4, 4, 3, 14))
    low, high = tree.bracket(*equilibrium(tree))
    assert high - low < 1e-9


def test_reach_is_a_flow() -> None:
    table = fresh_pack()
    reach = table.reach(None)
    assert sum(reach[face] for face in solved.FACES) == pytest.approx(1)
    assert reach["T"] == pytest.approx(16 / 52)
    assert reach["A9"] == pytest.approx(2 * 4 / 52 * 4 / 51)  # both orders: he draws on either
    assert table.met(None, 10)["T"] == (reach["T"], table.first["T"])


def test_by_total_is_the_mean_over_the_hands_come_to() -> None:
    table = fresh_pack()
    tens = table.met(None, 10)
    whole = sum(weight for weight, _ in tens.values())
    assert table.by_total(None)[10] == pytest.approx(tens["T"][0] * 0.64 / whole)
    assert table.by_total(None)[9] == 1
    assert list(table.by_total(3)) == list(range(1, 15))


def test_counting_is_worth_more_than_totals_and_totals_more_than_standing_on_ten() -> None:
    """By exact value: master, strong and club of Fifteen, mean of both seats over some packs."""
    over_totals, over_ten = [], []
    for seed in range(20, 32):
        found = solve(some_pack(seed))
        tree = Tree(found.counts)
        exact = arrays(tree, found)
        means = [found.by_total(k) for k in (None, *found.dealer)]
        totals = np.array([[mean.get(t, 0.0) for t in tree.total] for mean in means])
        totals[0] *= tree.first_legal[:, 1]
        totals[1:] *= tree.dealer_legal[1 : len(totals), :, 1]
        coarse = totals[0], np.vstack([np.zeros_like(totals[0]), totals[1:]])
        ten = (tree.total < 10).astype(float)
        thumb = ten, np.tile(ten, (tree.seen + 1, 1))
        over_totals.append(tree.gain(coarse[0], exact[1]) - tree.gain(exact[0], coarse[1]))
        over_ten.append(tree.gain(thumb[0], coarse[1]) - tree.gain(coarse[0], thumb[1]))
    assert min(over_totals) > 0
    assert np.mean(over_totals) / 2 > 0.002
    assert np.mean(over_ten) / 2 > 0.001


@pytest.mark.parametrize(
    "counts",
    [(), (4,) * 10 + (1,), (5,) + (4,) * 8 + (16,), (-1,) + (4,) * 9, (1,) + (0,) * 9, (0,) * 10],
)
def test_cards_that_no_pack_has_are_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="cards"):
        solve(counts)


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(ValueError, match="first_stand"):
        solve(FRESH, "nine")


def test_without_scipy_the_solver_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved, "can_solve", lambda: False)
    with pytest.raises(OptionError, match="solve_extra"):
        solve(FRESH)
