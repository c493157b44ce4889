//! Tic-tac-toe, a game for tests. It is as small as a game can be and still goes through every layer: rules, notation,
//! views, pictures and words here, generic search, the server, and a board in `web/tests/games/tictactoe`. It is not
//! shipped: the feature `sixth-game`, which only tests enable, compiles it in.

#[cfg(test)]
mod typescript;
mod view;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use sarsen_core::{
    Conclude, Deterministic, GameSpec, Illegal, ListActions, MatchSpec, Options, Outcome,
    ParseActionError, PerSeat, Phrase, Rules, Scoring, Seat, StateString, StateStringError, Tally,
    Turn, phrase, rules_text,
};

pub use view::{Event, View};

/// The squares of a line, as bits.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// The description of the game.
pub static SPEC: GameSpec = GameSpec {
    id: "tictactoe",
    name: Phrase::new("Tic-tac-toe", "Morpion", "三目並べ"),
    about: Phrase::new("Three in a row wins.", "Trois alignés gagnent.", "三つ並べれば勝ちです。"),
    score: None,
    seats: 2..=2,
    options: &[],
    variants: &[],
    scoring: Scoring::None,
    matches: MatchSpec::MOST_WINS,
    rules: rules_text!("../rules"),
    measurements: &[],
};

/// A square from 1 to 9, row by row: marking it is the only action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action(u8);

impl Action {
    const fn bit(self) -> u16 {
        1 << (self.0 - 1)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Action(digit - b'0')),
            _ => Err(ParseActionError { expected: "a square from 1 to 9" }),
        }
    }
}

/// A game of tic-tac-toe: the squares that each seat has marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe {
    marks: [u16; 2],
}

impl TicTacToe {
    const fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    fn mover(&self) -> Seat {
        if self.taken().count_ones().is_multiple_of(2) { Seat::ONE } else { Seat::TWO }
    }

    /// T2: the line with which a seat has won.
    fn line_of(&self, seat: Seat) -> Option<u16> {
        LINES.into_iter().find(|line| self.marks[seat.index()] & line == *line)
    }

    fn winner(&self) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.line_of(seat).is_some())
    }
}

impl Rules for TicTacToe {
    type Action = Action;
    const SPEC: &'static GameSpec = &SPEC;

    fn start(_: &Options) -> TicTacToe {
        TicTacToe::default()
    }

    fn turn(&self) -> Turn {
        match self.winner() {
            Some(seat) => Turn::Over(Outcome::win(seat)),
            None if self.taken() == FULL => Turn::Over(Outcome::draw()),
            None => Turn::Seat(self.mover()),
        }
    }

    fn score(&self) -> Option<PerSeat<i32>> {
        None
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        if self.turn().seat().is_none() {
            return Err(Illegal::new(
                "T2",
                Phrase::new("The game is over.", "La partie est finie.", "ゲームは終わりました。"),
            ));
        }
        if self.taken() & action.bit() == 0 {
            return Ok(());
        }
        // T1: each marks an empty square.
        Err(Illegal::new(
            "T1",
            phrase!(
                "Square {action} is taken.",
                "La case {action} est prise.",
                "マス{action}は埋まっています。"
            ),
        ))
    }

    fn apply(&mut self, action: Action) {
        self.marks[self.mover().index()] |= action.bit();
    }
}

impl Deterministic for TicTacToe {}

impl ListActions for TicTacToe {
    fn visit_actions<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn().seat().is_some() {
            for action in (1..=9).map(Action).filter(|action| self.taken() & action.bit() == 0) {
                visit(action)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Conclude for TicTacToe {
    fn conclusion(&self) -> Option<Phrase> {
        match self.turn() {
            Turn::Over(outcome) if outcome.winner().is_some() => {
                Some(Phrase::new("Three in a row.", "Trois alignés.", "三つ並びました。"))
            }
            Turn::Over(_) => Some(Phrase::new(
                "The board is full.",
                "La grille est pleine.",
                "盤が埋まりました。",
            )),
            _ => None,
        }
    }

    fn tallies(&self) -> Vec<Tally> {
        Vec::new()
    }
}

impl StateString for TicTacToe {
    fn state_string(&self) -> String {
        let sign = |bit: u16| match self.marks.map(|marks| marks & bit != 0) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '-',
        };
        (0..9).map(|square| sign(1 << square)).collect()
    }

    fn from_state_string(_: &Options, text: &str) -> Result<TicTacToe, StateStringError> {
        let malformed = || StateStringError::malformed(text, "nine squares of `x`, `o` and `-`");
        if text.chars().count() != 9 {
            return Err(malformed());
        }
        let mut state = TicTacToe::default();
        for (square, sign) in text.chars().enumerate() {
            match sign {
                'x' => state.marks[0] |= 1 << square,
                'o' => state.marks[1] |= 1 << square,
                '-' => {}
                _ => return Err(malformed()),
            }
        }
        let [one, two] = state.marks.map(u16::count_ones);
        if one == two || one == two + 1 {
            return Ok(state);
        }
        Err(StateStringError::Impossible("the seats mark in turn, seat 1 first"))
    }
}
