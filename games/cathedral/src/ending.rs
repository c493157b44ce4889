//! The end in words and figures: squares and monuments left.

use sarsen_core::{Conclude, PerSeat, Phrase, Rules, Tally, phrase};

use crate::piece::Piece;
use crate::state::Cathedral;
use crate::view::Phase;
use crate::{DARK, LIGHT};

impl Conclude for Cathedral {
    fn conclusion(&self) -> Option<Phrase> {
        if self.phase != Phase::Over {
            return None;
        }
        let score = self.score()?;
        let (light, dark) = (score[LIGHT], score[DARK]);
        // C11: with free passing, two passes in a row end the game.
        let Phrase { en, fr, ja } = if self.passes == 2 {
            Phrase::new("Both passed.", "Les deux ont passé.", "両者がパスしました。")
        } else {
            Phrase::new(
                "No more monuments can be placed.",
                "Plus aucun monument ne peut être posé.",
                "これ以上モニュメントを置けません。",
            )
        };
        Some(phrase!(
            "{en} Squares left: [1:you|@] (Light) {light}, [2:you|@] (Dark) {dark}; the fewest win.",
            "{fr} Cases restantes : [1:vous|@] (Clair) {light}, [2:vous|@] (Sombre) {dark} ; celui qui en a le moins gagne.",
            "{ja}残りマスは[1:あなた|@]（ライト）が{light}、[2:あなた|@]（ダーク）が{dark}で、少ないほうの勝ちです。",
        ))
    }

    fn tallies(&self) -> Vec<Tally> {
        let sides = [LIGHT, DARK].map(|seat| self.side(seat));
        let squares = sides.map(|side| side.score() as i32);
        let monuments = sides.map(|side| side.tray.iter().map(|&count| i32::from(count)).sum());
        let claimed = sides.map(|side| side.claimed.len() as i32);
        vec![
            Tally::deciding(
                Phrase::new("squares left", "cases restantes", "残りマス"),
                PerSeat::new(&squares),
            ),
            Tally::telling(
                Phrase::new("monuments left", "monuments restants", "残ったモニュメント"),
                PerSeat::new(&monuments),
            )
            .with_details(sides.map(|side| names(&side.tray)).into()),
            Tally::telling(
                Phrase::new(
                    "claimed squares still empty",
                    "cases conquises encore vides",
                    "まだ空いている領地のマス",
                ),
                PerSeat::new(&claimed),
            ),
        ]
    }
}

/// The monuments of a tray, such as "castle, 2 × tavern", largest first.
fn names(tray: &[u8]) -> Phrase {
    let mut kinds: Vec<(Piece, u8)> = Piece::monuments().zip(tray.iter().copied()).collect();
    kinds.retain(|&(_, count)| count > 0);
    kinds.sort_by_key(|&(piece, _)| std::cmp::Reverse(piece.size()));
    let list = |separator: &str, name: fn(&Phrase) -> &str| {
        let named = |&(piece, count): &(Piece, u8)| {
            let times = if count > 1 { format!("{count}\u{a0}×\u{a0}") } else { String::new() };
            format!("{times}{}", name(&piece.name()))
        };
        kinds.iter().map(named).collect::<Vec<_>>().join(separator)
    };
    let (en, fr, ja) = (list(", ", |p| &p.en), list(", ", |p| &p.fr), list("、", |p| &p.ja));
    phrase!("{en}", "{fr}", "{ja}")
}
