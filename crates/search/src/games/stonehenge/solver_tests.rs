use sarsen_core::chance::{self, Generator};
use sarsen_core::{ListActions, Options, Rules, Seat, Turn, legal_actions};
use sarsen_stonehenge::board::Cell;
use sarsen_stonehenge::{Action, Stonehenge};

use super::super::compact::Compact;
use super::*;
use crate::limits::{Cancel, Limits};

/// A random position with this many empty cells in which the game is not over.
pub(super) fn random(left: u32, options: &[(&str, &str)], rng: &mut Generator) -> Stonehenge {
    let mut chosen = Options::defaults(Stonehenge::SPEC);
    for (name, value) in options {
        chosen.set(name, value).unwrap();
    }
    loop {
        let mut state = Stonehenge::start(&chosen);
        while state.empty_cells().count_ones() > left
            && let Some(action) = state.random_action(rng)
        {
            state.apply(action);
        }
        if !state.turn().is_over() && state.phase() == sarsen_stonehenge::Phase::Druid {
            return state;
        }
    }
}

/// Plain minimax with the game's own rules: the oracle.
fn wins_plainly(state: &Stonehenge, seat: Seat) -> bool {
    match state.turn() {
        Turn::Over(outcome) => outcome.winner() == Some(seat),
        Turn::Chance => unreachable!("Stonehenge has no chance"),
        Turn::Seat(mover) => {
            let mut children = legal_actions(state).into_iter().map(|action| {
                let mut child = *state;
                child.apply(action);
                child
            });
            if mover == seat {
                children.any(|child| wins_plainly(&child, seat))
            } else {
                children.all(|child| wins_plainly(&child, seat))
            }
        }
    }
}

fn solve(state: &Stonehenge, threads: usize) -> (Verdict, u64) {
    let cancel = Cancel::default();
    let budget = Budget::new(&Limits::default(), &cancel);
    let verdict = Solver::new(8 << 20, threads).solve(&Compact::of(state), &budget);
    (verdict.unwrap(), budget.spent())
}

fn agrees_with_minimax(left: u32, count: usize, options: &[(&str, &str)], seed: u64) {
    let mut rng = chance::generator(seed);
    for _ in 0..count {
        let state = random(left, options, &mut rng);
        let mover = state.turn().seat().unwrap();
        let (verdict, _) = solve(&state, 1);
        assert_eq!(verdict.wins, wins_plainly(&state, mover), "{state:?}");
        if let Some(druid) = verdict.druid {
            let cell = Cell::new(usize::from(druid.cell)).unwrap();
            let mut child = state;
            child.play(Action::Place { cell, value: druid.value }).unwrap();
            assert!(wins_plainly(&child, mover), "{druid:?} loses in {state:?}");
        }
    }
}

#[test]
fn the_solver_agrees_with_plain_minimax() {
    for (left, count) in [(2, 300), (3, 300), (4, 300), (5, 200), (6, 40)] {
        agrees_with_minimax(left, count, &[], u64::from(left));
    }
}

#[test]
fn k6_claims_by_hand_and_druids_face_down_do_not_change_the_winner() {
    for (left, count) in [(2, 60), (3, 40), (4, 15)] {
        agrees_with_minimax(left, count, &[("claims", "manual")], 20 + u64::from(left));
        agrees_with_minimax(left, count, &[("druids", "hidden")], 30 + u64::from(left));
    }
}

#[test]
fn two_threads_find_what_one_finds() {
    let mut rng = chance::generator(9);
    for _ in 0..30 {
        let state = random(10, &[], &mut rng);
        assert_eq!(solve(&state, 1).0.wins, solve(&state, 2).0.wins);
    }
}

#[test]
fn one_thread_visits_the_same_positions_every_time() {
    let state = random(10, &[], &mut chance::generator(4));
    assert_eq!(solve(&state, 1).1, solve(&state, 1).1);
}

#[test]
fn a_cancelled_search_ends_without_an_answer() {
    let state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
    let cancel = Cancel::default();
    let budget = Budget::new(&Limits::default(), &cancel);
    let solver = Solver::new(1 << 20, 2);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| solver.solve(&Compact::of(&state), &budget));
        std::thread::sleep(std::time::Duration::from_millis(50));
        cancel.cancel();
        assert_eq!(search.join().unwrap(), None);
    });
}
