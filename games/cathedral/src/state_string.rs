//! A state as a short text: `PP0@h7/TA0@j1/TO0@a1/-/-/m1/00/11/-/-/0/TO0@a1`.
//!
//! Twelve fields, `-` for what is not there: the People Piece; Light's pieces, separated by points; Dark's; the squares that Light and Dark have
//! claimed, as hexadecimal numbers of which bit n is the square in column n mod 10 and row n / 10 from the bottom left; what is to be done (`p` People Piece, `m` monument, `r` removal, `o`
//! nothing, the game is over) and by whom; the passes in a row; whether Light and Dark have begun; the regions that wait for a decision; those that
//! are won with it; the quarter-turns since the start; the last action.

use sarsen_core::state_string::fields;
use sarsen_core::{Options, Rules, Seat, StateString, StateStringError};

use crate::action::{Action, Placement};
use crate::board::{SIZE, Square, Squares};
use crate::piece::Piece;
use crate::state::Cathedral;
use crate::view::Phase;
use crate::{DARK, LIGHT};

const EXPECTED: &str = "a state of Cathedral of twelve fields such as `-/-/-/-/-/p1/0/00/-/-/0/-`";

const PHASES: [(u8, Phase); 4] =
    [(b'p', Phase::People), (b'm', Phase::Monument), (b'r', Phase::Removal), (b'o', Phase::Over)];

impl StateString for Cathedral {
    fn state_string(&self) -> String {
        let people = self.people.map_or("-".to_owned(), |placement| placement.to_string());
        let [light, dark] = [LIGHT, DARK].map(|seat| pieces_text(self.standing_of(seat)));
        let claims = [LIGHT, DARK].map(|seat| set_text(self.claimed_by(seat)));
        let phase = PHASES.iter().find(|(_, phase)| *phase == self.phase);
        let phase = phase.map_or('-', |(letter, _)| char::from(*letter));
        let begun = [LIGHT, DARK].map(|seat| u8::from(self.side(seat).begun));
        let last = self.last.map_or("-".to_owned(), |action| action.to_string());
        format!(
            "{people}/{light}/{dark}/{}/{}/{phase}{}/{}/{}{}/{}/{}/{}/{last}",
            claims[0],
            claims[1],
            self.to_act,
            self.passes,
            begun[0],
            begun[1],
            set_text(self.pending),
            set_text(self.won),
            self.frame,
        )
    }

    fn from_state_string(options: &Options, text: &str) -> Result<Cathedral, StateStringError> {
        let [
            people,
            light,
            dark,
            light_claim,
            dark_claim,
            turn,
            passes,
            begun,
            pending,
            won,
            frame,
            last,
        ] = fields(text, EXPECTED)?;
        let mut state = Cathedral::start(options);
        state.people = optional(people, read_piece)?;
        if state.people.is_some_and(|placement| placement.piece() != Piece::People) {
            return Err(StateStringError::malformed(people, "the People Piece or `-`"));
        }
        for (seat, pieces) in [(LIGHT, light), (DARK, dark)] {
            state.read_pieces(seat, pieces)?;
        }
        state.sides[0].claimed = read_set(light_claim)?;
        state.sides[1].claimed = read_set(dark_claim)?;
        state.read_turn(turn)?;
        state.passes = digit(passes, 2)?;
        let both = begun.split_at_checked(1).ok_or_else(|| digits_error(begun))?;
        state.sides[0].begun = digit(both.0, 1)? == 1;
        state.sides[1].begun = digit(both.1, 1)? == 1;
        state.pending = read_set(pending)?;
        state.won = read_set(won)?;
        state.frame = digit(frame, 3)?;
        state.last = optional(last, |text| {
            text.parse().map_err(|_| StateStringError::malformed(text, "an action or `-`"))
        })?;
        state.pieces_key = state.fresh_pieces_key();
        state.settle_turn()?;
        Ok(state)
    }
}

fn optional<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, StateStringError>,
) -> Result<Option<T>, StateStringError> {
    if text == "-" { Ok(None) } else { read(text).map(Some) }
}

fn pieces_text(standing: &[Placement]) -> String {
    let mut standing = standing.to_vec();
    standing.sort_by_key(|placement| (placement.piece(), placement.square(), placement.rotation()));
    let texts: Vec<String> = standing.iter().map(ToString::to_string).collect();
    if texts.is_empty() { "-".to_owned() } else { texts.join(".") }
}

fn set_text(set: Squares) -> String {
    if set.is_empty() {
        return "-".to_owned();
    }
    let number = set
        .iter()
        .fold(0_u128, |number, square| number | 1 << (square.row() * SIZE + square.column()));
    format!("{number:x}")
}

