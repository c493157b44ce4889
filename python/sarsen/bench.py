"""How fast batches and single states are, beside native play, OpenSpiel, pgx and environments of PettingZoo: `python -m sarsen.bench`.

Every line is measured in this one run, by the processor's time of all threads, in the fastest of several rounds: other work of the machine
neither stretches it nor empties its caches for long. Games of different length are compared by their actions.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import sarsen

#: OpenSpiel's games that ours are compared with: placing on a board, and racing with throws. Of hexes with 121 places the default has
#: nearly as many as Stonehenge has numbers.
PEERS = {"stonehenge": ("hex", "hex(board_size=5)", "connect_four"), "holes": ("backgammon",)}

#: The same in pgx.
COMPILED = {"stonehenge": ("hex", "connect_four"), "holes": ("backgammon",)}

#: Environments that ours are compared with.
ENVIRONMENTS = {"stonehenge": "pettingzoo.classic.connect_four_v3"}

Work = Callable[[], tuple[int, int]]
"""Plays for a while; says how many games ended and how many actions were played."""


#: The number of rounds that the time of each line is divided into.
ROUNDS = 8


def rates(work: Work, seconds: float) -> tuple[float, float]:
    """Games and actions a second of processor time in the fastest round: whatever else the machine does empties its caches and slows the
    others down. A first round is not counted.
    """
    work()
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        games, actions, start, spent = 0, 0, time.process_time(), 0.0
        while spent < seconds / ROUNDS:
            more = work()
            games, actions = games + more[0], actions + more[1]
            spent = time.process_time() - start
        best = max(best, (actions / spent, games / spent))
    return best[1], best[0]


def native(game: sarsen.Game) -> Work:
    seeds = iter(range(10**9))

    def work() -> tuple[int, int]:
        played = game.random_playouts(500, seed=next(seeds), threads=1)
        return played.games, played.actions

    return work


def stepped(game: sarsen.Game, size: int, *, observations: bool, chosen: bool) -> Work:
    batch = game.batch(size, seed=1, observations=observations)

    def work() -> tuple[int, int]:
        done = 0
        for _ in range(20):
            done += int(np.count_nonzero(batch.step(batch.random_actions() if chosen else None).done))
        return done, 20 * size

    return work


def single(game: sarsen.Game) -> Work:
    """A Python loop over single states, as one would write it with OpenSpiel."""
    rng = random.Random(1)

    def work() -> tuple[int, int]:
        actions = 0
        for _ in range(20):
            state = game.start()
            while not state.over:
                legal = state.legal()
                state.play(rng.choice(legal) if legal else state.random_action(rng) or "")
                actions += 1
        return 20, actions

    return work


def played_out(game: sarsen.Game) -> Work:
    """Random games of `State.playout`, as a search asks for them."""
    rng = random.Random(1)
    actions, _, _ = game.raw_playouts(2000, 1, 1)

    def work() -> tuple[int, int]:
        playout = game.start().playout
        for _ in range(100):
            playout(rng)
        return 100, actions // 20

    return work


def nothing() -> Work:
    """Calls that do nothing: no method of any library is called more often from Python."""
    given = list(range(20))

    def work() -> tuple[int, int]:
        for _ in range(50):
            call = _NOTHING
            for each in given:
                call(each)
        return 50, 1000

    return work


#: A built-in method that takes one argument and does next to nothing with it.
_NOTHING = dict[int, int]().get


def _replays(drawn: list[list[int]], begin: Callable[[], Callable[[int], object]]) -> Work:
    """Plays the same games over and over; `begin` starts one and returns the method that plays an action in it."""

    def work() -> tuple[int, int]:
        for actions in drawn:
            play = begin()
            for action in actions:
                play(action)
        return len(drawn), sum(len(actions) for actions in drawn)

    return work


def replayed(game: sarsen.Game) -> Work:
    """Nothing but `State.play`: games drawn beforehand, by numbers."""
    rng = random.Random(1)
    start = game.start()
    if game.id == "logan":
        # A deal is many numbers: all games have the same one.
        start.play(start.random_action(rng) or "")
    drawn: list[list[int]] = []
    for _ in range(50):
        state = start.copy()
        drawn.append([])
        while not state.over:
            steps = [step for step, _ in state.chance_steps()] or state.legal_ids().tolist()
            drawn[-1].append(rng.choice(steps))
            state.play(drawn[-1][-1])

    return _replays(drawn, lambda: start.copy().play)


def spiel_replayed(name: str) -> Work:
    """Nothing but OpenSpiel's `apply_action`."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    drawn: list[list[int]] = []
    for _ in range(50):
        state = game.new_initial_state()
        drawn.append([])
        while not state.is_terminal():
            drawn[-1].append(rng.choice(state.legal_actions()))
            state.apply_action(drawn[-1][-1])

    return _replays(drawn, lambda: game.new_initial_state().apply_action)


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


