//! The view of a game as JSON, text, picture and words.

use std::fmt::Write as _;

use sarsen_core::{Describe, Draw, Explain, Outcome, Phrase, Rules, Seat, Viewer, Views, phrase};
use serde::Serialize;

use crate::{Action, TicTacToe};

/// A state as everybody sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
pub struct View {
    /// Whose sign stands in each square, row by row.
    #[cfg_attr(test, ts(as = "Vec<Option<u8>>"))]
    pub squares: Vec<Option<Seat>>,
    /// The squares that won, from 1 to 9.
    pub line: Vec<u8>,
    /// The seat to act.
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub to_act: Option<Seat>,
    /// How the game ended.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub outcome: Option<Outcome>,
}

/// Something that happens when an action is played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", rename = "GameEvent"))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A square is marked (T1).
    Marked {
        /// Whose sign.
        #[cfg_attr(test, ts(as = "u8"))]
        seat: Seat,
        /// Which square.
        square: u8,
    },
}

impl Explain for Event {
    fn explain(&self) -> Phrase {
        let Event::Marked { seat, square } = self;
        phrase!(
            "[{seat}:You mark|@ marks] square {square}.",
            "[{seat}:Vous marquez|@ marque] la case {square}.",
            "[{seat}:あなた|@]がマス{square}に印をつけました。"
        )
    }
}

impl Views for TicTacToe {
    type View = View;
    type Event = Event;

    fn view(&self, _: Viewer) -> View {
        let owner = |square: u8| {
            Seat::all(2).find(|seat| self.marks[seat.index()] & Action(square).bit() != 0)
        };
        let line = self.winner().and_then(|seat| self.line_of(seat)).unwrap_or_default();
        View {
            squares: (1..=9).map(owner).collect(),
            line: (1..=9).filter(|&square| line & Action(square).bit() != 0).collect(),
            to_act: self.turn().seat(),
            outcome: self.turn().outcome(),
        }
    }

    fn events(&self, action: Action, _: Viewer) -> Vec<Event> {
        vec![Event::Marked { seat: self.mover(), square: action.0 }]
    }
}

impl Describe for TicTacToe {
    fn describe(&self, token: &str) -> Option<Phrase> {
        let action: Action = token.parse().ok()?;
        Some(phrase!("marks {action}", "marque {action}", "{action}に印をつける"))
    }
}

impl Draw for TicTacToe {
    fn text(view: &View) -> String {
        let sign = |owner: &Option<Seat>| match owner.map(Seat::number) {
            Some(1) => 'x',
            Some(_) => 'o',
            None => '·',
        };
        let row = |squares: &[Option<Seat>]| squares.iter().map(sign).chain(['\n']).collect();
        view.squares.chunks(3).map(row).collect::<Vec<String>>().concat()
    }

    fn svg(view: &View) -> String {
        let mut shapes = String::new();
        for (index, owner) in view.squares.iter().enumerate() {
            let (x, y) = (index % 3 * 100 + 50, index / 3 * 100 + 50);
            let _ = match owner.map(Seat::number) {
                None => write!(shapes, r#"<circle cx="{x}" cy="{y}" r="4"/>"#),
                Some(1) => {
                    write!(shapes, r#"<path d="M{} {}l60 60m0-60l-60 60"/>"#, x - 30, y - 30)
                }
                Some(_) => write!(shapes, r#"<circle cx="{x}" cy="{y}" r="32"/>"#),
            };
        }
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" fill="none" stroke="black" stroke-width="8">{shapes}</svg>"#
        )
    }
}
