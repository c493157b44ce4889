//! A state as a short text: `t1/RP0,0.SR1,0.RS1,-1/RP.PS/SR.RS/0/4.4.6/2.2.aR.1`.
//!
//! Seven fields, `-` for what is empty: what is awaited (`d` the deal, `t` a turn, `l` that a lifted stone is put down, or the end: `w` by a row, `p` by repetition, `x` by the
//! limit), the seat to act and, after a point, the lifted stone's number or the winner, or, before a deal on a board that was turned, the cell of the second stone; the stones of the island in the order in
//! which they came, each with the face up, the face beneath and its cell; the hands of seat 1 and of seat 2, each stone with the face shown first; the turns of the second
//! phase; the stones that all, seat 1 and seat 2 have seen from both sides, as hexadecimal sets of their numbers; and the last action: its seat, the stone's number, what was done (`a` and the face shown for an added stone, `l` lifted,
//! `p` and the cell that it came from for one put down, `f` flipped; `t` at the end if it was turned over) and the set of stones that it flipped.
//!
//! As in FEN, earlier positions (L13) are left out: counting of repetitions starts again at a position that was read.

use sarsen_core::state_string::fields;
use sarsen_core::{Options, Rules, Seat, StateString, StateStringError};

use crate::action::MIDDLE;
use crate::cell::{Cell, DIRECTIONS};
use crate::hand::Hand;
use crate::island::bits;
use crate::notation::parse_cell;
use crate::state::{Deed, End, Last, Logan, Stage};
use crate::stone::{Face, HAND, STONES, Stone};

const EXPECTED: &str = "a state of Logan Stones of seven fields such as `d1/-/-/-/0/0.0.0/-`";

impl StateString for Logan {
    fn state_string(&self) -> String {
        let stones: Vec<String> =
            self.island.stones().map(|(cell, stone)| format!("{stone}{cell}")).collect();
        let [one, two] = self
            .hands
            .each_ref()
            .map(|hand| list(&hand.stones().iter().map(ToString::to_string).collect::<Vec<_>>()));
        let [first, second] = self.seen.seats;
        format!(
            "{}/{}/{one}/{two}/{}/{:x}.{first:x}.{second:x}/{}",
            self.stage_text(),
            list(&stones),
            self.turns,
            self.seen.public,
            self.last.as_ref().map_or("-".to_owned(), last_text),
        )
    }

    fn from_state_string(options: &Options, text: &str) -> Result<Logan, StateStringError> {
        let [stage, island, one, two, turns, seen, last] = fields(text, EXPECTED)?;
        let mut state = Logan::start(options);
        state.read_island(island)?;
        state.hands = [read_hand(one)?, read_hand(two)?];
        let turns_error = || StateStringError::malformed(turns, "a number of turns");
        state.turns = number(turns).ok_or_else(turns_error)?;
        state.read_seen(seen)?;
        state.last = if last == "-" { None } else { Some(state.read_last(last)?) };
        state.read_stage(stage)?;
        state.check_sense()?;
        Ok(state)
    }
}

