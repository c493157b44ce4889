"""OpenSpiel's own tests, and its algorithms on our games."""

from __future__ import annotations

import random
import sys
import types

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, minimax

# Value iteration asks for a solver of linear programs, which only simultaneous moves need.
if "cvxpy" not in sys.modules:
    stand_in = types.ModuleType("cvxpy")
    stand_in.__getattr__ = lambda name: name  # type: ignore[method-assign]
    sys.modules["cvxpy"] = stand_in

from open_spiel.python.algorithms import value_iteration  # noqa: E402

import sarsen
import sarsen.open_spiel

NAMES = [
    "sarsen_stonehenge",
    "sarsen_stonehenge(druids=hidden)",
    "sarsen_cathedral",
    "sarsen_logan",
    "sarsen_logan(backs=nobody)",
    "sarsen_holes",
    "sarsen_holes(pieces=1)",
]


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["sarsen_stonehenge", "sarsen_holes(pieces=1)"])
def test_playthroughs_are_generated(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(name, action_sequence=None, seed=3)
    assert "InformationStateString" in text and "ObservationTensor" in text


def test_states_are_written_and_read_by_their_history() -> None:
    game = pyspiel.load_game("sarsen_holes(pieces=2)")
    state = game.new_initial_state()
    rng = random.Random(4)
    for _ in range(20):
        state.apply_action(rng.choice(state.legal_actions()))
    again = game.deserialize_state(game_text(state))
    assert str(again) == str(state) and str(state.clone()) == str(state)


def game_text(state: object) -> str:
    return str(pyspiel.State.serialize(state))


def test_mcts_beats_random_play_in_the_arena() -> None:
    rng = np.random.RandomState(1)
    bot = sarsen.open_spiel.player(
        lambda game: mcts.MCTSBot(game, 2, 40, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    )
    score = sarsen.arena(sarsen.game("stonehenge"), bot, "random", games=2)
    assert score.games == 2 and score.wins >= 1


def test_is_mcts_plays_with_hidden_druids() -> None:
    game = pyspiel.load_game("sarsen_stonehenge(druids=hidden)")
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, uct_c=2, max_simulations=20, evaluator=mcts.RandomRolloutEvaluator(1, rng), random_state=rng
    )
    bot.set_resampler(lambda state, player: sarsen.open_spiel.resample(state, player, rng.randint(2**31)))
    state = game.new_initial_state()
    for action in (0, 20, 40):
        state.apply_action(action)
    assert bot.step(state) in state.legal_actions()


def test_value_iteration_agrees_with_our_exact_values() -> None:
    position = "holes/pieces=1/26h0s0/27h0s0/a1/1-/-"
    game = pyspiel.load_game("sarsen_holes", {"position": position})
    values = value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-9, cyclic_game=True)
    assert len(values) > 50
    assert abs(values[str(game.new_initial_state())] - sarsen.solve(sarsen.position(position)).returns[0]) < 1e-6


def test_alpha_beta_agrees_with_our_solver() -> None:
    state = sarsen.game("stonehenge").start()
    for token in "A6 D6 N3 I3 R3 J1 M4 F4 Q5 B3 C2".split():
        state.play(token)
    game = pyspiel.load_game("sarsen_stonehenge", {"position": state.position})
    start = game.new_initial_state()
    value, _ = minimax.alpha_beta_search(game, state=start, maximizing_player_id=0)
    assert value == sarsen.solve(state).returns[0]
