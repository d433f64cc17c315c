"""Many deals of one game side by side, for learners: every step is one call for all of them.

A *slot* holds a deal; when it is over it stays as it is until ``renew`` lays out the next. Acts
are the rules' own codes; dense ids, masks over them and observations are in
``koloda.adapters.batch``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from koloda.deal import Game
from koloda.fast import generic_batch
from koloda.fast.binding import bind
from koloda.options import OptionError, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.int64]

CUTS = 64
"""Where cards are cut before the deal (Chain), so many cuts, drawn by the seed, take turns."""
CHUNK = 1 << 22
"""``legal`` lists at most so many acts at a time, 32 MB of them."""


class Batch:
    """``n`` deals of a game. The deals laid out have the numbers 0, 1, 2, ..., slot after slot; a
    number's cards depend on the seed alone, and the seats take turns to deal.

    Compiled where Numba is there and ``plain`` doesn't forbid it: then the GIL is not held, so
    that batches of several threads run beside one another. A batch is for one thread. Raises
    OptionError: ``batch_size``, ``batch_numpy`` without NumPy.
    """

    def __init__(self, game: Game, n: int, seed: int = 0, *, plain: bool = False) -> None:
        try:
            import numpy
        except ModuleNotFoundError:
            raise OptionError("batch_numpy") from None
        if type(n) is not int or n < 1:
            raise OptionError("batch_size", n=shown(n))
        self._numpy = numpy
        self.game, self.seed = game, seed
        self._bound = bind(game.rules, generic_batch, plain=plain)
        self.compiled = self._bound.compiled
        bank = [
            game.prepared(dealer=dealer, carry=game.deal(seed=seed + k).carry)
            for k in range(CUTS if game.rules.more_cuts([]) else 1)
            for dealer in range(game.players)
        ]
        self._bank = self._bound.states(bank)
        self._states = self._bound.states([game.rules.State() for _ in range(n)])
        for i in range(n):
            self._states[i].over = 1
        self._scratch = self._bound.buffer(game.rules.MAX_ACTIONS)
        self.numbers: Array = numpy.zeros(n, numpy.int64)
        """The number of each slot's deal."""
        self._all = numpy.arange(n)
        self._next = 0
        self.renew()

    def __len__(self) -> int:
        return len(self._states)

    def renew(self) -> int:
        """Lay out the next deals where one is over; returns how many."""
        before, renew = self._next, self._bound["renew"]
        self._next = int(renew(self._states, self._bank, self.numbers, self.seed, before))
        return self._next - before

    # --- what is there -----------------------------------------------------------------------

    @property
    def states(self) -> Any:
        """The states as a structured array, an int64 field for each of the rules': for reading.

        Compiled, a view that follows the batch; else a copy of now.
        """
        if self.compiled:
            return self._states
        states = self._numpy.zeros(len(self), dtype(self.game))
        for i, state in enumerate(self._states):
            for name in state.FIELDS:
                states[name][i] = getattr(state, name)
        return states

    def state(self, i: int) -> Any:
        """The state of a slot, as the plain rules have it: an independent copy."""
        return self._bound.plain_state(self._states[i])

    def actors(self) -> Array:
        """The seat on turn in each slot, -1 where the deal is over."""
        actors = self._empty()
        self._bound["turns"](self._states, actors)
        return actors

    def scores(self) -> Array:
        """n rows of the seats' scores; zeros in deals that are not over."""
        scores = self._numpy.zeros(len(self) * self.game.players, self._numpy.int64)
        self._bound["all_scores"](self._states, scores)
        return scores.reshape(len(self), self.game.players)

    def counts(self) -> Array:
        """How many acts are legal in each slot, 0 where the deal is over."""
        return self._counts(0, len(self))

    def _counts(self, first: int, last: int) -> Array:
        counts = self._numpy.zeros(last - first, self._numpy.int64)
        self._bound["count"](self._states, self._scratch, first, last, counts)
        return counts

    def legal(self, first: int = 0, last: int | None = None) -> tuple[Array, Array]:
        """``codes, starts``: the legal acts of slots first..last-1 (default: all), in the rules'
        order; those of slot first + k are ``codes[starts[k] : starts[k + 1]]``.

        The list is as long as the acts there are, at most CHUNK: raises OptionError
        ``batch_memory`` (ask for fewer slots, or go by ``counts`` and ``act``), ``batch_slots``.
        """
        last = len(self) if last is None else last
        if not 0 <= first <= last <= len(self):
            raise OptionError("batch_slots", first=first, last=last, n=len(self))
        starts = self._numpy.zeros(last - first + 1, self._numpy.int64)
        self._numpy.cumsum(self._counts(first, last), out=starts[1:])
        total = int(starts[-1])
        if total > CHUNK:
            raise OptionError("batch_memory", acts=total, most=CHUNK)
        codes = self._numpy.zeros(total, self._numpy.int64)
        self._bound["list_legal"](self._states, self._scratch, first, last, codes)
        return codes, starts

    # --- doing it ------------------------------------------------------------------------------

    def apply(
        self,
        codes: ArrayLike | Sequence[int],
        *,
        slots: ArrayLike | Sequence[int] | None = None,
        trusted: bool = False,
    ) -> int:
        """Do one act in each slot (or of ``slots``, each named once), by its code; returns how
        many were done.

        Entries of deals that are over count for nothing. Raises OptionError, and changes nothing:
        ``batch_shape``, ``batch_slots``, ``batch_twice``, ``batch_illegal`` with the first slot
        whose act is not legal. ``trusted`` spares the second look; an illegal act then leads
        anywhere.
        """
        where = self._all if slots is None else self._places(slots)
        acts = self.whole(codes, len(where))
        if not trusted:
            j = int(self._bound["check_codes"](self._states, where, self._scratch, acts))
            if j >= 0:
                raise OptionError("batch_illegal", slot=int(where[j]), act=int(acts[j]))
        return int(self._bound["apply_all"](self._states, where, acts))

    def act(self, choices: ArrayLike | Sequence[int]) -> Array:
        """Do in each slot the act at this place of its list of legal acts, 0 .. count-1; returns
        the codes. The lists are never held at once. Raises as ``apply``."""
        places, codes = self.whole(choices, len(self)), self._empty()
        slot = int(self._bound["choose"](self._states, self._scratch, places, codes))
        if slot >= 0:
            raise OptionError("batch_illegal", slot=slot, act=int(places[slot]))
        self._bound["apply_all"](self._states, self._all, codes)
        return codes

    def act_randomly(self) -> Array:
        """Do any legal act in each slot, each equally likely; returns the codes. Chosen by the
        deal's own generator, hence by seed and number."""
        codes = self._empty()
        self._bound["choose_random"](self._states, self._scratch, codes)
        self._bound["apply_all"](self._states, self._all, codes)
        return codes

    def _empty(self) -> Array:
        return self._numpy.zeros(len(self), self._numpy.int64)

    def _places(self, slots: Any) -> Array:
        given = self._numpy.atleast_1d(self._numpy.asarray(slots))
        places = self.whole(given, given.size)
        if given.size and not (places.min() >= 0 and places.max() < len(self)):
            first, last = int(places.min()), int(places.max()) + 1
            raise OptionError("batch_slots", first=first, last=last, n=len(self))
        if len(self._numpy.unique(places)) < len(places):
            raise OptionError("batch_twice")
        return places

    def whole(self, given: ArrayLike | Sequence[int], n: int) -> Array:
        """The n whole numbers given, as int64. Raises OptionError ``batch_shape``."""
        try:
            array = self._numpy.asarray(given)
        except (TypeError, ValueError):
            raise OptionError("batch_shape", n=n, shape="?") from None
        if array.shape != (n,) or (array.dtype.kind not in "iu" and n):
            shape = " x ".join(map(str, array.shape))
            raise OptionError("batch_shape", n=n, shape=f"({shape}) {array.dtype}")
        return self._numpy.ascontiguousarray(array, self._numpy.int64)


def dtype(game: Game) -> Any:
    """The structured dtype of a game's states: its fields, all int64. Needs NumPy."""
    import numpy

    fields = game.rules.State.FIELDS.items()
    kinds = [(name, numpy.int64, (n,)) if n else (name, numpy.int64) for name, n in fields]
    return numpy.dtype(kinds, align=True)
