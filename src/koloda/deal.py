"""One deal: the typed, friendly face of a rules module.

``game("rockaway", players=4)`` checks a set-up; ``Game.deal`` lays out one deal; a ``Deal``
tells who is on turn, what is legal and what each seat sees, and does what is legal. ``View`` is
all that a bot gets: everything hidden from its seat has been dealt anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NewType, TypeVar

from koloda.cards import NAMES, parse_card, spell_card
from koloda.fair import SEEDS, Shuffle
from koloda.options import OptionError, Value, changed, resolve, shown
from koloda.rules import SHELF
from koloda.rules.chance import seed_rng
from koloda.rules.contract import Json, Refused, Rules, ScoreItem, State

Seat = NewType("Seat", int)
"""A place at the table, 0..players-1 clockwise."""
T = TypeVar("T")
LONGEST_ACT = 200
"""No act is spelled in more characters."""


def _fresh(value: Json) -> Json:
    """A copy of plain JSON data that shares no list or dict with it."""
    if type(value) is dict:
        return {name: _fresh(part) for name, part in value.items()}
    return [_fresh(part) for part in value] if type(value) is list else value


@dataclass(frozen=True)
class Action:
    """One act. ``str(action)`` is its canonical spelling, the only thing that travels;
    ``code`` is the rules' own int for it."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Move:
    """An act as it was done: by whom, and in which turn of the deal (from 0)."""

    seat: Seat
    action: Action
    turn: int


class Game:
    """A game with its number of players and all its options settled.

    Attributes: ``id``, ``players``, ``options`` (every option with its value), ``rules`` (the
    module). Equal set-ups are equal.
    """

    def __init__(self, rules: Rules[Any], players: int, options: Mapping[str, Value]) -> None:
        self.rules = rules
        self.id = rules.ID
        self.players = players
        self.options = dict(options)
        self._state(0, 0, {})  # a set-up that can't be dealt is refused here

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.id, self.players, self.options) == (
            other.id,
            other.players,
            other.options,
        )

    def __hash__(self) -> int:
        return hash((self.id, self.players, tuple(self.options.items())))

    def __repr__(self) -> str:
        options = "".join(f", {k}={v!r}" for k, v in changed(self.rules, self.options).items())
        return f"koloda.game({self.id!r}, players={self.players}{options})"

    def _state(self, dealer: int, number: int, carry: Mapping[str, Json]) -> State:
        """A state in which all but the pack is ready for ``start``."""
        state: State = self.rules.State()
        state.players, state.dealer, state.number = self.players, dealer, number
        for option in self.rules.OPTIONS:
            setattr(state, option.field, option.encode(self.options[option.name]))
        try:
            cards, _ = self.rules.deck(state, carry)
            self.rules.prepare(state, carry)
        except Refused as error:
            raise OptionError(error.code, error.clause, **error.params) from None
        state.size = len(cards)
        return state

    def prepared(
        self, *, dealer: int = 0, number: int = 0, carry: Mapping[str, Json] | None = None
    ) -> State:
        """A state ready for the rules' ``start``, its pack not yet shuffled."""
        state = self._state(dealer, number, carry or {})
        state.pack[: state.size] = self.rules.deck(state, carry or {})[0]
        return state

    def cards(self, carry: Mapping[str, Json] | None = None) -> list[int]:
        """The cards of a deal in the pack's own order (of a fresh pack unless ``carry`` has
        the rest of one)."""
        return self.rules.deck(self._state(0, 0, carry or {}), carry or {})[0]

    def lay_out(
        self,
        shuffle: Shuffle | None,
        *,
        dealer: int,
        number: int = 0,
        carry: Mapping[str, Json] | None = None,
        totals: Sequence[int] | None = None,
        pack_order: str | Iterable[int] | None = None,
        cuts: Sequence[int] | None = None,
    ) -> Deal:
        """Deal number ``number`` (0-based) of a match: pack and cuts from ``shuffle``, or as
        given. Raises OptionError (``pack``, ``seat``, ``cuts``, and a game's own codes)."""
        check_seat(dealer, self.players)
        brought: dict[str, Json] = _fresh(dict(carry or {}))
        cut = [] if cuts is None else listed(cuts, "cuts")
        while shuffle is not None and cuts is None and self.rules.more_cuts(cut):
            stream = shuffle.cut(number + 1, len(cut) + 1)
            cards = self.cards()
            cut.append(stream.shuffle(cards)[stream.below(len(cards))])
        if cut or self.rules.more_cuts([]):
            brought["cuts"] = cut
        state = self._state(dealer, number, brought)
        cards, fresh = self.rules.deck(state, brought)
        if pack_order is not None:
            if isinstance(pack_order, str):
                order = parse_pack(pack_order)
            else:
                order = listed(pack_order, "pack")
            _check_pack(order, cards, fresh)
        elif not fresh:
            order = cards
        elif shuffle is None:
            raise OptionError("pack", problem="missing")
        else:
            order = shuffle.deal(number + 1).shuffle(cards)
        state.pack[: len(order)] = order
        self.rules.start(state)
        opening = [self.rules.opening(state)] * self.players
        return Deal(self, state, tuple(order), brought, list(totals or opening))

    def deal(
        self,
        seed: int = 0,
        dealer: int = 0,
        *,
        pack_order: str | Iterable[int] | None = None,
        cuts: Sequence[str] | None = None,
        **carry: Json,
    ) -> Deal:
        """One deal by itself: shuffled from ``seed``, or with the pack in the order given
        (``"QhTd..."``). ``cuts`` as in Chain; what a match would carry over goes by name
        (``pot=4`` in Fifteen).

        Raises OptionError when the seed, pack, cuts, seat or carry don't fit the game.
        """
        shuffle = Shuffle.from_seed(check_seed(seed))
        cut = None if cuts is None else [_card(text, "cuts") for text in listed(cuts, "cuts")]
        return self.lay_out(shuffle, dealer=dealer, carry=carry, pack_order=pack_order, cuts=cut)


