//! Puzzles of 58 Holes: a decision worth at least ten points by exact tables.
//!
//! A point is one per cent of all games: the best action wins at least ten games in a hundred more than the second best does, if
//! both seats go on with the best play. The tables know all positions with at most two pieces left on either side.
//!
//! Facts: every action with its winning chance in thousandths, `7=612 3=498`, the best first.

use sarsen_catalog::Position;
use sarsen_core::{Phrase, phrase};
use sarsen_holes::{Action, Holes};

use super::endgame_table::small_endings;
use crate::limits::Cancel;
use crate::puzzles::{Finding, Puzzle, PuzzleMaker};

pub(crate) struct HolesPuzzles;

/// How many thousandths the best action has to be ahead of the second best.
const LEAD: u32 = 100;
/// To take pieces back with a 1 is the first thing that comes to mind: it is a puzzle only where much depends on it.
const LEAD_OF_RECOVERING: u32 = 250;

impl PuzzleMaker for HolesPuzzles {
    fn file(&self) -> &'static str {
        include_str!("../../../data/puzzles/holes.txt")
    }

    fn find(&self, position: &dyn Position, _cancel: &Cancel) -> Option<Finding> {
        let state = position.state().downcast_ref::<Holes>()?;
        let values = small_endings(state.ruleset()).actions(state)?;
        let in_thousandths = |value: f64| (value * 1000.0).round() as u32;
        let mut values: Vec<(String, u32)> = values
            .into_iter()
            .map(|(action, value)| (action.to_string(), in_thousandths(value)))
            .collect();
        values.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let (best, second) = (values.first()?, values.get(1)?);
        // Rounding may not make up for what is missing.
        let recovers = best.0 == Action::Recover.to_string();
        if best.1 <= second.1 + if recovers { LEAD_OF_RECOVERING } else { LEAD } {
            return None;
        }
        let facts: Vec<String> =
            values.iter().map(|(action, value)| format!("{action}={value}")).collect();
        Some(Finding { solution: vec![best.0.clone()], facts: facts.join(" ") })
    }

    fn task(&self, _puzzle: &Puzzle) -> Phrase {
        Phrase::new(
            "One of your choices wins at least ten games in a hundred more than any other. Play it.",
            "L’un de vos choix gagne au moins dix parties sur cent de plus que tous les autres. Jouez-le.",
            "他のどの手よりも100局あたり10局以上多く勝てる手が1つあります。その手を指してください。",
        )
    }

    fn explain(&self, puzzle: &Puzzle, _position: &dyn Position) -> Phrase {
        let values = values(puzzle);
        let percent =
            |index: usize| values.get(index).map_or(String::new(), |(_, value)| shown(*value));
        let (best, second) = (percent(0), percent(1));
        phrase!(
            "This wins {best} of 100 games if both go on with the best play; the next best choice wins {second}.",
            "Ce coup gagne {best} parties sur 100 si les deux jouent ensuite au mieux ; le deuxième choix en gagne {second}.",
            "以後両者が最善を尽くすと、この手は100局中{best}局勝ちます。次善の手では{second}局です。"
        )
    }

    fn refute(&self, puzzle: &Puzzle, _position: &dyn Position, answer: &[String]) -> Phrase {
        let values = values(puzzle);
        let last = answer.last().map_or("", String::as_str);
        let played = values.iter().find(|(action, _)| *action == last);
        let played = played.map_or(String::new(), |(_, value)| shown(*value));
        let best = values.first().map_or(String::new(), |(_, value)| shown(*value));
        phrase!(
            "This wins {played} of 100 games; another choice wins {best}.",
            "Ce coup gagne {played} parties sur 100 ; un autre choix en gagne {best}.",
            "この手は100局中{played}局勝ちます。{best}局勝てる手があります。"
        )
    }
}

/// The actions of a puzzle with their chances in thousandths, the best first.
fn values(puzzle: &Puzzle) -> Vec<(&str, u32)> {
    let pairs = puzzle.facts.split(' ').filter_map(|pair| pair.split_once('='));
    pairs.filter_map(|(action, value)| Some((action, value.parse().ok()?))).collect()
}

/// Thousandths as a number of games in a hundred.
fn shown(thousandths: u32) -> String {
    ((thousandths + 5) / 10).to_string()
}
