"""Many games at once, and what has to hold of long runs, threads and processes."""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import signal
import threading
from collections.abc import Callable

import numpy as np
import pytest
from conftest import SETUPS

import sarsen


@pytest.mark.parametrize(("id", "options"), SETUPS)
def test_a_batch_plays_what_single_states_play(id: str, options: dict[str, str]) -> None:
    game = sarsen.game(id, **options)
    batch = game.batch(24, seed=3)
    rng = np.random.default_rng(1)
    for _ in range(60):
        states = [sarsen.position(position) for position in batch.positions()]
        shown = batch.state
        actions = np.zeros(24, np.int32)
        for index, state in enumerate(states):
            assert shown.to_act[index] == state.to_act - 1
            assert np.array_equal(shown.mask[index], state.mask())
            assert np.array_equal(shown.observation[index], state.observation(state.to_act))
            actions[index] = rng.choice(state.legal_ids())
            state.play(int(actions[index]))
        step = batch.step(actions)
        for index, state in enumerate(states):
            if step.done[index]:
                assert state.over or state.to_act == 0
            else:
                assert not state.over
            if state.over:
                assert step.done[index] and step.rewards[index].tolist() == state.returns()
            elif not step.done[index]:
                assert not step.rewards[index].any()


@pytest.mark.parametrize("id", ["stonehenge", "holes", "logan", "cathedral"])
def test_threads_change_nothing(id: str) -> None:
    game = sarsen.game(id)
    one, many = (game.batch(200, seed=9, threads=threads) for threads in (1, 3))
    for _ in range(20):
        first, second = one.step(), many.step()
        for a, b in zip(first, second, strict=True):
            assert np.array_equal(np.asarray(a), np.asarray(b))
        assert np.array_equal(one.random_actions(), many.random_actions())


def test_an_illegal_action_changes_nothing() -> None:
    batch = sarsen.game("stonehenge").batch(4, seed=1)
    batch.step()
    before = batch.positions()
    actions = batch.random_actions().copy()
    actions[2] = np.flatnonzero(~batch.state.mask[2])[0]
    with pytest.raises(sarsen.IllegalAction) as refused:
        batch.step(actions)
    assert refused.value.index == 2 and refused.value.action == actions[2] and batch.positions() == before
    assert refused.value.rule in ("K1", "K2", "K9") and str(refused.value).startswith("game 2: ") and refused.value.sentence["fr"]
    for wrong in (np.array([-1, 0, 0, 0]), np.array([10**6, 0, 0, 0])):
        with pytest.raises(sarsen.IllegalAction):
            batch.step(wrong)
    with pytest.raises(ValueError, match="3 actions for 4 games"):
        batch.step(actions[:3])
    with pytest.raises(ValueError, match="read-only"):
        batch.state.mask[0, 0] = True
    with pytest.raises(ValueError, match="have no numbers"):
        sarsen.game("sun").batch(4)


def test_actions_are_whole_numbers_of_any_kind() -> None:
    batches = [sarsen.game("stonehenge").batch(4, seed=1) for _ in range(6)]
    actions = batches[0].random_actions().copy()
    kinds = (actions, actions.astype(np.int64), actions.astype(np.uint8), actions.astype(">i2"), actions.tolist(), np.repeat(actions, 2)[::2])
    for batch, given in zip(batches, kinds, strict=True):
        batch.step(given)
        assert batch.positions() == batches[0].positions()
    before = batches[0].positions()
    for far in (2**32, -(2**32)):
        with pytest.raises(sarsen.IllegalAction) as refused:
            batches[0].step(batches[0].random_actions().astype(np.int64) + far)
        assert refused.value.index == 0, "a number that is too large is not cut off"
    for wrong in (actions.astype(float), actions > 0, np.array(["A1"] * 4), [None] * 4):
        with pytest.raises(TypeError, match="whole numbers"):
            batches[0].step(wrong)  # type: ignore[arg-type]
    for shape in ((4, 1), (1, 4), (2, 2)):
        with pytest.raises(ValueError, match="shape"):
            batches[0].step(actions.reshape(shape))
    assert batches[0].positions() == before


