"""Makes a dataset of engine games of all five games: `python -m sarsen.dataset --out DIR --games 200`.

    DIR/README.md          the dataset card
    DIR/cathedral.parquet  a row for each game (`schema`), and so for the other games
    DIR/cathedral.sarsen   the same games as records

Every game is drawn from the seed and its number alone, engines search a given number of nodes, and nothing depends on the machine, the time or
the number of workers: the same command with the same version gives the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from . import __version__
from ._sarsen import Game, games
from .engines import engine
from .selfplay import MEGABYTES, SEPARATOR

#: Levels of the engine that take part.
LEVELS = range(1, 9)


@dataclass(frozen=True)
class Plan:
    """What is played."""

    games: int = 200
    """Games of each game."""
    seed: int = 0
    nodes: int = 200
    """The nodes of each search; weak levels use fewer."""


def play(plan: Plan, id: str, number: int) -> dict[str, Any]:
    """Plays a game by its number: a level is drawn for each seat.

    >>> row = play(Plan(nodes=20), "stonehenge", 3)
    >>> row == play(Plan(nodes=20), "stonehenge", 3)
    True
    """
    rng = random.Random(f"{plan.seed}/{id}/{number}")
    game = Game(id)
    state = game.start()
    levels = [rng.choice(LEVELS) for _ in range(game.seats)]
    engines = [engine(id, level) for level in levels]
    while not state.over:
        if state.to_act == 0:
            state.play(state.random_action(rng.getrandbits(63)) or "")
            continue
        chosen = engines[state.to_act - 1]
        state.play(chosen.choose(state, nodes=plan.nodes, seed=rng.getrandbits(62), megabytes=MEGABYTES).action)
    head, tags, moves = state.record().partition("]\n")
    seats = "".join(f'[Seat{seat} "sarsen:{level}"]\n' for seat, level in enumerate(levels, 1))
    return {
        "number": number,
        "levels": levels,
        "outcome": state.turn.outcome,
        "returns": state.returns(),
        "score": state.score(),
        "actions": state.history(),
        "position": state.position,
        "record": head + tags + seats + moves,
    }


def schema() -> pa.Schema:
    """The columns of each file."""
    return pa.schema(
        [
            # The game's number, and the engine's level on each seat.
            ("number", pa.int64()),
            ("levels", pa.list_(pa.int8())),
            # How it ended: as in records, what each seat got from −1 to +1, and the score where there is one.
            ("outcome", pa.string()),
            ("returns", pa.list_(pa.float64())),
            ("score", pa.list_(pa.int32())),
            # Every action in notation, those of chance too, and the last position.
            ("actions", pa.list_(pa.string())),
            ("position", pa.string()),
            # The whole game as a record.
            ("record", pa.string()),
        ]
    )


def make(plan: Plan, out: str | os.PathLike[str], *, ids: Sequence[str] | None = None, workers: int = 1) -> Path:
    """Plays the games and writes them with a dataset card, whose path is returned."""
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    told = []
    for id in ids or games():
        rows = _rows(plan, id, workers)
        pq.write_table(pa.Table.from_pylist(rows, schema=schema()), folder / f"{id}.parquet", compression="zstd")
        (folder / f"{id}.sarsen").write_text(SEPARATOR.join(row["record"] for row in rows), encoding="utf-8")
        told.append(_summary(id, rows))
        print(f"{id}: {len(rows):,} games", flush=True)
    card = folder / "README.md"
    card.write_text(_card(plan, list(ids or games()), told, folder), encoding="utf-8")
    return card


def _rows(plan: Plan, id: str, workers: int) -> list[dict[str, Any]]:
    numbers = range(plan.games)
    if workers <= 1:
        return [play(plan, id, number) for number in numbers]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return list(pool.map(partial(play, plan, id), numbers))


def _summary(id: str, rows: Sequence[dict[str, Any]]) -> str:
    outcomes = Counter(row["outcome"] for row in rows)
    results = ", ".join(f"{outcome}: {count:,}" for outcome, count in sorted(outcomes.items()))
    upper = [row for row in rows if row["levels"][0] != row["levels"][1]]
    higher = [max(range(2), key=row["levels"].__getitem__) for row in upper]
    share = sum((row["returns"][seat] + 1) / 2 for row, seat in zip(upper, higher, strict=True)) / max(1, len(upper))
    actions = sum(len(row["actions"]) for row in rows) / len(rows)
    return f"| {Game(id).name} | `{id}` | {len(rows):,} | {actions:.1f} | {results} | {100 * share:.1f} % |"


def _card(plan: Plan, ids: Sequence[str], told: Sequence[str], folder: Path) -> str:
    files = [folder / f"{id}.{kind}" for id in ids for kind in ("parquet", "sarsen")]
    sums = "\n".join(f"| `{file.name}` | {file.stat().st_size:,} | `{hashlib.sha256(file.read_bytes()).hexdigest()}` |" for file in files)
    configs = "\n".join(f"  - config_name: {id}\n    data_files: {id}.parquet" for id in ids)
    columns = "\n".join(f"| `{each.name}` | `{each.type}` |" for each in schema())
    chosen = "" if list(ids) == games() else " " + " ".join(f"--game {id}" for id in ids)
    return f"""---
pretty_name: Games of the Sarsen engines
license: apache-2.0
task_categories: [reinforcement-learning]
tags: [board-games, self-play]
configs:
{configs}
---

# Games of the Sarsen engines

Games that the engines of Sarsen {__version__} played against each other with the default options. The level of each seat, 1 to 8, is drawn for every
game, so strong and weak play meet in all combinations.

Made by `python -m sarsen.dataset --games {plan.games} --seed {plan.seed} --nodes {plan.nodes}{chosen} --out DIR`. The same command with the same
version gives the same games; the Parquet files are equal to the byte if pyarrow's version ({pa.__version__}) is the same too.

| game | id | games | actions, mean | results | share of the higher level |
|---|---|---|---|---|---|
{chr(10).join(told)}

## Columns

A row is a game.

| column | type |
|---|---|
{columns}

`actions` are in the notation of records, those of chance too; `sarsen.read(row["record"])` plays a game through.

## What to keep in mind

- Engines play otherwise than people. Levels 1 to 4 err in ways that were made for people to play against.
- A search looks at {plan.nodes} nodes at most: the upper levels are weaker here than with the time of a table.
- The higher level's share is over all pairs of different levels, of seats 1 and 2.

## Files

| file | bytes | SHA-256 |
|---|---|---|
{sums}
"""


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m sarsen.dataset", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", required=True, help="the folder")
    parser.add_argument("--games", type=int, default=Plan.games, help="games of each game")
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--nodes", type=int, default=Plan.nodes, help="nodes of each search")
    parser.add_argument("--game", action="append", choices=games(), help="only this game; may be given several times")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    args = parser.parse_args(given)
    if args.games < 1 or args.nodes < 1:
        parser.error("games and nodes are 1 or more")
    card = make(Plan(args.games, args.seed, args.nodes), args.out, ids=args.game, workers=args.workers)
    print(f"{card} describes it")


if __name__ == "__main__":
    from sarsen.dataset import main as run_main

    run_main()
