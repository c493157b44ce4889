"""The suites of those who made the interfaces."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import sarsen.gymnasium
import sarsen.pettingzoo

GAMES = ["stonehenge", "cathedral", "logan", "holes"]


@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_suites(id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(sarsen.pettingzoo.env(id), num_cycles=200, verbose_progress=False)
        seed_test(lambda: sarsen.pettingzoo.env(id), num_cycles=30)
        render_test(lambda render_mode=None: sarsen.pettingzoo.env(id, render_mode=render_mode))


@pytest.mark.parametrize("seats", ["2", "4"])
def test_pettingzoo_plays_the_sun_with_two_to_four_agents(seats: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(sarsen.pettingzoo.env("sun", seats=seats, stones="12"), num_cycles=20, verbose_progress=False)


def test_the_sun_is_played_in_its_own_units() -> None:
    table = sarsen.pettingzoo.raw_env("sun", seats="2", stones="12", units=True)
    space = table.action_space("seat_1")
    table.reset(seed=1)
    names = [name for name, _ in table.game.continuous]
    assert set(space) == {"kind", *names}
    for _ in range(6):
        state = table.state_
        token = state.random_action(1) or ""
        name, values = table.game.values_of(token)
        assert name in state.kinds and table.game.action_of(name, values) == token
        action = {**space.sample(), "kind": names.index(name), name: np.array(values, np.float32)}
        assert space.contains(action)
        table.step(action)
    with pytest.raises(ValueError, match="are no values of `throw`"):
        table.game.action_of("throw", [1e9, 0, 0, 0])
    with pytest.raises(ValueError, match="no continuous actions of kind `jump`: it has `build`"):
        table.game.action_of("jump", [])
    with pytest.raises(ValueError, match="`holes` has no continuous actions"):
        sarsen.game("holes").action_of("throw", [0, 0, 0, 0])
    alone: Any = gymnasium.make("sarsen/Sun-v0", stones="12", units=True).unwrapped
    _, info = alone.reset(seed=1)
    assert info == {"kinds": ["build"]}
    _, reward, terminated, _, info = alone.step({**alone.action_space.sample(), "kind": names.index("throw")})
    assert reward == -1 and terminated and info["illegal"], "first a stone is built"


@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_environments_are_copied_and_pickled(id: str) -> None:
    table = sarsen.pettingzoo.raw_env(id)
    table.reset(seed=3)
    for _ in range(6):
        table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    others = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    for _ in range(6):
        action = int(table.observe(table.agent_selection)["action_mask"].argmax())
        for each in (table, *others):
            each.step(action)
        assert all(other.state_ == table.state_ for other in others)


@pytest.mark.parametrize("id", [*GAMES, "sun"])
def test_gymnasium_checks(id: str) -> None:
    table = gymnasium.make(f"sarsen/{id.capitalize()}-v0").unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(table, skip_render_check=True)


def test_gymnasium_plays_against_a_level_and_in_vectors() -> None:
    table = gymnasium.make("sarsen/Cathedral-v0", opponent=1, nodes=20)
    _, info = table.reset(seed=1)
    rewards = []
    for _ in range(40):
        legal = np.flatnonzero(info["action_mask"])
        _, reward, terminated, _, info = table.step(int(legal[0]))
        rewards.append(reward)
        if terminated:
            break
    assert rewards[-1] in (-1.0, 0.0, 1.0)
    vector = gymnasium.make_vec("sarsen/Stonehenge-v0", num_envs=3, vectorization_mode="sync")
    observation, _ = vector.reset(seed=2)
    assert observation.shape == (3, sarsen.game("stonehenge").observation_size)


@pytest.mark.parametrize("number", [124, -1, 125, 10**6])
def test_an_illegal_action_loses(number: int) -> None:
    table = gymnasium.make("sarsen/Stonehenge-v0").unwrapped
    table.reset(seed=1)
    _, reward, terminated, _, info = table.step(number)
    assert reward == -1 and terminated and info["illegal"]


def test_frames_show_the_board() -> None:
    table = gymnasium.make("sarsen/Stonehenge-v0", druids="hidden", render_mode="rgb_array").unwrapped
    table.reset(seed=1)
    table.step(0)
    frame = table.render()
    assert np.array_equal(frame, table.state.pixels(1)) and not np.array_equal(frame, table.state.pixels(2)), "own druids are seen"


def test_the_gap_can_be_passed_and_is_harder_when_narrow() -> None:
    task: Any = gymnasium.make("sarsen/PassTheGap-v0", level=2).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(task, skip_render_check=True)
    observation, _ = task.reset(seed=4)
    assert abs(sarsen.gymnasium.free_way(task.state) - task.gap) < 1.5
    straight = np.array([0.35 * observation[0], 0.35 * observation[1], 0.0, 0.0], np.float32)
    _, reward, terminated, _, info = task.step(straight)
    assert terminated and reward == 1.0 and info == {"legal": True, "taken": 0, "touched": 0}
    task.reset(seed=4)
    _, reward, _, _, info = task.step(np.array([0.1, 0.0, 0.0, 0.0], np.float32))
    assert reward == -1.0 and not info["legal"], "too near the ring"


def test_throws_are_tried_from_one_resting_world() -> None:
    state = sarsen.gymnasium.gap_position(50.0, 0)
    rng = np.random.default_rng(1)
    throws = np.column_stack([3500 + rng.normal(0, 60, 40), rng.normal(0, 60, 40), rng.normal(0, 40, 40), rng.normal(0, 40, 40)])
    before = state.position
    one, two = state.try_throws(throws, 1), state.try_throws(throws, 2)
    assert all(np.array_equal(one[name], two[name]) for name in one), "threads change nothing"
    assert state.position == before
    assert 0 < int((one["taken"] == 0).sum()) < 40, "some pass and some do not"
    film = state.trajectory(3500, 0, 0, 0)
    assert film["poses"].shape[0] == len(film["bodies"]) and film["bodies"][0] == 0
    ball = film["poses"][0]
    assert abs(ball[0, 0] - 0.35) < 1e-3 and film["seconds"] > 0.3
    assert state.poses().shape == (4, 9)
    with pytest.raises(ValueError, match="reach"):
        state.try_throws(np.array([[99999.0, 0, 0, 0]]))
    whole = np.asfortranarray(throws.round())
    again = state.try_throws(whole.astype(np.int32))
    assert all(np.array_equal(again[name], state.try_throws(whole.tolist())[name]) for name in again), "any array of numbers will do"
    assert len(state.try_throws(np.zeros((0, 4)))["taken"]) == 0
    for wrong in (throws[:, :3], throws[0], np.full((1, 4), np.nan), np.full((1, 4), np.inf), [["x"] * 4], None):
        with pytest.raises((ValueError, TypeError)):
            state.try_throws(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has no ball"):
        sarsen.game("holes").start().try_throws(throws)
