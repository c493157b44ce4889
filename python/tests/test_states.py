"""Games and states."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import pytest
from conftest import ROOT, SETUPS

import sarsen
from sarsen import _sarsen


def walk(id: str, options: dict[str, str], seed: int, actions: int = 120) -> Iterator[sarsen.State]:
    """The states of a random game."""
    state = sarsen.game(id, **options).start()
    rng = random.Random(seed)
    for _ in range(actions):
        yield state
        if state.over:
            return
        action = state.random_action(rng)
        assert action is not None
        state.play(action)


@pytest.mark.parametrize(("id", "options"), SETUPS)
def test_numbers_masks_and_notation_agree(id: str, options: dict[str, str]) -> None:
    for state in walk(id, options, 1):
        ids = state.legal_ids()
        assert ids.dtype == np.int32
        assert np.flatnonzero(state.mask()).tolist() == ids.tolist()
        assert [state.notation(int(number)) for number in ids] == state.legal(), "lists are in the same order"
        for number in ids:
            assert state.number(state.notation(int(number))) == number


@pytest.mark.parametrize(("id", "options"), SETUPS)
def test_numbers_and_notation_play_the_same_game_and_undo_takes_it_back(id: str, options: dict[str, str]) -> None:
    first = sarsen.game(id, **options).start()
    second = first.copy()
    positions = [first.position]
    rng = random.Random(2)
    while not first.over and len(first) < 150:
        if first.to_act == 0:
            action = first.random_action(rng)
            assert action is not None
            first.play(action)
            second.play(action)
        else:
            number = int(rng.choice(first.legal_ids()))
            second.play(second.notation(number))
            first.play(number)
        assert first == second
        positions.append(first.position)
    for position in reversed(positions):
        assert first.position == position
        if len(first):
            first.undo()
    with pytest.raises(ValueError, match="nothing to take back"):
        first.undo()


@pytest.mark.parametrize(("id", "options"), [*SETUPS, ("sun", {"stones": "12"})])
def test_states_are_copied_pickled_and_written_as_records_and_strings(id: str, options: dict[str, str]) -> None:
    for count, state in enumerate(walk(id, options, 3, 40)):
        if count % 7:
            continue
        for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
            assert other == state and other.history() == state.history() and hash(other) == hash(state)
        assert sarsen.position(state.position).position == state.position
        again = state.game.read(state.record())
        assert again == state and again.game == state.game
        assert sarsen.read(state.record()).record() == state.record()
        assert state._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(("id", "options"), SETUPS)
def test_worlds_that_a_seat_cannot_tell_apart_give_equal_numbers(id: str, options: dict[str, str]) -> None:
    different = 0
    for state in walk(id, options, 4, 60):
        for seat in (1, 2):
            world = state.sample_world(seat, np.random.default_rng(len(state)))
            different += world.position != state.position
            assert np.array_equal(world.observation(seat), state.observation(seat))
            assert world.information_state(seat) == state.information_state(seat)
            assert world.view(seat) == state.view(seat)
            if state.game.information_size is not None:
                assert np.array_equal(world.information_tensor(seat), state.information_tensor(seat))
            if state.to_act == seat:
                assert np.array_equal(world.mask(), state.mask())
    assert (different > 0) == state.game.hidden


def test_hidden_druids_are_not_shown() -> None:
    state = sarsen.game("stonehenge", druids="hidden").start()
    state.play("G4")
    assert state.information_state(1) == "1 G4"
    assert state.information_state(2) == "2 G?"
    assert state.view(2)["cells"][6]["value"] is None
    assert state.view(1)["cells"][6]["value"] == 4


@pytest.mark.parametrize("id", ["stonehenge", "cathedral", "logan"])
def test_symmetries_are_permutations(id: str) -> None:
    for state in walk(id, {}, 5, 30):
        game = state.game
        for symmetry in range(game.symmetries):
            image = state.symmetric(symmetry)
            actions = np.array(game.action_permutation(symmetry))
            places = np.array(game.observation_permutation(symmetry))
            mask = np.zeros(game.actions, bool)
            mask[actions] = state.mask()
            assert np.array_equal(mask, image.mask())
            seen = np.zeros(game.observation_size, np.float32)
            seen[places] = state.observation(1)
            assert np.array_equal(seen, image.observation(1))


def test_chance_has_exact_odds() -> None:
    state = sarsen.game("holes").start()
    assert state.turn.kind == "chance"
    odds = dict(state.chance())
    assert odds["*2"] == Fraction(3, 8) and sum(odds.values()) == 1
    with pytest.raises(ValueError, match="too many to list"):
        sarsen.game("logan").start().chance()


def test_chance_is_played_by_its_number_where_it_has_one() -> None:
    for step, weight in sarsen.game("holes").start().chance_steps():
        by_number, by_notation = sarsen.game("holes").start(), sarsen.game("holes").start()
        by_number.play(step)
        by_notation.play(f"*{step + 1}")
        assert by_number == by_notation and by_number.history() == by_notation.history() and weight > 0
    for id in ("holes", "logan"):
        state = sarsen.game(id).start()
        with pytest.raises(IndexError, match="number 5 stands for no action here"):
            state.play(5)


@pytest.mark.parametrize("id", sarsen.games())
def test_playouts_end_and_leave_the_state_as_it_is(id: str) -> None:
    state = sarsen.game(id, **({"stones": "12"} if id == "sun" else {})).start()
    before = state.position
    results = [state.playout(seed) for seed in range(2 if id == "sun" else 20)]
    assert all(len(returns) == state.game.seats and abs(sum(returns)) < 1e-9 for returns in results)
    assert state.position == before and state.playout(1) == results[1]
    assert id == "sun" or len({tuple(returns) for returns in results}) > 1


@pytest.mark.parametrize("id", sarsen.games())
def test_boards_are_drawn_as_pixels(id: str) -> None:
    state, rng = sarsen.game(id).start(), random.Random(1)
    while state.to_act == 0:
        state.play(state.random_action(rng) or "")
    before = state.pixels(1, 300)
    assert before.dtype == np.uint8 and before.shape[1:] == (300, 3) and len(np.unique(before.reshape(-1, 3), axis=0)) > 3
    state.play(state.random_action(rng) or "")
    assert not np.array_equal(before, state.pixels(1, 300))
    for width in (0, 100_000):
        with pytest.raises(ValueError, match="pixels wide"):
            state.pixels(width=width)


def test_a_deal_is_drawn_in_steps() -> None:
    state = sarsen.game("logan").start()
    drawn: list[int] = []
    rng = random.Random(1)
    while steps := state.chance_steps(drawn):
        numbers, weights = zip(*steps, strict=True)
        drawn.append(rng.choices(numbers, weights)[0])
    assert len(drawn) == 18
    state.play_chance(drawn)
    assert state.to_act == 1
    with pytest.raises(ValueError, match="make up no draw"):
        state.play_chance(drawn)


def test_errors_say_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="no game is called `chess`; the games are `stonehenge`"):
        sarsen.game("chess")
    with pytest.raises(ValueError, match="cannot be `maybe`: it is open | hidden"):
        sarsen.game("stonehenge", druids="maybe")
    with pytest.raises(ValueError, match="has no option `colour`"):
        sarsen.game("stonehenge", colour="red")
    state = sarsen.game("cathedral").start()
    state.play("PP0@h7")
    state.play("TA0@a1")
    with pytest.raises(sarsen.IllegalAction) as refused:
        state.play("TA0@a1")
    assert refused.value.rule == "C2" and set(refused.value.sentence) == {"en", "fr", "ja"}
    with pytest.raises(sarsen.NotationError):
        state.play("no action")
    for number in (-1, 10**6, 10**30, -(10**30), np.int64(-5)):
        with pytest.raises(IndexError, match="stands for no action here"):
            state.play(number)
        with pytest.raises(IndexError, match="stands for no action here"):
            state.notation(number)
    for seat in (0, 3, -1, 10**30):
        with pytest.raises(ValueError, match="seats are 1 to 2"):
            state.view(seat)
    with pytest.raises(sarsen.NotationError) as long:
        state.play("A" * 100_000)
    assert len(str(long.value)) < 500
    with pytest.raises(sarsen.NotationError, match="Unicode"):
        state.play("\ud800")
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="a seed is from 0"):
            state.random_action(seed)
    with pytest.raises(TypeError):
        state.play(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seats are 1 to 2"):
        state.observation(3)
    for text in ("holes/x", "chess/x", ""):
        with pytest.raises(sarsen.PositionError):
            sarsen.position(text)
    with pytest.raises(sarsen.RecordError):
        sarsen.read("[Game \"stonehenge\"]\n\nA9\n")
    with pytest.raises(ValueError, match="no record of it"):
        sarsen.position(state.position).record()


def test_scores_and_returns_have_a_direction() -> None:
    state = sarsen.game("stonehenge").start()
    while not state.over:
        state.play(int(state.legal_ids()[0]))
    winner = state.returns().index(1.0)
    score = state.score()
    assert state.game.scoring == "low" and score is not None and score[winner] == min(score)
    assert sum(state.returns()) == 0


def test_one_record_gives_the_same_position_views_and_actions_in_terminal_and_python(terminal: Callable[..., str]) -> None:
    for id, options in [*SETUPS, ("sun", {"stones": "12"})]:
        given = [part for name, value in options.items() for part in ("--option", f"{name}={value}")]
        record = terminal("random", id, "--seed", "5", *given)
        state = sarsen.read(record)
        assert terminal("replay", "-", "--position", text=record).strip() == state.position
        for _ in range(3):
            state.undo()
        shown = terminal("show", "-", "--position", "--at", str(len(state)), text=record).strip()
        assert shown == state.position
        for seat in range(1, state.game.seats + 1):
            told = json.loads(terminal("show", "-", "--json", "--at", str(len(state)), "--seat", str(seat), text=record))
            assert told["view"] == state.view(seat), "the terminal shows a seat what Python does"
            assert told["actions"] == state.history(seat)
            if state.to_act == seat and state.game.actions:
                assert sorted(told["legal"]) == sorted(state.legal())


def test_one_record_gives_the_same_position_as_in_the_terminal_and_in_the_browser() -> None:
    """The tests of the command and of the page read the same file."""
    cases = json.loads((ROOT / "tests" / "positions.json").read_text())
    assert {sarsen.read(case["record"]).game.id for case in cases} == set(sarsen.games())
    for case in cases:
        state = sarsen.read(case["record"])
        while len(state) > case["at"]:
            state.undo()
        assert state.position == case["position"]


@pytest.mark.parametrize(("id", "options"), SETUPS)
def test_games_of_the_command_are_played_alike_by_numbers(id: str, options: dict[str, str], terminal: Callable[..., str]) -> None:
    """The rules as the command plays them, through the catalog, and as Python plays them, through numbers and masks."""
    count = 10_000 if os.environ.get("SARSEN_HEAVY") else 25
    given = [part for name, value in options.items() for part in ("--option", f"{name}={value}")]
    text = terminal("random", id, "--seed", "11", "--count", str(count), *given)
    positions = terminal("replay", "-", "--position", text=text).split()
    records = _sarsen.raw_records(text)
    assert len(records) == len(positions) == count
    game = sarsen.game(id, **options)
    for (tags, tokens), position in zip(records, positions, strict=True):
        state = game.start()
        for token in tokens:
            if state.to_act == 0:
                state.play(token)
                continue
            number = state.number(token)
            assert state.mask()[number], (state.position, token)
            # Where a seat does not know its stones' backs, a number may stand for any of those that look alike to it.
            state.play(token if game.hidden else number)
        assert state.over and state.turn.outcome == tags["Result"] and state.position == position


def test_everything_has_a_sentence() -> None:
    for kind in (sarsen.Game, sarsen.State, sarsen.Turn, sarsen.Engine, sarsen.Batch):
        bare = [name for name in dir(kind) if not name.startswith("_") and not getattr(kind, name).__doc__]
        assert not bare, (kind, bare)


def test_importing_is_quick() -> None:
    """By the processor's time, which other work of the machine does not stretch."""
    code = "import time; before = time.process_time(); import sarsen; print(time.process_time() - before)"
    spent = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(3)]
    assert min(spent) < 0.2


