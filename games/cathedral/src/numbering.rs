//! Numbers for actions, and observations as numbers.
//!
//! A placement is numbered by its notation, so that it has the same number for both colours: the kind of piece in the
//! order `TA ST IN BR SQ MA AB AC IF CA TO PP`, then the rotation, then the bottom-left square of the bounding box, row
//! by row from the bottom. Only placements on the board are counted. They are followed by `keep@a1` … `keep@j10` and
//! `take@a1` … `take@j10`, row by row, and `pass`.

use std::ops::ControlFlow;

use sarsen_core::{InformationState, Numbered, Observed, Permuted, Plane, Seat, bits, planes_size};

use crate::action::{Action, Placement};
use crate::board::{SIZE, STRIDE, Square, Squares};
use crate::footprint::{fit_width, rotations};
use crate::piece::{MONUMENTS, Piece};
use crate::state::Cathedral;
use crate::view::Phase;
use crate::{DARK, LIGHT};

const SQUARES: usize = SIZE * SIZE;

/// How many columns of bottom-left squares each footprint has, by piece and rotation.
const WIDTHS: [[u8; 4]; MONUMENTS + 1] = {
    let mut widths = [[0; 4]; MONUMENTS + 1];
    let mut index = 0;
    while index < widths.len() * 4 {
        widths[index / 4][index % 4] = fit_width(Piece::ALL[index / 4], (index % 4) as u8).0 as u8;
        index += 1;
    }
    widths
};

/// The first number of each footprint, by piece and rotation; the last entry ends the placements.
const FIRST: [[u16; 5]; MONUMENTS + 1] = first_numbers();
const KEEP: usize = FIRST[MONUMENTS][4] as usize;
const TAKE: usize = KEEP + SQUARES;
const PASS: usize = TAKE + SQUARES;

const fn first_numbers() -> [[u16; 5]; MONUMENTS + 1] {
    let mut first = [[0; 5]; MONUMENTS + 1];
    let mut next = 0;
    let mut piece = 0;
    while piece < first.len() {
        let mut rotation = 0;
        while rotation < 5 {
            first[piece][rotation] = next;
            if rotation < rotations(Piece::ALL[piece]) as usize {
                let (width, height) = fit_width(Piece::ALL[piece], rotation as u8);
                next += (width * height) as u16;
            }
            rotation += 1;
        }
        piece += 1;
    }
    first
}

fn placement_id(placement: Placement) -> usize {
    let (piece, rotation) = (placement.piece(), placement.rotation());
    let width = usize::from(WIDTHS[piece.index()][usize::from(rotation)]);
    let square = placement.square();
    usize::from(FIRST[piece.index()][usize::from(rotation)])
        + square.row() * width
        + square.column()
}

fn placement_of(id: usize) -> Option<Placement> {
    let id = u16::try_from(id).ok()?;
    let piece = FIRST.iter().rposition(|first| first[0] <= id)?;
    let rotation = FIRST[piece][..4].iter().rposition(|&first| first <= id)?;
    let piece = Piece::ALL[piece];
    let rotation = rotation.min(usize::from(rotations(piece)) - 1);
    let width = usize::from(WIDTHS[piece.index()][rotation]);
    let place = usize::from(id - FIRST[piece.index()][rotation]);
    Placement::new(piece, rotation as u8, Square::new(place % width, place / width)?)
}

fn square_number(square: Square) -> usize {
    square.row() * SIZE + square.column()
}

fn square_of(number: usize) -> Option<Square> {
    Square::new(number % SIZE, number / SIZE)
}

fn id_of(action: Action) -> usize {
    match action {
        Action::Place(placement) => placement_id(placement),
        Action::Keep(square) => KEEP + square_number(square),
        Action::Take(square) => TAKE + square_number(square),
        Action::Pass => PASS,
    }
}

fn action_of_id(id: usize) -> Option<Action> {
    match id {
        ..KEEP => placement_of(id).map(Action::Place),
        KEEP..TAKE => square_of(id - KEEP).map(Action::Keep),
        TAKE..PASS => square_of(id - TAKE).map(Action::Take),
        PASS => Some(Action::Pass),
        _ => None,
    }
}

impl Numbered for Cathedral {
    const ACTIONS: usize = PASS + 1;

    fn action_id(&self, action: Action) -> Option<usize> {
        Some(id_of(action))
    }

    fn action_of(&self, id: usize) -> Option<Action> {
        action_of_id(id)
    }

    /// Footprint by footprint: the squares from which it may be placed are written row by row, as many columns wide as
    /// there are numbers. What a row writes too much, the next one overwrites.
    fn write_mask(&self, mask: &mut [bool]) {
        assert_eq!(mask.len(), Self::ACTIONS, "a mask has one entry per number");
        let mut written = 0;
        let _: ControlFlow<()> = self.visit_footprints(|piece, rotation, places| {
            let first = &FIRST[piece.index()][usize::from(rotation)..];
            let (from, to) = (usize::from(first[0]), usize::from(first[1]));
            // The pieces that cannot be placed now.
            mask[written..from].fill(false);
            written = to;
            let width = usize::from(WIDTHS[piece.index()][usize::from(rotation)]);
            let mut left = places.word();
            for at in (from..to).step_by(width) {
                let row: &mut [bool; 16] =
                    (&mut mask[at..at + 16]).try_into().expect("sixteen entries");
                row[..8].copy_from_slice(&bits::eight(left as u64));
                row[8..].copy_from_slice(&bits::eight(left as u64 >> 8));
                left >>= STRIDE;
            }
            ControlFlow::Continue(())
        });
        mask[written..].fill(false);
        for action in self.other_actions().into_iter().flatten() {
            mask[id_of(action)] = true;
        }
    }
}