fn read_set(text: &str) -> Result<Squares, StateStringError> {
    let wrong = || StateStringError::malformed(text, "a set of squares in hexadecimal, or `-`");
    if text == "-" {
        return Ok(Squares::NONE);
    }
    let number = u128::from_str_radix(text, 16).map_err(|_| wrong())?;
    if number == 0 || number >> (SIZE * SIZE) != 0 || format!("{number:x}") != text {
        return Err(wrong());
    }
    Ok((0..SIZE * SIZE)
        .filter(|bit| number >> bit & 1 == 1)
        .filter_map(|bit| Square::new(bit % SIZE, bit / SIZE))
        .collect())
}

fn read_piece(text: &str) -> Result<Placement, StateStringError> {
    match text.parse() {
        Ok(Action::Place(placement)) => Ok(placement),
        _ => Err(StateStringError::malformed(text, "a piece such as `TO1@d4`")),
    }
}

fn digits_error(text: &str) -> StateStringError {
    StateStringError::malformed(text, "a digit in its range")
}

fn digit(text: &str, most: u8) -> Result<u8, StateStringError> {
    match text.as_bytes() {
        &[digit @ b'0'..=b'9'] if digit - b'0' <= most => Ok(digit - b'0'),
        _ => Err(digits_error(text)),
    }
}

impl Cathedral {
    fn read_pieces(&mut self, seat: Seat, text: &str) -> Result<(), StateStringError> {
        for piece in text.split('.').filter(|_| text != "-") {
            let placement = read_piece(piece)?;
            let monument = placement.piece() != Piece::People;
            if !monument || self.unplaced(seat, placement.piece()) == 0 {
                return Err(StateStringError::malformed(
                    piece,
                    "a monument that the seat still has",
                ));
            }
            let squares = placement.squares(seat);
            if self.empty() & squares != squares {
                return Err(StateStringError::Impossible("pieces cover each other"));
            }
            self.side_mut(seat).build(placement, squares);
        }
        Ok(())
    }

    fn read_turn(&mut self, text: &str) -> Result<(), StateStringError> {
        let wrong = || StateStringError::malformed(text, "a phase and a seat such as `m1`");
        let &[phase, seat] = text.as_bytes() else { return Err(wrong()) };
        self.phase = PHASES.iter().find(|(letter, _)| *letter == phase).ok_or_else(wrong)?.1;
        self.to_act = match seat {
            b'1' => LIGHT,
            b'2' => DARK,
            _ => return Err(wrong()),
        };
        Ok(())
    }

    /// Derives the rest, and checks that play can continue.
    fn settle_turn(&mut self) -> Result<(), StateStringError> {
        let impossible = |why| Err(StateStringError::Impossible(why));
        let claimed = self.claimed_by(LIGHT) | self.claimed_by(DARK);
        if self.claimed_by(LIGHT).meets(self.claimed_by(DARK)) || claimed.meets(!self.empty()) {
            return impossible("claimed space is empty and of one seat");
        }
        if self.won.meets(!self.empty()) {
            return impossible("won space is empty");
        }
        let removal = self.phase == Phase::Removal;
        if removal == self.pending.is_empty() || (removal && !self.choices.optional_removal) {
            return impossible("regions wait for a decision exactly in a removal");
        }
        if !removal && !self.won.is_empty() {
            return impossible("space is won only with a removal");
        }
        if removal && !self.decisions_are_single() {
            return impossible("each region that waits holds one piece to be decided about");
        }
        if self.phase == Phase::People && self.people.is_some() {
            return impossible("the People Piece stands already");
        }
        let stuck = !self.can_place(self.to_act);
        self.stuck = stuck && self.phase == Phase::Monument;
        let ended = stuck && !self.can_place(self.to_act.other());
        let passed = self.choices.free_passing && self.passes == 2;
        match self.phase {
            Phase::Monument if ended || passed => impossible("nobody can place: the game is over"),
            Phase::Over if !ended && !passed => {
                impossible("the game is not over: somebody can place")
            }
            Phase::People if !self.has_place_for_people() => {
                impossible("there is no place for the People Piece")
            }
            _ => Ok(()),
        }
    }

    fn has_place_for_people(&self) -> bool {
        sarsen_core::ListActions::action_count(self) > 0
    }

    /// Whether each connected part of the pending regions holds exactly one piece that is not the mover's.
    fn decisions_are_single(&self) -> bool {
        let mut left = self.pending;
        while let Some(square) = left.first() {
            let region = Squares::only(square).flooded(left);
            left &= !region;
            let strange = (self.built_by(self.to_act.other()) | self.people_squares()) & region;
            let Some(first) = strange.first() else { return false };
            if self.strange_on(first) != strange {
                return false;
            }
        }
        !self.pending.meets(self.built_by(self.to_act))
    }
}
