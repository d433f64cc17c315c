"""A deal with explicit chance: the table that both adapters play at.

The pack is not shuffled. Each card is a *chance outcome*, chosen just before somebody gets it:
until then the stock is merely the set of cards not seen yet. A history is a list of ints, chance
outcomes (card ints) and the players' tokens as they came; it is the whole truth of a deal, and
``play`` rebuilds the table from it.

Nothing here needs pyspiel, PettingZoo or NumPy.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from koloda.adapters.actions import ACTIONS, Tokens
from koloda.cards import NO_CARD, parse_card, spell_cards
from koloda.deal import Game, check_seat
from koloda.rules.contract import Json, State

MAX_CUT_JOKERS = 8
"""Chain cuts again after a joker (C-2). After so many (once in 10**11 deals) no joker can be cut
any more, so that a history is bounded."""
PUBLIC = -1
"""The owner of a card that lay open from the start."""


class Setup:
    """What all deals of one kind have in common.

    ``cards`` (``"5c 6d ..."``) and ``hand_size`` make short packs, past the pack options; empty
    and 0 leave the game's own. Raises OptionError for a seat that isn't there, ValueError when
    the cards don't suffice or the game isn't offered here.
    """

    def __init__(
        self, game: Game, dealer: int = 0, cards: str | Sequence[str] = "", hand_size: int = 0
    ) -> None:
        if game.id not in ACTIONS:
            raise ValueError(f"no dense actions for {game.id}")
        names = cards.split() if isinstance(cards, str) else list(cards)
        options = tuple(game.options.items())
        seat = check_seat(dealer, game.players)
        self.key = (game.id, game.players, options, seat, tuple(names), hand_size)
        self.game, self.rules, self.actions = game, game.rules, ACTIONS[game.id]
        self.dealer = dealer
        self.start = self._short(names, hand_size)
        self.cuts = self.rules.more_cuts([])
        self.owners = self._owners()
        self.deal_size = len(self.owners)

    def _short(self, names: Sequence[str], hand_size: int) -> State:
        state = self.game.prepared(dealer=self.dealer)
        if hand_size:
            if "hand_size" not in state.FIELDS:
                raise ValueError(f"{self.game.id} deals hands of one size only")
            vars(state)["hand_size"] = hand_size
        if names:
            pack = sorted(parse_card(name) for name in names)
            lacking = Counter(pack) - Counter(state.pack[: state.size])
            if lacking:
                raise ValueError(f"{self.game.id}: not in the pack: {sorted(lacking)}")
            state.pack[:] = pack + [NO_CARD] * (len(state.pack) - len(pack))
            state.size = len(pack)
        else:
            state.pack[: state.size] = sorted(state.pack[: state.size])
        needed = vars(state).get("hand_size", 1) * self.game.players
        if not 0 < needed <= state.size:
            raise ValueError(f"{self.game.id}: {needed} cards from {state.size}")
        return state

    def _owners(self) -> list[int]:
        """Who is dealt the card of each place of the pack: found by dealing packs in which one
        card is unlike the others."""
        owners: list[int] = []
        slot = 0
        while True:
            trial = self.start.copy()
            for i in range(len(trial.pack)):
                trial.pack[i] = int(i == slot)
            self.rules.start(trial)
            if trial.next > trial.size:
                raise ValueError(f"{self.game.id}: {trial.next} cards from {trial.size}")
            if slot == trial.next:
                return owners
            places = self.rules.places(trial)
            holders = [p for p in range(self.game.players) if 1 in places[f"hand {p}"]]
            owners.append(holders[0] if holders else PUBLIC)
            slot += 1

    @property
    def longest(self) -> int:
        """The most tokens that a deal can take."""
        return self.actions.length(self.rules.bound(self.start), self.start.size)

    @property
    def most_chance(self) -> int:
        """The most chance outcomes that a deal can take."""
        return self.start.size + (2 + MAX_CUT_JOKERS if self.cuts else 0)

    def __reduce__(self) -> Any:
        return _setup_again, self.key


def _setup_again(
    name: str, players: int, options: Any, dealer: int, cards: Sequence[str], hand: int
) -> Setup:
    from koloda.deal import game

    return Setup(game(name, players=players, **dict(options)), dealer, cards, hand)


def _plain(data: Json) -> str:
    return json.dumps(data, separators=(",", ":"))


def with_on_top(state: Any, cards: Sequence[int]) -> Any:
    """A copy of the state with these cards of its stock on top of it, in this order."""
    state = state.copy()
    for slot, card in enumerate(cards, state.next):
        there = state.pack.index(card, slot)
        state.pack[there] = state.pack[slot]
        state.pack[slot] = card
    return state


def drawers(setup: Setup, before: Any, after: Any) -> list[int]:
    """Who got each of the cards that left the stock between two states."""
    old, new = setup.rules.places(before), setup.rules.places(after)
    return [
        p
        for card in before.pack[before.next : after.next]
        for p in range(setup.game.players)
        if new[f"hand {p}"].count(card) > old[f"hand {p}"].count(card)
    ]


class Table:
    """One deal in play, chance and acts one at a time; copies are cheap.

    ``history`` is what has been applied; ``state`` the rules' state, None while cards are dealt;
    ``prefix`` the tokens of an act not yet complete, which only its player knows of.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.history: list[int] = []
        self.slots: list[int] = []  # by place of the pack: index in ``history``
        self.owners: list[int] = []  # by place: the seat that got the card, or PUBLIC
        self.cuts: list[int] = []
        self.picked: list[int] = []  # cards chosen, but not yet in the state
        self.state: Any = None
        self.prefix: Tokens = ()
        self.pending: int | None = None  # the act that waits for its cards
        self.wanted = setup.deal_size
        self.log: list[tuple[Any, int]] = []  # states before each act, never changed, and acts
        self._acts: dict[Tokens, int] | None = None
        self._told: dict[int, tuple[int, str]] = {}
        self.past: Any = None  # what ``worlds`` has found out, of a log so long
        self.past_of = -1

    def copy(self) -> Table:
        """An independent copy."""
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        for name in ("history", "slots", "owners", "cuts", "picked", "log"):
            setattr(twin, name, getattr(self, name)[:])
        twin._told = dict(self._told)
        return twin

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Table:
        return self.copy()

    def __reduce__(self) -> Any:
        return play, (self.setup, tuple(self.history))

    @property
    def over(self) -> bool:
        return self.state is not None and self.pending is None and bool(self.state.over)

    @property
    def chance(self) -> bool:
        """Whether a card has to be chosen now."""
        return self.state is None or self.pending is not None

    @property
    def actor(self) -> int:
        """The seat on turn; only where neither ``over`` nor ``chance``."""
        return int(self.state.actor)

    # --- what can happen next ------------------------------------------------------------

    def outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come now, ascending, with their probabilities."""
        left = self._left()
        if len(set(left)) == len(left):
            return [(card, 1 / len(left)) for card in sorted(left)]
        return [(card, n / len(left)) for card, n in sorted(Counter(left).items())]

    def _left(self) -> list[int]:
        """The cards that may come now, each as often as it is there."""
        if self._cutting():
            jokers = sum(card >= 52 for card in self.cuts) < MAX_CUT_JOKERS
            return [card for card in self.setup.game.cards() if card < 52 or jokers]
        s = self.setup.start if self.state is None else self.state
        left: list[int] = s.pack[0 if self.state is None else s.next : s.size]
        for card in self.picked:
            left.remove(card)
        return left

    def _cutting(self) -> bool:
        return self.state is None and self.setup.cuts and self.setup.rules.more_cuts(self.cuts)

    def acts(self) -> dict[Tokens, int]:
        """The legal acts of the rules, by their tokens."""
        if self._acts is None:
            rules, tokens = self.setup.rules, self.setup.actions.tokens
            buffer = [0] * rules.MAX_ACTIONS
            n = rules.legal(self.state, buffer)
            self._acts = {tokens(code): code for code in buffer[:n]}
        return self._acts

    def legal(self) -> list[int]:
        """The tokens that the seat on turn may go on with, ascending."""
        n = len(self.prefix)
        return sorted({t[n] for t in self.acts() if t[:n] == self.prefix})

    # --- doing it --------------------------------------------------------------------------

    def apply(self, choice: int) -> None:
        """A chance outcome where one is due, else a token.

        Raises ValueError, and changes nothing, for what isn't possible now.
        """
        if self.over:
            raise ValueError("the deal is over")
        if self.chance:
            self._chance(choice)
        else:
            self._token(choice)
        self.history.append(choice)

    def _chance(self, card: int) -> None:
        if card not in self._left():
            raise ValueError(f"no such outcome: {card}")
        if self._cutting():
            self.cuts.append(card)
            return
        self.slots.append(len(self.history))
        self.picked.append(card)
        if len(self.picked) < self.wanted:
            return
        state = with_on_top(self._ready() if self.state is None else self.state, self.picked)
        self.picked = []
        if self.state is None:
            self.setup.rules.start(state)
            self.owners = self.setup.owners[:]
            self.state = state
        else:
            self.state = state
            code, self.pending = self.pending, None
            after = state.copy()
            self.setup.rules.apply(after, code or 0)
            self.owners += drawers(self.setup, state, after)
            self._done(code or 0, after)

    def _ready(self) -> State:
        if not self.setup.cuts:
            return self.setup.start
        carry = {"cuts": list(self.cuts)}
        state = self.setup.game.prepared(dealer=self.setup.dealer, carry=carry)
        short = self.setup.start
        state.pack[:], state.size = short.pack, short.size
        vars(state)["hand_size"] = vars(short)["hand_size"]
        return state

    def _token(self, token: int) -> None:
        tokens = (*self.prefix, token)
        code = self.acts().get(tokens)
        if code is None:
            if all(spelled[: len(tokens)] != tokens for spelled in self.acts()):
                raise ValueError(f"not legal: {token}")
            self.prefix = tokens
            return
        self.prefix = ()
        after = self.state.copy()
        self.setup.rules.apply(after, code)
        self.wanted = after.next - self.state.next
        if self.wanted:
            self.pending = code
        else:
            self._done(code, after)

    def _done(self, code: int, after: Any) -> None:
        self.log.append((self.state, code))
        self.state = after
        self._acts = None

    # --- what a seat knows -----------------------------------------------------------------

    def steps(self) -> Iterable[tuple[Any, Any, int]]:
        """Every act so far: the states before and after it, and its code."""
        for i, (before, code) in enumerate(self.log):
            yield before, self.log[i + 1][0] if i + 1 < len(self.log) else self.state, code

    def observation(self, seat: int | None) -> dict[str, Json]:
        """What the seat (None: a spectator) sees now: plain JSON; while cards are dealt, those
        it has got so far.

        ``partial`` are the tokens of the seat's own act that is not yet complete.
        """
        if self.state is None:
            return self._observe_deal(seat)
        seen = self._observe(self.state, seat)
        if self.prefix and seat == self.state.actor:
            seen["partial"] = list(self.prefix)
        return seen

    def _observe_deal(self, seat: int | None) -> dict[str, Json]:
        got = list(zip(self.picked, self.setup.owners, strict=False))
        seen: dict[str, Json] = {
            "cuts": spell_cards(self.cuts),
            "dealt": len(got),
            "open": spell_cards(card for card, owner in got if owner == PUBLIC),
        }
        if seat is not None:
            seen["hand"] = spell_cards(sorted(card for card, owner in got if owner == seat))
        return seen

    def _observe(self, state: Any, seat: int | None) -> dict[str, Json]:
        seen: dict[str, Json] = {"actor": None if state.over else state.actor}
        return seen | self.setup.rules.observe(state, seat)

    def information(self, seat: int | None) -> str:
        """All that the seat (None: a spectator) has seen in the deal: how its hand was at
        first, every event, and at the end what is laid open. Perfect recall: no two histories
        that the seat could tell apart have the same."""
        if self.state is None:
            return _plain(self._observe_deal(seat))
        key = self.setup.game.players if seat is None else seat
        first = self.log[0][0] if self.log else self.state
        done, told = self._told.get(key) or (0, _plain(self._observe(first, seat)))
        events = self.setup.rules.events
        for i in range(done, len(self.log)):
            before, code = self.log[i]
            after = self.log[i + 1][0] if i + 1 < len(self.log) else self.state
            for event in events(before, after, code, seat):  # F-5: a line each, not each act
                told += "\n" + _plain(event)
        self._told[key] = (len(self.log), told)
        if self.prefix and seat == self.state.actor:
            told += "\n" + _plain({"partial": self.prefix})
        return told + "\n" + _plain(self._observe(self.state, seat)) if self.over else told

    def returns(self) -> list[float]:
        """Each seat's result against the average of the table (``Deal.net``): zero-sum, more is
        better; zeros while the deal is not over."""
        if not self.over:
            return [0.0] * self.setup.game.players
        rules, n = self.setup.rules, self.setup.game.players
        scores = [rules.score(self.state, p) for p in range(n)]
        return [rules.SIGN * (n * score - sum(scores)) / n for score in scores]

    def __str__(self) -> str:
        """Everything, for debugging."""
        if self.state is None:
            return f"dealing {self.cuts} {self.picked}"
        shown: dict[str, Json] = {
            "actor": None if self.over else self.actor,
            "partial": self.prefix,
        }
        if self.pending is not None:
            shown |= {"act": self.pending, "cards": self.picked}
        return _plain(shown | self.setup.rules.observe(self.state, None) | self._hands())

    def _hands(self) -> dict[str, Json]:
        return {
            name: cards
            for name, cards in self.setup.rules.places(self.state).items()
            if name.startswith("hand")
        }


def play(setup: Setup, history: Iterable[int]) -> Table:
    """The table after this history."""
    table = Table(setup)
    for choice in history:
        table.apply(choice)
    return table
