//! Observations as numbers, and symmetries as permutations.

use sarsen_core::{
    InformationState, Numbered, Observed, Options, Permuted, Plane, Seat, Viewer, planes_size,
};

use crate::action::{Action, MIDDLE};
use crate::cell::Cell;
use crate::state::{Logan, Stage};
use crate::stone::{STONES, Stone};
use crate::window::{self, CELLS, GRID};

const BOARD: &[usize] = &[GRID, GRID];
const PLACES: usize = GRID * GRID;
/// The kinds of stones by both faces, with the back known or hidden.
const KINDS: usize = 12;

const PLANES: &[Plane] = &[
    Plane::new("up_rock", BOARD),
    Plane::new("up_paper", BOARD),
    Plane::new("up_scissors", BOARD),
    Plane::new("back_rock", BOARD),
    Plane::new("back_paper", BOARD),
    Plane::new("back_scissors", BOARD),
    Plane::new("lifted_from", BOARD),
    Plane::new("own_hand", &[KINDS]),
    Plane::new("other_hand", &[KINDS]),
    Plane::new("lifted_stone", &[KINDS]),
    Plane::new("to_act", &[1]),
    Plane::new("phase", &[5]),
    Plane::new("turns", &[1]),
    Plane::new("options", &[6]),
];

const BOARDS: usize = 7;

/// Boards are the window's cells within a square, row by row from the smallest `r`; entries outside the hexagon are 0.
/// A back is 0 in all three planes if the table does not show it. Hands and the lifted stone are counts by kind, `RR RP
/// RS R? PR PP PS P? SR SP SS S?`, in quarters; turns are in hundredths.
impl Observed for Logan {
    const PLANES: &'static [Plane] = PLANES;

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        out.fill(0.0);
        self.write_observation(seat, out, |_| {});
    }

    /// At most two values for each stone on seven boards.
    fn update_observation(&self, seat: Seat, out: &mut [f32], set: &mut Vec<u16>) {
        set.drain(..).for_each(|place| out[usize::from(place)] = 0.0);
        out[BOARDS * PLACES..].fill(0.0);
        self.write_observation(seat, out, |place| set.push(place as u16));
    }
}

const _: () = assert!(BOARDS * PLACES <= 1 << 16, "places are remembered in sixteen bits");

impl Logan {
    /// Writes over zeros, and tells `wrote` each place of the boards that is not 0.
    fn write_observation(&self, seat: Seat, out: &mut [f32], mut wrote: impl FnMut(usize)) {
        assert_eq!(out.len(), const { planes_size(PLANES) }, "an observation has a fixed size");
        let viewer = Viewer::Seat(seat);
        let (boards, rest) = out.split_at_mut(BOARDS * PLACES);
        let mut mark = |place: usize| {
            boards[place] = 1.0;
            wrote(place);
        };
        let shown = self.table_shows(viewer);
        let middle = self.middle();
        for (id, (cell, stone)) in self.island.stones().enumerate() {
            let stone = if shown & 1 << id == 0 { stone.covered() } else { stone };
            let Some(place) = window::grid_place(cell.minus(middle)) else { continue };
            if self.lifted() == Some(id) {
                mark(6 * PLACES + place);
                rest[2 * KINDS + kind(stone)] = 0.25;
                continue;
            }
            mark(stone.up() as usize * PLACES + place);
            if stone.down().is_known() {
                mark((3 + stone.down() as usize) * PLACES + place);
            }
        }
        for (half, owner) in [seat, seat.other()].into_iter().enumerate() {
            let seen = self.sees_hand(viewer, owner);
            for &stone in self.hands[owner.index()].stones() {
                let stone = if seen { stone } else { stone.covered() };
                rest[half * KINDS + kind(stone)] += 0.25;
            }
        }
        self.write_flags(seat, &mut rest[3 * KINDS..]);
    }
}

fn kind(stone: Stone) -> usize {
    4 * (stone.up() as usize % 3) + stone.down() as usize
}

