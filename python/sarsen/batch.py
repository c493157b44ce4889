"""Many games at once, as numpy arrays.

>>> import numpy as np, sarsen
>>> batch = sarsen.Batch(sarsen.game("holes"), 64, seed=7)
>>> step = batch.step(batch.random_actions())
>>> step.mask.shape, step.observation.shape, step.rewards.shape
((64, 31), (64, 83), (64, 2))
>>> bool(step.mask.any(axis=1).all())
True
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._sarsen import Game


class Step(NamedTuple):
    """The result of a step of a batch: one row per game.

    The arrays are the batch's own and read-only; the next step writes them again. Copy what you keep.
    """

    to_act: NDArray[np.int8]
    """The seat to act, from 0; −1 where chance is, if chance is handed out."""
    mask: NDArray[np.bool_]
    """Which action numbers are legal."""
    observation: NDArray[np.float32]
    """What the seat to act sees."""
    rewards: NDArray[np.float32]
    """The utilities of the game that ended with this step, for each seat; zeros otherwise."""
    done: NDArray[np.bool_]
    """Whether a game ended with this step. A new one has begun in its place: all other arrays show that one."""


@dataclass(frozen=True)
class Playouts:
    """The results of random games."""

    games: int
    actions: int
    wins: tuple[int, ...]
    draws: int


def _threads(threads: int | None) -> int:
    """The number of threads; by default all that this process may use."""
    if threads:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Batch:
    """Many games that are stepped together, without the interpreter's lock.

    A game that ends begins anew by itself. Chance plays itself, by each game's own generator, so what happens does not depend on
    the number of threads; with `chance="explicit"` it is handed out: where `to_act` is −1, the action is a step of chance, and
    `odds()` has the probabilities.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        *,
        seed: int = 0,
        chance: str = "inside",
        threads: int | None = 1,
        mask: bool = True,
        observations: bool = True,
    ) -> None:
        if chance not in ("inside", "explicit"):
            raise ValueError('chance is "inside" or "explicit"')
        self.game = game
        self.size = size
        self._raw = game.raw_batch(size, seed, chance == "explicit", _threads(threads), mask, observations)
        self._masked = mask
        to_act, legal, observation, rewards, done = self._raw.arrays()
        self._step = Step(
            _read_only(to_act), _read_only(legal), _read_only(observation), _read_only(rewards), _read_only(done)
        )
        self._actions = np.zeros(size, np.int32)

    @property
    def state(self) -> Step:
        """The arrays as the last step left them; at first, those of the games' starts."""
        return self._step

    def step(self, actions: ArrayLike | None = None) -> Step:
        """Plays one action in each game. An action that is not legal raises `IllegalAction`, and nothing is played at all.

        Without actions, each game plays one at random.
        """
        if actions is None:
            self._raw.step(None)
        elif not self._masked:
            raise ValueError("a batch without masks plays random actions only: it could not see what is legal")
        else:
            self._raw.step(_numbers(actions))
        return self._step

    def random_actions(self) -> NDArray[np.int32]:
        """A random legal action for each game, in an array that the next call overwrites."""
        self._raw.random_actions(self._actions)
        return self._actions

    def odds(self) -> NDArray[np.float32]:
        """The probabilities of chance's steps, a row for each game: zeros where chance is not to act."""
        out = np.zeros((self.size, max(1, self.game.chance_numbers)), np.float32)
        self._raw.chance(out)
        return out

    def positions(self) -> list[str]:
        """The position string of each game."""
        return self._raw.positions()

    def __len__(self) -> int:
        return self.size


def random_playouts(game: Game, games: int, *, seed: int = 0, threads: int | None = 1) -> Playouts:
    """Random games, played natively from start to end.

    >>> import sarsen
    >>> sarsen.game("stonehenge").random_playouts(1000).games
    1000
    """
    actions, wins, draws = game.raw_playouts(games, seed, _threads(threads))
    return Playouts(games, actions, tuple(wins), draws)


def _numbers(actions: ArrayLike) -> NDArray[np.int32]:
    """Integers in the type that the batch takes; one that is too large stays a number that no action has."""
    given = np.asarray(actions)
    if given.ndim != 1:
        raise ValueError(f"actions are a row with one number for each game, not of shape {given.shape}")
    if given.dtype == np.int32:
        return np.ascontiguousarray(given)
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions are an array of whole numbers, not of {given.dtype}")
    numbers = given.astype(np.int32)
    numbers[numbers != given] = -1
    return numbers


_Scalar = TypeVar("_Scalar", bound=np.generic)


def _read_only(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    view = array.view()
    view.flags.writeable = False
    return view
