//! One hash for all states with the same future: shifted, rotated and mirrored islands hash equally.
//!
//! It is computed on request, since most of play never asks for it: keeping it up to date would mean following an
//! island that can be turned in twelve ways and has no fixed centre. The positions that repetition compares (L13) have
//! their own hash, in `history`.

use sarsen_core::Hashed;

use crate::cell::{Cell, SYMMETRIES};
use crate::hand::Hand;
use crate::history::{mix, stone_key};
use crate::island::bits;
use crate::state::{Logan, Stage};
use crate::stone::STONES;

impl Hashed for Logan {
    fn hash(&self) -> u64 {
        let island = island_hash(self);
        let hands = self.hands.map(|hand| hand_hash(&hand));
        let stage = match self.stage {
            Stage::Dealing => 0,
            Stage::Turn => 1,
            Stage::Lifted { .. } => 2,
            Stage::Over(_) => 3,
        };
        let rest = u64::from(self.turns) << 8 | stage << 4 | self.to_act.index() as u64;
        [hands[0], hands[1], rest]
            .into_iter()
            .fold(island, |hash, part| mix(hash.wrapping_mul(31) ^ part))
    }

    fn fresh_hash(&self) -> u64 {
        self.hash()
    }
}

/// The hash of a hand, independent of its order.
fn hand_hash(hand: &Hand) -> u64 {
    hand.stones()
        .iter()
        .fold(0, |sum: u64, stone| sum.wrapping_add(mix(u64::from(stone.bits()) + 1)))
}

/// A stone, or the gap left by a lifted stone, with its offset from the centre.
type Thing = (Cell, u32);

/// The island is oriented so that its centre of mass, with different weights for different stones, points in a fixed
/// direction. Usually there is only one such orientation; among several, the smallest hash is taken.
fn island_hash(state: &Logan) -> u64 {
    let mut things = [(Cell::default(), 0); STONES];
    let things = centred(state, &mut things);
    let weight = things.iter().fold(Cell::default(), |sum, &(way, thing)| {
        let weight = (mix(u64::from(thing) + 1) & 0x7fff) as i32;
        sum.plus(Cell::new(way.q.wrapping_mul(weight), way.r.wrapping_mul(weight)))
    });
    let images: [Cell; SYMMETRIES] = std::array::from_fn(|symmetry| weight.transform(symmetry));
    let best = images.iter().max().copied().unwrap_or_default();
    let turned = |symmetry: usize| {
        things.iter().fold(0, |sum: u64, &(way, thing)| {
            sum.wrapping_add(stone_key(way.transform(symmetry), thing))
        })
    };
    let candidates = (0..SYMMETRIES).filter(|&symmetry| images[symmetry] == best);
    candidates.map(turned).min().unwrap_or_default()
}

/// The stones with their offsets from the centre, multiplied by the number of stones so that the centre is a cell.
fn centred<'a>(state: &Logan, things: &'a mut [Thing; STONES]) -> &'a [Thing] {
    let all = state.island.present() | state.lifted().map_or(0, |id| 1 << id);
    let count = all.count_ones() as i32;
    let first = state.island.cell(0);
    let mut sum = Cell::default();
    for (thing, id) in things.iter_mut().zip(bits(all)) {
        let gap = u32::from(state.lifted() == Some(id)) << 4;
        *thing =
            (state.island.cell(id).minus(first), gap | u32::from(state.island.stone(id).bits()));
        sum = sum.plus(thing.0);
    }
    let things = &mut things[..count as usize];
    for (way, _) in things.iter_mut() {
        *way = Cell::new(way.q * count, way.r * count).minus(sum);
    }
    things
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use sarsen_core::{Options, Rules, Symmetric, Viewer, Views, chance};

    use super::*;
    use crate::island::Island;

    /// Calls `look` with every state of some random games.
    fn walk(mut look: impl FnMut(&Logan)) {
        let mut rng = chance::generator(12);
        for _ in 0..60 {
            let mut state = Logan::start(&Options::defaults(Logan::SPEC));
            while let Some(action) = chance::random_step(&state, &mut rng) {
                state.apply(action);
                look(&state);
            }
        }
    }

    fn shifted(state: &Logan, step: Cell) -> Logan {
        let mut image = state.clone();
        image.island = Island::new();
        for (cell, stone) in state.island.stones() {
            image.island.add(cell.plus(step), stone);
        }
        if let Some(id) = state.lifted() {
            image.island.lift(id);
        }
        image
    }

    #[test]
    fn shifted_turned_and_mirrored_islands_hash_equal() {
        walk(|state| {
            for symmetry in 0..SYMMETRIES {
                let image =
                    shifted(&state.transform(symmetry), Cell::new(symmetry as i32 - 40, 17));
                assert_eq!(image.hash(), state.hash(), "symmetry {symmetry}");
            }
        });
    }

    #[test]
    fn other_stones_another_seat_and_another_turn_hash_differently() {
        walk(|state| {
            let mut turned = state.clone();
            turned.island.turn(0);
            let mut passed = state.clone();
            passed.to_act = passed.to_act.other();
            let mut later = state.clone();
            later.turns += 1;
            for other in [turned, passed, later] {
                assert_ne!(other.hash(), state.hash());
            }
        });
        let mut seen = HashMap::new();
        walk(|state| {
            let mut view = state.view(Viewer::Omniscient);
            view.last = None;
            view.island.sort_by_key(|stone| stone.cell);
            let text = format!("{view:?}");
            assert_eq!(*seen.entry(state.hash()).or_insert_with(|| text.clone()), text);
        });
    }
}
