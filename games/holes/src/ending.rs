//! The end in words and figures: where the pieces are.

use sarsen_core::{Conclude, PerSeat, Phrase, Seat, Tally, phrase};

use crate::side::Side;
use crate::state::{Holes, Stage};

impl Conclude for Holes {
    fn conclusion(&self) -> Option<Phrase> {
        if self.stage() != Stage::Over {
            return None;
        }
        let (winner, loser) = (self.seat(), self.seat().other());
        Some(if self.ends_by_stranding() {
            phrase!(
                "[{winner}:One of your pieces|A piece of @] reached the Shen hole while [{loser}:you were|@ was] stranded.",
                "[{winner}:Un de vos pions|Un pion de @] a atteint le trou Shen alors que [{loser}:vous étiez|@ était] bloqué.",
                "[{loser}:あなた|@]が立ち往生している間に、[{winner}:あなた|@]の駒がシェンホールに着きました。",
            )
        } else {
            phrase!(
                "[{loser}:Your last piece|The last piece of @] was removed.",
                "[{loser}:Votre dernier pion|Le dernier pion de @] a été retiré.",
                "[{loser}:あなた|@]の駒がすべて取り除かれました。",
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
