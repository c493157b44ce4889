//! Actions in players' words: "rock on 1,-1".

use sarsen_core::{Describe, Phrase, Viewer, Views, phrase};

use crate::action::Action;
use crate::cell::Cell;
use crate::notation::parse_masked;
use crate::state::Logan;
use crate::stone::{Face, Stone};

impl Describe for Logan {
    fn describe(&self, token: &str) -> Option<Phrase> {
        Some(match parse_masked(token).ok()? {
            Action::Deal(_) => {
                Phrase::new("the stones are dealt", "distribution des galets", "石を配る")
            }
            Action::Add { stone, turned, cell } => added(stone, turned, cell),
            Action::Lift(cell) => {
                phrase!("stone on {cell} lifted", "galet levé en {cell}", "{cell}の石を持ち上げる")
            }
            Action::Put { cell, turned: false } => {
                phrase!("put down on {cell}", "posé en {cell}", "{cell}に置く")
            }
            Action::Put { cell, turned: true } => phrase!(
                "turned over onto {cell}",
                "posé retourné en {cell}",
                "裏返して{cell}に置く"
            ),
            Action::Flip(cell) => {
                phrase!("stone on {cell} flipped", "galet retourné en {cell}", "{cell}の石を裏返す")
            }
        })
    }

    /// L14: without a memory aid the table does not show again what has been seen, so the list says of a stone only what
    /// could be seen on the table when it was added.
    fn listed(&self, history: &[Action], viewer: Viewer) -> Vec<String> {
        let mut tokens = self.masked(history, viewer);
        if self.config.aid || self.is_open_to(viewer) {
            return tokens;
        }
        for (token, action) in tokens.iter_mut().zip(history) {
            if let Action::Add { stone, turned: false, cell } = *action {
                *token = Action::Add { stone: stone.covered(), turned: false, cell }.to_string();
            }
        }
        tokens
    }
}

/// The upper face, and what else the reader knows of the stone.
fn added(stone: Stone, turned: bool, cell: Cell) -> Phrase {
    let (shown, back) = (face_name(stone.up()), face_name(stone.down()));
    let (en, fr, ja) = (shown.en, shown.fr, shown.ja);
    let (en_back, fr_back, ja_back) = (back.en, back.fr, back.ja);
    match (stone.down(), turned) {
        (Face::Hidden, false) => {
            phrase!("{en} on {cell}", "galet {fr} en {cell}", "{cell}に{ja}")
        }
        (Face::Hidden, true) => phrase!(
            "{en} turned over onto {cell}",
            "galet {fr} retourné en {cell}",
            "{ja}を裏返して{cell}に"
        ),
        (_, false) => phrase!(
            "{en} on {cell} ({en_back} beneath)",
            "galet {fr} en {cell} ({fr_back} dessous)",
            "{cell}に{ja}（裏は{ja_back}）"
        ),
        (_, true) => phrase!(
            "{en} turned over to {en_back} on {cell}",
            "galet {fr}, posé côté {fr_back}, en {cell}",
            "{ja}を裏返して{cell}に{ja_back}"
        ),
    }
}

/// The name of a face.
pub(crate) const fn face_name(face: Face) -> Phrase {
    match face {
        Face::Rock => Phrase::new("rock", "pierre", "グー"),
        Face::Paper => Phrase::new("paper", "papier", "パー"),
        Face::Scissors => Phrase::new("scissors", "ciseaux", "チョキ"),
        Face::Hidden => Phrase::new("an unknown face", "une face inconnue", "不明な面"),
    }
}
