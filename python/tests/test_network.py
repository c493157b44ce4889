"""The network of Cathedral: the engine's evaluation, training."""

from __future__ import annotations

import importlib.util
import os
import random
from pathlib import Path

import numpy as np
import pytest

import sarsen
from sarsen import network, selfplay, train


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A network of random weights, biases too."""
    rng = np.random.default_rng(7)
    values = network.init(rng, channels=8, blocks=2)
    for name, value in values.items():
        values[name] = (value + 0.1 * rng.standard_normal(value.shape)).astype(np.float32)
    file = tmp_path / "random.network"
    file.write_text(network.to_text(values))
    return file


@pytest.mark.parametrize("options", [{}, {"removal": "optional", "passing": "free"}])
def test_the_engine_evaluates_what_numpy_evaluates(weights: Path, options: dict[str, str]) -> None:
    values = network.from_text(weights.read_text())
    state, rng = sarsen.game("cathedral", **options).start(), random.Random(2)
    names = set()
    while not state.over:
        logits, value = network.forward(np, values, state.observation(state.to_act)[None])
        legal = state.legal_ids()
        powers = np.exp(logits[0, legal] - logits[0, legal].max())
        chance, shares = network.advise(weights, state)
        assert abs(chance - 1 / (1 + np.exp(-value[0]))) < 1e-4
        for number, share in zip(legal, powers / powers.sum(), strict=True):
            assert abs(shares[state.notation(int(number))] - share) < 1e-4
        names |= {token.partition("@")[0] for token in shares}
        state.play(state.random_action(rng) or "")
    assert {"PP0", "TA0", "pass"} <= names if not options else {"keep", "take", "pass"} & names


def test_an_engine_can_be_chosen_with_a_network(weights: Path) -> None:
    game = sarsen.game("cathedral")
    own, other = sarsen.engine(game, 6), sarsen.engine(game, 6, weights=weights)
    assert other.weights == str(weights) and repr(other).endswith(f"weights={str(weights)!r})".replace("'", '"'))
    first = other.choose(game.start(), nodes=30)
    assert first == other.choose(game.start(), nodes=30)
    assert [line.chance for line in first.lines] != [line.chance for line in own.choose(game.start(), nodes=30).lines]
    score = sarsen.arena(game, other, own, games=2, nodes=20)
    assert score.games == 2
    with pytest.raises(FileNotFoundError):
        sarsen.engine(game, weights="nowhere.network")
    with pytest.raises(ValueError, match="takes no weights"):
        sarsen.engine("holes", weights=weights)
    weights.write_text("no weights")
    with pytest.raises(ValueError, match="begin with the line"):
        sarsen.engine(game, weights=weights)


def test_samples_are_turned_as_positions_are(tmp_path: Path) -> None:
    selfplay.run(selfplay.Plan("cathedral", 10, level=2, nodes=8), tmp_path, backend="here")
    learned, kept = train.read(tmp_path)
    assert len(learned) > 5 * len(kept) > 0
    rows = [row for row in selfplay.load(tmp_path).to_pylist() if row["game"] % 10 != 9 and len(row["legal"]) > 1]
    chosen = np.arange(0, len(learned), 11)
    turns = np.arange(len(chosen)) % 4
    observations, masks, policies, values = learned.dense(chosen, turns)
    for row, (index, turn) in enumerate(zip(chosen, turns, strict=True)):
        image = sarsen.position(rows[index]["position"]).symmetric(int(turn))
        assert np.array_equal(observations[row], image.observation(image.to_act))
        assert np.array_equal(masks[row], image.mask())
        assert abs(policies[row].sum() - 1) < 1e-5 and not policies[row][~masks[row]].any()
        assert abs(values[row] - (0.5 * rows[index]["chance"] + 0.25 * (rows[index]["outcome"] + 1))) < 1e-6


def test_training_learns_and_writes_what_the_engine_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not (os.environ.get("SARSEN_HEAVY") and importlib.util.find_spec("jax")):
        pytest.skip("training is tried by ./test --heavy, which installs requirements-heavy.txt")
    selfplay.run(selfplay.Plan("cathedral", 20, level=5, nodes=30), tmp_path / "data", backend="here")
    out = tmp_path / "small.network"
    train.main([str(tmp_path / "data"), "--out", str(out), "--channels", "8", "--blocks", "1", "--epochs", "3", "--batch", "64"])
    told = capsys.readouterr().out
    lines = (tmp_path / "small.network.csv").read_text().splitlines()
    first, last = (dict(zip(lines[0].split(","), line.split(","), strict=True)) for line in (lines[1], lines[-1]))
    assert float(last["kept_policy"]) < float(first["kept_policy"]) and "epoch  3" in told
    assert (tmp_path / "small.network.svg").read_text().startswith("<?xml")
    assert sarsen.engine("cathedral", 6, weights=out).choose(sarsen.game("cathedral").start(), nodes=10).action
