"""Engines, matches between them, exact values.

>>> import sarsen
>>> state = sarsen.game("stonehenge").start()
>>> choice = sarsen.engine("stonehenge", level=3).choose(state, nodes=2000)
>>> choice.action in state.legal()
True
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import _sarsen
from ._sarsen import Game, State


@dataclass(frozen=True)
class Line:
    """An action that could be played, with the engine's evaluation."""

    actions: tuple[str, ...]
    chance: float
    """The winning chance of the seat to act, from 0 to 1."""
    exact: bool
    """Whether that chance is proved."""
    nodes: int
    """The visits of the search; 0 if it does not count them."""


@dataclass(frozen=True)
class Choice:
    """The decision of an engine."""

    action: str
    chance: float
    exact: bool
    lines: tuple[Line, ...]
    depth: int
    nodes: int


@dataclass(frozen=True)
class Judgement:
    """The evaluation of one action of a game."""

    number: int
    seat: int | None
    action: str
    before: float | None
    """Seat 1's winning chance before it."""
    chance: float | None
    """Seat 1's winning chance after it."""
    best: str | None
    """A better action, if there was one."""
    loss: float | None
    """The winning chance that it cost the seat that acted."""
    luck: float | None
    """How much a throw gained for seat 1, compared with the mean of all throws."""
    exact: bool


@dataclass(frozen=True)
class Score:
    """The result of a match, from the first player's side."""

    games: int
    wins: int
    draws: int
    losses: int
    share: float
    elo: float
    interval: tuple[float, float]
    """The 95 % confidence interval of the Elo difference."""


@dataclass(frozen=True)
class Solution:
    """Exact values under best play."""

    returns: tuple[float, ...]
    """The utilities of the seats, from −1 to +1."""
    action: str | None
    """An action that reaches them; none where chance is to act or the game is over."""


class Engine:
    """An engine player of one game. It uses only what the seat to act may know."""

    def __init__(self, game: str, level: int = 8, uct: bool = False, weights: str | os.PathLike[str] | None = None) -> None:
        self._raw = _sarsen.Engine(game, level, uct, None if weights is None else os.fspath(weights))

    @property
    def game(self) -> str:
        """The id of its game."""
        return self._raw.game

    @property
    def level(self) -> int:
        """Its level, from 1 to 8."""
        return self._raw.level

    @property
    def uct(self) -> bool:
        """Whether it is plain UCT with uniform playouts instead of a level."""
        return self._raw.uct

    @property
    def weights(self) -> str | None:
        """The file of the network that evaluates positions for it, if any."""
        return self._raw.weights

    def __repr__(self) -> str:
        return repr(self._raw)

    def __reduce__(self) -> tuple[type[Engine], tuple[str, int, bool, str | None]]:
        return Engine, (self.game, self.level, self.uct, self.weights)

    def choose(
        self,
        state: State,
        seconds: float | None = None,
        *,
        lines: int = 1,
        nodes: int | None = None,
        seed: int = 0,
        threads: int = 0,
        megabytes: int | None = None,
    ) -> Choice:
        """Decides for the seat to act: by default in one second on all cores; with `nodes`, on one core and reproducibly."""
        return _choice(self._raw.raw_choose(state, seconds, nodes, seed, threads, lines, False, megabytes))

    def analyse(
        self,
        state: State,
        seconds: float | None = None,
        *,
        lines: int = 3,
        nodes: int | None = None,
        seed: int = 0,
        threads: int = 0,
        megabytes: int | None = None,
    ) -> Choice:
        """The best actions, as advice for a player."""
        return _choice(self._raw.raw_choose(state, seconds, nodes, seed, threads, lines, True, megabytes))


def engine(
    game: str | Game, level: int = 8, *, uct: bool = False, weights: str | os.PathLike[str] | None = None
) -> Engine:
    """The engine of a game at a level from 1 to 8; with `uct`, plain UCT, the yardstick that it is measured by.

    With `weights`, a file that `python -m sarsen.train` has written, the engine of Cathedral evaluates positions by that network.
    """
    return Engine(game if isinstance(game, str) else game.id, level, uct, weights)


def analyse(state: State, seconds: float | None = None, *, nodes: int | None = None, seed: int = 0, threads: int = 0) -> list[Judgement]:
    """Evaluates every action that led to a state."""
    steps: list[dict[str, Any]] = _sarsen.raw_analyse(state, seconds, nodes, seed, threads)
    return [
        Judgement(
            step["number"], step["seat"], step["action"], step["before"], step["chance"],
            step["best"] and step["best"]["action"], step["loss"], step["luck"], step["exact"],
        )
        for step in steps
    ]  # fmt: skip


