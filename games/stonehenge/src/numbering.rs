//! Numbers for actions, and observations as numbers.
//!
//! | numbers | actions |
//! |---|---|
//! | 0 … 107 | a druid: six times the cell's place in the alphabet, plus its value, less one (`A1` is 0, `R6` is 107) |
//! | 108 … 122 | a mark: `!r1` … `!r5`, `!d1` … `!d5`, `!u1` … `!u5` |
//! | 123, 124 | `end`, `pass` |

use sarsen_core::{
    InformationState, Numbered, Observed, Options, Permuted, Plane, Seat, Viewer, planes_size,
};

use crate::board::{ALL_CELLS, CELL_IMAGES, CELLS, Cell, LINE_IMAGES, LINES, Line};
use crate::hand::MAX_VALUE;
use crate::view::{sees, unseen};
use crate::{Action, Phase, Stonehenge};

const VALUES: usize = MAX_VALUE as usize;
const PLACES: usize = CELLS * VALUES;
const END: usize = PLACES + LINES;
const PASS: usize = END + 1;

/// Six cells at a time: which of the numbers of their druids are of cells of a set, and of values of a set.
const CHUNK: usize = 6 * VALUES;
static CELLS_OF_SETS: [[bool; CHUNK]; 64] = {
    let mut table = [[false; CHUNK]; 64];
    let mut place = 0;
    while place < 64 * CHUNK {
        table[place / CHUNK][place % CHUNK] = (place / CHUNK) >> (place % CHUNK / VALUES) & 1 == 1;
        place += 1;
    }
    table
};
static VALUES_OF_SETS: [[bool; CHUNK]; 64] = {
    let mut table = [[false; CHUNK]; 64];
    let mut place = 0;
    while place < 64 * CHUNK {
        table[place / CHUNK][place % CHUNK] = (place / CHUNK) >> (place % VALUES) & 1 == 1;
        place += 1;
    }
    table
};

impl Numbered for Stonehenge {
    const ACTIONS: usize = PASS + 1;

    #[inline]
    fn action_id(&self, action: Action) -> Option<usize> {
        Some(match action {
            Action::Place { cell, value } => cell.index() * VALUES + usize::from(value) - 1,
            Action::Mark(line) => PLACES + line.index(),
            Action::End => END,
            Action::Pass => PASS,
        })
    }

    #[inline]
    fn action_of(&self, id: usize) -> Option<Action> {
        match id {
            ..PLACES => {
                let cell = Cell::new(id / VALUES)?;
                Some(Action::Place { cell, value: (id % VALUES) as u8 + 1 })
            }
            PLACES..END => Line::new(id - PLACES).map(Action::Mark),
            END => Some(Action::End),
            PASS => Some(Action::Pass),
            _ => None,
        }
    }

    fn visit_ids(&self, mut visit: impl FnMut(usize)) {
        if self.may_place() {
            let values = self.hand(self.mover).values();
            for cell in Cell::of_set(self.empty_cells()) {
                for value in (1..=VALUES).filter(|value| values >> value & 1 == 1) {
                    visit(cell.index() * VALUES + value - 1);
                }
            }
        }
        Line::of_set(self.may_mark()).for_each(|line| visit(PLACES + line.index()));
        match self.closing() {
            Some(Action::End) => visit(END),
            Some(_) => visit(PASS),
            None => {}
        }
    }

