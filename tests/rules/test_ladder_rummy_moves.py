"""Ladder Rummy's legal acts against a brute-force enumeration that is written from the clauses.

The enumeration works on spellings and knows nothing of the rules module: it tries subsets of
the hand, every card on every meld, and under ``must_use`` every way to play the turn on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, pairwise
from random import Random
from typing import NamedTuple

from koloda.cards import NO_CARD, mask, spell_card, spell_cards
from koloda.rules import ladder_rummy as rules

RANKS = "23456789TJQKA"
POSITIONS = 10_000


class Position(NamedTuple):
    """What decides what is legal. Melds are tuples of cards, sequences upwards."""

    hand: frozenset[str]
    table: tuple[tuple[str, ...], ...]
    melder: bool
    """Whether one of the melds is the actor's own."""
    corner: bool
    needs_meld: bool


# --- the enumeration -------------------------------------------------------------------------


def next_up(card: str) -> str:
    return RANKS[(RANKS.index(card[0]) + 1) % 13] + card[1]


def upwards(cards: frozenset[str], corner: bool) -> tuple[str, ...] | None:
    """The cards as a sequence, if they are one (L-12)."""
    if len(cards) == 13:
        return tuple(sorted(cards, key=lambda card: RANKS.index(card[0])))
    for first in cards:
        line = [first]
        while len(line) < len(cards) and next_up(line[-1]) in cards:
            line.append(next_up(line[-1]))
        if len(line) == len(cards) and (corner or not any(c[0] == "A" for c in line[1:-1])):
            return tuple(line)
    return None


@cache
def as_meld(cards: frozenset[str], corner: bool) -> tuple[str, ...] | None:
    """The cards as a meld, if they are one (L-11, L-12)."""
    if len(cards) < 3:
        return None
    if len({card[0] for card in cards}) == 1:
        return tuple(sorted(cards, key=lambda card: card[1]))
    return upwards(cards, corner) if len({card[1] for card in cards}) == 1 else None


def subsets(cards: list[str]) -> Iterator[frozenset[str]]:
    sizes = range(3, len(cards) + 1)
    return map(frozenset, chain.from_iterable(combinations(cards, n) for n in sizes))


def melds_in(hand: frozenset[str], corner: bool) -> Iterator[tuple[str, ...]]:
    """Of a small hand every subset is tried, of a large one those of one rank or one suit."""
    cards = sorted(hand)
    groups = [cards]
    if len(cards) > 9:
        groups = [[c for c in cards if c[0] == rank] for rank in RANKS]
        groups += [[c for c in cards if c[1] == suit] for suit in "cdhs"]
    for group in groups:
        for some in subsets(group):
            meld = as_meld(some, corner)
            if meld is not None:
                yield meld


def added(meld: tuple[str, ...], card: str, corner: bool) -> tuple[str, ...] | None:
    """The meld with the card attached, if it fits (L-13)."""
    if card[0] == meld[0][0] == meld[1][0]:
        return (*meld, card)
    if card[1] != meld[0][1] or meld[0][0] == meld[1][0]:
        return None
    for longer in ((*meld, card), (card, *meld)):
        whole = all(next_up(a) == b for a, b in pairwise(longer))
        if whole and (corner or not any(c[0] == "A" for c in longer[1:-1])):
            return longer
    return None


def lays(p: Position) -> Iterator[tuple[str, frozenset[str], Position]]:
    """Every way to lay cards now: the spelling, the cards, and what follows."""
    for meld in melds_in(p.hand, p.corner):
        cards = frozenset(meld)
        after = p._replace(hand=p.hand - cards, table=(*p.table, meld), melder=True)
        yield "meld " + " ".join(meld), cards, after
    if p.melder or not p.needs_meld:
        for i, meld in enumerate(p.table):
            for card in p.hand:
                longer = added(meld, card, p.corner)
                if longer is not None:
                    table = (*p.table[:i], longer, *p.table[i + 1 :])
                    after = p._replace(hand=p.hand - {card}, table=table)
                    yield f"add {card} to {i + 1}", frozenset({card}), after


def can_use(p: Position, card: str, seen: set[Position]) -> bool:
    """L-7, by playing on in every way."""
    if p in seen:
        return False
    seen.add(p)
    return any(card in cards or can_use(after, card, seen) for _, cards, after in lays(p))


