//! Actions in players' words: "4 on G".

use sarsen_core::{Describe, Phrase, phrase};

use crate::view::masked_cell;
use crate::{Action, Stonehenge};

impl Describe for Stonehenge {
    fn describe(&self, token: &str) -> Option<Phrase> {
        if let Some(cell) = masked_cell(token) {
            return Some(phrase!(
                "a druid face down on {cell}",
                "un druide face cachée en {cell}",
                "{cell}に伏せ駒"
            ));
        }
        Some(match token.parse().ok()? {
            Action::Place { cell, value } => {
                phrase!("{value} on {cell}", "{value} en {cell}", "{cell}に{value}")
            }
            Action::Mark(line) => {
                phrase!("a megalith on {line}", "un mégalithe sur {line}", "ライン{line}にメガリス")
            }
            Action::End => Phrase::new("end of the turn", "fin du tour", "手番終了"),
            Action::Pass => Phrase::new("pass", "passe", "パス"),
        })
    }
}
