//! Numbers for actions.
//!
//! The grid is unbounded, so cells are counted within a window that moves with the island (see `window`): 331 cells,
//! row by row from the smallest `r`, within a row from the smallest `q`. A number is 331 times the way to act, plus the
//! cell:
//!
//! | ways | actions |
//! |---|---|
//! | 0 … 11 | a stone is added as it lies: `RR RP RS R? PR PP PS P? SR SP SS S?` |
//! | 12 … 20 | a stone is added turned over: `RP RS R? PR PS P? SR SP S?` |
//! | 21 | a stone is lifted |
//! | 22, 23 | the lifted stone is put down, as it lies and turned over |
//! | 24 | a stone is flipped |
//!
//! A stone with `?` is one whose back its owner may not know (`backs=nobody`).
//!
//! Chance deals one stone at a time, in the order of the record. Its number is three times the face shown (Rock, Paper, Scissors), plus the
//! face behind it.

use sarsen_core::{Numbered, Rules, Turn, Viewer};

use crate::action::{Action, Deal};
use crate::cell::Cell;
use crate::island::{Place, bits};
use crate::listing::Ways;
use crate::state::{Logan, Stage};
use crate::stone::{Face, STONES, Stone};
use crate::window::{self, CELLS};

const PLAIN: usize = 12;
const LIFT: usize = 21;
const PUT: usize = 22;
const PUT_TURNED: usize = 23;
const FLIP: usize = 24;
const WAYS: usize = 25;
const KINDS: usize = 9;

/// The number of a way to add a stone.
fn add_way(stone: Stone, turned: bool) -> Option<usize> {
    let (up, down) = (stone.up() as usize, stone.down() as usize);
    if up > 2 || turned && up == down {
        return None;
    }
    Some(if turned { PLAIN + 3 * up + down - usize::from(down > up) } else { 4 * up + down })
}

/// The stone added in a numbered way, and whether it is turned over.
fn added_by(way: usize) -> Option<(Stone, bool)> {
    let faces = [Face::Rock, Face::Paper, Face::Scissors, Face::Hidden];
    match way {
        ..PLAIN => Some((Stone::new(faces[way / 4], faces[way % 4]), false)),
        PLAIN..LIFT => {
            let (up, down) = ((way - PLAIN) / 3, (way - PLAIN) % 3);
            Some((Stone::new(faces[up], faces[down + usize::from(down >= up)]), true))
        }
        _ => None,
    }
}

impl Logan {
    fn knows_hand(&self) -> bool {
        self.sees_hand(Viewer::Seat(self.to_act), self.to_act)
    }

    fn number(&self, way: usize, cell: Cell, middle: Cell) -> Option<usize> {
        Some(way * CELLS + window::number(cell.minus(middle))?)
    }

    /// The action with a number, in the notation of the seat to act.
    fn named(&self, id: usize) -> Option<Action> {
        if matches!(self.stage, Stage::Dealing | Stage::Over(_)) || id >= Logan::ACTIONS {
            return None;
        }
        let cell = self.middle().plus(window::way(id % CELLS)?);
        Some(match id / CELLS {
            LIFT => Action::Lift(cell),
            PUT => Action::Put { cell, turned: false },
            PUT_TURNED => Action::Put { cell, turned: true },
            FLIP => Action::Flip(cell),
            way => {
                let (stone, turned) = added_by(way)?;
                // The seat cannot name what it may not know, and must name what it knows.
                if stone.is_masked() == self.knows_hand() {
                    return None;
                }
                Action::Add { stone, turned, cell }
            }
        })
    }
}

const _: () = assert!(Logan::ACTIONS <= 1 << 16, "numbers are remembered in sixteen bits");

impl Logan {
    /// The legal numbers as products: each of some first numbers of ways together with each of some cells.
    #[inline]
    fn visit_products(&self, mut visit: impl FnMut(&[u16], &[u16])) {
        let middle = self.middle();
        let island = &self.island;
        let of_place = |at: Place| window::number_of_place(at, middle);
        let of_stone = |id: usize| of_place(Place::of(island.cell(id)));
        let mut ways = List::new();
        let mut cells = List::new();
        match self.stage {
            Stage::Dealing | Stage::Over(_) => {}
            Stage::Lifted { id } => {
                let id = usize::from(id);
                let from = Place::of(island.cell(id));
                cells.extend(island.open_places().iter().filter(|&at| at != from).map(of_place));
                ways.push(first_number(PUT));
                if !island.stone(id).is_double() {
                    ways.push(first_number(PUT_TURNED));
                }
                visit(ways.entries(), cells.entries());
            }
            Stage::Turn if self.is_second_phase() => {
                cells.extend(bits(island.spare()).map(of_stone));
                visit(&[first_number(LIFT)], cells.entries());
                let mut cells = List::new();
                cells.extend(bits(island.present()).map(of_stone));
                visit(&[first_number(FLIP)], cells.entries());
            }
            Stage::Turn => {
                let known = self.knows_hand();
                let kinds = self.hand().stones().iter().fold(0_u16, |kinds, stone| {
                    kinds | 1 << if known { stone.bits() } else { stone.covered().bits() }
                });
                let kinds = Ways::new(kinds, self.config.either);
                let numbers = kinds.iter().filter_map(|(stone, turned)| add_way(stone, turned));
                ways.extend(numbers.map(first_number));
                cells.extend(island.open_places().iter().map(of_place));
                visit(ways.entries(), cells.entries());
            }
        }
    }
}

