//! The end in words and figures: where the pieces are.

use sarsen_core::{Conclude, PerSeat, Phrase, Seat, Tally};

use crate::side::Side;
use crate::state::{Holes, Stage};

impl Conclude for Holes {
    fn conclusion(&self) -> Option<Phrase> {
        if self.stage() != Stage::Over {
            return None;
        }
        Some(if self.ends_by_stranding() {
            Phrase::new(
                "A piece reached the Shen hole while the other side was stranded.",
                "Un pion a atteint le trou Shen alors que l'autre camp était bloqué.",
                "相手が立ち往生している間に、駒がシェンホールに着きました。",
            )
        } else {
            Phrase::new(
                "The last piece of one side was removed.",
                "Le dernier pion d'un camp a été retiré.",
                "一方の駒がすべて取り除かれました。",
            )
        })
    }

    fn tallies(&self) -> Vec<Tally> {
        let count = |count: fn(&Side) -> u8| {
            PerSeat::new(&[Seat::ONE, Seat::TWO].map(|seat| i32::from(count(self.side(seat)))))
        };
        let name = Phrase::new("pieces left", "pions restants", "残った駒");
        // A stranded seat has lost, however many pieces it has.
        let left = if self.ends_by_stranding() {
            Tally::telling(name, self.left())
        } else {
            Tally::deciding(name, self.left())
        };
        vec![
            left,
            Tally::telling(
                Phrase::new("in the lane", "sur la piste", "盤上"),
                count(|side| side.lane.count_ones() as u8),
            ),
            Tally::telling(Phrase::new("in hand", "en main", "手元"), count(|side| side.hand)),
            Tally::telling(
                Phrase::new("in the Shen hole", "dans le trou Shen", "シェンホール"),
                count(|side| side.shen),
            ),
            Tally::telling(
                Phrase::new("removed", "retirés", "取り除かれた駒"),
                count(|side| side.removed),
            ),
        ]
    }
}

impl Holes {
    /// H13: whether the loser still had pieces, all of them in the Shen hole.
    fn ends_by_stranding(&self) -> bool {
        self.stage() == Stage::Over && self.side(self.seat().other()).is_stranded()
    }
}
