"""The games as pyspiel knows them, put through OpenSpiel's own tests and algorithms."""

from __future__ import annotations

import random
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    expected_game_score,
    ismcts,
    mcts,
)
from open_spiel.python.tests import games_sim_test  # noqa: E402

import koloda  # noqa: E402
from koloda.adapters import openspiel  # noqa: E402
from koloda.bots.solvers import fifteen as solver  # noqa: E402
from koloda.cards import parse_card  # noqa: E402

NAMES = sorted(openspiel.TYPES)


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game("koloda_" + name, parameters)


def deal(game: Any, seed: int) -> Any:
    """A state with all cards dealt that are dealt before the first decision."""
    state, dice = game.new_initial_state(), np.random.RandomState(seed)
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(dice.choice(outcomes, p=odds)))
    return state


def test_all_six_are_registered() -> None:
    assert len(NAMES) == 6
    assert {"koloda_" + name for name in NAMES} <= {
        kind.short_name for kind in pyspiel.registered_games()
    }


@pytest.mark.parametrize("name", NAMES)
def test_random_sim_test(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("rockaway", {"players": 7, "dealer": 6, "draw": "strict", "open_pile": True}),
        ("rockaway", {"players": 10, "packs": 2}),
        ("ladder_rummy", {"players": 3, "must_use": "always", "losers_pay": True}),
        ("two_ten_jack", {"players": 3, "open_tricks": True}),
        ("two_handed_hearts", {"queen_spades": 13, "moon": True, "hearts_broken": True}),
        ("fifteen", {"first_stand": "ten", "dealer": 1}),
        ("chain", {"own_extension": "counts", "lone": "strict", "dealer": 3}),
        ("two_handed_hearts", {"cards": "2h 2c 3c 3h 4s 5s", "hand_size": 2}),
    ],
)
def test_random_sim_test_of_other_set_ups(name: str, parameters: dict[str, Any]) -> None:
    game = load(name, **parameters)
    assert game.num_players() == parameters.get("players", game.num_players())
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_enforce_api_on_partial_tree(name: str) -> None:
    case = type(
        f"EnforceAPI_{name}",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game_name": "koloda_" + name, "game": load(name)},
    )
    random.seed(0)  # sample_some_states draws from it
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures


@pytest.mark.parametrize("name", NAMES)
def test_sim_game(name: str) -> None:
    np.random.seed(0)  # sim_game draws from it
    games_sim_test.GamesSimTest("sim_game").sim_game(load(name))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("two_handed_hearts", {"cards": "2h 2c 3c 3h", "hand_size": 1}),
        ("rockaway", {"cards": "6c 7c 6d Ac", "hand_size": 1}),
        ("ladder_rummy", {"cards": "2c 2d 2h 3c", "hand_size": 1}),
        ("two_ten_jack", {"cards": "2h 2s Tc As", "hand_size": 1}),
    ],
)
def test_openspiel_finds_perfect_recall(name: str, parameters: dict[str, Any]) -> None:
    # Not of Fifteen: this asks that all histories of an information set be of one length, and
    # there one draw that ended a turn looks like a draw and standing (F-5). For perfect recall
    # itself see test_table.py.
    assert api_test._assert_is_perfect_recall(load(name, **parameters))


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_has_the_same_key_and_acts(name: str) -> None:
    game, dice, resample = load(name), np.random.RandomState(1), openspiel.resampler(1)
    state, changed = deal(game, 1), 0
    for _ in range(12):
        player = state.current_player()
        other = resample(state, player)
        assert other.information_state_string() == state.information_state_string()
        assert other.legal_actions() == state.legal_actions()
        tensor = state.information_state_tensor(player)
        assert other.information_state_tensor(player) == tensor
        changed += other.history() != state.history()
        state.apply_action(int(dice.choice(state.legal_actions())))
        while state.is_chance_node():
            state.apply_action(int(dice.choice([card for card, _ in state.chance_outcomes()])))
        if state.is_terminal():
            break
    assert changed