impl Logan {
    fn write_flags(&self, seat: Seat, out: &mut [f32]) {
        let acting = matches!(self.stage, Stage::Turn | Stage::Lifted { .. });
        out[0] = f32::from(u8::from(acting && self.to_act == seat));
        let phase = match self.stage {
            Stage::Dealing => 0,
            Stage::Turn if !self.is_second_phase() => 1,
            Stage::Turn => 2,
            Stage::Lifted { .. } => 3,
            Stage::Over(_) => 4,
        };
        out[1 + phase] = 1.0;
        out[6] = self.turns as f32 * 0.01;
        let config = self.config;
        let bits = [
            config.bag == crate::Bag::Doubles,
            config.backs == crate::Backs::Owner,
            config.backs == crate::Backs::Open,
            config.either,
            config.repetition,
            config.aid,
        ];
        for (place, bit) in out[7..].iter_mut().zip(bits) {
            *place = f32::from(u8::from(bit));
        }
    }
}

/// A past action: that there is one, its seat, its kind (a dealt stone, add, lift, put, flip), whether the stone was
/// turned over, the stone as the seat knows it, and its cell in tenths.
const ROW: usize = 2 + 5 + 1 + KINDS + 2;

impl InformationState for Logan {
    const RECALL_WIDTH: usize = ROW;

    /// The deal takes one row per stone, a turn of the second phase two.
    fn recall_length(options: &Options) -> Option<usize> {
        let turns = options.number("limit")? as usize;
        Some(STONES + (STONES - MIDDLE) + 2 * turns)
    }

    fn write_recalled(&self, history: &[Action], seat: Seat, rows: &mut [f32]) {
        let remembered = self.reminded();
        let viewer = Viewer::Seat(seat);
        let told = remembered.told_to(viewer);
        let mut rows = rows.chunks_exact_mut(ROW);
        let mut id = self.first_added(history);
        let mut actor = if id.is_multiple_of(2) { Seat::ONE } else { Seat::TWO };
        let mut write =
            |own: bool, kind_of: usize, turned: bool, stone: Option<Stone>, cell: Cell| {
                let Some(row) = rows.next() else { return };
                row[0] = 1.0;
                row[1] = f32::from(u8::from(own));
                row[2 + kind_of] = 1.0;
                row[7] = f32::from(u8::from(turned));
                if let Some(stone) = stone {
                    row[8 + kind(stone)] = 1.0;
                }
                row[8 + KINDS] = cell.q as f32 * 0.1;
                row[9 + KINDS] = cell.r as f32 * 0.1;
            };
        for &action in history {
            let own = actor == seat;
            match action {
                Action::Deal(deal) => {
                    let deal = remembered.masked_deal(deal, viewer, told);
                    for stone in deal.stones() {
                        write(false, 0, false, Some(stone), Cell::default());
                    }
                    continue;
                }
                Action::Add { stone, turned, cell } => {
                    let known = turned || told & 1 << id != 0;
                    id += 1;
                    let stone = if known { stone } else { stone.covered() };
                    write(own, 1, turned, Some(stone), cell);
                }
                Action::Lift(cell) => {
                    write(own, 2, false, None, cell);
                    continue;
                }
                Action::Put { cell, turned } => write(own, 3, turned, None, cell),
                Action::Flip(cell) => write(own, 4, false, None, cell),
            }
            actor = actor.other();
        }
    }
}

impl Permuted for Logan {
    fn id_image(id: usize, symmetry: usize) -> usize {
        let Some(way) = window::way(id % CELLS).filter(|_| id < Logan::ACTIONS) else { return id };
        let image =
            window::number(way.transform(symmetry)).expect("a hexagon is turned into itself");
        id / CELLS * CELLS + image
    }

    fn place_image(place: usize, symmetry: usize) -> usize {
        if place >= BOARDS * PLACES {
            return place;
        }
        let (plane, at) = (place / PLACES * PLACES, place % PLACES);
        let cell =
            Cell::new((at % GRID) as i32 - window::RADIUS, (at / GRID) as i32 - window::RADIUS);
        // There is nothing to permute outside the hexagon.
        if window::steps(cell) > window::RADIUS {
            return place;
        }
        let image = window::grid_place(cell.transform(symmetry));
        plane + image.expect("a hexagon is turned into itself")
    }
}
