//! Actions in players' words: "Academy to c8, turned right".

use sarsen_core::{Describe, Phrase, phrase};

use crate::action::{Action, Placement};
use crate::board::{Square, Squares};
use crate::events::stranger;
use crate::piece::Piece;
use crate::state::Cathedral;

impl Describe for Cathedral {
    fn describe(&self, token: &str) -> Option<Phrase> {
        Some(match token.parse().ok()? {
            Action::Place(placement) => self.placed(placement)?,
            Action::Keep(square) => {
                let Phrase { en, fr, ja } = self.enclosed_on(square).the();
                phrase!("{en} stays", "{fr} reste", "{ja}を残す")
            }
            Action::Take(square) => {
                let Phrase { en, fr, ja } = self.enclosed_on(square).the();
                phrase!("{en} removed", "retrait : {fr}", "{ja}を取り除く")
            }
            Action::Pass => Phrase::new("pass", "passe", "パス"),
        })
    }
}

impl Cathedral {
    fn enclosed_on(&self, square: Square) -> Piece {
        stranger(self, Squares::only(square)).0
    }

    /// The notation names the corner of the piece's box, where the piece may not stand. People look for the piece, so they
    /// are told the first square that it covers: the leftmost of its lowest row.
    fn placed(&self, placement: Placement) -> Option<Phrase> {
        let name = placement.piece().name();
        let (en, fr, ja) = (capital(&name.en), capital(&name.fr), name.ja);
        let square = placement.squares(self.to_act).first()?;
        let Phrase { en: en_turn, fr: fr_turn, ja: ja_turn } = turned(placement.rotation());
        Some(phrase!(
            "{en} to {square}{en_turn}",
            "{fr} en {square}{fr_turn}",
            "{ja}を{square}へ{ja_turn}"
        ))
    }
}

/// The orientation of the piece compared with its picture in the tray.
fn turned(quarter_turns: u8) -> Phrase {
    match quarter_turns {
        0 => Phrase::new("", "", ""),
        1 => Phrase::new(", turned right", ", quart de tour à droite", "（右向き）"),
        2 => Phrase::new(", turned around", ", demi-tour", "（逆向き）"),
        _ => Phrase::new(", turned left", ", quart de tour à gauche", "（左向き）"),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