def test_what_is_too_large_is_refused() -> None:
    game = sarsen.game("logan")
    for size in (10**12, 2**60):
        with pytest.raises((MemoryError, ValueError)):
            game.batch(size)
    for work in (lambda: game.batch(4, threads=10**6), lambda: game.random_playouts(4, threads=10**6)):
        with pytest.raises(ValueError, match="threads are 1 to"):
            work()


def test_long_playouts_can_be_interrupted() -> None:
    def ring(number: int, frame: object) -> None:
        raise InterruptedError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(InterruptedError):
            sarsen.game("stonehenge").random_playouts(10**12)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("id", ["holes", "logan"])
def test_chance_can_be_handed_out(id: str) -> None:
    batch = sarsen.game(id).batch(16, seed=2, chance="explicit")
    rng = np.random.default_rng(3)
    chances = 0
    for _ in range(80):
        odds, shown = batch.odds(), batch.state
        actions = np.zeros(16, np.int32)
        for index in range(16):
            if shown.to_act[index] == -1:
                assert abs(odds[index].sum() - 1) < 1e-5
                row = odds[index].astype(float)
                actions[index] = rng.choice(len(row), p=row / row.sum())
                chances += 1
            else:
                assert not odds[index].any()
                actions[index] = rng.choice(np.flatnonzero(shown.mask[index]))
        batch.step(actions)
    assert chances > 100


def test_random_playouts_count() -> None:
    played = sarsen.game("holes").random_playouts(500, seed=1, threads=2)
    assert played.games == 500 and sum(played.wins) == 500 and played.actions > 20_000


def _grown(work: Callable[[], None], times: int) -> int:
    """By how many KiB the process grows while something is repeated, after the first few times."""
    for _ in range(times // 20):
        work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(times):
        work()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


#: Ten million steps where there is time.
STEPS = 10_000_000 if os.environ.get("SARSEN_HEAVY") else 1_000_000


@pytest.mark.parametrize("id", ["stonehenge", "holes"])
def test_long_runs_of_batches_keep_their_memory(id: str) -> None:
    batch = sarsen.game(id).batch(256, seed=1)

    def work() -> None:
        batch.step(batch.random_actions())

    assert _grown(work, STEPS // 256) < 8 * 1024, "it grew by more than 8 MB"


@pytest.mark.parametrize("id", ["stonehenge", "holes", "logan"])
def test_long_runs_of_single_states_keep_their_memory(id: str) -> None:
    game = sarsen.game(id)
    rng = random.Random(1)

    def work() -> None:
        state = game.start()
        for _ in range(10):
            action = state.random_action(rng)
            if action is None:
                break
            state.play(action)
        other = state.copy()
        state.undo()
        other.undo()
        with pytest.raises(sarsen.NotationError):
            state.play("no action")

    # Eleven actions at most, counting the one that is refused.
    assert _grown(work, STEPS // 10 // (1 if os.environ.get("SARSEN_HEAVY") else 10)) < 8 * 1024, "it grew by more than 8 MB"


def _child(queue: multiprocessing.Queue[tuple[int, str]]) -> None:
    batch = sarsen.game("stonehenge").batch(64, seed=4, threads=2)
    for _ in range(10):
        batch.step()
    queue.put((len(batch), batch.positions()[0]))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_work(method: str) -> None:
    batch = sarsen.game("stonehenge").batch(64, seed=4, threads=2)
    for _ in range(10):
        batch.step()
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    child = context.Process(target=_child, args=(queue,))  # type: ignore[attr-defined]
    child.start()
    assert queue.get(timeout=120) == (64, batch.positions()[0])
    child.join(timeout=60)
    assert child.exitcode == 0


def test_threads_of_python_work() -> None:
    wins: list[int] = []

    def play(seed: int) -> None:
        batch = sarsen.game("stonehenge").batch(64, seed=seed)
        wins.append(sum(int(batch.step().done.sum()) for _ in range(100)))

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(wins) == 4 and all(count > 100 for count in wins)
