//! Actions in players' words: "rock on 1,-1".

use sarsen_core::{Describe, Phrase, phrase};

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
            Action::Lift(cell) => phrase!(
                "lifts the stone on {cell}",
                "lève le galet en {cell}",
                "{cell}の石を持ち上げる"
            ),
            Action::Put { cell, turned: false } => {
                phrase!("puts it on {cell}", "le pose en {cell}", "{cell}に置く")
            }
            Action::Put { cell, turned: true } => phrase!(
                "turns it over onto {cell}",
                "le retourne en {cell}",
                "裏返して{cell}に置く"
            ),
            Action::Flip(cell) => phrase!(
                "flips the stone on {cell}",
                "retourne le galet en {cell}",
                "{cell}の石を裏返す"
            ),
        })
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
            "galet {fr} retourné : {fr_back} en {cell}",
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
