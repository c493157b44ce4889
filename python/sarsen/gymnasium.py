"""Our games as Gymnasium environments: one seat against an engine, and the sun's ball through a gap.

>>> import gymnasium, sarsen.gymnasium
>>> table = gymnasium.make("sarsen/Stonehenge-v0", opponent=1)
>>> observation, info = table.reset(seed=3)
>>> observation, reward, terminated, truncated, info = table.step(info["action_mask"].argmax())
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._sarsen import Game, State, games
from .engines import Engine, engine
from .pettingzoo import UNIT, sun_action, sun_space

#: The default number of nodes that an opponent searches per decision: with a fixed number it plays the same on every machine.
NODES = 500


class Table(gymnasium.Env[Any, Any]):  # type: ignore[misc]
    """One seat of a game, against an engine's level or random play on the others.

    The reward comes with the end: from −1 to +1. `info["action_mask"]` says which actions are legal; one that is not ends the game as
    lost, as in PettingZoo's `TerminateIllegalWrapper`. The sun's actions are points of a unit cube, all of them legal, or with `units=True`
    in their own units (`sarsen.pettingzoo.sun_space`), of which `info["kinds"]` says what is to be done.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponent: int | str = "random",
        seat: int = 1,
        nodes: int = NODES,
        render_mode: str | None = None,
        units: bool = False,
        **options: object,
    ) -> None:
        self.game = Game(game, **options)
        if not 1 <= seat <= self.game.seats:
            raise ValueError(f"the seats are 1 to {self.game.seats}")
        if isinstance(opponent, str) and opponent != "random":
            raise ValueError('an opponent is a level from 1 to 8 or "random"')
        self.opponent: Engine | None = None if isinstance(opponent, str) else engine(game, opponent)
        self.seat, self.nodes, self.render_mode = seat, nodes, render_mode
        size, count = self.game.observation_size, self.game.actions
        self.observation_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self.action_space: spaces.Space[Any] = spaces.Discrete(count) if count else spaces.Box(0.0, 1.0, (UNIT,), np.float32)
        if units and not count:
            self.action_space = sun_space(self.game)
        self.state: State = self.game.start()
        self._luck = random.Random(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._luck = random.Random(int(self.np_random.integers(2**62)))
        self.state = self.game.start()
        self._go_on()
        return self.state.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            self.state.play(int(action) if self.game.actions else sun_action(self.state, action))
        except (ValueError, IndexError):
            return self.state.observation(self.seat), -1.0, True, False, {**self._info(), "illegal": True}
        self._go_on()
        reward = self.state.returns()[self.seat - 1]
        return self.state.observation(self.seat), reward, self.state.over, False, self._info()

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self.state.text(self.seat)
        if self.render_mode == "rgb_array":
            return self.state.pixels(self.seat)
        return None

    def _info(self) -> dict[str, Any]:
        if not self.game.actions:
            return {"kinds": self.state.kinds if self.state.to_act == self.seat else []}
        mine = self.state.to_act == self.seat
        mask = self.state.mask() if mine else np.zeros(self.game.actions, np.bool_)
        return {"action_mask": mask.astype(np.int8)}

    def _go_on(self) -> None:
        """Lets chance and the other seats act until this seat is to act or the game is over."""
        while not self.state.over and self.state.to_act != self.seat:
            if self.state.to_act == 0 or self.opponent is None:
                self.state.play(self.state.random_action(self._luck.getrandbits(63)) or "")
            else:
                choice = self.opponent.choose(self.state, nodes=self.nodes, seed=self._luck.getrandbits(62))
                self.state.play(choice.action)


#: The gap of each level of `PassTheGap`, in millimetres: the ball is 40 wide.
GAPS = {1: 90.0, 2: 80.0, 3: 70.0, 4: 60.0, 5: 50.0, 6: 45.0}


class PassTheGap(gymnasium.Env[Any, Any]):  # type: ignore[misc]
    """Pass the sun's ball through a gap between two stones, and out through an equal one on the other side.

    The ball hangs on a string of 1.4 m above the middle of a ring of stones and is let go once: an action is where and how, `x` and `y`
    in metres from the middle (0.32 or more away, within 0.6), `vx` and `vy` in metres a second (up to 0.5). The level says how wide the gap is (`GAPS`), and
    in which direction it lies is drawn anew each time; the observation is that direction as cosine and sine, and the gap in decimetres.

    The reward is 1 if nothing falls, less a quarter for each stone touched; −1 for each stone that falls, and −1 for a throw that does not cross the ring
    through the gap. An episode is one throw.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, *, level: int = 1, gap: float | None = None, render_mode: str | None = None) -> None:
        if gap is None and level not in GAPS:
            raise ValueError(f"levels are {min(GAPS)} to {max(GAPS)}")
        self.gap = float(GAPS[level] if gap is None else gap)
        if not 45.0 <= self.gap <= 120.0:
            raise ValueError("a gap is 45 to 120 mm wide: the ball is 40")
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-2.0, 2.0, (3,), np.float32)
        self.action_space = spaces.Box(
            np.array([-0.6, -0.6, -0.5, -0.5], np.float32), np.array([0.6, 0.6, 0.5, 0.5], np.float32)
        )
        self.state: State | None = None
        self.direction = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.direction = int(self.np_random.integers(3600))
        self.state = gap_position(self.gap, self.direction)
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.state is None:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        values = np.asarray(action, np.float64)
        throw = np.array([[*(values[:2] * 10_000.0), *(values[2:] * 1000.0)]])
        result = self.state.try_throws(throw, 1)
        legal = bool(result["legal"][0])
        taken, touched = int(result["taken"][0]), int(result["touched"][0])
        reward = (1.0 - 0.25 * touched if taken == 0 else -float(taken)) if legal else -1.0
        return self._observation(), reward, True, False, {"legal": legal, "taken": taken, "touched": touched}

    def render(self) -> Any:
        return self.state.text() if self.render_mode == "ansi" and self.state is not None else None

    def _observation(self) -> Any:
        angle = np.deg2rad(self.direction / 10.0)
        return np.array([np.cos(angle), np.sin(angle), self.gap / 100.0], np.float32)


def gap_position(gap: float, direction: int) -> State:
    """A state of the sun in which seat 1 has to throw through a gap of a width in millimetres, in a direction in tenths of a degree."""
    from ._sarsen import position

    def stones(half: int) -> State:
        ring = [(1, -half), (2, half), (3, 1800 - half), (4, 1800 + half)]
        placed = ".".join(f"{stone}@{(direction + offset) % 3600}" for stone, offset in ring)
        return position(f"sun/stones=12/{placed}/{direction % 3600}.{(direction + 900) % 3600}/0.0/0.0/t1/2.0.0.-/-/-")

    # The free way grows with the angle between the stones: the smallest angle that leaves it.
    low, high = 100, 600
    while high - low > 1:
        half = (low + high) // 2
        if free_way(stones(half)) < gap:
            low = half
        else:
            high = half
    return stones(high)


def free_way(state: State) -> float:
    """The free way through the area of seat 1's marker, in millimetres."""
    area = next(area for area in state.view()["areas"] if 1 in area["seats"])
    return float(area["free_way"])


def register() -> None:
    """Makes the environments known to `gymnasium.make`: `sarsen/Stonehenge-v0`, …, `sarsen/PassTheGap-v0`."""
    for name in games():
        id = f"sarsen/{name.capitalize()}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(id, entry_point="sarsen.gymnasium:Table", kwargs={"game": name})
    if "sarsen/PassTheGap-v0" not in gymnasium.registry:
        gymnasium.register("sarsen/PassTheGap-v0", entry_point="sarsen.gymnasium:PassTheGap")


register()