def games() -> tuple[str, ...]:
    """The ids of the games on the shelf."""
    return tuple(SHELF)


def game(
    name: str, *, players: int | None = None, preset: str | None = None, **options: Any
) -> Game:
    """A validated set-up of one of the six games.

    ``players`` defaults to the fewest the game allows. Raises OptionError: ``unknown_game``,
    ``players``, ``unknown_option``, ``option_value``, ``unknown_preset`` or a set-up clause.

    >>> game("rockaway", players=4, pack=36)
    koloda.game('rockaway', players=4, pack=36)
    """
    if not isinstance(name, str) or name not in SHELF:
        raise OptionError("unknown_game", name=shown(name), allowed=", ".join(SHELF))
    rules = SHELF[name]
    low, high = rules.MIN_PLAYERS, rules.MAX_PLAYERS
    if players is None:
        players = low
    if type(players) is not int or not low <= players <= high:
        allowed = str(low) if low == high else f"{low}..{high}"
        raise OptionError("players", game=name, players=shown(players), allowed=allowed)
    return Game(rules, players, resolve(rules, options, preset))


def check_seed(seed: int) -> int:
    """The seed itself. Raises OptionError ``seed`` unless it is an int, 0 <= seed < 2**63."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise OptionError("seed", seed=shown(seed), allowed="0..2^63-1")
    return seed


def check_seat(seat: int, seats: int) -> Seat:
    """The seat itself. Raises OptionError ``seat`` unless it is an int, 0 <= seat < seats."""
    if type(seat) is not int or not 0 <= seat < seats:
        told = seat if type(seat) is int and 0 <= seat < SEEDS else shown(seat)
        raise OptionError("seat", seat=told, seats=seats)
    return Seat(seat)


def listed(items: Iterable[T], code: str) -> list[T]:
    """The items as a list. Raises OptionError, with this code, for what is no list of things."""
    try:
        return list(items)
    except TypeError:
        raise OptionError(code, problem="not_a_list", found=shown(items)) from None


def parse_pack(text: str) -> list[int]:
    """The cards of ``"QhTd..."``. Raises OptionError ``pack`` on anything that is no card."""
    return [_card(text[i : i + 2], "pack") for i in range(0, len(text), 2)]


def _card(text: object, code: str) -> int:
    try:
        if isinstance(text, str):
            return parse_card(text)
    except ValueError:
        pass
    raise OptionError(code, problem="not_a_card", card=shown(text)[:20])


def _check_pack(order: list[int], cards: list[int], fresh: bool) -> None:
    for card in order:
        if type(card) is not int or not 0 <= card < len(NAMES):
            raise OptionError("pack", problem="not_a_card", card=shown(card)[:20])
    wanted, given = sorted(cards), sorted(order)
    if wanted == given and (fresh or order == cards):
        return
    for card in sorted({*wanted, *given}):
        if given.count(card) != wanted.count(card):
            problem = "missing" if given.count(card) < wanted.count(card) else "too_many"
            raise OptionError("pack", problem=problem, card=spell_card(card))
    raise OptionError("pack", problem="not_the_rest")


class Deal:
    """One deal in play.

    Attributes: ``game``; ``pack`` (tuple of card ints, the order dealt from: the whole truth);
    ``carry`` and ``totals`` as the deal began; ``moves`` done so far.
    """

    def __init__(
        self,
        game: Game,
        state: State,
        pack: tuple[int, ...],
        carry: dict[str, Json],
        totals: list[int],
    ) -> None:
        self.game = game
        self.state = state
        self.pack = pack
        self.carry = carry
        self.totals = totals
        self.moves: list[Move] = []
        self._events: list[list[dict[str, Json]]] = [[] for _ in range(game.players + 1)]
        self._buffer = [0] * game.rules.MAX_ACTIONS

    def copy(self) -> Deal:
        """An independent copy: nothing done to one changes the other."""
        carry, totals = _fresh(self.carry), list(self.totals)
        twin = Deal(self.game, self.state.copy(), self.pack, carry, totals)
        twin.moves = list(self.moves)
        twin._events = [list(events) for events in self._events]
        return twin

    @property
    def dealer(self) -> Seat:
        return Seat(self.state.dealer)

    @property
    def number(self) -> int:
        """How many deals of the match were played before this one."""
        return self.state.number

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def actor(self) -> Seat | None:
        """The seat on turn, None when the deal is over."""
        return None if self.state.over else Seat(self.state.actor)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None:
            check_seat(seat, self.game.players)

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """What the seat on turn may do, in a stable order; empty for any other seat."""
        self._check_seat(seat)
        if self.state.over or (seat is not None and seat != self.state.actor):
            return []
        rules = self.game.rules
        n = rules.legal(self.state, self._buffer)
        return [Action(code, rules.spell(self.state, code)) for code in self._buffer[:n]]

    def parse(self, text: str) -> Action:
        """The act that a text spells now, in canonical spelling. Raises Refused."""
        if not isinstance(text, str) or len(text) > LONGEST_ACT:
            raise Refused("syntax", text=shown(text))
        code = self.game.rules.parse(self.state, text)
        return Action(code, self.game.rules.spell(self.state, code))

    def apply(self, action: Action | str, seat: int | None = None) -> Action:
        """Do one act; returns it in canonical spelling.

        Raises Refused, and changes nothing, where the rules forbid it; the order of reasons is
        ``over``, ``turn`` (another seat's), ``syntax``, ``hand``, then the game's clauses.
        """
        self._check_seat(seat)
        if self.state.over:
            raise Refused("over")
        if seat is not None and seat != self.state.actor:
            raise Refused("turn", seat=self.state.actor)
        done = self.parse(action.text if isinstance(action, Action) else action)
        rules = self.game.rules
        refusal = rules.refuse(self.state, done.code)
        if refusal is not None:
            raise refusal
        before = self.state.copy()
        rules.apply(self.state, done.code)
        self.moves.append(Move(Seat(before.actor), done, before.turn))
        for watcher in range(self.game.players + 1):
            who = watcher if watcher < self.game.players else None
            self._events[watcher] += rules.events(before, self.state, done.code, who)
        return done

    def events(self, seat: int | None) -> list[dict[str, Json]]:
        """What the seat (None: a spectator) has seen happen so far, oldest first."""
        self._check_seat(seat)
        seen = self._events[self.game.players if seat is None else seat]
        return [_fresh(event) for event in seen]

    def observe(self, seat: int | None) -> dict[str, Json]:
        """What the seat (None: a spectator) sees now: plain JSON, assembled, never censored."""
        self._check_seat(seat)
        state = self.state
        seen: dict[str, Json] = {
            "game": self.game.id,
            "players": self.game.players,
            "seat": seat,
            "dealer": state.dealer,
            "deal": state.number + 1,
            "actor": self.actor,
            "over": self.over,
        }
        seen.update(self.game.rules.observe(state, seat))
        if seat is not None:
            seen["legal"] = [str(action) for action in self.legal_actions(seat)]
        if self.over:
            seen["scores"] = self.scores
        return seen

    @property
    def scores(self) -> list[int]:
        """Each seat's result. Raises ValueError while the deal is not over."""
        if not self.over:
            raise ValueError("the deal is not over")
        return [self.game.rules.score(self.state, p) for p in range(self.game.players)]

    @property
    def net(self) -> list[Fraction]:
        """Each seat's result against the average of the table, more is better: zero-sum."""
        scores, sign = self.scores, self.game.rules.SIGN
        return [sign * (Fraction(score) - Fraction(sum(scores), len(scores))) for score in scores]

    def explain(self, seat: int) -> list[ScoreItem]:
        """The reasons behind a seat's score; their points add up to it.

        Raises ValueError while the deal is not over.
        """
        check_seat(seat, self.game.players)
        if not self.over:
            raise ValueError("the deal is not over")
        return self.game.rules.explain(self.state, seat)

    def turns(self) -> list[tuple[Seat, list[Action]]]:
        """The moves so far, a turn at a time: acts of one seat in a row."""
        grouped = groupby(self.moves, key=lambda move: (move.turn, move.seat))
        return [(seat, [move.action for move in moves]) for (_, seat), moves in grouped]

    def view(self, seat: int, seed: int) -> View:
        """All that a bot on this seat may know; hidden cards are dealt anew from ``seed``.

        Raises OptionError ``seat`` or ``seed``.
        """
        check_seat(seat, self.game.players)
        state = self.state.copy()
        seed_rng(state, check_seed(seed))
        self.game.rules.redeal(state, seat)
        public = self.game.rules.PUBLIC_CARRY
        return View(
            game=self.game,
            seat=Seat(seat),
            state=state,
            events=tuple(self.events(seat)),
            totals=tuple(self.totals),
            carry={name: _fresh(self.carry[name]) for name in self.carry if name in public},
        )


@dataclass(frozen=True)
class View:
    """What a bot gets to decide on: nothing in it depends on cards its seat may not know."""

    game: Game
    seat: Seat
    state: State
    """A world the seat can't tell from the true one; its own to change."""
    events: tuple[dict[str, Json], ...]
    """What the seat has seen happen in this deal."""
    totals: tuple[int, ...]
    """Of the match, before this deal."""
    carry: dict[str, Json]

    def legal_actions(self) -> list[Action]:
        """What the seat may do, as ``Deal.legal_actions``; empty when it is not on turn."""
        if self.state.over or self.state.actor != self.seat:
            return []
        rules = self.game.rules
        buffer = [0] * rules.MAX_ACTIONS
        n = rules.legal(self.state, buffer)
        return [Action(code, rules.spell(self.state, code)) for code in buffer[:n]]
