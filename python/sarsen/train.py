"""Trains a small policy-value network for Cathedral from self-play: `python -m sarsen.train DIR --out NETWORK`.

DIR is what `python -m sarsen.selfplay cathedral` wrote. The network learns the searches' policies and, as value, the mean of what the search
found and how the game ended. Every position is seen in a random one of its four rotations. One game in ten is never learned from: its losses
are the second of each pair that is printed, and of the curve in NETWORK.svg (as numbers in NETWORK.csv).

The network then plays in the arena: `sarsen arena cathedral 'sarsen[weights=NETWORK]:7' 7`. Needs `sarsen[train]` (JAX).
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import network
from ._sarsen import Game

#: One game out of this many is kept for validation.
KEPT = 10


@dataclass(frozen=True)
class Samples:
    """Decisions as arrays; legal actions and policies as lists that `dense` spreads out."""

    observations: NDArray[np.float32]
    values: NDArray[np.float32]
    legal: list[NDArray[np.int32]]
    numbers: list[NDArray[np.int32]]
    shares: list[NDArray[np.float32]]

    def __len__(self) -> int:
        return len(self.values)

    def part(self, which: NDArray[np.bool_]) -> Samples:
        chosen = np.flatnonzero(which)
        return Samples(
            self.observations[chosen],
            self.values[chosen],
            [self.legal[index] for index in chosen],
            [self.numbers[index] for index in chosen],
            [self.shares[index] for index in chosen],
        )

    def dense(self, chosen: NDArray[np.integer], turns: NDArray[np.integer]) -> tuple[Any, Any, Any, Any]:
        """Some samples, each turned: observations, masks of legal actions, policies, values."""
        actions, places = symmetries()
        observations = np.empty((len(chosen), self.observations.shape[1]), np.float32)
        masks = np.zeros((len(chosen), actions.shape[1]), np.bool_)
        policies = np.zeros((len(chosen), actions.shape[1]), np.float32)
        for row, (index, turn) in enumerate(zip(chosen, turns, strict=True)):
            observations[row, places[turn]] = self.observations[index]
            masks[row, actions[turn][self.legal[index]]] = True
            policies[row, actions[turn][self.numbers[index]]] = self.shares[index]
        return observations, masks, policies, self.values[chosen]


_symmetries: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None


def symmetries() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The permutations of action numbers and of the places of an observation, for each rotation of the board."""
    global _symmetries
    if _symmetries is None:
        game = Game("cathedral")
        count = range(game.symmetries)
        actions = np.array([game.action_permutation(symmetry) for symmetry in count])
        _symmetries = actions, np.array([game.observation_permutation(symmetry) for symmetry in count])
    return _symmetries


def read(folder: str | os.PathLike[str]) -> tuple[Samples, Samples]:
    """The samples of a folder of self-play: those to learn from and those that are kept."""
    from .selfplay import load

    table = load(folder, ["game", "observation", "legal", "policy_numbers", "policy", "chance", "outcome"])
    size = Game("cathedral").observation_size
    if table.schema.field("observation").type.list_size != size:
        raise ValueError(f"{folder} is not of cathedral")
    observations = np.concatenate([chunk.flatten().to_numpy() for chunk in table["observation"].chunks]).reshape(-1, size)
    found, ended = (table[name].to_numpy() for name in ("chance", "outcome"))
    lists = [[np.asarray(row) for row in table[name].to_numpy()] for name in ("legal", "policy_numbers", "policy")]
    samples = Samples(observations, (0.5 * found + 0.25 * (ended + 1)).astype(np.float32), *lists)
    # A forced action teaches nothing.
    free = np.array([len(legal) > 1 for legal in samples.legal])
    kept = table["game"].to_numpy() % KEPT == KEPT - 1
    return samples.part(free & ~kept), samples.part(free & kept)


@dataclass(frozen=True)
class Epoch:
    """A point of the learning curve: means over the samples."""

    epoch: int
    policy: float
    """Cross entropy of the policy, learned from; in nats."""
    kept_policy: float
    value: float
    """Squared error of the chance, learned from."""
    kept_value: float
    kept_best: float
    """How often the network's first choice is the search's."""