Player = Engine | int | str | Callable[[State], str | int]
"""An engine, its level, `"uct"`, `"random"`, or a function that gives an action for a state."""


def arena(
    game: Game,
    one: Player,
    other: Player,
    *,
    games: int = 100,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    workers: int = 1,
    random_plies: int | None = None,
) -> Score:
    """Lets two players meet in pairs of games that differ only in who begins, and returns the result of the first.

    Engines that decide alike each time would play one pair of games over and over, so the first `random_plies` actions of each pair are
    drawn; if nothing is said, as many as the command `sarsen arena` draws for the game.

    A function is given the state as its seat may know it: in games with hidden information a world drawn from those that it
    considers possible, so that it cannot look at what it may not see.

    >>> import sarsen
    >>> game = sarsen.game("stonehenge")
    >>> score = sarsen.arena(game, 2, "random", games=8, nodes=200)
    >>> score.games
    8
    """
    names = [_name(player) for player in (one, other)]
    if names[0] is not None and names[1] is not None:
        score = _sarsen.raw_arena(game, names[0], names[1], games, seconds, nodes, seed, workers, random_plies)
        return Score(**score)
    plies = _sarsen.raw_opening(game) if random_plies is None else random_plies
    functions = [_function(player, seconds, nodes, random.Random(f"{seed}/{name}")) for name, player in (("one", one), ("other", other))]
    pairs: list[tuple[float, float]] = []
    for pair in range((games + 1) // 2):
        first, second = (
            _play(game, functions if seat == 0 else functions[::-1], seed * 1_000_003 + pair, plies)[seat] for seat in (0, 1)
        )
        pairs.append((first, second))
    return Score(**_sarsen.score_of_pairs(pairs))


def solve(state: State, seconds: float | None = None, *, threads: int = 0, megabytes: int | None = None) -> Solution:
    """The exact value of a state, where it can be computed: endings of Stonehenge and Cathedral, 58 Holes with one or two pieces.

    Raises `TimeoutError` if the time was too short, `ValueError` where there is no solver.

    >>> import sarsen
    >>> sarsen.solve(sarsen.position("holes/pieces=1/28h0s0/29h0s0/t1/--/-")).returns[0] > 0
    True
    """
    returns, action = _sarsen.raw_solve(state, seconds, threads, megabytes)
    return Solution(tuple(returns), action)


def perft(start: Game | State, depth: int, *, symmetry: bool = False) -> int:
    """The number of action sequences of a length.

    >>> import sarsen
    >>> sarsen.perft(sarsen.game("stonehenge"), 2)
    11016
    """
    return _sarsen.raw_perft(start if isinstance(start, State) else start.start(), depth, symmetry)


def _choice(raw: dict[str, Any]) -> Choice:
    lines = tuple(Line(tuple(line["actions"]), line["chance"], line["exact"], line["nodes"]) for line in raw["lines"])
    return Choice(raw["action"], raw["chance"], raw["exact"], lines, raw["depth"], raw["nodes"])


def _name(player: Player) -> str | None:
    if isinstance(player, Engine):
        if player.weights is not None:
            return f"sarsen[weights={player.weights}]:{player.level}"
        return "uct" if player.uct else str(player.level)
    if isinstance(player, int):
        return str(player)
    return player if isinstance(player, str) else None


def _function(player: Player, seconds: float | None, nodes: int | None, rng: random.Random) -> Callable[[State], str | int]:
    if isinstance(player, int):
        level = player
        return lambda state: engine(state.game, level).choose(state, seconds, nodes=nodes).action
    if isinstance(player, Engine):
        chosen = player
        return lambda state: chosen.choose(state, seconds, nodes=nodes).action
    if isinstance(player, str):
        if player == "random":
            return lambda state: state.random_action(rng) or ""
        return lambda state: engine(state.game, uct=True).choose(state, seconds, nodes=nodes).action
    return player


def _play(game: Game, players: list[Callable[[State], str | int]], seed: int, random_plies: int) -> list[float]:
    state = game.start()
    rng = random.Random(seed)
    plies = 0
    while not state.over:
        seat = state.to_act
        if seat == 0 or plies < random_plies:
            plies += seat > 0
            state.play(state.random_action(rng.getrandbits(63)) or "")
            continue
        shown = state.sample_world(seat, rng.getrandbits(63)) if game.hidden else state.copy()
        state.play(players[seat - 1](shown))
    return [(value + 1) / 2 for value in state.returns()]
