"""How fast batches are, beside native play and beside OpenSpiel where it is installed: `python -m sarsen.bench`.

Every line is measured in this one run, on one thread, by the processor's time, which other work of the machine does not stretch.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import sarsen


def games_a_second(work: Callable[[], int], seconds: float) -> float:
    """Games a second of processor time, after a first round that nobody counts."""
    work()
    games, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        games += work()
    return games / (time.process_time() - start)


def native(game: sarsen.Game) -> Callable[[], int]:
    seeds = iter(range(10**9))
    return lambda: game.random_playouts(2000, seed=next(seeds), threads=1).games


def stepped(game: sarsen.Game, size: int, *, mask: bool, observations: bool, chosen: bool) -> Callable[[], int]:
    batch = game.batch(size, seed=1, mask=mask, observations=observations)

    def work() -> int:
        done = 0
        for _ in range(20):
            done += int(batch.step(batch.random_actions() if chosen else None).done.sum())
        return done

    return work


def single(game: sarsen.Game) -> Callable[[], int]:
    rng = random.Random(1)

    def work() -> int:
        for _ in range(20):
            state = game.start()
            while not state.over:
                state.play(state.random_action(rng) if state.to_act == 0 else int(rng.choice(state.legal_ids())))  # type: ignore[arg-type]
        return 20

    return work


def spiel(name: str) -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def work() -> int:
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        return 20

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each line")
    parser.add_argument("--size", type=int, default=1024, help="games of a batch")
    given = parser.parse_args()
    for id in ("stonehenge", "holes", "cathedral", "logan"):
        game = sarsen.game(id)
        base = games_a_second(native(game), given.seconds)
        print(f"{id}: native random play {base:,.0f} games/s")
        for text, mask, observations, chosen in (
            ("batch, masks, random actions inside", True, False, False),
            ("batch, masks, actions handed in", True, False, True),
            ("batch, masks and observations, random actions inside", True, True, False),
            ("batch, masks and observations, actions handed in", True, True, True),
        ):
            rate = games_a_second(stepped(game, given.size, mask=mask, observations=observations, chosen=chosen), given.seconds)
            print(f"  {text}: {rate:,.0f} games/s, {100 * rate / base:.0f} % of native")
        rate = games_a_second(single(game), given.seconds)
        print(f"  single states in a Python loop: {rate:,.0f} games/s")
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("OpenSpiel is not installed: nothing to compare with")
        return
    for name in ("connect_four", "hex(board_size=5)", "backgammon"):
        rate = games_a_second(spiel(name), given.seconds)
        state = __import__("pyspiel").load_game(name)
        print(f"OpenSpiel {name}: {rate:,.0f} games/s in a Python loop ({state.num_distinct_actions()} actions)")


if __name__ == "__main__":
    main()
