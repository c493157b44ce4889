"""The small policy-value network for Cathedral that `python -m sarsen.train` trains and our Rust engine evaluates.

Its layers are those of `crates/search/src/games/cathedral/network.rs`. The forward pass is written once, for numpy and for `jax.numpy`.

>>> import numpy as np, sarsen
>>> state = sarsen.game("cathedral").start()
>>> weights = init(np.random.default_rng(1), channels=4, blocks=1)
>>> logits, chance = forward(np, weights, state.observation(1)[None])
>>> logits.shape, chance.shape
((1, 2566), (1,))
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _sarsen
from ._sarsen import Game, State

SIZE = 10
SQUARES = SIZE * SIZE
#: Planes of the board in an observation, and the numbers that follow them.
PLANES, REST = 9, 36
PIECES = ("TA", "ST", "IN", "BR", "SQ", "MA", "AB", "AC", "IF", "CA", "TO", "PP")
KEEP = 4 * len(PIECES)
TAKE = KEEP + 1
POLICY = TAKE + 1
HEADER = "sarsen network cathedral 1"

Weights = dict[str, Any]
"""The arrays of a network by name, in the order of the file."""


def shapes(channels: int, blocks: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array, in the order of the file.

    >>> sum(int(np.prod(shape)) for shape in shapes(32, 2).values())
    27092
    """
    return {
        "input": (9, PLANES, channels),
        "rest": (REST, channels),
        "bias": (channels,),
        **{
            f"{name}{block}": shape
            for block in range(blocks)
            for name, shape in (
                ("convolution", (9, channels, channels)),
                ("mean", (channels, channels)),
                ("block_bias", (channels,)),
            )
        },
        "policy": (channels, POLICY),
        "policy_bias": (POLICY,),
        "pass": (channels,),
        "hidden": (channels, channels),
        "hidden_bias": (channels,),
        "value": (channels,),
        "pass_bias": (1,),
        "value_bias": (1,),
    }


def init(rng: np.random.Generator, channels: int = 32, blocks: int = 2) -> Weights:
    """Random weights, scaled so that signals keep their size; biases are 0."""
    weights: Weights = {}
    for name, shape in shapes(channels, blocks).items():
        inputs = int(np.prod(shape[:-1])) if len(shape) > 1 else channels
        scale = 0.0 if "bias" in name else np.sqrt(2.0 / inputs)
        weights[name] = (rng.standard_normal(shape) * scale).astype(np.float32)
    return weights


def action_places() -> NDArray[np.int32]:
    """The index of each action number in the output: square · planes + plane; the last one is `pass`."""
    game = Game("cathedral")
    state = game.start()
    places = np.zeros(game.actions, np.int32)
    for number in range(game.actions):
        name, _, square = state.notation(number).partition("@")
        if not square:
            places[number] = SQUARES * POLICY
            continue
        plane = {"keep": KEEP, "take": TAKE}.get(name)
        if plane is None:
            plane = 4 * PIECES.index(name[:2]) + int(name[2])
        row, column = int(square[1:]) - 1, ord(square[0]) - ord("a")
        places[number] = (row * SIZE + column) * POLICY + plane
    return places


_places: NDArray[np.int32] | None = None


def forward(xp: Any, weights: Weights, observations: Any) -> tuple[Any, Any]:
    """The logits of all action numbers and the logit of the winning chance of the seat to act, a row for each observation.

    `xp` is `numpy` or `jax.numpy`.
    """
    global _places
    if _places is None:
        _places = action_places()
    count, blocks = len(observations), sum(name.startswith("convolution") for name in weights)
    board = observations[:, : PLANES * SQUARES].reshape(count, PLANES, SIZE, SIZE).transpose(0, 2, 3, 1)
    rest = observations[:, PLANES * SQUARES :] @ weights["rest"] + weights["bias"]
    x = xp.maximum(_convolve(xp, board, weights["input"]) + rest[:, None, None, :], 0)
    for block in range(blocks):
        mean = x.mean((1, 2)) @ weights[f"mean{block}"] + weights[f"block_bias{block}"]
        x = xp.maximum(x + _convolve(xp, x, weights[f"convolution{block}"]) + mean[:, None, None, :], 0)
    mean = x.mean((1, 2))
    planes = (x @ weights["policy"] + weights["policy_bias"]).reshape(count, SQUARES * POLICY)
    passing = mean @ weights["pass"][:, None] + weights["pass_bias"]
    hidden = xp.maximum(mean @ weights["hidden"] + weights["hidden_bias"], 0)
    value = hidden @ weights["value"] + weights["value_bias"][0]
    return xp.concatenate([planes, passing], 1)[:, _places], value


def _convolve(xp: Any, x: Any, weights: Any) -> Any:
    padded = xp.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(padded[:, tap // 3 : tap // 3 + SIZE, tap % 3 : tap % 3 + SIZE] @ weights[tap] for tap in range(9))


def to_text(weights: Weights) -> str:
    """The weights as the engine reads them, with the digits that bring back every number exactly."""
    channels, blocks = len(weights["bias"]), sum(name.startswith("convolution") for name in weights)
    lines = [HEADER, f"channels {channels} blocks {blocks}"]
    for name in shapes(channels, blocks):
        flat = np.asarray(weights[name], np.float32).ravel()
        lines += [" ".join(str(number) for number in flat[at : at + 16]) for at in range(0, len(flat), 16)]
    return "\n".join(lines) + "\n"


def from_text(text: str) -> Weights:
    """Reads what `to_text` writes.

    >>> weights = init(np.random.default_rng(1), 2, 1)
    >>> all(np.array_equal(value, weights[name]) for name, value in from_text(to_text(weights)).items())
    True
    """
    header, size, *rest = text.split("\n", 2)
    words = size.split()
    if header.strip() != HEADER or len(words) != 4:
        raise ValueError(f"weights of a network begin with the line `{HEADER}` and its size")
    expected = shapes(int(words[1]), int(words[3]))
    numbers = np.array("".join(rest).split(), np.float32)
    if len(numbers) != sum(int(np.prod(shape)) for shape in expected.values()):
        raise ValueError("the text has not as many weights as a network of its size")
    weights, at = {}, 0
    for name, shape in expected.items():
        weights[name] = numbers[at : at + int(np.prod(shape))].reshape(shape)
        at += int(np.prod(shape))
    return weights


def advise(file: str | os.PathLike[str], state: State) -> tuple[float, dict[str, float]]:
    """What the Rust engine reads from a file of weights, without any search: the winning chance of the seat to act, and each legal
    action's share."""
    chance, actions = _sarsen.raw_network(Path(file).read_text(), state)
    return chance, dict(actions)
