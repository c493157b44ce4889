"""Engines, matches, exact values."""

from __future__ import annotations

import pickle
import random

import pytest

import sarsen


@pytest.mark.parametrize("id", sarsen.games())
def test_every_engine_plays(id: str) -> None:
    state = sarsen.game(id).start()
    rng = random.Random(1)
    while state.to_act == 0:
        state.play(state.random_action(rng) or "")
    engine = pickle.loads(pickle.dumps(sarsen.engine(id, level=2)))
    choice = engine.choose(state, nodes=100)
    assert 0 <= choice.chance <= 1 and choice.lines
    assert choice == engine.choose(state, nodes=100), "with nodes it is always alike"
    state.play(choice.action)


def test_an_engine_refuses_what_it_cannot_do() -> None:
    with pytest.raises(ValueError, match="levels are 1 to 8"):
        sarsen.engine("holes", level=9)
    with pytest.raises(ValueError, match="plays `holes`"):
        sarsen.engine("holes").choose(sarsen.game("stonehenge").start())
    with pytest.raises(ValueError, match="no seat is to act"):
        sarsen.engine("holes").choose(sarsen.game("holes").start())


def test_own_players_meet_engines() -> None:
    game = sarsen.game("stonehenge")
    score = sarsen.arena(game, lambda state: int(state.legal_ids()[0]), 3, games=6, nodes=300)
    assert score.games == 6 and score.losses > score.wins
    mirrored = sarsen.arena(sarsen.game("holes"), "random", "random", games=20, nodes=1, seed=3)
    assert mirrored.games == 20


def test_an_own_player_sees_no_more_than_its_seat() -> None:
    game = sarsen.game("stonehenge", druids="hidden")
    seen = []

    def look(state: sarsen.State) -> int:
        seen.append([token for token in state.recalled(state.to_act) if "?" in token])
        return int(state.legal_ids()[0])

    sarsen.arena(game, look, "random", games=2)
    assert any(seen)


def test_a_match_is_played_again_by_its_seed() -> None:
    def met(seed: int) -> list[str]:
        seen: list[str] = []

        def first(state: sarsen.State) -> int:
            seen.append(state.position)
            return int(state.legal_ids()[0])

        sarsen.arena(sarsen.game("stonehenge"), first, "random", games=2, seed=seed)
        return seen

    assert met(1) == met(1) != met(2)


def test_exact_values() -> None:
    ending = sarsen.position("holes/pieces=1/29h0s0/28h0s0/t1/--/-")
    best = sarsen.solve(ending)
    by_hand = sum(float(odds) * sarsen.solve(_after(ending, token)).returns[0] for token, odds in ending.chance())
    assert abs(best.returns[0] - by_hand) < 1e-9
    assert sum(best.returns) == 0
    state = sarsen.game("stonehenge").start()
    for token in "A6 D6 N3 I3 R3 J1 M4 F4 Q5".split():
        state.play(token)
    solution = sarsen.solve(state)
    assert solution.action in state.legal()
    state.play(solution.action or "")
    assert sarsen.solve(state).returns == solution.returns
    with pytest.raises(ValueError, match="know different things"):
        sarsen.solve(sarsen.game("stonehenge", druids="hidden").start())


def _after(state: sarsen.State, token: str) -> sarsen.State:
    after = state.copy()
    after.play(token)
    return after


def test_analysis_judges_every_action() -> None:
    state = sarsen.game("stonehenge").start()
    for token in "A6 D6 N3".split():
        state.play(token)
    steps = sarsen.analyse(state, nodes=200)
    assert [step.action for step in steps] == ["A6", "D6", "N3"]
    assert all(step.loss is not None and step.loss >= 0 for step in steps)


def test_perft_counts() -> None:
    assert sarsen.perft(sarsen.game("stonehenge"), 2) == 108 * 102
    assert sarsen.perft(sarsen.game("stonehenge"), 3, symmetry=True) == sarsen.perft(sarsen.game("stonehenge"), 3)
