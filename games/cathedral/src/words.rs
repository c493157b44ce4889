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
            Action::Place(placement) => placed(placement),
            Action::Keep(square) => {
                let Phrase { en, fr, ja } = self.enclosed_on(square).the();
                phrase!("lets {en} stand", "laisse {fr}", "{ja}を残す")
            }
            Action::Take(square) => {
                let Phrase { en, fr, ja } = self.enclosed_on(square).the();
                phrase!("removes {en}", "retire {fr}", "{ja}を取り除く")
            }
            Action::Pass => Phrase::new("passes", "passe", "パス"),
        })
    }
}

impl Cathedral {
    fn enclosed_on(&self, square: Square) -> Piece {
        stranger(self, Squares::only(square)).0
    }
}

fn placed(placement: Placement) -> Phrase {
    let name = placement.piece().name();
    let (en, fr, ja) = (capital(&name.en), capital(&name.fr), name.ja);
    let square = placement.square();
    let Phrase { en: en_turn, fr: fr_turn, ja: ja_turn } = turned(placement.rotation());
    phrase!("{en} to {square}{en_turn}", "{fr} en {square}{fr_turn}", "{ja}を{square}へ{ja_turn}")
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
