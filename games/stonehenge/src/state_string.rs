//! A state as a short text: `.....4...........b/1....b........../2d/G4`.
//!
//! Four fields: the cells `A` to `R` (`.` empty, `1` to `6` a druid of seat 1, `a` to `f` one of seat 2); the lines `r1` to `u5` (`.` open, `1`
//! or `2` marked by that seat, `a` or `b` dominated by it and not marked); the seat to act and the part of its turn (`d` druid,
//! `m` marking, `f` full board); the last action, or `-`.

use sarsen_core::state_string::fields;
use sarsen_core::{Options, Rules, Seat, StateString, StateStringError};

use crate::board::{ALL_LINES, CELLS, Cell, LINES, Line};
use crate::hand::Hand;
use crate::{MEGALITHS, Phase, Stonehenge};

const EXPECTED: &str = "a state of Stonehenge: 18 cells, 15 lines, seat and phase, last action, such as `..................\
    /.............../1d/-`";

impl StateString for Stonehenge {
    fn state_string(&self) -> String {
        let cells: String = Cell::all().map(|cell| self.cell_letter(cell)).collect();
        let lines: String = Line::all().map(|line| self.line_letter(line)).collect();
        let phase = match self.phase {
            Phase::Druid => 'd',
            Phase::Marking => 'm',
            Phase::FullBoard => 'f',
        };
        let last = self.last.map_or("-".to_owned(), |action| action.to_string().replace('!', "."));
        format!("{cells}/{lines}/{}{phase}/{last}", self.mover)
    }

    fn from_state_string(options: &Options, text: &str) -> Result<Stonehenge, StateStringError> {
        let [cells, lines, turn, last] = fields(text, EXPECTED)?;
        let mut state = Stonehenge::start(options);
        state.read_cells(cells)?;
        state.read_lines(lines)?;
        state.read_turn(turn)?;
        state.last = match last {
            "-" => None,
            text => {
                let action = text.replace('.', "!").parse();
                Some(action.map_err(|_| StateStringError::malformed(text, "an action or `-`"))?)
            }
        };
        state.recount();
        state.check_sense()?;
        Ok(state)
    }
}

impl Stonehenge {
    fn cell_letter(&self, cell: Cell) -> char {
        let value = self.values[cell.index()];
        match (value, self.held_by(Seat::ONE) & cell.bit() != 0) {
            (0, _) => '.',
            (_, true) => char::from(b'0' + value),
            (_, false) => char::from(b'a' + value - 1),
        }
    }

    fn line_letter(&self, line: Line) -> char {
        let of = |sets: [u16; 2]| sets.iter().position(|set| set & line.bit() != 0);
        match (of(self.marked), of(self.dominated)) {
            (Some(seat), _) => char::from(b'1' + seat as u8),
            (None, Some(seat)) => char::from(b'a' + seat as u8),
            (None, None) => '.',
        }
    }

    fn read_cells(&mut self, text: &str) -> Result<(), StateStringError> {
        let wrong = || StateStringError::malformed(text, "18 cells of `.`, `1` to `6`, `a` to `f`");
        if text.len() != CELLS {
            return Err(wrong());
        }
        for (cell, letter) in Cell::all().zip(text.bytes()) {
            let (seat, value) = match letter {
                b'.' => continue,
                b'1'..=b'6' => (0, letter - b'0'),
                b'a'..=b'f' => (1, letter - b'a' + 1),
                _ => return Err(wrong()),
            };
            if !self.hands[seat].has(value) {
                return Err(StateStringError::Impossible(
                    "a seat has more druids than it began with",
                ));
            }
            self.hands[seat] = self.hands[seat].without(value);
            self.held[seat] |= cell.bit();
            self.values[cell.index()] = value;
            self.placed += 1;
        }
        Ok(())
    }

    fn read_lines(&mut self, text: &str) -> Result<(), StateStringError> {
        let wrong = || StateStringError::malformed(text, "15 lines of `.`, `1`, `2`, `a`, `b`");
        if text.len() != LINES {
            return Err(wrong());
        }
        for (line, letter) in Line::all().zip(text.bytes()) {
            let (seat, marked) = match letter {
                b'.' => continue,
                b'1' | b'2' => (usize::from(letter - b'1'), true),
                b'a' | b'b' => (usize::from(letter - b'a'), false),
                _ => return Err(wrong()),
            };
            self.dominated[seat] |= line.bit();
            self.marked[seat] |= if marked { line.bit() } else { 0 };
        }
        Ok(())
    }

    fn read_turn(&mut self, text: &str) -> Result<(), StateStringError> {
        let wrong = || StateStringError::malformed(text, "a seat and a phase such as `1d`");
        let &[seat, phase] = text.as_bytes() else { return Err(wrong()) };
        self.mover = match seat {
            b'1' => Seat::ONE,
            b'2' => Seat::TWO,
            _ => return Err(wrong()),
        };
        self.phase = match phase {
            b'd' => Phase::Druid,
            b'm' => Phase::Marking,
            b'f' => Phase::FullBoard,
            _ => return Err(wrong()),
        };
        Ok(())
    }

    /// Derives the rest from the druids, and checks that play can continue.
    fn check_sense(&mut self) -> Result<(), StateStringError> {
        let impossible = |why| Err(StateStringError::Impossible(why));
        let mut full = 0;
        for line in Line::all() {
            let taken = line.cells() & (self.held[0] | self.held[1]);
            self.empty[line.index()] = (line.length() - taken.count_ones() as usize) as i8;
            full |= if taken == line.cells() { line.bit() } else { 0 };
        }
        self.face_up = match self.hidden {
            true => Line::of_set(full).fold(0, |set, line| set | line.cells()),
            false => self.held[0] | self.held[1],
        };
        if full & !(self.dominated[0] | self.dominated[1]) != 0 {
            return impossible("a full line is dominated by a seat");
        }
        let marks = self.marked.map(u16::count_ones);
        if marks.iter().any(|&count| count > MEGALITHS) {
            return impossible("a seat has eight megaliths");
        }
        self.winner = Seat::all(2).find(|seat| marks[seat.index()] == MEGALITHS);
        if !self.manual && self.winner.is_none() && self.marked != self.dominated {
            return impossible(
                "dominated lines are marked at once unless megaliths are placed by hand",
            );
        }
        if self.winner.is_none() { self.check_turn() } else { Ok(()) }
    }

    fn check_turn(&self) -> Result<(), StateStringError> {
        let counts = self.hands.map(|hand: Hand| crate::hand::DRUID_COUNT - hand.size());
        let mover = self.mover.index();
        let full = usize::from(self.placed) == CELLS;
        let in_turn = match self.phase {
            Phase::Druid => !full && counts[mover] + mover == counts[1 - mover],
            Phase::Marking => {
                self.manual
                    && self.markable(self.mover) != 0
                    && counts[mover] == counts[1 - mover] + 1 - mover
            }
            Phase::FullBoard => self.manual && full,
        };
        let lines = self.dominated[0] | self.dominated[1];
        let sensible = in_turn && !(full && lines != ALL_LINES);
        let why = "the druids on the board do not fit the seat to act and the phase";
        if sensible { Ok(()) } else { Err(StateStringError::Impossible(why)) }
    }
}
