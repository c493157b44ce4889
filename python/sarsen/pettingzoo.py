"""Our games as PettingZoo environments.

>>> from sarsen.pettingzoo import env
>>> table = env("logan")
>>> table.reset(seed=1)
>>> observation, reward, termination, truncation, info = table.last()
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._sarsen import Game, State

#: How many numbers between 0 and 1 name an action of the sun.
UNIT = 5


def env(game: str | Game, *, render_mode: str | None = None, units: bool = False, **options: object) -> AECEnv:
    """An environment with PettingZoo's usual wrapper, which raises if methods are called in the wrong order."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, render_mode=render_mode, units=units, **options))


def sun_space(game: Game) -> spaces.Dict:
    """The sun's actions in their own units: `kind` says which of the parts is meant, the others do not matter.

    >>> space = sun_space(Game("sun"))
    >>> [name for name in space]
    ['build', 'gate', 'kind', 'marker', 'throw', 'top']
    >>> space["throw"].shape
    (4,)
    """
    kinds: dict[str, spaces.Space[Any]] = {"kind": spaces.Discrete(len(game.continuous))}
    for name, dimensions in game.continuous:
        low, high = (np.array([dimension[end] for dimension in dimensions], np.float32) for end in (1, 2))
        kinds[name] = spaces.Box(low, high)
    return spaces.Dict(kinds)


def sun_action(state: State, action: Any) -> str:
    """The notation of an action of the sun: a point of the unit cube, or a `sun_space` dictionary."""
    if not isinstance(action, dict):
        return state.action_at([float(part) for part in action])
    name, _ = state.game.continuous[int(action["kind"])]
    return state.game.action_of(name, [float(value) for value in action[name]])


class raw_env(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment: agents `seat_1`, `seat_2`, … in turn; chance plays itself, drawn from the seed of `reset`.

    Actions are numbers, with an `action_mask`. The sun's actions are points of a unit cube, all of which are legal; with `units=True` they
    have their own units (`sun_space`), and one that the rules forbid raises `IllegalAction`.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game: str | Game, *, render_mode: str | None = None, units: bool = False, **options: object) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}")
        self.game = game if isinstance(game, Game) else Game(game, **options)
        self.metadata = {**self.metadata, "name": f"sarsen_{self.game.id}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self.game.seats + 1)]
        size, count = self.game.observation_size, self.game.actions
        seen = spaces.Box(-np.inf, np.inf, (size,), np.float32)
        if count:
            observation: spaces.Space[Any] = spaces.Dict(
                {"observation": seen, "action_mask": spaces.Box(0, 1, (count,), np.int8)}
            )
            action: spaces.Space[Any] = spaces.Discrete(count)
        else:
            observation, action = seen, sun_space(self.game) if units else spaces.Box(0.0, 1.0, (UNIT,), np.float32)
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: action for agent in self.possible_agents}
        self.state_: State = self.game.start()
        self._chance = random.Random(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._chance = random.Random(seed)
            for index, agent in enumerate(self.possible_agents):
                self.action_spaces[agent].seed(seed + index)
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_ = self.game.start()
        self._let_chance_act()
        self.agent_selection = self._to_act()

    def observe(self, agent: str) -> Any:
        seat = self._seat(agent)
        seen = self.state_.observation(seat)
        if not self.game.actions:
            return seen
        # Another seat's choices would reveal what it holds.
        own = self.state_.to_act == seat
        mask = self.state_.mask().astype(np.int8) if own else np.zeros(self.game.actions, np.int8)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_.play(int(action) if self.game.actions else sun_action(self.state_, action))
        self._let_chance_act()
        self._clear_rewards()
        if self.state_.over:
            for name, value in zip(self.possible_agents, self.state_.returns(), strict=True):
                self.rewards[name] = value
                self.terminations[name] = True
            self.agent_selection = self._after(agent)
        else:
            self.agent_selection = self._to_act()
        self._accumulate_rewards()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return self.state_.text()
        if self.render_mode == "human":
            print(self.state_.text(color=True))
            return None
        return self.state_.pixels()

    def close(self) -> None:
        pass

    def state(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What all seats see together: the observations one after the other."""
        return np.concatenate([self.state_.observation(seat) for seat in range(1, self.game.seats + 1)])

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent) + 1

    def _to_act(self) -> str:
        return self.possible_agents[self.state_.to_act - 1]

    def _after(self, agent: str) -> str:
        return self.possible_agents[self._seat(agent) % len(self.possible_agents)]

    def _let_chance_act(self) -> None:
        while self.state_.to_act == 0:
            self.state_.play(self.state_.random_action(self._chance.getrandbits(63)) or "")


__all__ = ["env", "raw_env", "sun_action", "sun_space"]
