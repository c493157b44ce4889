//! The end in words and figures: the stones that each seat has taken.

use sarsen_core::{Conclude, PerSeat, Phrase, Rules, Seat, Tally, phrase};

use crate::events::seats_named;
use crate::phase::Phase;
use crate::state::{Sun, list};

impl Conclude for Sun {
    fn conclusion(&self) -> Option<Phrase> {
        if !matches!(self.phase(), Phase::Over) {
            return None;
        }
        // S17, S18
        let why = if self.stock() == 0 {
            Phrase::new(
                "The last stone of the stock has been built.",
                "La dernière pierre de la réserve est posée.",
                "ストックの最後の石が使われました。",
            )
        } else {
            Phrase::new(
                "Nothing more can be built.",
                "On ne peut plus rien construire.",
                "これ以上立てられません。",
            )
        };
        let Lowest { winners, score } = self.lowest();
        let Phrase { en: en_who, fr: fr_who, ja: ja_who } = seats_named(&winners);
        let Phrase { en: en_name, fr: fr_name, ja: ja_name } = self.counted();
        let Phrase { en, fr, ja } = why;
        Some(if let [winner] = winners[..] {
            phrase!(
                "{en} [{winner}:You have|@ has] the fewest {en_name}: {score}.",
                "{fr} [{winner}:Vous avez|@ a] le moins de {fr_name} : {score}.",
                "{ja}{ja_name}が最も少ないのは[{winner}:あなた|@]です（{score}）。",
            )
        } else {
            phrase!(
                "{en} The fewest {en_name}, {score} each: {en_who}.",
                "{fr} Le moins de {fr_name}, {score} chacun : {fr_who}.",
                "{ja}{ja_name}が最も少ないのは{ja_who}です（各{score}）。",
            )
        })
    }

    fn tallies(&self) -> Vec<Tally> {
        let seats = || Seat::all(self.markers().len());
        let taken: Vec<i32> = seats().map(|seat| self.taken(seat).count_ones() as i32).collect();
        let details = seats().map(|seat| numbers(&list(self.taken(seat)))).collect();
        let stones =
            Phrase::new("minus stones taken", "pierres de pénalité prises", "引き取った失点の石");
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
                        Phrase::new(
                            "for touching stones",
                            "pour pierres touchées",
                            "触れた石の失点",
                        ),
                        PerSeat::new(&touches),
                    ),
                ]
            }
        }
    }
}

/// The seats in first place, and the score that they share.
pub(crate) struct Lowest {
    pub(crate) winners: Vec<Seat>,
    pub(crate) score: i32,
}

impl Sun {
    /// S18: the fewest win.
    pub(crate) fn lowest(&self) -> Lowest {
        let points = self.points();
        let score = points.iter().copied().min().unwrap_or(0);
        let seats = Seat::all(self.markers().len()).zip(points.iter());
        let winners = seats.filter(|&(_, &own)| own == score).map(|(seat, _)| seat).collect();
        Lowest { winners, score }
    }

    /// What decides: with S20, touched stones count besides the stones taken.
    fn counted(&self) -> Phrase {
        if self.config().touch {
            Phrase::new("minus points", "pénalités", "失点")
        } else {
            Phrase::new("minus stones", "pierres de pénalité", "失点の石")
        }
    }
}

fn numbers(stones: &[u8]) -> Phrase {
    let numbers: Vec<String> = stones.iter().map(ToString::to_string).collect();
    let numbers = numbers.join(" ");
    phrase!("{numbers}", "{numbers}", "{numbers}")
}
