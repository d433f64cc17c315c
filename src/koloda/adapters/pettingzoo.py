"""The six games as AEC environments of PettingZoo: ``env("rockaway", players=4)``.

Needs the extra ``pettingzoo``. One episode is one deal. An observation is a dict: ``observation``,
numbers 0 .. 1 (``koloda.adapters.encoding``), and ``action_mask``, 1 for each dense id that is
legal now and all 0 for a seat not on turn. Rewards come at the end: each seat's result against
the average of the table.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from koloda.adapters.encoding import Encoder
from koloda.adapters.table import Setup, Table
from koloda.deal import Game
from koloda.deal import game as koloda_game

Observation = dict[str, NDArray[Any]]
MODES = ("human", "ansi")


def env(game: str | Game, *, render_mode: str | None = None, **options: Any) -> AECEnv:
    """An environment that also complains when it is used in the wrong order.

    ``options`` are ``players``, ``preset`` and the game's own (a ready ``Game`` has them), and
    those of ``Environment``. Raises OptionError or ValueError as these do.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(game, render_mode=render_mode, **options))


def raw_env(
    game: str | Game,
    *,
    dealer: int = 0,
    cards: str = "",
    hand_size: int = 0,
    recall: bool = False,
    seed: int = 0,
    render_mode: str | None = None,
    **options: Any,
) -> Environment:
    """As ``env``, bare."""
    setup = game if isinstance(game, Game) else koloda_game(game, **options)
    if isinstance(game, Game) and options:
        raise ValueError(f"the game is settled: {', '.join(options)}")
    return Environment(Setup(setup, dealer, cards, hand_size), recall, seed, render_mode)


class Environment(AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """One table; ``recall`` adds the seat's history to what it observes.

    ``reset(seed)`` begins a sequence of deals that depends on the seed alone; ``reset()`` goes on
    with it. Raises ValueError for a render mode that there isn't.
    """

    def __init__(self, setup: Setup, recall: bool, seed: int, render_mode: str | None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode {render_mode!r}: {', '.join(MODES)}")
        self.metadata = {
            "name": f"koloda_{setup.game.id}_v{setup.rules.VERSION}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.setup = setup
        self.possible_agents = [f"seat_{p}" for p in range(setup.game.players)]
        self.agents: list[str] = []
        self._encoder = Encoder(setup, recall=recall)
        self._dice = random.Random(seed)
        width, size = len(self._encoder.tensor), setup.actions.size
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (width,), np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.table = Table(setup)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same space object for an agent every time."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same space object for an agent every time."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal; ``options`` are not used."""
        if seed is not None:
            self._dice.seed(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.table = Table(self.setup)
        self._deal_cards()
        self.agent_selection = self.possible_agents[self.table.actor]

    def _deal_cards(self) -> None:
        while not self.table.over and self.table.chance:
            cards, odds = zip(*self.table.outcomes(), strict=True)
            self.table.apply(self._dice.choices(cards, odds)[0])

    def observe(self, agent: str) -> Observation:
        """What the agent sees now, and what it may do."""
        seat = self.possible_agents.index(agent)
        self._encoder.write(self.table, seat)
        mask = np.zeros(self.setup.actions.size, np.int8)
        if not self.table.over and self.table.actor == seat:
            mask[self.table.legal()] = 1
        return {"observation": self._encoder.tensor.copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Do the selected agent's action. Raises ValueError, and changes nothing, where it is
        not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is on turn and must act")
        self.table.apply(int(action))
        self._deal_cards()
        self._cumulative_rewards[agent] = 0.0
        if self.table.over:
            self.rewards = dict(zip(self.agents, self.table.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._clear_rewards()
            self.agent_selection = self.possible_agents[self.table.actor]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def state(self) -> NDArray[np.float32]:
        """All that the seats see, one after the other: for centralised training."""
        seen = [self.observe(agent)["observation"] for agent in self.possible_agents]
        return np.concatenate(seen)

    def render(self) -> str | None:
        """What a spectator sees: returned (``ansi``) or printed (``human``)."""
        shown = "\n".join(f"{k}: {v}" for k, v in self.table.observation(None).items())
        if self.render_mode == "human":
            print(shown)
        return shown if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""