    #[inline]
    fn write_mask(&self, mask: &mut [bool]) {
        let mask: &mut [bool; Self::ACTIONS] =
            mask.try_into().expect("a mask has one entry per number");
        let (places, rest) = mask.split_at_mut(PLACES);
        if self.may_place() {
            let empty = self.empty_cells();
            let values = &VALUES_OF_SETS[usize::from(self.hand(self.mover).values() >> 1 & 63)];
            for (chunk, mask) in places.as_chunks_mut::<CHUNK>().0.iter_mut().enumerate() {
                let cells = &CELLS_OF_SETS[(empty >> (6 * chunk) & 63) as usize];
                *mask = std::array::from_fn(|place| cells[place] & values[place]);
            }
        } else {
            places.fill(false);
        }
        rest.fill(false);
        if self.manual {
            for line in Line::of_set(self.may_mark()) {
                rest[line.index()] = true;
            }
            match self.closing() {
                Some(Action::End) => rest[END - PLACES] = true,
                Some(Action::Pass) => rest[PASS - PLACES] = true,
                _ => {}
            }
        }
    }
}

const CELL: &[usize] = &[CELLS];
const LINE: &[usize] = &[LINES];
const HAND: &[usize] = &[VALUES];

const PLANES: &[Plane] = &[
    Plane::new("own_druids", CELL),
    Plane::new("other_druids", CELL),
    Plane::new("own_values", CELL),
    Plane::new("other_values", CELL),
    Plane::new("face_up", CELL),
    Plane::new("own_dominated", LINE),
    Plane::new("other_dominated", LINE),
    Plane::new("own_marked", LINE),
    Plane::new("other_marked", LINE),
    Plane::new("own_hand", HAND),
    Plane::new("other_unseen", HAND),
    Plane::new("to_act", &[1]),
    Plane::new("phase", &[3]),
    Plane::new("options", &[2]),
];

const CELL_PLANES: usize = 5;
const LINE_PLANES: usize = 4;
const LINES_FROM: usize = CELL_PLANES * CELLS;
const HANDS_FROM: usize = LINES_FROM + LINE_PLANES * LINES;

/// Values are in sixths, so that the highest druid is 1; hands hold the number of druids of each value, in halves.
impl Observed for Stonehenge {
    const PLANES: &'static [Plane] = PLANES;

    #[inline]
    fn observe(&self, seat: Seat, out: &mut [f32]) {
        assert_eq!(out.len(), const { planes_size(PLANES) }, "an observation has a fixed size");
        let other = seat.other();
        let open = !self.hidden || self.winner.is_some();
        let known = if open { ALL_CELLS } else { self.held_by(seat) | self.face_up };
        let (cells, rest) = out.split_at_mut(LINES_FROM);
        let (lines, rest) = rest.split_at_mut(HANDS_FROM - LINES_FROM);
        let (own, others) = (self.held_by(seat), self.held_by(other));
        let sets = [own, others, own, others & known, self.face_up];
        for (plane, set) in cells.chunks_exact_mut(CELLS).zip(sets) {
            write_cells(plane, set);
        }
        for plane in cells[2 * CELLS..4 * CELLS].chunks_exact_mut(CELLS) {
            for (place, &value) in plane.iter_mut().zip(&self.values) {
                *place *= f32::from(value) * (1.0 / 6.0);
            }
        }
        let sets = [
            self.dominated_by(seat),
            self.dominated_by(other),
            self.marked_by(seat),
            self.marked_by(other),
        ];
        for (plane, set) in lines.chunks_exact_mut(LINES).zip(sets) {
            for (third, place) in plane.chunks_exact_mut(5).enumerate() {
                place.copy_from_slice(&FIVE[usize::from(set >> (5 * third) & 31)]);
            }
        }
        let viewer = Viewer::Seat(seat);
        let others_hand = if open { self.hand(other) } else { unseen(self, viewer, other) };
        for (plane, hand) in rest.chunks_exact_mut(VALUES).zip([self.hand(seat), others_hand]) {
            for (value, place) in (1..).zip(plane) {
                *place = f32::from(hand.count(value)) * 0.5;
            }
        }
        let to_act = self.winner.is_none() && self.mover == seat;
        let flags = [
            to_act,
            self.phase == Phase::Druid,
            self.phase == Phase::Marking,
            self.phase == Phase::FullBoard,
            self.manual,
            self.hidden,
        ];
        for (place, flag) in rest[2 * VALUES..].iter_mut().zip(flags) {
            *place = f32::from(u8::from(flag));
        }
    }
}

