"""The dataset of engine games and its card."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow.parquet as pq

import sarsen
from sarsen import dataset


def test_a_dataset_is_made_again_to_the_byte_and_its_card_says_what_it_holds(tmp_path: Path) -> None:
    plan = dataset.Plan(games=2, seed=3, nodes=4)
    card = dataset.make(plan, tmp_path / "one").read_text()
    again = dataset.make(plan, tmp_path / "two", workers=2).read_text()
    assert card == again
    for id in sarsen.games():
        for kind in ("parquet", "sarsen"):
            written = (tmp_path / "one" / f"{id}.{kind}").read_bytes()
            assert written == (tmp_path / "two" / f"{id}.{kind}").read_bytes()
            assert hashlib.sha256(written).hexdigest() in card
        rows = pq.read_table(tmp_path / "one" / f"{id}.parquet").to_pylist()
        states = sarsen.read_all((tmp_path / "one" / f"{id}.sarsen").read_text())
        assert [state.position for state in states] == [row["position"] for row in rows]
        for row, state in zip(rows, states, strict=True):
            assert state.over and state.history() == row["actions"] and state.returns() == row["returns"]
            assert f'[Seat1 "sarsen:{row["levels"][0]}"]' in row["record"]