@pytest.mark.parametrize("name", NAMES)
def test_python_ismcts_searches_and_does_not_peek(name: str) -> None:
    game, policies = load(name), []
    state = deal(game, 2)
    hidden = openspiel.resampler(9)(state, state.current_player())
    assert hidden.history() != state.history()
    for start in (state, hidden):
        bot = ismcts.ISMCTSBot(
            game,
            mcts.RandomRolloutEvaluator(1, np.random.RandomState(3)),
            uct_c=20,
            max_simulations=6,
            random_state=np.random.RandomState(4),
        )
        bot.set_resampler(openspiel.resampler(5))
        policies.append(dict(bot.get_policy(start)))
    assert policies[0] == policies[1]
    assert sum(policies[0].values()) == pytest.approx(1)
    assert set(policies[0]) <= set(state.legal_actions())


def test_cfr_reaches_the_exact_value_of_a_tiny_fifteen() -> None:
    cards = "3c 4c 9c Tc"
    exact = solver.solve(solver.count_values(parse_card(card) for card in cards.split()))
    assert exact.value == pytest.approx(1 / 36)
    game = load("fifteen", cards=cards, ante=1)  # player 0 deals
    found = cfr.CFRPlusSolver(game)
    for _ in range(60):
        found.evaluate_and_update_policy()
    both = [found.average_policy()] * 2
    value = expected_game_score.policy_value(game.new_initial_state(), both)
    assert value[0] == pytest.approx(exact.value, abs=1e-3)


def test_f8_the_cards_set_aside_are_seen() -> None:
    state = deal(load("fifteen", cards="3c 4c 9c Tc"), 0)
    assert "'3c'" not in state.observation_string(0).split("'aside': ")[1].split("]")[0]
    assert "'2c'" in state.observation_string(0).split("'aside': ")[1].split("]")[0]


def test_what_a_spectator_and_a_seat_alone_see() -> None:
    state = deal(load("rockaway"), 3)
    public = api_test.make_observation(
        state.get_game(),
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
        ),
    )
    private = api_test.make_observation(
        state.get_game(),
        pyspiel.IIGObservationType(
            public_info=False,
            perfect_recall=False,
            private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER,
        ),
    )
    assert "hand" not in public.string_from(state, 0)
    assert "top" in public.string_from(state, 0)
    assert "hand" in private.string_from(state, 0)
    assert "top" not in private.string_from(state, 0)
    assert set(private.dict) == {"player", "hand"}


def test_nobody_observes_the_hands_of_all() -> None:
    game = openspiel.KolodaGame.__subclasses__()[0]({})
    everything = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="of one seat"):
        game.make_py_observer(everything)
    with pytest.raises(ValueError, match="no observer parameters"):
        game.make_py_observer(None, {"a": 1})


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"players": 11}, "players"),
        ({"draw": "never"}, "option_value"),
        ({"cards": "2c 3c"}, "cards from"),
        ({"dealer": 2}, "seat"),
    ],
)
def test_set_ups_that_cannot_be(parameters: dict[str, Any], told: str) -> None:
    (rockaway,) = (c for c in openspiel.KolodaGame.__subclasses__() if c.NAME == "rockaway")
    with pytest.raises(ValueError, match=told):
        rockaway(parameters)


def test_the_interpreter_ends_in_peace() -> None:
    """pyspiel lets go of registered games only after the interpreter's end."""
    script = (
        "import pyspiel, koloda.adapters.openspiel\n"
        "game = pyspiel.load_game('koloda_fifteen')\n"
        "game.new_initial_state().clone()\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_of_ours_is_the_same_deal_there(name: str) -> None:
    ours = koloda.game(name).deal(seed=4, dealer=1)
    dice = random.Random(4)
    while not ours.over:
        state = openspiel.state_of(ours)
        seen = ours.game.rules.observe(ours.state, ours.actor)
        assert state.table.observation(ours.actor) == {"actor": ours.actor, **seen}
        ours.apply(dice.choice(ours.legal_actions()))
    assert openspiel.state_of(ours).returns() == [float(net) for net in ours.net]
