//! Puzzles of Stonehenge: the only druid that wins, by the exact solver.
//!
//! Facts: how many druids could be placed.

use sarsen_catalog::Position;
use sarsen_core::{Phrase, Rules, legal_actions, phrase};
use sarsen_stonehenge::{Phase, Stonehenge};

use super::compact::Compact;
use super::endgame::wins_after;
use super::line::druid_action;
use super::solver::Solver;
use crate::limits::{Budget, Cancel, Limits};
use crate::puzzles::{Finding, Puzzle, PuzzleMaker};

pub(crate) struct StonehengePuzzles;

/// Positions with fewer open cells are plain counting, and those with more are beyond what people can read.
const OPEN_CELLS: std::ops::RangeInclusive<u32> = 4..=9;
/// The memory of a solver for so few cells, in bytes.
const MEMORY: usize = 1 << 20;

impl PuzzleMaker for StonehengePuzzles {
    fn file(&self) -> &'static str {
        include_str!("../../../data/puzzles/stonehenge.txt")
    }

    fn find(&self, position: &dyn Position, cancel: &Cancel) -> Option<Finding> {
        let state = position.state().downcast_ref::<Stonehenge>()?;
        let compact = Compact::of(state);
        if state.phase() != Phase::Druid
            || !OPEN_CELLS.contains(&state.empty_cells().count_ones())
            || compact.settled().is_some()
        {
            return None;
        }
        let budget = Budget::new(&Limits::default(), cancel);
        let solver = Solver::new(MEMORY, 1);
        let mut winning = None;
        let actions = legal_actions(state);
        for &action in &actions {
            if wins_after(state, action, &solver, &budget)? && winning.replace(action).is_some() {
                return None;
            }
        }
        Some(Finding { solution: vec![winning?.to_string()], facts: actions.len().to_string() })
    }

    fn task(&self, _puzzle: &Puzzle) -> Phrase {
        Phrase::new(
            "Only one druid on one crossing wins. Place it.",
            "Un seul druide, sur une seule intersection, gagne. Posez-le.",
            "勝てる置き方は1つだけです。どのドルイドをどの交点に置きますか？",
        )
    }

    fn explain(&self, puzzle: &Puzzle, _position: &dyn Position) -> Phrase {
        let count = &puzzle.facts;
        phrase!(
            "Of the {count} placements that you had, this is the only one that wins against every defence.",
            "Des {count} poses possibles, c’est la seule qui gagne contre toute défense.",
            "{count}通りの置き方のうち、相手がどう応じても勝てるのはこれだけです。"
        )
    }

    fn refute(&self, _puzzle: &Puzzle, position: &dyn Position, answer: &[String]) -> Phrase {
        let lost = Phrase::new(
            "Your opponent can still win after this.",
            "Après cela, l’adversaire peut encore gagner.",
            "これでは、相手にまだ勝ち筋が残ります。",
        );
        let Some(reply) = winning_reply(position, answer) else { return lost };
        let (en, fr, ja) = (reply.en, reply.fr, reply.ja);
        Phrase {
            en: format!("After this your opponent wins with {en}.").into(),
            fr: format!("Après cela, l’adversaire gagne par {fr}.").into(),
            ja: format!("これには相手の「{ja}」で負けます。").into(),
        }
    }
}

/// The druid that wins for the other seat after an answer, in words.
fn winning_reply(position: &dyn Position, answer: &[String]) -> Option<Phrase> {
    let mut after = position.boxed();
    for token in answer {
        after.play(token).ok()?;
    }
    let state = after.state().downcast_ref::<Stonehenge>()?;
    if state.turn().seat().is_none() || state.phase() != Phase::Druid {
        return None;
    }
    let cancel = Cancel::default();
    let budget = Budget::new(&Limits::default(), &cancel);
    let verdict = Solver::new(MEMORY, 1).solve(&Compact::of(state), &budget)?;
    let druid = druid_action(verdict.druid?);
    after.describe(&druid.to_string()).says
}