/// The first number of a way to act.
const fn first_number(way: usize) -> u16 {
    (way * CELLS) as u16
}

/// Sets or clears every way together with every cell.
#[inline]
fn write_product(mask: &mut [bool], ways: &[u16], cells: &[u16], legal: bool) {
    for &way in ways {
        let numbers = &mut mask[usize::from(way)..][..CELLS];
        cells.iter().for_each(|&cell| numbers[usize::from(cell)] = legal);
    }
}

/// Eighteen stones have 108 sides, so at most 54 places touch two of them.
const MOST: usize = 54;

/// A few numbers, without allocating.
struct List {
    entries: [u16; MOST],
    len: usize,
}

impl List {
    #[inline]
    fn new() -> List {
        List { entries: [0; MOST], len: 0 }
    }

    #[inline]
    fn push(&mut self, entry: u16) {
        self.entries[self.len] = entry;
        self.len += 1;
    }

    #[inline]
    fn extend(&mut self, entries: impl Iterator<Item = u16>) {
        entries.for_each(|entry| self.push(entry));
    }

    #[inline]
    fn entries(&self) -> &[u16] {
        &self.entries[..self.len]
    }
}

impl Numbered for Logan {
    const ACTIONS: usize = WAYS * CELLS;
    const CHANCE: usize = KINDS;

    fn action_id(&self, action: Action) -> Option<usize> {
        let middle = self.middle();
        match action {
            Action::Deal(_) => None,
            Action::Add { stone, turned, cell } => {
                let stone = if self.knows_hand() { stone } else { stone.covered() };
                self.number(add_way(stone, turned)?, cell, middle)
            }
            Action::Lift(cell) => self.number(LIFT, cell, middle),
            Action::Put { cell, turned } => {
                self.number(if turned { PUT_TURNED } else { PUT }, cell, middle)
            }
            Action::Flip(cell) => self.number(FLIP, cell, middle),
        }
    }

    fn action_of(&self, id: usize) -> Option<Action> {
        let action = self.unmasked(self.named(id)?);
        // A hidden stone that the seat does not hold remains hidden: there is no such action.
        match action {
            Action::Add { stone, .. } if stone.is_masked() => None,
            _ => Some(action),
        }
    }

    fn token_of(&self, id: usize) -> Option<String> {
        self.named(id).map(|action| action.to_string())
    }

    fn visit_ids(&self, mut visit: impl FnMut(usize)) {
        self.visit_products(|ways, cells| {
            for &cell in cells {
                ways.iter().for_each(|&way| visit(usize::from(way) + usize::from(cell)));
            }
        });
    }

    /// A few dozens of 8,275 numbers are legal. `set` holds the products of `Logan::visit_products`: how many ways and cells
    /// there are, and then they.
    fn update_mask(&self, mask: &mut [bool], set: &mut Vec<u16>) {
        assert_eq!(mask.len(), Self::ACTIONS, "a mask has one entry per number");
        let mut left = set.as_slice();
        while let [ways, cells, rest @ ..] = left {
            let (ways, rest) = rest.split_at(usize::from(*ways));
            let (cells, rest) = rest.split_at(usize::from(*cells));
            write_product(mask, ways, cells, false);
            left = rest;
        }
        set.clear();
        self.visit_products(|ways, cells| {
            write_product(mask, ways, cells, true);
            set.extend([ways.len() as u16, cells.len() as u16]);
            set.extend_from_slice(ways);
            set.extend_from_slice(cells);
        });
    }

    fn visit_chance(&self, drawn: &[usize], mut visit: impl FnMut(usize, u32)) {
        if self.turn() != Turn::Chance || drawn.len() >= STONES {
            return;
        }
        for (up, one) in Face::SYMBOLS.into_iter().enumerate() {
            for (down, other) in Face::SYMBOLS.into_iter().enumerate() {
                let alike = |&&kind: &&usize| kind == 3 * up + down || kind == 3 * down + up;
                let used = drawn.iter().filter(alike).count() as u32;
                let left = u32::from(self.config.bag.count(one, other)).saturating_sub(used);
                // A stone shows each of two different faces with equal probability.
                let weight = if up == down { 2 * left } else { left };
                if weight > 0 {
                    visit(3 * up + down, weight);
                }
            }
        }
    }

    fn chance_of(&self, drawn: &[usize]) -> Option<Action> {
        let mut stones = [Stone::from_bits(0); STONES];
        if drawn.len() != STONES {
            return None;
        }
        for (stone, &kind) in stones.iter_mut().zip(drawn) {
            let face = |index: usize| Face::SYMBOLS.get(index).copied();
            *stone = Stone::new(face(kind / 3)?, face(kind % 3)?);
        }
        let deal = Action::Deal(Deal::new(&stones));
        self.check(deal).is_ok().then_some(deal)
    }

    fn chance_steps(&self, action: Action) -> Vec<usize> {
        let Action::Deal(deal) = action else { return Vec::new() };
        let kind = |stone: &Stone| 3 * stone.up() as usize + stone.down() as usize;
        deal.stones().iter().map(kind).collect()
    }
}