def expected_lays(p: Position, due: str | None) -> set[str]:
    return {
        text
        for text, cards, after in lays(p)
        if due is None or due in cards or can_use(after, due, set())
    }


def expected_discards(p: Position, due: str | None, barred: str | None) -> set[str]:
    if due is not None:
        return set()  # L-7
    return {f"discard {card}" for card in p.hand if card != barred or len(p.hand) == 1}  # L-8


def expected_draws(p: Position, ladder: list[str], stock: int, idle: bool, use: int) -> set[str]:
    """``use``: how many cards one must take to have the duty of L-7; 0: never."""
    found = {"stock"} if stock else {"decline"}
    if not (stock and idle):
        for i, deepest in enumerate(ladder):
            taken = ladder[i:]
            after = p._replace(hand=p.hand | frozenset(taken))
            if not use or len(taken) < use or can_use(after, deepest, set()):
                found.add(f"take {deepest}")
    return found


# --- positions ---------------------------------------------------------------------------------


def position_of(s: rules.State) -> Position:
    seen = rules.observe(s, s.actor)
    table = tuple(tuple(meld["cards"]) for meld in seen["melds"])
    owns = any(meld["seat"] == s.actor for meld in seen["melds"])
    hand = frozenset(seen["hand"])
    return Position(hand, table, owns, bool(s.corner), bool(s.layoff_needs_meld))


def legal_texts(s: rules.State) -> list[str]:
    out = [0] * rules.MAX_ACTIONS
    return [rules.spell(s, code) for code in out[: rules.legal(s, out)]]


def expected(s: rules.State) -> set[str]:
    p = position_of(s)
    if not s.drawn:
        ladder = spell_cards(s.ladder[: s.n_ladder])
        use = {rules.NEVER: 0, rules.DEEP: 2, rules.ALWAYS: 1}[s.must_use]
        return expected_draws(p, ladder, s.size - s.next, s.idle >= s.players, use)
    due = None if s.due == NO_CARD else spell_card(s.due)
    barred = None if s.barred == NO_CARD else spell_card(s.barred)
    return expected_lays(p, due) | expected_discards(p, due, barred)


def with_options(random: Random, must_use: int) -> rules.State:
    s = rules.State()
    s.players, s.size = random.randint(2, 6), 52
    s.corner, s.layoff_needs_meld = random.randrange(2), random.randrange(2)
    s.must_use = must_use
    rules.prepare(s, {})
    return s


def some_meld(random: Random) -> tuple[list[int], int]:
    """Any cards of one rank or a line of one suit, round the corner too; and ``low``."""
    if random.random() < 0.5:
        rank = random.randrange(13)
        return [suit * 13 + rank for suit in random.sample(range(4), random.choice((3, 4)))], -1
    suit, low, length = random.randrange(4), random.randrange(13), random.choice((3, 4, 5, 11, 12))
    return [suit * 13 + (low + k) % 13 for k in range(length)], low


def made_up(random: Random, hand: int, must_use: int = rules.NEVER) -> rules.State:
    """A random table, hand and ladder, such as play may or may not bring about."""
    s = with_options(random, must_use)
    s.pack[:] = range(52)
    rules.start(s)
    s.actor = random.randrange(s.players)
    free = set(range(52))
    for _ in range(random.randint(0, 8)):
        cards, low = some_meld(random)
        corner = low < 0 or s.corner or 12 not in [card % 13 for card in cards[1:-1]]
        if corner and free.issuperset(cards):
            i, s.n_melds = s.n_melds, s.n_melds + 1
            s.meld[i], s.low[i] = mask(cards), low
            s.owner[i] = random.choice((s.actor, (s.actor + 1) % s.players))
            free -= set(cards)
    rest = sorted(free)
    if random.random() < 0.5:  # neighbours, so that there is something to lay
        rest.sort(key=lambda card: card if random.random() < 0.9 else 99)
        at = random.randrange(len(rest))
        rest = rest[at:] + rest[:at]
    else:
        random.shuffle(rest)
    s.hand[:] = [0] * len(s.hand)
    hand = min(hand, len(rest) - 1)
    for card in rest[:hand]:
        s.hand[s.actor] |= 1 << card
    rest = rest[hand:]
    random.shuffle(rest)
    s.n_ladder = min(random.randint(1, 5), len(rest))
    s.ladder[: s.n_ladder] = rest[: s.n_ladder]
    s.next = 52 if random.random() < 0.3 else 52 - len(rest[s.n_ladder :])
    s.idle = random.choice((0, s.players))
    s.drawn = random.randrange(2)
    return s


