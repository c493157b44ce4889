//! The end in words and figures: the winning row.

use sarsen_core::{Conclude, PerSeat, Phrase, Seat, Tally, phrase};

use crate::state::{End, Logan};
use crate::stone::Face;

impl Conclude for Logan {
    fn conclusion(&self) -> Option<Phrase> {
        Some(match self.end()? {
            End::Row(winner) => self.row(winner)?,
            End::Repetition => Phrase::new(
                "The same position came for the third time.",
                "La même position est apparue pour la troisième fois.",
                "同じ局面が3回現れました。",
            ),
            End::Limit => Phrase::new(
                "The limit of turns was reached without a row of four.",
                "La limite de tours est atteinte sans alignement de quatre.",
                "4つ並ばないまま、手数の上限に達しました。",
            ),
        })
    }

    fn tallies(&self) -> Vec<Tally> {
        let rows = self.island.winning_rows();
        let length = rows.iter().map(Vec::len).max().unwrap_or(0) as i32;
        let mut tallies = Vec::new();
        if let Some(End::Row(winner)) = self.end() {
            let mut lengths = PerSeat::new(&[0, 0]);
            lengths[winner] = length;
            let name = Phrase::new("stones in the winning row", "galets alignés", "並んだ石");
            tallies.push(Tally::deciding(name, lengths));
        }
        let hands = [0, 1].map(|seat| self.hands[seat].stones().len() as i32);
        let name = Phrase::new("stones left in hand", "galets restant en main", "手元に残った石");
        tallies.push(Tally::telling(name, PerSeat::new(&hands)));
        tallies
    }
}

impl Logan {
    /// L12: the longest row that won, in words.
    fn row(&self, winner: Seat) -> Option<Phrase> {
        let row = self.island.winning_rows().into_iter().max_by_key(Vec::len)?;
        let (count, face) = (row.len(), self.island.stone(row[0]).up());
        let (en, fr, ja) = match face {
            Face::Rock => ("rock", "pierre", "グー"),
            Face::Paper => ("paper", "papier", "パー"),
            Face::Scissors => ("scissors", "ciseaux", "チョキ"),
            Face::Hidden => return None,
        };
        Some(phrase!(
            "[{winner}:You have|@ has] {count} in a row: {en}.",
            "[{winner}:Vous avez|@ a] aligné {count} symboles : {fr}.",
            "[{winner}:あなた|@]が{ja}を{count}つ並べました。",
        ))
    }
}
