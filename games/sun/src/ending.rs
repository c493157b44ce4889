//! The end in words and figures: the stones that each seat has taken.

use sarsen_core::{Conclude, PerSeat, Phrase, Rules, Seat, Tally, phrase};

use crate::phase::Phase;
use crate::state::{Sun, list};

impl Conclude for Sun {
    fn conclusion(&self) -> Option<Phrase> {
        if !matches!(self.phase(), Phase::Over) {
            return None;
        }
        // S17, S18
        Some(if self.stock() == 0 {
            Phrase::new(
                "The last stone of the stock has been built; the fewest minus stones win.",
                "La dernière pierre de la réserve est posée ; le moins de pierres de pénalité gagne.",
                "ストックの最後の石が使われました。失点の石が最も少ない人の勝ちです。",
            )
        } else {
            Phrase::new(
                "Nothing more can be built; the fewest minus stones win.",
                "On ne peut plus rien construire ; le moins de pierres de pénalité gagne.",
                "これ以上立てられません。失点の石が最も少ない人の勝ちです。",
            )
        })
    }

    fn tallies(&self) -> Vec<Tally> {
        let seats = || Seat::all(self.markers().len());
        let taken: Vec<i32> = seats().map(|seat| self.taken(seat).count_ones() as i32).collect();
        let details = seats().map(|seat| numbers(&list(self.taken(seat)))).collect();
        let stones = Phrase::new("stones taken", "pierres prises", "取った石");
        let stones = |tally: fn(Phrase, PerSeat<i32>) -> Tally| {
            tally(stones.clone(), PerSeat::new(&taken)).with_details(details)
        };
        // S20: if touched stones count, they are added to the stones.
        match self.score().filter(|_| self.config().touch) {
            None => vec![stones(Tally::deciding)],
            Some(points) => {
                let touches: Vec<i32> =
                    points.iter().zip(&taken).map(|(points, taken)| points - taken).collect();
                vec![
                    Tally::deciding(Phrase::new("minus points", "pénalités", "失点"), points),
                    stones(Tally::telling),
                    Tally::telling(
                        Phrase::new("for touching stones", "pour pierres touchées", "石に触れた分"),
                        PerSeat::new(&touches),
                    ),
                ]
            }
        }
    }
}

fn numbers(stones: &[u8]) -> Phrase {
    let numbers: Vec<String> = stones.iter().map(ToString::to_string).collect();
    let numbers = numbers.join(" ");
    phrase!("{numbers}", "{numbers}", "{numbers}")
}
