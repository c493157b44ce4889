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
        let name = Phrase::new("stones left in hand", "galets encore en main", "手元に残った石");
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
            Face::Rock => ("rock", "pierres", "グー"),
            Face::Paper => ("paper", "papiers", "パー"),
            Face::Scissors => ("scissors", "ciseaux", "チョキ"),
            Face::Hidden => return None,
        };
        let Phrase { en: en_how, fr: fr_how, ja: ja_how } = self.completion(&row);
        Some(phrase!(
            "[{winner}:You have|@ has] {count} in a row: {en}. {en_how}",
            "[{winner}:Vous avez|@ a] aligné {count} {fr}. {fr_how}",
            "[{winner}:あなた|@]が{ja}を{count}つ並べました。{ja_how}",
        ))
    }

    /// How the last action completed a row: by its own stone, by what that stone flipped (L7), or by both.
    fn completion(&self, row: &[usize]) -> Phrase {
        let Some(last) = self.last else { return Phrase::new("", "", "") };
        let by = self.island.cell(usize::from(last.id));
        let flipped: Vec<String> = row
            .iter()
            .filter(|&&id| last.flipped >> id & 1 == 1)
            .map(|&id| self.island.cell(id).to_string())
            .collect();
        let own = row.contains(&usize::from(last.id));
        let (cells, ja_cells) = (flipped.join(" "), flipped.join("と"));
        match (own, flipped.len()) {
            (_, 0) => phrase!(
                "The stone on {by} completed the row.",
                "Le galet en {by} a complété l’alignement.",
                "{by}の石で列ができました。"
            ),
            (false, 1) => phrase!(
                "The stone on {by} flipped the one on {cells}, which completed the row.",
                "Le galet en {by} a retourné celui en {cells}, ce qui a complété l’alignement.",
                "{by}の石が{ja_cells}の石を裏返し、列ができました。"
            ),
            (false, _) => phrase!(
                "The stone on {by} flipped those on {cells}, which completed the row.",
                "Le galet en {by} a retourné ceux en {cells}, ce qui a complété l’alignement.",
                "{by}の石が{ja_cells}の石を裏返し、列ができました。"
            ),
            (true, 1) => phrase!(
                "The stone on {by}, and the one that it flipped on {cells}, completed the row.",
                "Le galet en {by}, et celui qu’il a retourné en {cells}, ont complété l’alignement.",
                "{by}の石と、それが裏返した{ja_cells}の石で列ができました。"
            ),
            (true, _) => phrase!(
                "The stone on {by}, and those that it flipped on {cells}, completed the row.",
                "Le galet en {by}, et ceux qu’il a retournés en {cells}, ont complété l’alignement.",
                "{by}の石と、それが裏返した{ja_cells}の石で列ができました。"
            ),
        }
    }
}