def step(s: rules.State, random: Random) -> None:
    """Play on at random: draws of all kinds, often everything that can be laid."""
    out = [0] * rules.MAX_ACTIONS
    codes = out[: rules.legal(s, out)]
    laying = [code for code in codes if rules.spell(s, code)[:4] in ("meld", "add ")]
    if laying and random.random() < 0.6:
        codes = laying
    rules.apply(s, random.choice(codes))


def played(random: Random, must_use: int = rules.NEVER) -> Iterator[rules.State]:
    """Every state of one deal."""
    s = with_options(random, must_use)
    s.hand_size = random.randint(2, 52 // s.players - 2)
    order = list(range(52))
    random.shuffle(order)
    s.pack[:] = order
    rules.start(s)
    while not s.over:
        yield s
        step(s, random)


def test_legal_acts_are_those_of_the_enumeration_in_play() -> None:
    checked = seed = 0
    kinds: set[str] = set()
    while checked < POSITIONS // 2:
        for s in played(Random(seed)):
            found = legal_texts(s)
            wanted = expected(s)
            assert len(found) == len(wanted), (seed, checked)
            assert set(found) == wanted, (seed, checked)
            kinds |= {text.split()[0] for text in found}
            checked += 1
        seed += 1
    assert kinds == {"stock", "take", "decline", "meld", "add", "discard"}


def test_legal_acts_are_those_of_the_enumeration_at_made_up_tables() -> None:
    longest = most = 0
    for seed in range(POSITIONS // 2):
        random = Random(seed)
        s = made_up(random, random.choice((1, 2, 4, 6, 8, 10, 12, 15)))
        found = legal_texts(s)
        assert set(found) == expected(s), seed
        assert len(found) == len(set(found)), seed
        longest = max(longest, *(len(text.split()) - 1 for text in found))
        most = max(most, len(found))
    assert longest > 10
    assert most > 40


def test_l7_duty_is_that_of_playing_on_in_every_way() -> None:
    """Takes and, while the card is due, lay acts; small hands, since every way is tried."""
    unusable = blocked = checked = 0
    for seed in range(3_000):
        random = Random(seed)
        s = made_up(random, random.randint(1, 7), random.choice((rules.DEEP, rules.ALWAYS)))
        s.drawn = s.idle = 0
        takes = [text for text in legal_texts(s) if text.startswith("take")]
        assert set(legal_texts(s)) == expected(s), seed
        unusable += s.n_ladder - len(takes)
        if not takes:
            continue
        rules.apply(s, rules.parse(s, random.choice(takes)))
        while not s.over and s.due != NO_CARD:
            found = set(legal_texts(s))
            assert found == expected(s), seed
            blocked += len(expected_lays(position_of(s), None)) > len(found)
            checked += 1
            rules.apply(s, rules.parse(s, random.choice(sorted(found))))
    assert unusable > 1_000
    assert checked > 300
    assert blocked > 20


def test_l7_duty_in_play() -> None:
    checked = seed = 0
    while checked < 2_000:
        for s in played(Random(seed), (rules.DEEP, rules.ALWAYS)[seed % 2]):
            if s.hand[s.actor].bit_count() + s.n_ladder <= 9 or s.due != NO_CARD:
                assert set(legal_texts(s)) == expected(s), seed
                checked += 1
        seed += 1


def test_no_hand_has_more_acts_than_there_is_room_for() -> None:
    s = rules.State()
    s.players, s.corner = 2, 1
    s.hand[0] = (1 << 52) - 1
    s.drawn, s.due, s.barred = 1, NO_CARD, NO_CARD
    found = legal_texts(s)
    assert len(found) == len(set(found)) == 13 * 5 + 4 * 131 + 52
    assert set(found) == expected(s)
    assert len(found) <= rules.MAX_ACTIONS
