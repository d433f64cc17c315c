"""The six games as Python games of OpenSpiel: ``pyspiel.load_game("koloda_rockaway(players=4)")``.

Importing this registers them; it needs the extra ``openspiel``. One game of OpenSpiel is one
deal, its returns are each seat's result against the average of the table. Parameters are
``players``, ``dealer``, every option of the game by its name, and for short packs ``cards``
(``"5c 6d ..."``) and ``hand_size``. C++ algorithms that hold on to states or search
(``pyspiel.ISMCTSBot``) don't work with Python games; ``open_spiel.python.algorithms`` do.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from koloda.adapters.actions import ACTIONS
from koloda.adapters.encoding import Encoder, bounds
from koloda.adapters.table import Setup, Table
from koloda.adapters.worlds import another_world
from koloda.cards import spell_card
from koloda.deal import Deal
from koloda.deal import game as koloda_game
from koloda.fair import SEEDS
from koloda.options import Value, find, parse_value, spell_value
from koloda.rules import SHELF
from koloda.rules.contract import Option, Rules

PREFIX = "koloda_"


def _mixed(option: Option) -> bool:
    """Whether the values are of unlike types (``auto``, 1, 2), which a parameter can't be: it is
    the place of the value among them, from 0."""
    return len({type(value) for value in option.values}) > 1


def _parameter(option: Option) -> Value:
    """The default of an option as a parameter."""
    return option.values.index(option.default) if _mixed(option) else option.default


def _option_value(option: Option, given: Any) -> Value:
    """The value that a parameter means. Raises OptionError where there is no such value."""
    if _mixed(option) and given in range(len(option.values)):
        value: Value = option.values[given]
        return value
    return parse_value(option, spell_value(given))


def _game_type(rules: Rules[Any]) -> Any:
    parameters: dict[str, Value] = {option.name: _parameter(option) for option in rules.OPTIONS}
    parameters |= {"players": rules.MIN_PLAYERS, "dealer": 0, "cards": "", "hand_size": 0}
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + rules.ID,
        long_name="Koloda " + rules.ID.replace("_", " ").title(),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=rules.MAX_PLAYERS,
        min_num_players=rules.MIN_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


TYPES = {name: _game_type(rules) for name, rules in SHELF.items() if name in ACTIONS}


class KolodaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One set-up of the game ``NAME``. Raises OptionError or ValueError where it can't be."""

    NAME = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        name, rules = self.NAME, SHELF[self.NAME]
        players = given.pop("players", rules.MIN_PLAYERS)
        dealer = given.pop("dealer", 0)
        cards = given.pop("cards", "")
        hand_size = given.pop("hand_size", 0)
        options: dict[str, Any] = {
            key: _option_value(find(rules, key), value) for key, value in given.items()
        }
        table = koloda_game(name, players=players, **options)
        self.setup = Setup(table, dealer, cards, hand_size)
        low, high = bounds(self.setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.actions.size,
            max_chance_outcomes=max(table.cards()) + 1,
            num_players=players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=self.setup.longest,
        )
        super().__init__(TYPES[name], info, params or {})

    def new_initial_state(self) -> KolodaState:
        """A deal before its first card."""
        return KolodaState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What writes down what a seat sees. Raises ValueError for parameters, and for one that
        sees the cards of all."""
        if params:
            raise ValueError(f"no observer parameters: {params}")
        return Observer(self.setup, kind or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """Each card comes once; Chain cuts besides."""
        return self.setup.most_chance


class KolodaState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A deal in play; ``table`` is our own form of it."""

    def __init__(self, game: KolodaGame) -> None:
        super().__init__(game)
        self.table = Table(game.setup)

    def current_player(self) -> int:
        """The seat on turn, or pyspiel's number for chance or the end."""
        if self.table.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.table.chance else self.table.actor

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.table.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come, with their probabilities."""
        return self.table.outcomes()

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"card {spell_card(action)}"
        return self.table.setup.actions.name(action)

    def returns(self) -> list[float]:
        """Each seat's result against the average of the table; zeros before the end."""
        return self.table.returns()

    def __str__(self) -> str:
        return str(self.table)


class Observer:
    """An observer as ``open_spiel.python.observation`` wants it."""

    def __init__(self, setup: Setup, kind: Any) -> None:
        private = kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer sees the private cards of one seat or of none")
        self._public = bool(kind.public_info)
        self._private = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = bool(kind.perfect_recall)
        self._encoder = Encoder(
            setup, public=self._public, private=self._private, recall=self._recall
        )
        self.tensor: NDArray[np.float32] = self._encoder.tensor
        self.dict = self._encoder.dict

    def set_from(self, state: KolodaState, player: int) -> None:
        """Write what the player sees into ``tensor`` and its named parts ``dict``."""
        self._encoder.write(state.table, player)

    def string_from(self, state: KolodaState, player: int) -> str:
        """What the player sees, as text."""
        table, seat = state.table, player if self._private else None
        if not self._public:
            return self._private_part(table, player)
        seen = table.information(seat) if self._recall else str(table.observation(seat))
        return f"p{player} {seen}"

    def _private_part(self, table: Table, player: int) -> str:
        if not self._private:
            return ""
        shared = table.observation(None)
        own = {k: v for k, v in table.observation(player).items() if shared.get(k) != v}
        return f"p{player} {own}" if own else ""


def resampler(seed: int = 0) -> Callable[[KolodaState, int], KolodaState]:
    """What ``ISMCTSBot.set_resampler`` of ``open_spiel.python.algorithms.ismcts`` wants: from a
    state and a player, a state that the player can't tell from it, drawn anew at each call."""
    dice = random.Random(seed)

    def resample(state: KolodaState, player: int) -> KolodaState:
        found: KolodaState = state.get_game().new_initial_state()
        for action in another_world(state.table, player, dice.randrange(SEEDS)):
            found.apply_action(action)
        return found

    return resample


def state_of(deal: Deal) -> KolodaState:
    """A deal of ours from a fresh pack as pyspiel has it: all of its cards, and all of its moves
    so far. Raises ValueError where the deal began with less than a whole pack."""
    given: dict[str, Value] = {"players": deal.game.players, "dealer": int(deal.dealer)}
    for option in deal.game.rules.OPTIONS:
        value = deal.game.options[option.name]
        given[option.name] = option.values.index(value) if _mixed(option) else value
    state: KolodaState = pyspiel.load_game(PREFIX + deal.game.id, given).new_initial_state()
    cards = iter([*deal.carry.get("cuts", ()), *deal.pack])
    tokens = state.table.setup.actions.tokens
    for choices in [(), *(tokens(move.action.code) for move in deal.moves)]:
        for token in choices:
            state.apply_action(token)
        while state.is_chance_node():
            state.apply_action(next(cards))
    return state


# A class each: pyspiel keeps what makes a game until after the interpreter's end, when it could
# no longer let go of a plain function.
for _name, _type in TYPES.items():
    _class = type(_type.short_name, (KolodaGame,), {"NAME": _name, "__module__": __name__})
    globals()[_class.__name__] = _class  # where pickle looks for it
    pyspiel.register_game(_type, _class)
