//! Proven results of the opening: positions with twelve and more empty cells that long runs of the solver have decided.
//!
//! `sarsen solve --first-actions` starts from them, and the top level plays by them: it never gives up a proven win,
//! because everything below is also in the book or solved during play.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use sarsen_core::{Rules, legal_actions};
use sarsen_stonehenge::{Action, Stonehenge};

use super::checkpoint::Checkpoint;
use super::compact::{Compact, Druid};
use super::druids::visit_druids;
use super::line::druid_action;
use crate::report::{Candidate, Found};

static PROVED: &[u8] = include_bytes!("../../../data/stonehenge.solved");

/// There are no positions with fewer empty cells.
const LEAST: u32 = 12;

/// The built-in positions.
pub(super) fn book() -> &'static Checkpoint {
    static BOOK: OnceLock<Checkpoint> = OnceLock::new();
    BOOK.get_or_init(|| {
        Checkpoint::from_bytes(PROVED).expect("the positions that come with the program are whole")
    })
}

/// Whether the seat that is to place a druid is proven to win.
pub(super) fn verdict(position: &Compact) -> Option<bool> {
    book().solved.get(&position.canonical()).copied()
}

/// The actions that are proven to win a position in which a druid is to be placed; `None` if none is known.
pub(super) fn winning(state: &Stonehenge) -> Option<Found<Action>> {
    let known =
        |action| Candidate { action, chance: 1.0, line: vec![action], nodes: 0, exact: true };
    let candidates: Vec<_> = legal_actions(state)
        .into_iter()
        .filter(|&action| {
            let mut child = *state;
            child.apply(action);
            !child.turn().is_over() && verdict(&Compact::of(&child)) == Some(false)
        })
        .map(known)
        .collect();
    if !candidates.is_empty() {
        return Some(Found { candidates, depth: 0, nodes: 0 });
    }
    let reply = against_stronger(state, &verdict)?;
    Some(Found { candidates: vec![known(druid_action(reply))], depth: 0, nodes: 0 })
}

/// A druid that wins although the other seat is given better druids than it has.
fn against_stronger(
    state: &Stonehenge,
    verdict: &impl Fn(&Compact) -> Option<bool>,
) -> Option<Druid> {
    if state.empty_cells().count_ones() < LEAST {
        return None;
    }
    let found = Compact::visit_stronger(state, |position| {
        if verdict(&position) != Some(true) {
            return ControlFlow::Continue(());
        }
        visit_druids(&position, |druid, _| {
            if verdict(&position.place(druid)) == Some(false) {
                return ControlFlow::Break(druid);
            }
            ControlFlow::Continue(())
        })
    });
    match found {
        ControlFlow::Break(druid) => Some(druid),
        ControlFlow::Continue(()) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Lanes;
    use super::super::solver::Solver;
    use super::*;
    use crate::limits::{Budget, Cancel, Limits};
    use sarsen_core::{ListActions, Options, chance};

    #[test]
    fn the_book_says_what_the_solver_finds() {
        let cancel = Cancel::default();
        let solver = Solver::new(64 << 20, 1);
        let mut seen = [0; 2];
        // Positions with twelve empty cells can be solved here; check some of them, in a fixed order.
        let mut keys: Vec<_> = book().solved.iter().collect();
        keys.sort_unstable();
        let step = keys.len() / 160;
        for (key, &wins) in keys.into_iter().step_by(step) {
            let position = Compact::from_key(key);
            assert_eq!(&position.canonical(), key);
            if position.left() > 12 {
                continue;
            }
            let found = solver.solve(&position, &Budget::new(&Limits::default(), &cancel)).unwrap();
            assert_eq!(found.wins, wins, "{:?}", Lanes::of(&position));
            seen[usize::from(wins)] += 1;
        }
        assert!(seen[0] > 3 && seen[1] > 30, "{seen:?}");
    }

    #[test]
    fn what_wins_against_better_druids_wins() {
        let cancel = Cancel::default();
        let solver = Solver::new(1 << 20, 1);
        let wins = |position: &Compact| {
            let budget = Budget::new(&Limits::default(), &cancel);
            solver.solve(position, &budget).unwrap().wins
        };
        let mut rng = chance::generator(8);
        let (mut stronger, mut differ) = (0, 0);
        for _ in 0..60 {
            let mut state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
            while state.empty_cells().count_ones() > 8
                && let Some(action) = state.random_action(&mut rng)
            {
                state.apply(action);
            }
            if state.turn().is_over() || state.phase() != sarsen_stonehenge::Phase::Druid {
                continue;
            }
            let truth = wins(&Compact::of(&state));
            let mut count = 0;
            let _: ControlFlow<()> = Compact::visit_stronger(&state, |position| {
                count += 1;
                if count == 1 {
                    assert_eq!(position.canonical(), Compact::of(&state).canonical());
                }
                if count % 211 == 1 {
                    let found = wins(&position);
                    assert!(truth || !found, "{state:?} {position:?}");
                    stronger += 1;
                    differ += u32::from(truth != found);
                }
                if count > 5000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        assert!(stronger > 300 && differ > 50, "{differ} of {stronger}");
    }

    #[test]
    fn every_win_of_the_book_has_its_way_in_the_book() {
        let mut wins = 0;
        for (key, _) in book().solved.iter().filter(|&(_, &wins)| wins) {
            let position = Compact::from_key(key);
            if position.left() <= 12 {
                continue;
            }
            let mut way = false;
            let _: ControlFlow<()> = visit_druids(&position, |druid, _| {
                way |= verdict(&position.place(druid)) == Some(false);
                ControlFlow::Continue(())
            });
            assert!(way, "{position:?}");
            wins += 1;
        }
        assert!(wins > 500, "{wins}");
    }
}
