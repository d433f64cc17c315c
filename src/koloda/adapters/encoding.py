"""Tensors: what a seat sees as named arrays of numbers 0 .. 1.

They are computed from ``Table.observation``, plain JSON assembled from what the seat may know,
so that nothing hidden can come in. ``HISTORY`` is added for perfect recall: a row for every card
turned up in dealing, then one for every token that the seat saw done, in binary: who, which
token, and the card turned up, or drawn by the seat itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.adapters.table import MAX_CUT_JOKERS, PUBLIC, Setup, Table
from koloda.cards import NAMES
from koloda.rules import chain, chains, rockaway, tricks, two_ten_jack
from koloda.rules import melds as meld_sets
from koloda.rules.contract import Json

Shape = tuple[int, ...]
Arrays = dict[str, NDArray[np.float32]]
HISTORY = "history"
CARDS = 54
CARD_BITS = 6
_CARD = {name: card for card, name in enumerate(NAMES)}
_RANK = {rank: i for i, rank in enumerate("23456789TJQKA")}


def copies(setup: Setup) -> int:
    """How many of one card there may be."""
    pack = setup.start.pack[: setup.start.size]
    return 1 if len(set(pack)) == len(pack) else 2


def _put(out: NDArray[np.float32], cards: Sequence[str], most: int = 1) -> None:
    for name in cards:
        out[_CARD[name]] += 1 / most


def _share(out: NDArray[np.float32], values: Sequence[float], most: float) -> None:
    out[:] = [min(max(value / most, 0), 1) for value in values]


class Layout(ABC):
    """The arrays of one game: their names and shapes, and how to fill them."""

    @abstractmethod
    def shapes(self, players: int) -> dict[str, Shape]:
        """The shape of each array at a table of so many."""

    @abstractmethod
    def fill(self, setup: Setup, seen: dict[str, Json], out: Arrays) -> None:
        """Write what a seat sees into the arrays, which hold zeros."""


class RockawayLayout(Layout):
    def shapes(self, players: int) -> dict[str, Shape]:
        return {"top": (CARDS,), "drawn": (CARDS,), "pile": (CARDS,), "passes": (1,)}

    def fill(self, setup: Setup, seen: dict[str, Json], out: Arrays) -> None:
        _put(out["top"], [seen["top"]])
        _put(out["drawn"], [seen["drawn"]] if "drawn" in seen else [])
        _put(out["pile"], seen.get("pile_cards", []), copies(setup))
        _share(out["passes"], [seen["passes"]], rockaway.MAX_PLAYERS)


class FifteenLayout(Layout):
    def shapes(self, players: int) -> dict[str, Shape]:
        return {"stopped": (2,), "aside": (CARDS,), "total": (1,)}

    def fill(self, setup: Setup, seen: dict[str, Json], out: Arrays) -> None:
        _share(out["stopped"], seen["stopped"], 1)
        _put(out["aside"], seen["aside"])
        _share(out["total"], [seen.get("total", 0)], 24)


class TricksLayout(Layout):
    def shapes(self, players: int) -> dict[str, Shape]:
        return {
            "trick": (players, CARDS),
            "last": (players, CARDS),
            "leader": (players,),
            "tricks": (players,),
            "hearts": (players,),
            "taken": (players, CARDS),
            "led": (4,),
            "broken": (1,),
        }

    def fill(self, setup: Setup, seen: dict[str, Json], out: Arrays) -> None:
        for name, plays in (("trick", seen["trick"]), ("last", _last(seen))):
            for play in plays:
                out[name][play["seat"], _CARD[play["card"]]] = 1
        if seen["leader"] is not None:
            out["leader"][seen["leader"]] = 1
        _share(out["tricks"], seen["tricks"], tricks.MAX_TRICKS)
        if "hearts" in seen:
            _share(out["hearts"], seen["hearts"], 13)
        for p, cards in enumerate(seen.get("taken", [])):
            _put(out["taken"][p], cards)
        if seen.get("led"):
            out["led"]["cdhs".index(seen["led"])] = 1
        out["broken"][0] = float(seen.get("broken", False))


def _last(seen: dict[str, Json]) -> Json:
    return seen["last"]["trick"] if "last" in seen else []


class LadderLayout(Layout):
    def shapes(self, players: int) -> dict[str, Shape]:
        return {
            "ladder": (CARDS,),
            "known": (players, CARDS),
            "melds": (meld_sets.MAX_MELDS, CARDS),
            "sequences": (meld_sets.MAX_MELDS,),
            "meld_seats": (meld_sets.MAX_MELDS, players),
            "points": (players,),
            "opened": (players,),
            "due": (CARDS,),
            "barred": (CARDS,),
            "turn": (3,),
        }

    def fill(self, setup: Setup, seen: dict[str, Json], out: Arrays) -> None:
        for place, name in enumerate(seen["ladder"]):
            out["ladder"][_CARD[name]] = (place + 1) / CARDS
        for p, cards in enumerate(seen["known"]):
            _put(out["known"][p], cards)
        for i, meld in enumerate(seen["melds"]):
            _put(out["melds"][i], meld["cards"])
            out["sequences"][i] = float(meld["kind"] == "sequence")
            out["meld_seats"][i, meld["seat"]] = 1
        _share(out["points"], seen["points"], 400)
        _share(out["opened"], seen["opened"], 1)
        _put(out["due"], [seen["due"]] if "due" in seen else [])
        _put(out["barred"], [seen["barred"]] if "barred" in seen else [])
        _share(out["turn"], [seen["drawn"], seen["must_draw"], seen["idle"] / 8], 1)


class ChainLayout(Layout):
    def shapes(self, players: int) -> dict[str, Shape]:
        return {
            "trump": (4,),
            "top_trump": (CARDS,),
            "cut_jokers": (1,),
            "points": (players,),
            "chain_of": (CARDS,),
            "card_seats": (CARDS, players),
            "jokers_as": (2, 13),
            "began": (chains.MAX_CARDS, players),
            "turn": (4,),
            "partial": (188,),
        }

    def fill(self, setup: Setup, seen: dict[str, Json], out: Arrays) -> None:
        if seen["trump"]:
            out["trump"]["cdhs".index(seen["trump"])] = 1
            _put(out["top_trump"], [seen["top_trump"]])
        _share(out["cut_jokers"], [seen["cut_jokers"]], MAX_CUT_JOKERS)
        _share(out["points"], [points + 100 for points in seen["points"]], 1000)
        for lying in seen["chains"]:
            out["began"][lying["chain"] - 1, lying["began"]] = 1
            for name, seat in zip(lying["cards"], lying["by"], strict=True):
                card = _CARD[name[:2]]
                out["chain_of"][card] = lying["chain"] / chains.MAX_CARDS
                out["card_seats"][card, seat] = 1
                if name[2:]:
                    out["jokers_as"][card - 52, _RANK[name[3]]] = 1
        turn = seen["turn"]
        acts, new = turn["acts"] / chain.HAND, (turn["new"] or 0) / chains.MAX_CARDS
        _share(out["turn"], [acts, new, turn["lengthened"], turn["lone"]], 1)
        for token in seen.get("partial", []):
            out["partial"][token] = 1


LAYOUTS: dict[str, Callable[[], Layout]] = {
    "rockaway": RockawayLayout,
    "ladder_rummy": LadderLayout,
    two_ten_jack.ID: TricksLayout,
    "fifteen": FifteenLayout,
    "two_handed_hearts": TricksLayout,
    "chain": ChainLayout,
}


class Encoder:
    """Writes what a seat sees into one flat array, ``tensor``, with named views of it, ``dict``.

    ``public`` and ``private`` choose what all see and what only the seat sees; ``recall`` adds
    the history. Shapes depend on the set-up alone.
    """

    def __init__(
        self, setup: Setup, *, public: bool = True, private: bool = True, recall: bool = False
    ) -> None:
        self.setup, self.public, self.private = setup, public, private
        self._layout = LAYOUTS[setup.game.id]()
        players = setup.game.players
        shapes: dict[str, Shape] = {"player": (players,)}
        if private:
            shapes["hand"] = (CARDS,)
        if public:
            shapes |= {"actor": (players,), "counts": (players,), "stock": (1,)}
            shapes |= self._layout.shapes(players)
        if recall:
            bits = max(1, (setup.actions.size - 1).bit_length())
            self._bits = bits
            shapes[HISTORY] = (self._rows(), players + bits + CARD_BITS)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict: Arrays = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def _rows(self) -> int:
        """An act of Fifteen may be seen as two (F-5)."""
        acts = self.setup.longest * (2 if self.setup.game.id == "fifteen" else 1)
        return self.setup.owners.count(PUBLIC) + acts

    def write(self, table: Table, seat: int) -> None:
        """Fill the arrays with what the seat sees at the table now."""
        self.tensor.fill(0)
        self.dict["player"][seat] = 1
        if table.state is None:
            return
        seen = table.observation(seat if self.private else None)
        if self.private:
            _put(self.dict["hand"], seen["hand"], copies(self.setup))
        if self.public:
            size = table.state.size
            if seen["actor"] is not None:
                self.dict["actor"][seen["actor"]] = 1
            _share(self.dict["counts"], seen["counts"], size)
            _share(self.dict["stock"], [seen.get("stock", 0)], size)  # Chain has none
            self._layout.fill(self.setup, seen, self.dict)
        if HISTORY in self.dict:
            self._write_history(table, seat)

    def _write_history(self, table: Table, seat: int) -> None:
        rows, at = self.dict[HISTORY], 0
        players = self.setup.game.players
        card_at = players + self._bits
        for slot, owner in enumerate(self.setup.owners):
            if owner == PUBLIC:
                _binary(rows[at, card_at:], table.history[table.slots[slot]] + 1)
                at += 1
        for before, after, code in table.steps():
            mine = [
                before.pack[slot]
                for slot in range(before.next, after.next)
                if table.owners[slot] == seat
            ]
            for token in self.setup.actions.seen(before, after, code):
                rows[at, before.actor] = 1
                _binary(rows[at, players:card_at], token)
                if self.private and mine:
                    _binary(rows[at, card_at:], mine.pop() + 1)
                at += 1
        if table.prefix and seat == table.actor and self.private:
            for token in table.prefix:
                rows[at, seat] = 1
                _binary(rows[at, players:card_at], token)
                at += 1


def _binary(out: NDArray[np.float32], number: int) -> None:
    out[:] = [number >> i & 1 for i in range(len(out))]


def bounds(setup: Setup) -> tuple[float, float]:
    """The least and the most that ``Table.returns`` can give a seat."""
    low, high = _scores(setup)
    n = setup.game.players
    most = (high - low) * (n - 1) / n
    return -most, most


def _scores(setup: Setup) -> tuple[int, int]:
    """Between what two numbers every score of a deal lies."""
    rules: Any = setup.rules
    s: Any = setup.start
    cards = s.pack[: s.size]
    match setup.game.id:
        case "rockaway":
            return 0, sum(rules.POINTS[card % 13] for card in cards)
        case "two_ten_jack":  # T-9
            values = [rules.value(s, card) for card in cards]
            return sum(v for v in values if v < 0), sum(v for v in values if v > 0)
        case "fifteen":  # F-10
            return -s.ante, s.pot + s.ante
        case "two_handed_hearts":  # H-6
            hearts = sum(card // 13 == 2 for card in cards)
            return 0, hearts + s.queen_spades * (rules.QUEEN_OF_SPADES in cards)
        case "ladder_rummy":  # L-14, L-17, L-18: each card is laid, or left and counts twice
            points = sum(rules.POINTS[card % 13] for card in cards)
            return -points * s.losers_pay, 2 * points
    return _chain_scores()


def _chain_scores() -> tuple[int, int]:
    """C-2, C-8 .. C-12: every trump doubled, every chain once more when it is full."""
    plain, trump = sum(chain.PLAIN), sum(chain.TRUMP) + chain.TOP - min(chain.TRUMP)
    most = 50 + 3 * plain + 2 * trump + (3 * plain + trump)
    return -10 * MAX_CUT_JOKERS - 2 * chain.JOKER_LEFT, most