def agents(module: str, *arguments: object) -> Work:
    """Random play of an environment of PettingZoo, as its manual writes the loop."""
    env = importlib.import_module(module).env(*arguments)
    rng = np.random.default_rng(1)
    seeds = iter(range(10**9))

    def work() -> tuple[int, int]:
        actions = 0
        env.reset(seed=next(seeds))
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            actions += 1
        return 1, actions

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


@dataclass(frozen=True)
class Own:
    """What one of our games does in a second of processor time."""

    batch: float
    """Actions in batches with masks, random actions drawn inside."""
    loop: float
    """Actions in a Python loop over single states."""
    play: float
    """Calls of `State.play` alone."""
    games: float
    """Games of `State.playout`."""


def own(id: str, seconds: float, size: int) -> Own:
    """Prints what one of our games does."""
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
    _, play = rates(replayed(game), seconds)
    _, loop = rates(single(game), seconds)
    games, _ = rates(played_out(game), seconds)
    print(f"  single states: {play:,.0f} calls of play/s; in a Python loop that lists, draws and plays {loop:,.0f} actions/s; {games:,.0f} playouts/s")
    return Own(found, loop, play, games)


def beside(id: str, ours: Own, seconds: float, size: int) -> None:
    """Prints what peers do on games of like shape, with ratios."""
    try:
        for theirs in PEERS[id]:
            _, play = rates(spiel_replayed(theirs), seconds)
            games, loop = rates(spiel(theirs), seconds)
            print(f"  OpenSpiel {theirs}: {loop:,.0f} actions/s in the same loop, {games:,.0f} games/s, {play:,.0f} calls of apply_action/s")
            print(f"    our play {ours.play / loop:.1f} times their loop, {ours.play / play:.1f} times apply_action; ", end="")
            print(f"our loop {ours.loop / loop:.1f} times theirs; our playouts {ours.games / games:.0f}, our batch {ours.batch / loop:.0f} times their loop")
    except ImportError:
        print("  OpenSpiel is not installed: pip install open_spiel")
    try:
        for compiled in COMPILED[id]:
            _, actions = rates(pgx(compiled, size), seconds)
            print(f"  pgx {compiled}: {actions:,.0f} actions/s compiled for {size} games on the CPU; our batch {ours.batch / actions:.1f} times that")
    except ImportError:
        print("  pgx is not installed: pip install pgx")


def among_environments(id: str, seconds: float) -> None:
    """Prints what our PettingZoo environment does, and somebody else's."""
    theirs = ENVIRONMENTS[id]
    try:
        _, ours = rates(agents("sarsen.pettingzoo", id), seconds)
        print(f"  as an environment of PettingZoo: {ours:,.0f} actions/s")
        _, actions = rates(agents(theirs), seconds)
        print(f"    {theirs}: {actions:,.0f} actions/s; ours {ours / actions:.1f} times that")
    except ImportError as missing:
        print(f"  an environment is not installed: {missing}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sarsen.bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each line")
    parser.add_argument("--size", type=int, default=1024, help="games of a batch")
    given = parser.parse_args()
    print(f"Python calls what does nothing {rates(nothing(), given.seconds)[1]:,.0f} times/s")
    for id in ("stonehenge", "holes", "cathedral", "logan"):
        ours = own(id, given.seconds, given.size)
        if id in PEERS:
            beside(id, ours, given.seconds, given.size)
        if id in ENVIRONMENTS:
            among_environments(id, given.seconds)


if __name__ == "__main__":
    main()