const _: () =
    assert!(PASS - KEEP >= 16, "the last row of placements has room for what it writes too much");

const BOARD: &[usize] = &[SIZE, SIZE];

const PLANES: &[Plane] = &[
    Plane::new("own_built", BOARD),
    Plane::new("other_built", BOARD),
    Plane::new("people", BOARD),
    Plane::new("own_claimed", BOARD),
    Plane::new("other_claimed", BOARD),
    Plane::new("pending", BOARD),
    Plane::new("decision", BOARD),
    Plane::new("joined_right", BOARD),
    Plane::new("joined_up", BOARD),
    Plane::new("own_tray", &[MONUMENTS]),
    Plane::new("other_tray", &[MONUMENTS]),
    Plane::new("to_act", &[1]),
    Plane::new("phase", &[4]),
    Plane::new("is_light", &[1]),
    Plane::new("passes", &[1]),
    Plane::new("begun", &[2]),
    Plane::new("options", &[5]),
];

const JOINED_RIGHT: usize = 7 * SQUARES;
const JOINED_UP: usize = 8 * SQUARES;
const TRAYS: usize = 9 * SQUARES;

/// Boards are row by row from the bottom. `joined_right` and `joined_up` are 1 where a square and its neighbour belong
/// to one piece, so that touching pieces of a seat can be told apart. `decision` is the enclosed piece to be decided
/// next, `pending` the regions that await a decision. Trays are in halves.
impl Observed for Cathedral {
    const PLANES: &'static [Plane] = PLANES;

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        assert_eq!(out.len(), const { planes_size(PLANES) }, "an observation has a fixed size");
        out.fill(0.0);
        let (own, other) = (self.side(seat), self.side(seat.other()));
        let decision = self.decision().map_or(Squares::NONE, |square| self.strange_on(square));
        let sets = [
            own.built,
            other.built,
            self.people_squares(),
            own.claimed,
            other.claimed,
            self.pending,
            decision,
        ];
        for (plane, set) in out.chunks_exact_mut(SQUARES).zip(sets) {
            set.iter().for_each(|square| plane[square_number(square)] = 1.0);
        }
        self.mark_joints(&mut out[JOINED_RIGHT..TRAYS]);
        let rest = &mut out[TRAYS..];
        let trays = own.tray.iter().chain(&other.tray);
        for (place, &count) in rest.iter_mut().zip(trays) {
            *place = f32::from(count) * 0.5;
        }
        let flags = &mut rest[2 * MONUMENTS..];
        let choices = self.choices;
        let to_act = self.phase != Phase::Over && self.to_act == seat;
        flags[0] = f32::from(u8::from(to_act));
        flags[1 + self.phase as usize] = 1.0;
        let bits = [
            seat == LIGHT,
            self.passes > 0,
            own.begun,
            other.begun,
            choices.optional_removal,
            choices.outside_counts,
            choices.free_passing,
            choices.people_after_first,
            choices.people == seat,
        ];
        for (place, bit) in flags[5..].iter_mut().zip(bits) {
            *place = f32::from(u8::from(bit));
        }
    }
}

impl Cathedral {
    fn mark_joints(&self, planes: &mut [f32]) {
        let mut mark = |squares: Squares| {
            let right = squares & squares.shifted_back(1, 0);
            let up = squares & squares.shifted_back(0, 1);
            for (plane, set) in [right, up].into_iter().enumerate() {
                set.iter().for_each(|square| planes[plane * SQUARES + square_number(square)] = 1.0);
            }
        };
        mark(self.people_squares());
        for seat in [LIGHT, DARK] {
            for placement in self.standing_of(seat) {
                mark(placement.squares(seat));
            }
        }
    }
}

/// Nothing is hidden: an observation is enough.
impl InformationState for Cathedral {}

impl Permuted for Cathedral {
    fn id_image(id: usize, symmetry: usize) -> usize {
        action_of_id(id)
            .map_or(id, |action| id_of(crate::symmetry::turned_action(action, symmetry)))
    }

    fn place_image(place: usize, symmetry: usize) -> usize {
        (0..symmetry % 4).fold(place, |place, _| turned_place(place))
    }
}

/// The index that an index of an observation is mapped to by a clockwise quarter-turn. A joint to the right becomes one
/// upwards, of the square that was on its right; those of the last column, which are never set, are permuted among
/// themselves.
fn turned_place(place: usize) -> usize {
    let (plane, square) = (place / SQUARES * SQUARES, place % SQUARES);
    let (column, row) = (square % SIZE, square / SIZE);
    let at = |plane: usize, column: usize, row: usize| plane + row * SIZE + column;
    match plane {
        JOINED_RIGHT => at(JOINED_UP, row, (2 * SIZE - 2 - column) % SIZE),
        JOINED_UP => at(JOINED_RIGHT, row, SIZE - 1 - column),
        TRAYS.. => place,
        _ => at(plane, row, SIZE - 1 - column),
    }
}

const _: () = assert!(STRIDE > SIZE, "a set shifted by a column does not run into the next row");
