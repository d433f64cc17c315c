"""One deal played at random, with everything that the checks look at kept step by step."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from koloda.deal import Deal, Game
from koloda.rules.contract import Json, Refused, Rules, State


@dataclass(frozen=True)
class Step:
    """One act of a walk: the states around it, what was legal, what was done."""

    before: State
    legal: tuple[int, ...]
    texts: tuple[str, ...]
    """The spellings of ``legal``."""
    action: int
    after: State

    @property
    def text(self) -> str:
        return self.texts[self.legal.index(self.action)]


def legal_codes(rules: Rules[Any], state: State) -> list[int]:
    """What ``legal`` writes. Raises AssertionError when it is more than MAX_ACTIONS."""
    out = [-1] * (rules.MAX_ACTIONS + 64)
    n = rules.legal(state, out)
    assert n <= rules.MAX_ACTIONS, f"{rules.ID}: {n} legal acts, MAX_ACTIONS {rules.MAX_ACTIONS}"
    return out[:n]


def choose(random: Random, texts: list[str] | tuple[str, ...]) -> int:
    """The index of a random act: half the time any one, else first the kind of act (its first
    word), so that rare kinds beside many others come up too."""
    if random.random() < 0.5:
        return random.randrange(len(texts))
    kinds = [text.split(" ")[0] if text[:1].islower() else "" for text in texts]
    kind = random.choice(sorted(set(kinds)))
    return random.choice([i for i, k in enumerate(kinds) if k == kind])


class Walk:
    """A deal of ``game`` played at random; the same game and seed give the same walk.

    ``deal`` may be a certain one, just laid out, in place of one shuffled from the seed.
    Attributes: ``game``, ``rules``, ``seed``; ``deal`` (as laid out), ``steps``, ``end`` (the
    last state), ``bound`` (acts that must suffice: the walk stops there, over or not).
    """

    def __init__(self, game: Game, seed: int = 0, deal: Deal | None = None) -> None:
        self.game = game
        self.rules = game.rules
        self.seed = seed
        self.given = deal
        self.deal = deal or game.deal(seed=seed, dealer=seed % game.players)
        self.bound = self.rules.bound(self.deal.state)
        self.steps: list[Step] = []
        self.end = self._play(Random(seed))

    def __repr__(self) -> str:
        return f"{self.game!r} seed {self.seed}"

    def _play(self, random: Random) -> State:
        rules = self.rules
        state: State = self.deal.state.copy()
        while not state.over and len(self.steps) < self.bound:
            codes = legal_codes(rules, state)
            assert codes, f"{self!r} step {len(self.steps)}: nothing is legal"
            texts = tuple(rules.spell(state, code) for code in codes)
            before, action = state.copy(), codes[choose(random, texts)]
            rules.apply(state, action)
            self.steps.append(Step(before, tuple(codes), texts, action, state.copy()))
        return state

    def random(self, purpose: str) -> Random:
        """A generator of its own for each purpose, fixed by the seed."""
        return Random(f"{self.seed}/{purpose}")

    def states(self) -> list[State]:
        """Every state of the walk, the last one included."""
        return [step.before for step in self.steps] + [self.end]

    def sample(self, purpose: str, n: int) -> list[int]:
        """At most ``n`` step numbers in order, the first and the last among them."""
        count = len(self.steps)
        if count <= n:
            return list(range(count))
        return sorted(
            {0, count - 1, *self.random(purpose).sample(range(1, count - 1), max(n - 2, 0))}
        )

    def seats(self, purpose: str, n: int) -> list[int]:
        """``n`` seats (all, where there are fewer) in random order."""
        return self.random(purpose).sample(range(self.game.players), min(n, self.game.players))

    def at(self, state: State) -> Deal:
        """A deal in the given state, without the history of moves and events."""
        deal = self.deal
        return Deal(self.game, state.copy(), deal.pack, dict(deal.carry), list(deal.totals))

    def replay(self, steps: int) -> Deal:
        """The deal after so many steps, played through ``Deal.apply``: moves and events kept.

        Raises AssertionError where the deal refuses what is legal.
        """
        deal = self.deal.copy()
        for k, step in enumerate(self.steps[:steps]):
            try:
                deal.apply(step.text)
            except Refused as refusal:
                raise AssertionError(
                    f"{self!r} step {k}: {step.text!r} is legal but refused: {refusal}"
                ) from refusal
        return deal


def outcome(rules: Rules[Any], state: State, text: str) -> tuple[Json, ...]:
    """What becomes of a text: ("legal", code), or the refusal with code, clause and params."""
    try:
        code = rules.parse(state, text)
        refusal = rules.refuse(state, code)
    except Refused as unread:
        refusal = unread
    if refusal is None:
        return ("legal", code)
    return ("refused", refusal.code, refusal.clause, refusal.params)
