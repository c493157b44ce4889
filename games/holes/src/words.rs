//! Actions in players' words: "throw of 3", "from 7 to 10".

use sarsen_core::{Describe, Phrase, Rules, Seat, Turn, phrase};

use crate::track::SHEN;
use crate::{Action, Hole, Holes};

impl Describe for Holes {
    fn describe(&self, token: &str) -> Option<Phrase> {
        Some(match token.parse().ok()? {
            Action::Throw(throw) => {
                phrase!("throw of {throw}", "lancer de {throw}", "{throw}を出す")
            }
            Action::Move(from) => self.moved(from)?,
            Action::Recover => {
                Phrase::new("pieces back to hand", "pions repris en main", "駒を手元に戻す")
            }
            Action::Pass => Phrase::new("pass", "passe", "パス"),
        })
    }

    /// Sticks are thrown on behalf of a seat.
    fn actor(&self) -> Option<Seat> {
        if matches!(self.turn(), Turn::Over(_)) { None } else { Some(self.seat()) }
    }
}

impl Holes {
    fn moved(&self, from: Hole) -> Option<Phrase> {
        let to = from.number() + self.pending()?.score();
        Some(if to >= SHEN {
            phrase!(
                "from {from} to the Shen hole",
                "de {from} au trou Shen",
                "{from}番からシェンホールへ"
            )
        } else if let Some(end) = self.warp_end(from, to) {
            phrase!(
                "from {from} to {to} and on to {end}",
                "de {from} à {to}, puis à {end}",
                "{from}番から{to}番、さらに{end}番へ"
            )
        } else {
            phrase!("from {from} to {to}", "de {from} à {to}", "{from}番から{to}番へ")
        })
    }

    /// H7: where a line takes a piece that stops on a hole, if a line begins there whose other end is free.
    fn warp_end(&self, from: Hole, stop: u8) -> Option<Hole> {
        let end = Hole::new(stop)?.other_end()?;
        let others = self.side(self.seat()).lane & !from.bit();
        (others & end.bit() == 0).then_some(end)
    }
}
