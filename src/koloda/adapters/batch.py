"""Many deals at once in the adapters' terms: dense ids, masks over them, observations.

``Learners`` is a ``koloda.fast.Batch`` for who learns from numbers. Where an act is one token,
as in five games, masks and acts are made by whole arrays; in Chain an act is spelled token by
token, in Python. Observations are written by ``Encoder`` from what a seat may see, plain JSON,
one after another: 30 to 70 microseconds each, where a step with its mask takes about one. Who
wants more of them reads ``Batch.states``, and answers himself for not looking at hidden cards.
"""

from __future__ import annotations

from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from koloda.adapters.actions import Single, Tokens
from koloda.adapters.encoding import Encoder
from koloda.adapters.table import Setup, Table
from koloda.deal import Game
from koloda.fast import Batch
from koloda.options import OptionError

Masks = NDArray[np.bool_]


class Learners:
    """``n`` deals with dense ids; ``batch`` is what is beneath. Raises as ``Batch`` does."""

    def __init__(self, game: Game, n: int, seed: int = 0, *, plain: bool = False) -> None:
        self.batch = Batch(game, n, seed, plain=plain)
        self.setup = Setup(game)
        self.size = self.setup.actions.size
        self._single = isinstance(self.setup.actions, Single)
        self._ids: dict[int, int] = {}  # of single tokens, by code
        self._prefix: list[Tokens] = [()] * n
        self._acts: dict[int, dict[Tokens, int]] = {}  # by slot
        self._table, self._encoder = Table(self.setup), Encoder(self.setup)

    def __len__(self) -> int:
        return len(self.batch)

    @property
    def width(self) -> int:
        """How many numbers an observation has."""
        return len(self._encoder.tensor)

    def masks(self) -> Masks:
        """n rows of ``size``: which ids the seat on turn may choose; none in a deal that is
        over."""
        made = np.zeros((len(self), self.size), np.bool_)
        if not self._single:
            for i in range(len(self)):
                n = len(self._prefix[i])
                for tokens in self._spelled(i):
                    if tokens[:n] == self._prefix[i]:
                        made[i, tokens[n]] = True
            return made
        codes, starts = self.batch.legal()
        rows = np.repeat(np.arange(len(self)), np.diff(starts))
        made[rows, self._tokens(codes)] = True
        return made

    def apply(self, ids: ArrayLike) -> None:
        """Go on with one id in each slot; entries of deals that are over count for nothing.

        Raises OptionError, and changes nothing: ``batch_shape``, and ``batch_illegal`` with the
        first slot whose id is not allowed.
        """
        wanted = self.batch.whole(ids, len(self))
        if not self._single:
            self._go_on(wanted)
            return
        codes, starts = self.batch.legal()
        rows = np.repeat(np.arange(len(self)), np.diff(starts))
        meant = self._tokens(codes) == wanted[rows]
        acts, found = np.zeros(len(self), np.int64), np.diff(starts) == 0
        acts[rows[meant]] = codes[meant]
        found[rows[meant]] = True
        if not found.all():
            self._refuse(int(found.argmin()), wanted)
        self.batch.apply(acts, trusted=True)

    def renew(self) -> int:
        """Lay out the next deals where one is over; returns how many."""
        self._acts = {i: acts for i, acts in self._acts.items() if acts}
        return self.batch.renew()

    def observe(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """n rows of ``width``: what the seat on turn sees (the layout of ``Encoder``, without
        history); zeros in a deal that is over. ``out`` is filled if given."""
        seen = np.zeros((len(self), self.width), np.float32) if out is None else out
        for i, seat in enumerate(self.batch.actors()):
            if seat < 0:
                seen[i] = 0
                continue
            self._table.state, self._table.prefix = self.batch.state(i), self._prefix[i]
            self._encoder.write(self._table, int(seat))
            seen[i] = self._encoder.tensor
        return seen

    def returns(self) -> NDArray[np.float64]:
        """n rows of the seats' gains against the average of the table, more is better, as
        ``Deal.net``; zeros in a deal that is not over."""
        scores = self.batch.scores()
        mean = scores.mean(axis=1, keepdims=True)
        made: NDArray[np.float64] = self.batch.game.rules.SIGN * (scores - mean)
        return made

    # --- ids and codes -----------------------------------------------------------------------

    def _tokens(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        found, at = np.unique(codes, return_inverse=True)
        for code in found.tolist():
            if code not in self._ids:
                self._ids[code] = self.setup.actions.tokens(code)[0]
        return np.array([self._ids[code] for code in found.tolist()], np.int64)[at]

    def _spelled(self, i: int) -> dict[Tokens, int]:
        """The legal acts of a slot by their tokens, remembered until one is done."""
        if i not in self._acts:
            codes, _ = self.batch.legal(i, i + 1)
            self._acts[i] = {self.setup.actions.tokens(int(code)): int(code) for code in codes}
        return self._acts[i]

    def _go_on(self, wanted: NDArray[np.int64]) -> None:
        spelled = {
            i: (*self._prefix[i], token)
            for i, token in enumerate(wanted.tolist())
            if self._spelled(i)
        }
        for i, tokens in spelled.items():
            if all(act[: len(tokens)] != tokens for act in self._spelled(i)):
                self._refuse(i, wanted)
        codes = {i: self._spelled(i)[t] for i, t in spelled.items() if t in self._spelled(i)}
        slots, acts = np.array([*codes], np.int64), np.array([*codes.values()], np.int64)
        self.batch.apply(acts, slots=slots, trusted=True)
        for i, tokens in spelled.items():
            self._prefix[i] = () if i in codes else tokens
        for i in codes:
            del self._acts[i]

    def _refuse(self, slot: int, wanted: NDArray[np.int64]) -> NoReturn:
        raise OptionError("batch_illegal", slot=slot, act=int(wanted[slot]))