def train(
    learned: Samples,
    kept: Samples,
    *,
    channels: int = 32,
    blocks: int = 2,
    epochs: int = 12,
    batch: int = 256,
    rate: float = 2e-3,
    seed: int = 0,
    told: Callable[[Epoch], None] = lambda epoch: None,
) -> tuple[network.Weights, list[Epoch]]:
    """Trains a network with Adam, at a rate that falls to nothing along a cosine."""
    try:
        import jax
        import jax.numpy as jnp
    except ImportError:
        raise SystemExit("JAX is not installed: pip install 'sarsen[train]'") from None

    def losses(weights: Any, observations: Any, masks: Any, policies: Any, values: Any) -> tuple[Any, Any, Any]:
        logits, value = network.forward(jnp, weights, observations)
        shares = jax.nn.log_softmax(jnp.where(masks, logits, -1e9))
        best = jnp.argmax(shares, 1) == jnp.argmax(policies, 1)
        policy = -(policies * jnp.where(masks, shares, 0)).sum(1).mean()
        return policy, ((jax.nn.sigmoid(value) - values) ** 2).mean(), best.mean()

    def loss(weights: Any, *samples: Any) -> tuple[Any, Any]:
        policy, value, _ = losses(weights, *samples)
        # A squared error is a tenth of a cross entropy in size.
        return policy + 10 * value, (policy, value)

    def step(weights: Any, means: Any, squares: Any, count: Any, rate: Any, *samples: Any) -> Any:
        (_, parts), slope = jax.value_and_grad(loss, has_aux=True)(weights, *samples)
        tree = jax.tree.map
        means = tree(lambda mean, g: 0.9 * mean + 0.1 * g, means, slope)
        squares = tree(lambda square, g: 0.999 * square + 0.001 * g * g, squares, slope)
        first, second = 1 - 0.9**count, 1 - 0.999**count
        weights = tree(
            lambda w, m, s: w - rate * (m / first) / (jnp.sqrt(s / second) + 1e-8) - rate * 1e-4 * w, weights, means, squares
        )
        return weights, means, squares, parts

    measure, improve = jax.jit(losses), jax.jit(step)
    rng = np.random.default_rng(seed)
    weights = {name: jnp.asarray(value) for name, value in network.init(rng, channels, blocks).items()}
    means = squares = {name: jnp.zeros_like(value) for name, value in weights.items()}
    batch = min(batch, len(learned))
    steps, count, curve = len(learned) // batch * epochs, 0, []
    for epoch in range(1, epochs + 1):
        order, seen = rng.permutation(len(learned)), []
        for at in range(0, len(order) - batch + 1, batch):
            samples = learned.dense(order[at : at + batch], rng.integers(0, 4, batch))
            count += 1
            now = rate * 0.5 * (1 + np.cos(np.pi * count / steps))
            weights, means, squares, parts = improve(weights, means, squares, float(count), now, *samples)
            seen.append([float(part) for part in parts])
        parts = np.array([_measured(measure, weights, kept, at, batch) for at in range(0, max(1, len(kept)), batch)])
        policy, value = np.mean(seen, 0)
        kept_policy, kept_value, kept_best = np.average(parts[:, :3], 0, parts[:, 3])
        curve.append(Epoch(epoch, *(float(each) for each in (policy, kept_policy, value, kept_value, kept_best))))
        told(curve[-1])
    return {name: np.asarray(value) for name, value in weights.items()}, curve


def _measured(measure: Any, weights: Any, kept: Samples, at: int, batch: int) -> list[float]:
    """The losses of some of the samples that are kept, and how many those are."""
    chosen = np.arange(at, min(at + batch, len(kept)))
    parts = measure(weights, *kept.dense(chosen, np.zeros(len(chosen), np.int64)))
    return [*(float(part) for part in parts), len(chosen)]


def write_curve(curve: Sequence[Epoch], out: Path) -> None:
    """The curve as numbers and as a picture."""
    names = list(Epoch.__dataclass_fields__)
    with out.with_name(out.name + ".csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows([f"{getattr(epoch, name):.5g}" for name in names] for epoch in curve)
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for axis, name, title in ((left, "policy", "cross entropy of the policy"), (right, "value", "squared error of the chance")):
        for part, label in ((name, "learned from"), (f"kept_{name}", "kept")):
            axis.plot([epoch.epoch for epoch in curve], [getattr(epoch, part) for epoch in curve], marker="o", label=label)
        axis.set(title=title, xlabel="epoch")
        axis.legend()
    figure.savefig(out.with_name(out.name + ".svg"), metadata={"Date": None})


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m sarsen.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", help="the folder of `python -m sarsen.selfplay cathedral`")
    parser.add_argument("--out", required=True, type=Path, help="where the network goes")
    parser.add_argument("--channels", type=int, default=32)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(given)
    try:
        learned, kept = read(args.data)
    except (OSError, ValueError) as error:
        raise SystemExit(f"{error}") from None
    if not len(learned) or not len(kept):
        raise SystemExit(f"{args.data} holds too few games: one in {KEPT} is kept, so {KEPT} at least are needed")
    print(f"{len(learned):,} positions to learn from, {len(kept):,} kept", flush=True)
    start = time.monotonic()

    def told(epoch: Epoch) -> None:
        print(
            f"epoch {epoch.epoch:2}: policy {epoch.policy:.3f} / {epoch.kept_policy:.3f}, "
            f"value {epoch.value:.4f} / {epoch.kept_value:.4f}, first choice {100 * epoch.kept_best:.1f} % "
            f"({time.monotonic() - start:.0f} s)",
            flush=True,
        )

    settings = {name: getattr(args, name) for name in ("channels", "blocks", "epochs", "batch", "rate", "seed")}
    weights, curve = train(learned, kept, **settings, told=told)
    args.out.write_text(network.to_text(weights))
    write_curve(curve, args.out)
    print(f"measure it: sarsen arena cathedral 'sarsen[weights={args.out}]:7' 7 --games 200 --nodes 200")


if __name__ == "__main__":
    main()
