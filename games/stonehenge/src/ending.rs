//! The end in words and figures: megaliths and lines.

use sarsen_core::{Conclude, PerSeat, Phrase, Seat, Tally, phrase};

use crate::board::Line;
use crate::state::{MEGALITHS, Stonehenge};

impl Conclude for Stonehenge {
    fn conclusion(&self) -> Option<Phrase> {
        // K8
        self.winner.map(|winner| {
            phrase!(
                "[{winner}:You have|@ has] raised all {MEGALITHS} megaliths and so won most of the fifteen lines.",
                "[{winner}:Vous avez dressé vos|@ a dressé ses] {MEGALITHS} mégalithes et gagné ainsi la majorité des quinze lignes.",
                "[{winner}:あなた|@]のメガリス{MEGALITHS}つがすべて立ち、15本のラインの過半数を制しました。",
            )
        })
    }

    fn tallies(&self) -> Vec<Tally> {
        let count = |lines: [u16; 2]| PerSeat::new(&lines.map(|set| set.count_ones() as i32));
        let mut tallies = vec![
            Tally::deciding(
                Phrase::new("megaliths placed", "mégalithes posés", "置いたメガリス"),
                count(self.marked),
            ),
            Tally::telling(
                Phrase::new("lines won", "lignes gagnées", "獲得したライン"),
                count(self.dominated),
            )
            .with_details(self.dominated.map(names).into()),
        ];
        let left = [Seat::ONE, Seat::TWO].map(|seat| self.hand(seat).size() as i32);
        tallies.push(Tally::telling(
            Phrase::new("druids left in hand", "druides encore en main", "手元に残ったドルイド"),
            PerSeat::new(&left),
        ));
        tallies
    }
}

/// The lines of a set by their names.
fn names(lines: u16) -> Phrase {
    let names: Vec<String> = Line::of_set(lines).map(|line| line.to_string()).collect();
    let names = names.join(" ");
    phrase!("{names}", "{names}", "{names}")
}
