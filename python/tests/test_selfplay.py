"""Self-play: shards, resuming, workers that die."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import sarsen
from sarsen import selfplay
from sarsen.selfplay import Plan

QUICK = Plan("cathedral", 10, seed=5, level=2, nodes=8, shard=4)


def bytes_of(out: Path) -> dict[str, bytes]:
    """Every file but the plan, by name."""
    return {str(file.relative_to(out)): file.read_bytes() for file in sorted(out.rglob("*.*")) if file.name != "plan.json"}


def test_shards_hold_every_decision_with_what_its_seat_saw(tmp_path: Path) -> None:
    plan = Plan("stonehenge", 3, {"druids": "hidden"}, seed=1, level=2, nodes=10, shard=1)
    assert selfplay.run(plan, tmp_path, backend="here") == 3
    rows = selfplay.load(tmp_path).to_pylist()
    assert [file.name for file in sorted((tmp_path / "shards").iterdir())] == [f"00000{n}.parquet" for n in range(3)]
    records = [text for file in sorted((tmp_path / "records").iterdir()) for text in file.read_text().split("---\n")]
    games = [sarsen.read(record) for record in records]
    assert len(games) == 3 and all(game.over for game in games)
    for number, game in enumerate(games):
        own = [row for row in rows if row["game"] == number]
        assert [row["action"] for row in own] == game.history(), "a game without chance has a row for each action"
        for row in own:
            state = sarsen.position(row["position"])
            assert row["observation"] == state.observation(row["seat"]).tolist()
            assert row["legal"] == state.legal_ids().tolist()
            assert row["action_number"] == state.number(row["action"]) and row["action_number"] in row["legal"]
            assert abs(sum(row["policy"]) - 1) < 1e-5
            assert [state.number(action) for action in row["policy_actions"]] == row["policy_numbers"]
            assert row["outcome"] == game.returns()[row["seat"] - 1] and 0 <= row["chance"] <= 1


@pytest.mark.parametrize(("id", "nodes"), [("holes", 20), ("logan", 20), ("cathedral", 10), ("sun", 2)])
def test_every_game_can_be_played(id: str, nodes: int, tmp_path: Path) -> None:
    options = {"sun": {"stones": "12"}, "holes": {"pieces": "1"}}.get(id, {})
    assert selfplay.run(Plan(id, 1, options, level=1, nodes=nodes), tmp_path, backend="here") == 1
    rows = selfplay.load(tmp_path)
    assert len(rows) > 3 and (id == "sun") == (rows["action_number"][0].as_py() == -1)


def test_what_is_there_is_not_played_again_and_what_is_broken_is(tmp_path: Path) -> None:
    whole, other = tmp_path / "whole", tmp_path / "other"
    selfplay.run(QUICK, whole, backend="here")
    expected = bytes_of(whole)
    assert len(expected) == 6
    # A run that was stopped: one shard is there, one is cut off, one has records only, and a dead worker has left its parts.
    selfplay.begin(QUICK, other)
    selfplay.play_shard(QUICK, str(other), 0)
    selfplay.shard_file(other, 1).write_bytes(selfplay.shard_file(whole, 1).read_bytes()[:-20])
    selfplay.record_file(other, 1).write_bytes(selfplay.record_file(whole, 1).read_bytes())
    selfplay.record_file(other, 2).write_bytes(b"half")
    (other / "records" / "000002.somewhere-1.part").write_bytes(b"half")
    before = selfplay.shard_file(other, 0).stat().st_mtime_ns
    told: list[tuple[int, int]] = []
    selfplay.run(QUICK, other, backend="here", progress=lambda done, of: told.append((done, of)))
    assert told == [(4, 10), (8, 10), (10, 10)]
    assert selfplay.shard_file(other, 0).stat().st_mtime_ns == before
    assert bytes_of(other) == expected


def test_a_folder_of_another_plan_is_refused(tmp_path: Path) -> None:
    selfplay.begin(QUICK, tmp_path)
    changed = Plan("cathedral", 10, seed=6, level=2, nodes=9, shard=4)
    with pytest.raises(ValueError, match="differs in seed, nodes"):
        selfplay.run(changed, tmp_path)
    for wrong, message in (({"games": 0}, "games is 1 or more"), ({"level": 9}, "levels are 1 to 8")):
        with pytest.raises(ValueError, match=message):
            Plan(**{"game": "holes", "games": 1, **wrong})  # type: ignore[arg-type]


def test_the_seed_decides_what_is_played() -> None:
    games = [selfplay.play_game(QUICK, number).record for number in (0, 1, 0)]
    assert games[0] == games[2] != games[1]
    assert selfplay.play_game(Plan("cathedral", 10, seed=6, level=2, nodes=8), 0).record != games[0]


def kill_one_in_the_middle(out: Path, command: list[str]) -> str:
    """Starts a command, kills a worker that is in the midst of a shard, and says what the command told on its way to a good end."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "RAY_DEDUP_LOGS": "0"}) as running:
        deadline = time.monotonic() + 600
        victim = None
        while victim is None:
            assert running.poll() is None and time.monotonic() < deadline, "it ended before a worker could be killed"
            # A part names its process, and holds the games that it has finished.
            parts = [part for part in (out / "records").glob("*.part") if _size(part) > 0]
            victim = int(parts[0].name.split("-")[-1].removesuffix(".part")) if parts else None
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)
        _, told = running.communicate(timeout=1200)
        assert running.returncode == 0, told
        return told


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


@pytest.mark.parametrize("ray", [False, True], ids=["processes", "ray"])
def test_a_worker_that_is_killed_loses_nothing_and_doubles_nothing(ray: bool, tmp_path: Path) -> None:
    if ray and not (os.environ.get("SARSEN_HEAVY") and importlib.util.find_spec("ray")):
        pytest.skip("Ray is tried by ./test --heavy, which installs requirements-heavy.txt")
    plan = Plan("cathedral", 24, seed=2, level=7, nodes=100, shard=6)
    asked = "cathedral --games 24 --seed 2 --level 7 --nodes 100 --shard 6 --workers 2".split()
    out = tmp_path / "killed"
    command = [sys.executable, "-m", "sarsen.selfplay", *asked, "--out", str(out), *(["--ray"] if ray else [])]
    told = kill_one_in_the_middle(out, command)
    assert ray or "a worker died; its shard is played again" in told
    assert "24 of 24 games" in told
    undisturbed = tmp_path / "undisturbed"
    selfplay.run(plan, undisturbed, backend="here")
    assert bytes_of(out) == bytes_of(undisturbed)
    numbers = pq.read_table(out / "shards", columns=["game"])["game"].to_numpy()
    assert np.array_equal(np.unique(numbers), np.arange(24))