fn list(texts: &[String]) -> String {
    if texts.is_empty() { "-".to_owned() } else { texts.join(".") }
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split('.').filter(move |_| text != "-")
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

fn set(text: &str) -> Option<u32> {
    let set = u32::from_str_radix(text, 16).ok()?;
    (set >> STONES == 0 && format!("{set:x}") == text).then_some(set)
}

fn read_stone(text: &str) -> Option<Stone> {
    let &[up, down] = text.as_bytes() else { return None };
    let stone = Stone::new(Face::from_letter(up)?, Face::from_letter(down)?);
    (!stone.is_masked()).then_some(stone)
}

fn read_hand(text: &str) -> Result<Hand, StateStringError> {
    let wrong =
        || StateStringError::malformed(text, "a hand of at most eight stones such as `RP.PS`");
    let stones: Vec<Stone> =
        parts(text).map(read_stone).collect::<Option<_>>().ok_or_else(wrong)?;
    if stones.len() > HAND {
        return Err(wrong());
    }
    Ok(Hand::dealt(&stones))
}

fn read_seat(letter: &str) -> Option<Seat> {
    match letter {
        "1" => Some(Seat::ONE),
        "2" => Some(Seat::TWO),
        _ => None,
    }
}

fn last_text(last: &Last) -> String {
    let turn = |turned: bool| if turned { "t" } else { "" };
    let what = match last.what {
        Deed::Add { shown, turned } => format!("a{shown}{}", turn(turned)),
        Deed::Lift => "l".to_owned(),
        Deed::Put { turned, from } => format!("p{from}{}", turn(turned)),
        Deed::Flip => "f".to_owned(),
    };
    format!("{}.{}.{what}.{:x}", last.seat, last.id, last.flipped)
}

fn read_deed(text: &str) -> Option<Deed> {
    let (plain, turned) = match text.strip_suffix('t') {
        Some(plain) => (plain, true),
        None => (text, false),
    };
    match plain.split_at_checked(1)? {
        ("a", shown) => {
            let &[letter] = shown.as_bytes() else { return None };
            let shown = Face::from_letter(letter).filter(|face| face.is_known())?;
            Some(Deed::Add { shown, turned })
        }
        ("p", from) => Some(Deed::Put { turned, from: parse_cell(from)? }),
        ("l", "") if !turned => Some(Deed::Lift),
        ("f", "") if !turned => Some(Deed::Flip),
        _ => None,
    }
}

/// Whether the cells are distinct and connected.
fn is_one_group(cells: &[Cell]) -> bool {
    let Some(_) = cells.first() else { return true };
    let mut reached = 1_u32;
    let mut frontier = 1_u32;
    while frontier != 0 {
        let from = cells[frontier.trailing_zeros() as usize];
        frontier &= frontier - 1;
        for (id, cell) in cells.iter().enumerate() {
            let beside = DIRECTIONS.contains(&cell.minus(from));
            if beside && reached & 1 << id == 0 {
                reached |= 1 << id;
                frontier |= 1 << id;
            }
        }
    }
    let twice = |(id, cell): (usize, &Cell)| cells[..id].contains(cell);
    reached.count_ones() as usize == cells.len() && !cells.iter().enumerate().any(twice)
}

impl Logan {
    fn stage_text(&self) -> String {
        let to_act = self.to_act;
        match self.stage {
            Stage::Dealing if self.second == Cell::new(1, 0) => format!("d{to_act}"),
            Stage::Dealing => format!("d{to_act}.{}", self.second),
            Stage::Turn => format!("t{to_act}"),
            Stage::Lifted { id } => format!("l{to_act}.{id}"),
            Stage::Over(End::Row(winner)) => format!("w{to_act}.{winner}"),
            Stage::Over(End::Repetition) => format!("p{to_act}"),
            Stage::Over(End::Limit) => format!("x{to_act}"),
        }
    }

    fn read_stage(&mut self, text: &str) -> Result<(), StateStringError> {
        let wrong = || StateStringError::malformed(text, "what is awaited of whom such as `t1`");
        let (turn, more) = match text.split_once('.') {
            Some((turn, more)) => (turn, Some(more)),
            None => (text, None),
        };
        let (stage, seat) = turn.split_at_checked(1).ok_or_else(wrong)?;
        self.to_act = read_seat(seat).ok_or_else(wrong)?;
        self.stage = match (stage, more) {
            ("d", None) => Stage::Dealing,
            ("d", Some(cell)) => {
                let second = parse_cell(cell).filter(|cell| DIRECTIONS.contains(cell));
                self.second = second.ok_or_else(wrong)?;
                Stage::Dealing
            }
            ("t", None) => Stage::Turn,
            ("l", Some(id)) => self.read_lifted(id).ok_or_else(wrong)?,
            ("w", Some(winner)) => Stage::Over(End::Row(read_seat(winner).ok_or_else(wrong)?)),
            ("p", None) => Stage::Over(End::Repetition),
            ("x", None) => Stage::Over(End::Limit),
            _ => return Err(wrong()),
        };
        Ok(())
    }

    fn read_lifted(&mut self, id: &str) -> Option<Stage> {
        let id = number(id).filter(|&id| (id as usize) < self.island.count())? as usize;
        if !self.island.can_spare(id) {
            return None;
        }
        self.island.lift(id);
        Some(Stage::Lifted { id: id as u8 })
    }

    fn read_island(&mut self, text: &str) -> Result<(), StateStringError> {
        let read = |part: &str| {
            let (stone, cell) = part.split_at_checked(2)?;
            Some((parse_cell(cell)?, read_stone(stone)?))
        };
        let wrong = |part| StateStringError::malformed(part, "a stone on a cell such as `RP0,1`");
        let stones: Vec<(Cell, Stone)> = parts(text)
            .map(|part| read(part).ok_or_else(|| wrong(part)))
            .collect::<Result<_, _>>()?;
        let cells: Vec<Cell> = stones.iter().map(|&(cell, _)| cell).collect();
        if cells.len() > STONES || !is_one_group(&cells) {
            return Err(StateStringError::Impossible(
                "the island is one group of at most 18 stones",
            ));
        }
        for (cell, stone) in stones {
            self.island.add(cell, stone);
        }
        Ok(())
    }

    fn read_seen(&mut self, text: &str) -> Result<(), StateStringError> {
        let wrong = || StateStringError::malformed(text, "three sets of stones such as `4.c.4`");
        let sets: Option<Vec<u32>> = text.split('.').map(set).collect();
        let sets = sets.ok_or_else(wrong)?;
        let &[public, one, two] = sets.as_slice() else { return Err(wrong()) };
        if public & !(one & two) != 0 || (one | two) >> self.island.count() != 0 {
            return Err(wrong());
        }
        (self.seen.public, self.seen.seats) = (public, [one, two]);
        Ok(())
    }

    fn read_last(&self, text: &str) -> Result<Last, StateStringError> {
        let wrong = || StateStringError::malformed(text, "the last action such as `2.3.aR.1`");
        let parts: Vec<&str> = text.split('.').collect();
        let &[seat, id, what, flipped] = parts.as_slice() else { return Err(wrong()) };
        let id = number(id).filter(|&id| (id as usize) < self.island.count()).ok_or_else(wrong)?;
        let flipped = set(flipped).filter(|set| set >> self.island.count() == 0);
        Ok(Last {
            seat: read_seat(seat).ok_or_else(wrong)?,
            id: id as u8,
            what: read_deed(what).ok_or_else(wrong)?,
            flipped: flipped.ok_or_else(wrong)?,
        })
    }

    /// Checks that play can continue.
    fn check_sense(&self) -> Result<(), StateStringError> {
        let impossible = |why| Err(StateStringError::Impossible(why));
        let [one, two] = self.hands.each_ref().map(Hand::len);
        if self.stage == Stage::Dealing {
            let untouched = self.island.count() + one + two == 0 && self.to_act == Seat::ONE;
            return if untouched {
                Ok(())
            } else {
                impossible("nothing lies there before the deal")
            };
        }
        let mut stones = [Stone::from_bits(0); STONES];
        let all: Vec<Stone> = self.all_stones().collect();
        if all.len() != STONES || self.island.count() < MIDDLE {
            return impossible("there are 18 stones, two of them in the middle at least");
        }
        stones.copy_from_slice(&all);
        if !self.is_the_bag(&stones) {
            return impossible("the stones are not those of the bag");
        }
        if matches!(self.stage, Stage::Over(_)) {
            return Ok(());
        }
        let in_turn = one == two && (self.to_act == Seat::ONE || one == 0)
            || self.to_act == Seat::TWO && two == one + 1;
        if !in_turn || self.lifted().is_some() && one + two > 0 || self.turns > 0 && one + two > 0 {
            return impossible("the hands do not fit the seat to act and what is awaited");
        }
        if self.config.limit.is_some_and(|limit| self.turns >= limit) {
            return impossible("the turns have reached the limit");
        }
        if bits(self.island.present()).any(|id| self.island.has_row_through(id)) {
            return impossible("there is a row of four: the game is over");
        }
        Ok(())
    }
}
