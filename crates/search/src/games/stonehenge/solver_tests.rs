use std::collections::HashMap;
use std::ops::ControlFlow;

use sarsen_core::chance::{self, Generator};
use sarsen_core::{ListActions, Options, Rules, Seat, Turn, legal_actions};
use sarsen_stonehenge::board::Cell;
use sarsen_stonehenge::{Action, Stonehenge};

use super::super::compact::Compact;
use super::super::druids::visit_druids;
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

/// Plain search with the reductions of `druids` alone: no thresholds, no estimates, no lanes.
fn wins_by_reductions(position: &Compact, known: &mut HashMap<[u8; 24], bool>) -> bool {
    if let Some(wins) = position.settled() {
        return wins;
    }
    let key = position.canonical();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let wins = visit_druids(position, |druid, _| {
        if wins_by_reductions(&position.place(druid), known) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })
    .is_break();
    known.insert(key, wins);
    wins
}

#[test]
fn the_solver_agrees_with_a_search_without_thresholds() {
    let mut rng = chance::generator(22);
    let mut won = 0;
    for (left, count) in [(7, 150), (8, 100), (9, 30)] {
        for _ in 0..count {
            let state = random(left, &[], &mut rng);
            let expected = wins_by_reductions(&Compact::of(&state), &mut HashMap::new());
            assert_eq!(solve(&state, 1).0.wins, expected, "{state:?}");
            won += u32::from(expected);
        }
    }
    assert!((60..220).contains(&won), "{won}");
}

/// Thresholds are exact: where the winner's leads just reach them, it still wins, by a search that does not know them.
#[test]
fn the_winner_wins_wherever_its_leads_reach_the_thresholds() {
    let mut rng = chance::generator(23);
    let (mut checked, mut weaker) = (0, 0);
    for left in [2, 3, 4, 5, 6, 7] {
        for _ in 0..60 {
            let state = random(left, &[], &mut rng);
            let position = Lanes::of(&Compact::of(&state));
            let Some((position, outcome)) = outcome_of(&position) else { continue };
            for _ in 0..4 {
                let other = position.lowered(&outcome, |slack| {
                    i8::try_from(chance::below(&mut rng, u64::from(slack.unsigned_abs()) + 1))
                        .unwrap()
                });
                weaker += u32::from(other.hash() != position.hash());
                let wins = wins_by_reductions(&other.compact(), &mut HashMap::new());
                assert_eq!(wins, outcome.wins, "{position:?} {outcome:?} {other:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 800 && weaker > 500, "{weaker} of {checked}");
}

/// The outcome of a position that needs a search.
fn outcome_of(position: &Lanes) -> Option<(Lanes, Outcome)> {
    if position.settled().is_some() {
        return None;
    }
    let cancel = Cancel::default();
    let budget = Budget::new(&Limits::default(), &cancel);
    let solver = Solver::new(1 << 20, 1);
    let done = OnceLock::new();
    let mut worker = solver.worker(&Ledger::NONE, &budget, &done, 0);
    let outcome = worker.search(position, position.left())?;
    if position.left() >= TABLE_FROM {
        // What the table gives back is a set, too.
        assert_eq!(solver.table.probe(position)?.wins, outcome.wins);
    }
    Some((*position, outcome))
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
    for left in [10, 11] {
        for _ in 0..30 {
            let state = random(left, &[], &mut rng);
            assert_eq!(solve(&state, 1).0.wins, solve(&state, 2).0.wins, "{state:?}");
        }
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