def test_action_numbers_never_change() -> None:
    """What was learnt or stored by number keeps its meaning."""
    counts = {id: sarsen.game(id).actions for id in sarsen.games()}
    assert counts == {"stonehenge": 125, "cathedral": 2566, "logan": 25 * 331, "holes": 31, "sun": 0}
    stonehenge = sarsen.game("stonehenge").start()
    assert [stonehenge.number(token) for token in ("A1", "A2", "B1", "R6", "!r1", "!u5", "end", "pass")] == [
        0, 1, 6, 107, 108, 122, 123, 124,
    ]  # fmt: skip
    cathedral = sarsen.game("cathedral").start()
    assert [cathedral.number(token) for token in ("TA0@a1", "TA0@b1", "TA0@a2", "ST0@a1")] == [0, 1, 10, 100]
    assert cathedral.notation(2566 - 1) == "pass" and cathedral.notation(2566 - 201) == "keep@a1"
    holes = sarsen.game("holes").start()
    assert [holes.number(token) for token in ("pass", "1", "29", "recover")] == [0, 1, 29, 30]
    logan = sarsen.game("logan").start()
    logan.play("deal=SP,PS|RS,RP,RP,RP,PS,PS,SR,SR|RP,RP,RP,PS,PS,SR,SR,SR")
    # The middle of the window is the first stone, at 0,0: cell 165 of 331.
    assert [logan.number(token) for token in ("+RS@0,0", "+RS~@0,0", "^0,0", "~0,0")] == [
        2 * 331 + 165, 13 * 331 + 165, 21 * 331 + 165, 24 * 331 + 165,
    ]  # fmt: skip
