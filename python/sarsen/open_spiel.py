"""Our games in OpenSpiel: importing this module registers `sarsen_stonehenge`, `sarsen_cathedral`, `sarsen_logan` and `sarsen_holes`.

>>> import pyspiel, sarsen.open_spiel
>>> game = pyspiel.load_game("sarsen_holes(pieces=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 5)

Options are parameters, with underscores where the options have hyphens; `position` begins from a position string instead. Chance is
explicit: a deal of Logan Stones is drawn stone by stone. The sun is not here: its actions are continuous.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from . import _sarsen
from ._sarsen import Game, State, games

#: A limit far above the length of random games; the rules of 58 Holes set none.
LONGEST = 10_000


def _parameters(id: str) -> dict[str, Any]:
    """Options that are numbers become integers, with 0 for `off`; of options that are words, an empty string means the default."""
    options = {name.replace("-", "_"): int(value) if value.isdigit() else "" for name, value in Game(id).options.items()}
    return {"position": "", **options}


def _option(value: Any) -> str:
    return "off" if value == 0 else str(value)


def _game_type(id: str, hidden: bool) -> Any:
    game = Game(id)
    chance = pyspiel.GameType.ChanceMode
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"sarsen_{id}",
        long_name=f"Sarsen: {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if game.chance_numbers else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(id),
        default_loadable=True,
        provides_factored_observation_string=False,
    )


class SarsenGame(pyspiel.Game):  # type: ignore[misc]
    """A Sarsen game as a game of OpenSpiel."""

    sarsen_id = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        given = {name: _option(value) for name, value in params.items() if name != "position" and value != ""}
        self.start_position = str(params.get("position", "") or "")
        if self.start_position:
            self.sarsen = _sarsen.position(self.start_position).game
        else:
            self.sarsen = Game(self.sarsen_id, **given)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.sarsen.actions,
            max_chance_outcomes=self.sarsen.chance_numbers,
            num_players=self.sarsen.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_game_type(self.sarsen_id, self.sarsen.hidden), info, params)

    def new_initial_state(self) -> SarsenState:
        return SarsenState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.sarsen, iig_obs_type, params)


class SarsenState(pyspiel.State):  # type: ignore[misc]
    """A Sarsen state as a state of OpenSpiel."""

    def __init__(self, game: SarsenGame) -> None:
        super().__init__(game)
        position = game.start_position
        self.sarsen: State = _sarsen.position(position) if position else game.sarsen.start()
        #: Chance's steps so far, of a draw that is not complete.
        self.drawn: list[int] = []

    def current_player(self) -> int:
        to_act = self.sarsen.to_act
        if to_act > 0:
            return to_act - 1
        return int(pyspiel.PlayerId.CHANCE if to_act == 0 else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return [int(id) for id in self.sarsen.legal_ids()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        steps = self.sarsen.chance_steps(self.drawn)
        total = sum(weight for _, weight in steps)
        return [(step, weight / total) for step, weight in steps]

    def _apply_action(self, action: int) -> None:
        if self.sarsen.to_act != 0:
            self.sarsen.play(action)
            return
        self.drawn = [*self.drawn, int(action)]
        if not self.sarsen.chance_steps(self.drawn):
            self.sarsen.play_chance(self.drawn)
            self.drawn = []

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        try:
            return self.sarsen.notation(action)
        except IndexError:
            return f"number {action}"

    def is_terminal(self) -> bool:
        return self.sarsen.over

    def returns(self) -> list[float]:
        return self.sarsen.returns()

    def __str__(self) -> str:
        drawn = f" drawn {self.drawn}" if self.drawn else ""
        return f"{self.sarsen.position}{drawn}"


class Observer:
    """What a player sees: the observation, or with perfect recall the information state."""

    def __init__(self, game: Game, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.recall = bool(iig_obs_type is not None and iig_obs_type.perfect_recall)
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        size = game.information_size if self.recall else game.observation_size
        self.tensor = np.zeros(size or 0, np.float32)
        at = 0
        for name, shape in game.planes:
            length = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + length].reshape(shape)
            at += length
        if self.recall and len(self.tensor) > at:
            self.dict["past"] = self.tensor[at:]

    def set_from(self, state: SarsenState, player: int) -> None:
        seat = player + 1
        tensor = state.sarsen.information_tensor if self.recall else state.sarsen.observation
        self.tensor[:] = tensor(seat)

    def string_from(self, state: SarsenState, player: int) -> str:
        seat = player + 1
        drawn = f" drawn {len(state.drawn)}" if state.drawn else ""
        if self.recall:
            return state.sarsen.information_state(seat) + drawn
        return state.sarsen.text(seat) + drawn


def resample(state: SarsenState, player: int, rng: Any = None) -> SarsenState:
    """A state that a player cannot tell from this one, for `ISMCTSBot.set_resampler`."""
    other: SarsenState = state.clone()
    if not other.drawn:
        other.sarsen = state.sarsen.sample_world(player + 1, rng)
    return other


def player(make_bot: Callable[[Any], Any]) -> Callable[[State], int]:
    """A bot of OpenSpiel as a player of `sarsen.arena`: `make_bot` is given the game, which begins in the position at hand.

    >>> bot = player(lambda game: pyspiel.make_uniform_random_bot(0, 7))
    >>> state = Game("stonehenge").start()
    >>> bot(state) in state.legal_ids()
    True
    """

    def choose(state: State) -> int:
        game = pyspiel.load_game(f"sarsen_{state.game.id}", {"position": state.position})
        return int(make_bot(game).step(game.new_initial_state()))

    return choose


def _register(id: str) -> None:
    # The type says that information is imperfect if any option can make it so; a loaded game says what its own options do.
    kind = type(f"Sarsen{id.capitalize()}Game", (SarsenGame,), {"sarsen_id": id})
    pyspiel.register_game(_game_type(id, _can_hide(id)), kind)


def _can_hide(id: str) -> bool:
    """Whether some value of an option hides something."""
    words = [(name, word) for name, values in Game(id).choices().items() if len(values) > 1 for word in values]
    return any(Game(id, **{name: word}).hidden for name, word in words)


for _id in games():
    if Game(_id).actions > 0:
        _register(_id)
