//! Puzzles of Cathedral: the only placement that keeps the best result, by playing everything out.
//!
//! Facts: `win` or `draw`, what is kept, and how many placements there were: `win 23`.

use sarsen_catalog::Position;
use sarsen_cathedral::{Action, Cathedral};
use sarsen_core::{ListActions, Phrase, Rules, Seat, Turn, legal_actions, phrase};

use crate::limits::{Budget, Cancel, Limits};
use crate::puzzles::{Finding, Puzzle, PuzzleMaker};
use crate::solve;

pub(crate) struct CathedralPuzzles;

/// With more placements the rest is too long to be played out; with fewer there is little to choose.
const PLACEMENTS: std::ops::RangeInclusive<usize> = 5..=30;
/// The most positions that are searched for one placement.
const MOST_POSITIONS: u64 = 20_000;

impl PuzzleMaker for CathedralPuzzles {
    fn file(&self) -> &'static str {
        include_str!("../../../data/puzzles/cathedral.txt")
    }

    fn find(&self, position: &dyn Position, cancel: &Cancel) -> Option<Finding> {
        let state = position.state().downcast_ref::<Cathedral>()?;
        let seat = state.turn().seat()?;
        let count = state.action_count();
        if !PLACEMENTS.contains(&count) {
            return None;
        }
        let mut best: Option<(Action, f64)> = None;
        let mut alone = true;
        for action in legal_actions(state) {
            let payoff = payoff_after(state, action, seat, cancel)?;
            match best {
                Some((_, other)) if payoff < other => {}
                Some((_, other)) if payoff == other => alone = false,
                _ => (best, alone) = (Some((action, payoff)), true),
            }
            if !alone && payoff == 1.0 {
                return None;
            }
        }
        let (action, payoff) = best.filter(|(_, payoff)| alone && *payoff > 0.0)?;
        let kept = if payoff == 1.0 { "win" } else { "draw" };
        Some(Finding { solution: vec![action.to_string()], facts: format!("{kept} {count}") })
    }

    fn task(&self, puzzle: &Puzzle) -> Phrase {
        if is_win(puzzle) {
            return Phrase::new(
                "Only one placement wins against every defence. Play it.",
                "Une seule pose gagne contre toute défense. Jouez-la.",
                "相手がどう応じても勝てる置き方は1つだけです。その場所に置いてください。",
            );
        }
        Phrase::new(
            "Only one placement keeps the draw; after any other you lose. Play it.",
            "Une seule pose conserve le match nul ; après toute autre, vous perdez. Jouez-la.",
            "引き分けに持ち込める置き方は1つだけで、他はすべて負けです。その場所に置いてください。",
        )
    }

    fn explain(&self, puzzle: &Puzzle, _position: &dyn Position) -> Phrase {
        let others =
            puzzle.facts.split(' ').nth(1).and_then(|count| count.parse().ok()).unwrap_or(1_u32);
        let others = others.saturating_sub(1);
        if is_win(puzzle) {
            return phrase!(
                "Played out to the end, this wins whatever your opponent does. Each of the {others} other placements lets your opponent at least draw.",
                "Jouée jusqu’au bout, cette pose gagne quoi que fasse l’adversaire. Chacune des {others} autres lui laisse au moins le match nul.",
                "最後まで読むと、相手がどう応じてもこれで勝ちです。他の{others}通りでは、相手は少なくとも引き分けにできます。"
            );
        }
        phrase!(
            "Played out to the end, this draws whatever your opponent does. Each of the {others} other placements loses.",
            "Jouée jusqu’au bout, cette pose assure le match nul quoi que fasse l’adversaire. Chacune des {others} autres perd.",
            "最後まで読むと、相手がどう応じても引き分けになります。他の{others}通りはすべて負けです。"
        )
    }

    fn refute(&self, puzzle: &Puzzle, _position: &dyn Position, _answer: &[String]) -> Phrase {
        if is_win(puzzle) {
            return Phrase::new(
                "After this your opponent can at least draw.",
                "Après cela, l’adversaire peut au moins obtenir le match nul.",
                "これでは、相手は少なくとも引き分けにできます。",
            );
        }
        Phrase::new(
            "After this your opponent wins.",
            "Après cela, l’adversaire gagne.",
            "これでは、相手の勝ちになります。",
        )
    }
}

fn is_win(puzzle: &Puzzle) -> bool {
    puzzle.facts.starts_with("win")
}

/// What a seat gets after an action under best play; `None` if that takes too long to find out.
fn payoff_after(state: &Cathedral, action: Action, seat: Seat, cancel: &Cancel) -> Option<f64> {
    let mut child = state.clone();
    child.apply(action);
    match child.turn() {
        Turn::Over(outcome) => Some(outcome.payoff(seat)),
        Turn::Chance => None,
        Turn::Seat(mover) => {
            let budget = Budget::new(&Limits::nodes(MOST_POSITIONS), cancel);
            let payoff = solve::solve(&child, &budget)?.payoff;
            Some(if mover == seat { payoff } else { 1.0 - payoff })
        }
    }
}
