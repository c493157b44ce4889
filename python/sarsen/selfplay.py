"""Self-play on one machine or a Ray cluster: `python -m sarsen.selfplay cathedral --games 100000 --workers 8 --out DIR`.

An engine plays against itself, and every decision is written with what its seat saw, what the search thought of the actions, and how the
game ended. Games are numbered, each drawn from the seed and its number alone, and come in shards of equal size:

    DIR/plan.json               what was asked for
    DIR/shards/000000.parquet   a row for each decision (`schema`)
    DIR/records/000000.sarsen   the same games as records

A shard is written under another name and renamed when it is whole; only then are its games counted. A worker that dies leaves nothing behind
that counts, its shard is played again, and gives the same games: nothing is lost, nothing is there twice. The same command resumes
what was stopped. On a cluster, DIR has to be a directory that all machines share.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import logging
import math
import os
import random
import sys
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field, fields
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from . import __version__
from ._sarsen import Game, State
from .engines import Choice, Engine

#: Searches without visit counts give each action a share that falls by this scale of winning chance.
TEMPERATURE = 0.05
#: A search of self-play needs little memory; what it reserves, every worker reserves for every decision.
MEGABYTES = 64

#: What stands between two records of a file.
SEPARATOR = "---\n"


@dataclass(frozen=True)
class Plan:
    """What is played. Everything in the files follows from it."""

    game: str
    games: int
    options: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    level: int = 8
    nodes: int = 400
    """The nodes of each search: a fixed number makes it reproducible."""
    drawn: int = 8
    """How many decisions at the start of a game are drawn from the policy, so that games differ; later ones are the engine's choice."""
    lines: int = 64
    """The actions of a policy, at most."""
    shard: int = 64
    """The games of a shard."""
    weights: str | None = None
    """The file of a network that evaluates positions for the engine."""
    weights_sha256: str | None = None
    version: str = __version__

    def __post_init__(self) -> None:
        for name in ("games", "nodes", "lines", "shard"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is 1 or more")
        if self.drawn < 0 or self.seed < 0:
            raise ValueError("drawn and seed are 0 or more")
        # Names and values that do not exist are refused before anything is written.
        Game(self.game, **self.options)
        self.engine()
        if self.weights is not None and self.weights_sha256 is None:
            object.__setattr__(self, "weights_sha256", hashlib.sha256(Path(self.weights).read_bytes()).hexdigest())

    def engine(self) -> Engine:
        return Engine(self.game, self.level, False, self.weights)

    @property
    def shards(self) -> int:
        return -(-self.games // self.shard)

    def numbers(self, shard: int) -> range:
        """The numbers of a shard's games."""
        return range(shard * self.shard, min((shard + 1) * self.shard, self.games))

    def identity(self) -> dict[str, Any]:
        """What determines the games: not the path of the network, but its content."""
        return {name: value for name, value in asdict(self).items() if name != "weights"}


@dataclass(frozen=True)
class Decision:
    """A decision of a game, before it is known how the game ends."""

    ply: int
    seat: int
    position: str
    observation: np.ndarray[Any, np.dtype[np.float32]]
    legal: list[int]
    action: str
    policy: list[tuple[str, float]]
    chance: float
    exact: bool


@dataclass(frozen=True)
class Played:
    """A game of self-play."""

    number: int
    decisions: list[Decision]
    returns: list[float]
    record: str


def policy_of(choice: Choice) -> list[tuple[str, float]]:
    """The policy of a search, as shares that add up to 1: its visits or, if it counts none, the chances of the actions."""
    visits = [line.nodes for line in choice.lines]
    if sum(visits):
        shares = [count / sum(visits) for count in visits]
    else:
        best = max(line.chance for line in choice.lines)
        powers = [math.exp((line.chance - best) / TEMPERATURE) for line in choice.lines]
        shares = [power / sum(powers) for power in powers]
    return [(line.actions[0], share) for line, share in zip(choice.lines, shares, strict=True) if share > 0]


def play_game(plan: Plan, number: int, engine: Engine | None = None) -> Played:
    """Plays a game by its number.

    >>> plan = Plan("stonehenge", 10, level=2, nodes=50)
    >>> play_game(plan, 3).record == play_game(plan, 3).record
    True
    """
    engine = engine or plan.engine()
    rng = random.Random(f"{plan.seed}/{number}")
    state = Game(plan.game, **plan.options).start()
    decisions: list[Decision] = []
    while not state.over:
        if state.to_act == 0:
            state.play(state.random_action(rng.getrandbits(63)) or "")
            continue
        decision = _decide(plan, engine, state, rng, len(decisions))
        decisions.append(decision)
        state.play(decision.action)
    return Played(number, decisions, state.returns(), state.record())


def _decide(plan: Plan, engine: Engine, state: State, rng: random.Random, made: int) -> Decision:
    seat = state.to_act
    choice = engine.choose(state, nodes=plan.nodes, seed=rng.getrandbits(62), lines=plan.lines, megabytes=MEGABYTES)
    policy, action = policy_of(choice), choice.action
    draw = rng.random()
    if made < plan.drawn:
        action = _drawn(policy, draw)
    legal = [int(number) for number in state.legal_ids()] if state.game.actions else []
    return Decision(
        len(state), seat, state.position, state.observation(seat), legal, action, policy, choice.chance, choice.exact
    )


def _drawn(policy: Sequence[tuple[str, float]], draw: float) -> str:
    for action, share in policy:
        draw -= share
        if draw < 0:
            return action
    return policy[0][0]


def schema(plan: Plan) -> pa.Schema:
    """The columns of a shard.

    >>> schema(Plan("holes", 1)).names[:4]
    ['game', 'ply', 'seat', 'position']
    """
    size = Game(plan.game, **plan.options).observation_size
    return pa.schema(
        [
            # The number of the game, how many actions were played before, and the seat that decides, from 1.
            ("game", pa.int64()),
            ("ply", pa.int32()),
            ("seat", pa.int8()),
            # The position string, which tells everything, and what the seat sees of it (`Game.planes`).
            ("position", pa.string()),
            ("observation", pa.list_(pa.float32(), size)),
            # The numbers of the legal actions; empty where actions have none (the sun).
            ("legal", pa.list_(pa.int32())),
            # What was played, as notation and number (−1 where there is none).
            ("action", pa.string()),
            ("action_number", pa.int32()),
            # What the search thought: actions, their numbers, and shares that add up to 1.
            ("policy_actions", pa.list_(pa.string())),
            ("policy_numbers", pa.list_(pa.int32())),
            ("policy", pa.list_(pa.float32())),
            # The winning chance that the search found for the seat, from 0 to 1, and whether it is proved.
            ("chance", pa.float32()),
            ("exact", pa.bool_()),
            # What the seat got in the end, from −1 to +1.
            ("outcome", pa.float32()),
        ],
        metadata={"sarsen.plan": json.dumps(plan.identity(), sort_keys=True)},
    )


def table_of(plan: Plan, games: Sequence[Played]) -> pa.Table:
    """Games as rows of a shard."""
    shape = schema(plan)
    size = shape.field("observation").type.list_size
    rows = [(game, decision) for game in games for decision in game.decisions]
    seen = np.concatenate([decision.observation for _, decision in rows]) if rows else np.zeros(0, np.float32)
    numbers = [_numbers(decision) for _, decision in rows]
    columns: dict[str, Any] = {
        "game": [game.number for game, _ in rows],
        "ply": [decision.ply for _, decision in rows],
        "seat": [decision.seat for _, decision in rows],
        "position": [decision.position for _, decision in rows],
        "observation": pa.FixedSizeListArray.from_arrays(pa.array(seen, pa.float32()), size),
        "legal": [decision.legal for _, decision in rows],
        "action": [decision.action for _, decision in rows],
        "action_number": [number for number, _ in numbers],
        "policy_actions": [[action for action, _ in decision.policy] for _, decision in rows],
        "policy_numbers": [policy for _, policy in numbers],
        "policy": [[share for _, share in decision.policy] for _, decision in rows],
        "chance": [decision.chance for _, decision in rows],
        "exact": [decision.exact for _, decision in rows],
        "outcome": [game.returns[decision.seat - 1] for game, decision in rows],
    }
    return pa.table(columns, schema=shape)


def _numbers(decision: Decision) -> tuple[int, list[int]]:
    """The numbers of the action and of the policy's actions, where actions have any."""
    if not decision.legal:
        return -1, []
    from ._sarsen import position

    state = position(decision.position)
    return state.number(decision.action), [state.number(action) for action, _ in decision.policy]


def shard_file(out: Path, shard: int) -> Path:
    return out / "shards" / f"{shard:06}.parquet"


def record_file(out: Path, shard: int) -> Path:
    return out / "records" / f"{shard:06}.sarsen"


def play_shard(plan: Plan, out: str, shard: int) -> int:
    """Plays the games of a shard and writes them; returns their number.

    Records are written game by game into a file that names the process; the shard counts once its Parquet file has its name.
    """
    folder = Path(out)
    own = f"{shard:06}.{os.uname().nodename}-{os.getpid()}.part"
    engine = plan.engine()
    games: list[Played] = []
    records = folder / "records" / own
    with records.open("w", encoding="utf-8") as file:
        for number in plan.numbers(shard):
            if games:
                file.write(SEPARATOR)
            games.append(play_game(plan, number, engine))
            file.write(games[-1].record)
            file.flush()
        os.fsync(file.fileno())
    rows = folder / "shards" / own
    with rows.open("wb") as binary:
        pq.write_table(table_of(plan, games), binary, compression="zstd")
        binary.flush()
        os.fsync(binary.fileno())
    os.replace(records, record_file(folder, shard))
    os.replace(rows, shard_file(folder, shard))
    return len(games)


def is_whole(plan: Plan, out: Path, shard: int) -> bool:
    """Whether a shard of this plan is there: a file that cannot be read is played again."""
    try:
        with pq.ParquetFile(shard_file(out, shard)) as file:
            said = (file.schema_arrow.metadata or {}).get(b"sarsen.plan", b"")
    except (FileNotFoundError, pa.ArrowInvalid, OSError):
        return False
    return record_file(out, shard).exists() and json.loads(said or b"null") == plan.identity()


def begin(plan: Plan, out: Path) -> list[int]:
    """Makes the folders, or checks what is there already, and returns the missing shards.

    Raises `ValueError` if the folder holds games of another plan.
    """
    (out / "shards").mkdir(parents=True, exist_ok=True)
    (out / "records").mkdir(exist_ok=True)
    told = out / "plan.json"
    if told.exists():
        before = json.loads(told.read_text())
        other = [name for name, value in plan.identity().items() if before.get(name) != value]
        if other:
            raise ValueError(
                f"{out} holds games of another plan, which differs in {', '.join(other)}: choose another folder, or the same plan"
            )
    else:
        part = told.with_suffix(f".{os.getpid()}.part")
        part.write_text(json.dumps(asdict(plan), indent=2) + "\n")
        os.replace(part, told)
    _tidy(out)
    return [shard for shard in range(plan.shards) if not is_whole(plan, out, shard)]


def _tidy(out: Path) -> None:
    """Removes unfinished files of workers that died. Only one command at a time writes to a folder."""
    for left in [*(out / "shards").glob("*.part"), *(out / "records").glob("*.part")]:
        left.unlink(missing_ok=True)


def run(
    plan: Plan,
    out: str | os.PathLike[str],
    *,
    workers: int = 1,
    backend: str = "processes",
    address: str | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Plays what is missing of a plan; returns the number of games in the end. `progress` is called with the games so far and their total.

    `backend` is `"here"` (in this process), `"processes"` (of this machine) or `"ray"`.
    """
    folder = Path(out).absolute()
    missing = begin(plan, folder)
    done = plan.games - sum(len(plan.numbers(shard)) for shard in missing)
    progress(done, plan.games)
    played = _backends[backend](plan, str(folder), missing, workers, address)
    with contextlib.closing(played):
        for count in played:
            done += count
            progress(done, plan.games)
    _tidy(folder)
    return done


def _here(plan: Plan, out: str, missing: list[int], workers: int, address: str | None) -> Generator[int, None, None]:
    for shard in missing:
        yield play_shard(plan, out, shard)


def _processes(plan: Plan, out: str, missing: list[int], workers: int, address: str | None) -> Generator[int, None, None]:
    """Processes of this machine. If one dies, the pool breaks: a new one plays what is not there yet."""
    left = list(missing)
    while left:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            pending = {pool.submit(play_shard, plan, out, shard): shard for shard in left}
            try:
                while pending:
                    for future in wait(pending, return_when=FIRST_COMPLETED).done:
                        shard = pending.pop(future)
                        count = future.result()
                        left.remove(shard)
                        yield count
            except BrokenProcessPool:
                print("a worker died; its shard is played again", file=sys.stderr)
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
        # Shards that were finished when the pool broke are on disk, although their results were lost.
        for shard in [shard for shard in left if is_whole(plan, Path(out), shard)]:
            left.remove(shard)
            yield len(plan.numbers(shard))


def _on_ray(plan: Plan, out: str, missing: list[int], workers: int, address: str | None) -> Generator[int, None, None]:
    """Tasks of a Ray cluster, which plays a task again whose worker or machine died."""
    try:
        import ray
    except ImportError:
        raise SystemExit("Ray is not installed: pip install 'sarsen[ray]', or leave out --ray") from None

    cores = {"num_cpus": workers} if address is None else {"address": address}
    ray.init(**cores, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        task = ray.remote(num_cpus=1, max_retries=-1)(play_shard)
        waiting, pending = iter(missing), {}
        while True:
            # A few more tasks than workers: none of them idles, and the list stays short.
            for shard in waiting:
                pending[task.remote(plan, out, shard)] = shard
                if len(pending) >= 2 * workers:
                    break
            if not pending:
                return
            for reference in ray.wait(list(pending), num_returns=1)[0]:
                del pending[reference]
                yield ray.get(reference)
    finally:
        ray.shutdown()


_backends: dict[str, Callable[..., Generator[int, None, None]]] = {"here": _here, "processes": _processes, "ray": _on_ray}


def load(out: str | os.PathLike[str], columns: Sequence[str] | None = None) -> pa.Table:
    """The rows of all shards, in the order of the games."""
    files = sorted((Path(out) / "shards").glob("*.parquet"))
    if not files:
        raise ValueError(f"{out} holds no shards")
    return pa.concat_tables(pq.read_table(file, columns=columns) for file in files)


class Progress:
    """Prints the progress to standard error, with the rate of this run and the time that is left."""

    def __init__(self) -> None:
        self.start, self.first = time.monotonic(), -1

    def __call__(self, done: int, of: int) -> None:
        if self.first < 0:
            self.first = done
            if done:
                print(f"resumed: {done:,} of {of:,} games are there", file=sys.stderr)
            return
        rate = (done - self.first) / max(time.monotonic() - self.start, 1e-9)
        left = (of - done) / rate if rate else math.inf
        print(f"{done:,} of {of:,} games, {rate:.2f} a second, {_duration(left)} left", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def arguments() -> argparse.ArgumentParser:
    default = {each.name: each.default for each in fields(Plan)}
    parser = argparse.ArgumentParser(
        prog="python -m sarsen.selfplay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help="stonehenge, cathedral, logan, holes or sun")
    parser.add_argument("--games", type=int, required=True, help="how many")
    parser.add_argument("--out", required=True, help="the folder, new or of the same plan")
    parser.add_argument("--workers", type=int, default=1, help="processes, or tasks at once on Ray")
    parser.add_argument("--ray", action="store_true", help="play on Ray: on this machine, or on the cluster of --address")
    parser.add_argument("--address", help="the address of a running Ray cluster (`auto` for the one of this machine)")
    parser.add_argument("--seed", type=int, default=default["seed"])
    parser.add_argument("--level", type=int, default=default["level"], help="the engine's level")
    parser.add_argument("--nodes", type=int, default=default["nodes"], help="nodes of each search")
    parser.add_argument("--drawn", type=int, default=default["drawn"], help="decisions of a game that are drawn by the policy")
    parser.add_argument("--lines", type=int, default=default["lines"], help="actions of a policy, at most")
    parser.add_argument("--shard", type=int, default=default["shard"], help="games of a shard")
    parser.add_argument("--weights", help="a network that evaluates positions for the engine (cathedral)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    return parser


def main(given: Sequence[str] | None = None) -> None:
    args = arguments().parse_args(given)
    options = dict(option.partition("=")[::2] for option in args.option)
    try:
        plan = Plan(
            args.game, args.games, options, args.seed, args.level, args.nodes, args.drawn, args.lines, args.shard, args.weights
        )
        backend = "ray" if args.ray or args.address else "processes" if args.workers > 1 else "here"
        done = run(plan, args.out, workers=max(1, args.workers), backend=backend, address=args.address, progress=Progress())
    except (OSError, ValueError) as error:
        raise SystemExit(f"{error}") from None
    print(f"{done:,} games of {plan.game} in {plan.shards} shards in {args.out}")


if __name__ == "__main__":
    # Workers find the functions by the module's name, which is `__main__` here.
    from sarsen.selfplay import main as run_main

    run_main()
