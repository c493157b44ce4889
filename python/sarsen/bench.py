"""How fast batches and single states are, beside native play, OpenSpiel and pgx: `python -m sarsen.bench`.

Every line is measured in this one run, by the processor's time of all threads, which other work of the machine does not stretch. Games of
different length are compared by their actions.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import sarsen

#: What our games are compared with: games of like shape, placing stones and racing with throws.
PEERS = {"stonehenge": ("hex(board_size=5)", "hex"), "holes": ("backgammon", "backgammon")}

Work = Callable[[], tuple[int, int]]
"""Plays for a while; says how many games ended and how many actions were played."""


def rates(work: Work, seconds: float) -> tuple[float, float]:
    """Games and actions a second of processor time, after a first round that nobody counts."""
    work()
    games, actions, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        more = work()
        games, actions = games + more[0], actions + more[1]
    spent = time.process_time() - start
    return games / spent, actions / spent


def native(game: sarsen.Game) -> Work:
    seeds = iter(range(10**9))

    def work() -> tuple[int, int]:
        played = game.random_playouts(2000, seed=next(seeds), threads=1)
        return played.games, played.actions

    return work


def stepped(game: sarsen.Game, size: int, *, observations: bool, chosen: bool) -> Work:
    batch = game.batch(size, seed=1, observations=observations)

    def work() -> tuple[int, int]:
        done = 0
        for _ in range(20):
            done += int(batch.step(batch.random_actions() if chosen else None).done.sum())
        return done, 20 * size

    return work


def single(game: sarsen.Game) -> Work:
    """A Python loop over single states, as one would write it with OpenSpiel."""
    rng = random.Random(1)

    def work() -> tuple[int, int]:
        actions = 0
        for _ in range(20):
            state = game.start()
            while (seat := state.to_act) >= 0:
                state.play(state.random_action(rng) or "" if seat == 0 else rng.choice(state.legal_ids()))
                actions += 1
        return 20, actions

    return work


def spiel(name: str) -> Work:
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def work() -> tuple[int, int]:
        actions = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                actions += 1
        return 20, actions

    return work


def pgx(name: str, size: int) -> Work:
    """Random play of pgx, compiled for many games at once as its authors advise, new games in place of those that end."""
    import jax
    import jax.numpy as jnp
    import pgx as peer

    env = peer.make(name)

    def step(state: Any, key: Any) -> tuple[Any, Any]:
        choose, begin, luck = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choose, logits)
        after = jax.vmap(env.step)(state, actions, jax.random.split(luck, size))
        ended = after.terminated | after.truncated
        new = jax.vmap(env.init)(jax.random.split(begin, size))
        kept = jax.tree.map(lambda a, b: jnp.where(ended.reshape(-1, *[1] * (a.ndim - 1)), a, b), new, after)
        return kept, ended.sum()

    run = jax.jit(lambda state, key: jax.lax.scan(step, state, jax.random.split(key, 20)))
    held: dict[str, Any] = {"key": jax.random.PRNGKey(0)}
    held["state"] = jax.jit(jax.vmap(env.init))(jax.random.split(held["key"], size))

    def work() -> tuple[int, int]:
        held["key"], key = jax.random.split(held["key"])
        held["state"], ended = run(held["state"], key)
        return int(ended.sum()), 20 * size

    return work


def own(id: str, seconds: float, size: int) -> tuple[float, float]:
    """Prints what one of our games does; gives the actions a second of a batch with masks and of single states."""
    game = sarsen.game(id)
    base, actions = rates(native(game), seconds)
    print(f"{id}: native random play {base:,.0f} games/s, {actions:,.0f} actions/s")
    found = 0.0
    for text, observations, chosen in (
        ("batch, masks, random actions inside", False, False),
        ("batch, masks, actions handed in", False, True),
        ("batch, masks and observations, random actions inside", True, False),
        ("batch, masks and observations, actions handed in", True, True),
    ):
        rate, actions = rates(stepped(game, size, observations=observations, chosen=chosen), seconds)
        found = found or actions
        print(f"  {text}: {rate:,.0f} games/s, {100 * rate / base:.0f} % of native")
    rate, alone = rates(single(game), seconds)
    print(f"  single states in a Python loop: {rate:,.0f} games/s, {alone:,.0f} actions/s")
    return found, alone


def beside(id: str, batch: float, alone: float, seconds: float, size: int) -> None:
    """Prints what peers do on games of like shape, with ratios."""
    theirs, compiled = PEERS[id]
    try:
        _, actions = rates(spiel(theirs), seconds)
        print(f"  OpenSpiel {theirs}: {actions:,.0f} actions/s in the same loop; single states {alone / actions:.1f} times, ", end="")
        print(f"batch {batch / actions:.0f} times that")
    except ImportError:
        print("  OpenSpiel is not installed: pip install open_spiel")
    try:
        _, actions = rates(pgx(compiled, size), seconds)
        print(f"  pgx {compiled}: {actions:,.0f} actions/s compiled for {size} games on the CPU; batch {batch / actions:.1f} times that")
    except ImportError:
        print("  pgx is not installed: pip install pgx")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sarsen.bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each line")
    parser.add_argument("--size", type=int, default=1024, help="games of a batch")
    given = parser.parse_args()
    for id in ("stonehenge", "holes", "cathedral", "logan"):
        batch, alone = own(id, given.seconds, given.size)
        if id in PEERS:
            beside(id, batch, alone, given.seconds, given.size)


if __name__ == "__main__":
    main()