/// A set of cells as numbers, six at a time.
#[inline]
fn write_cells(plane: &mut [f32], set: u32) {
    for (third, place) in plane.chunks_exact_mut(6).enumerate() {
        place.copy_from_slice(&SIX[(set >> (6 * third) & 63) as usize]);
    }
}

/// The members of small sets as numbers, several per lookup.
static SIX: [[f32; 6]; 64] = members();
static FIVE: [[f32; 5]; 32] = members();

const fn members<const N: usize, const SETS: usize>() -> [[f32; N]; SETS] {
    let mut table = [[0.0; N]; SETS];
    let mut set = 0;
    while set < SETS {
        let mut member = 0;
        while member < N {
            table[set][member] = (set >> member & 1) as f32;
            member += 1;
        }
        set += 1;
    }
    table
}

/// A past action: its seat, its cell, its druid if the seat knows it, its line, `end` or `pass`.
const ROW: usize = 2 + CELLS + VALUES + LINES + 2;
/// Eighteen druids, fifteen marks, an `end` after each druid, and at most two passes: on a full board a seat that
/// passes follows one that has marked.
const LONGEST: usize = 64;

impl InformationState for Stonehenge {
    const RECALL_WIDTH: usize = ROW;

    fn recall_length(options: &Options) -> Option<usize> {
        Some(if options.get("claims") == "manual" { LONGEST } else { CELLS })
    }

    fn write_recalled(&self, history: &[Action], seat: Seat, rows: &mut [f32]) {
        let mut druids = 0;
        for (row, &action) in rows.chunks_exact_mut(ROW).zip(history) {
            // The seats place druids in turn; actions between two druids belong to the seat of the first.
            let placed = matches!(action, Action::Place { .. });
            druids += u32::from(placed);
            let (kind, rest) = row.split_at_mut(2);
            kind[0] = 1.0;
            match action {
                Action::Place { cell, value } => {
                    kind[1] = f32::from(u8::from(self.held_by(seat) & cell.bit() != 0));
                    rest[cell.index()] = 1.0;
                    if sees(self, Viewer::Seat(seat), cell) {
                        rest[CELLS + usize::from(value) - 1] = 1.0;
                    }
                }
                Action::Mark(line) => {
                    kind[1] = f32::from(u8::from(self.marked_by(seat) & line.bit() != 0));
                    rest[CELLS + VALUES + line.index()] = 1.0;
                }
                Action::End | Action::Pass => {
                    let mover = usize::from(druids % 2 == 0);
                    kind[1] = f32::from(u8::from(seat.index() == mover));
                    rest[CELLS + VALUES + LINES + usize::from(action == Action::Pass)] = 1.0;
                }
            }
        }
    }
}

impl Permuted for Stonehenge {
    fn id_image(id: usize, symmetry: usize) -> usize {
        match id {
            ..PLACES => cell_image(id / VALUES, symmetry) * VALUES + id % VALUES,
            PLACES..END => PLACES + line_image(id - PLACES, symmetry),
            _ => id,
        }
    }

    fn place_image(place: usize, symmetry: usize) -> usize {
        match place {
            ..LINES_FROM => place / CELLS * CELLS + cell_image(place % CELLS, symmetry),
            LINES_FROM..HANDS_FROM => {
                let (plane, line) = ((place - LINES_FROM) / LINES, (place - LINES_FROM) % LINES);
                LINES_FROM + plane * LINES + line_image(line, symmetry)
            }
            _ => place,
        }
    }
}

fn cell_image(cell: usize, symmetry: usize) -> usize {
    usize::from(CELL_IMAGES[symmetry][cell])
}

fn line_image(line: usize, symmetry: usize) -> usize {
    usize::from(LINE_IMAGES[symmetry][line])
}
