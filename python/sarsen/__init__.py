"""Five games of standing stones, for research.

Rules, engines and solvers are the Rust program's own; this package gives them the shapes that people who study games use. An
action is the notation of records, the same text everywhere, or its number.

>>> import sarsen
>>> game = sarsen.game("stonehenge")
>>> state = game.start()
>>> state.turn
Turn(seat=1)
>>> len(state.legal()), state.mask().sum()
(108, np.int64(108))
>>> state.play("G4")
>>> state.play("G1")
Traceback (most recent call last):
...
sarsen.IllegalAction: G1: K2: There is already a druid on G.
>>> state.position
'stonehenge/......4.........../.............../2d/G4'
>>> sarsen.position(state.position) == state
True
"""

from __future__ import annotations

from ._sarsen import (
    Game,
    IllegalAction,
    NotationError,
    PositionError,
    RecordError,
    State,
    Turn,
    games,
    position,
    read,
    read_all,
)
from .batch import Batch, Playouts, Step
from .engines import (
    Choice,
    Engine,
    Judgement,
    Line,
    Score,
    Solution,
    analyse,
    arena,
    engine,
    perft,
    solve,
)

__version__ = "0.1.0"


def game(id: str, **options: object) -> Game:
    """A game with its options; names and values that do not exist raise a `ValueError` that names the choices.

    >>> game("holes", pieces=3)
    sarsen.game("holes", pieces="3")
    >>> game("holes", pieces=9)
    Traceback (most recent call last):
    ...
    ValueError: option `pieces` cannot be `9`: it is 1…5
    """
    return Game(id, **options)


__all__ = [
    "Batch",
    "Choice",
    "Engine",
    "Game",
    "IllegalAction",
    "Judgement",
    "Line",
    "NotationError",
    "Playouts",
    "PositionError",
    "RecordError",
    "Score",
    "Solution",
    "State",
    "Step",
    "Turn",
    "analyse",
    "arena",
    "engine",
    "game",
    "games",
    "perft",
    "position",
    "read",
    "read_all",
    "solve",
]
