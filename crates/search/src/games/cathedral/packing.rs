//! The ending, when each seat can only build in its own space.
//!
//! Then no action of one seat affects the other: each places as many squares of its remaining monuments as its space
//! takes. This packing problem is solved exactly by covering or giving up the lowest square of the space, with an upper
//! bound and a table of known results.

use std::collections::HashMap;

use sarsen_cathedral::{Cathedral, Piece, Placement, Squares};
use sarsen_core::{Rules, Seat};

use super::land::{Land, spots};

/// The kinds of monuments.
const KINDS: usize = 11;

/// Monuments by kind.
type Tray = [u8; KINDS];

/// The best packing of a seat's space.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// The number of squares it covers.
    pub(super) squares: u32,
    /// Its placements.
    pub(super) placements: Vec<Placement>,
}

/// Whether both seats can only build in their own claimed space, so that nothing can be claimed or removed any more.
pub(super) fn is_apart(state: &Cathedral) -> bool {
    [Seat::ONE, Seat::TWO].into_iter().all(|seat| {
        let land = Land::new(state, seat);
        // Small monuments first: usually there is open land, and a tavern fits.
        let common = land.open & !land.claimed;
        common.is_empty() || land.possible().all(|spot| !spot.squares.meets(common))
    })
}

/// The payoff of a seat under best play if both can only build in their own space ([`is_apart`]); `None` if it takes
/// too long.
pub(super) fn settle(state: &Cathedral, seat: Seat, nodes: u32) -> Option<f64> {
    let score = state.score()?;
    let rest = |seat: Seat| Some(score[seat] - pack(state, seat, nodes)?.squares as i32);
    // C12: the lower score wins.
    Some(match rest(seat)?.cmp(&rest(seat.other())?) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    })
}

/// The best packing of a seat's remaining monuments into its space; `None` if it takes more than `nodes` steps.
pub(super) fn pack(state: &Cathedral, seat: Seat, nodes: u32) -> Option<Packing> {
    let mut tray = [0; KINDS];
    for piece in Piece::monuments() {
        tray[piece as usize] = state.unplaced(seat, piece);
    }
    let space = Land::new(state, seat).open & state.claimed_by(seat);
    let mut packer = Packer::new(seat, space, tray, nodes);
    packer.best(space, tray)?;
    Some(packer.trace(space, tray))
}

struct Packer {
    /// The placements within the space, by their lowest square, with their kind, large ones first.
    by_first: HashMap<Squares, Vec<(usize, Squares, Placement)>>,
    /// The most squares that a space takes of a tray, and the placement that covers its lowest square.
    known: HashMap<(Squares, Tray), (u32, Option<usize>)>,
    left: u32,
}

impl Packer {
    fn new(seat: Seat, space: Squares, tray: Tray, nodes: u32) -> Packer {
        let mut by_first: HashMap<Squares, Vec<(usize, Squares, Placement)>> = HashMap::new();
        for spot in spots(seat) {
            let kind = spot.placement.piece() as usize;
            let fits = kind < KINDS && tray[kind] > 0 && spot.squares & space == spot.squares;
            if let Some(first) = spot.squares.first().filter(|_| fits) {
                let place = by_first.entry(Squares::only(first)).or_default();
                place.push((kind, spot.squares, spot.placement));
            }
        }
        for placements in by_first.values_mut() {
            placements.sort_by_key(|(_, squares, _)| std::cmp::Reverse(squares.len()));
        }
        Packer { by_first, known: HashMap::new(), left: nodes }
    }

    /// The most squares that a space takes of a tray; `None` if the limit is reached.
    fn best(&mut self, space: Squares, tray: Tray) -> Option<u32> {
        let bound = bound(space, tray);
        if bound == 0 {
            return Some(0);
        }
        if let Some(&(known, _)) = self.known.get(&(space, tray)) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let Some(square) = space.first() else { return Some(0) };
        let square = Squares::only(square);
        let count = self.by_first.get(&square).map_or(0, Vec::len);
        let mut best = (0, None);
        for place in (0..count).map(Some).chain([None]) {
            let (rest, tray, covered) = match place {
                None => (space & !square, tray, 0),
                Some(index) => {
                    let (kind, squares, _) = self.by_first[&square][index];
                    if tray[kind] == 0 || squares & space != squares {
                        continue;
                    }
                    let mut tray = tray;
                    tray[kind] -= 1;
                    (space & !squares, tray, squares.len() as u32)
                }
            };
            if covered + self::bound(rest, tray) <= best.0 {
                continue;
            }
            let value = covered + self.best(rest, tray)?;
            if value > best.0 {
                best = (value, place);
            }
            if best.0 == bound {
                break;
            }
        }
        self.known.insert((space, tray), best);
        Some(best.0)
    }

    fn trace(&self, mut space: Squares, mut tray: Tray) -> Packing {
        let mut packing = Packing { squares: 0, placements: Vec::new() };
        while let Some(&(_, place)) = self.known.get(&(space, tray))
            && let Some(square) = space.first().map(Squares::only)
        {
            let Some(index) = place else {
                space &= !square;
                continue;
            };
            let (kind, squares, placement) = self.by_first[&square][index];
            packing.placements.push(placement);
            packing.squares += squares.len() as u32;
            space &= !squares;
            tray[kind] -= 1;
        }
        packing
    }
}

/// An upper bound: the number of squares of the space, and of the monuments.
fn bound(space: Squares, tray: Tray) -> u32 {
    const SIZES: [u32; KINDS] = [1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5];
    let all: u32 = tray.iter().zip(SIZES).map(|(&count, size)| u32::from(count) * size).sum();
    all.min(space.len() as u32)
}

#[cfg(test)]
mod tests {
    use sarsen_core::{ListActions, Options, Turn, chance};

    use super::*;

    /// Tries all sequences of placements.
    fn plain(seat: Seat, space: Squares, tray: Tray) -> u32 {
        let mut best = 0;
        for spot in spots(seat) {
            let kind = spot.placement.piece() as usize;
            if kind < KINDS && tray[kind] > 0 && spot.squares & space == spot.squares {
                let mut tray = tray;
                tray[kind] -= 1;
                let rest = plain(seat, space & !spot.squares, tray);
                best = best.max(spot.squares.len() as u32 + rest);
            }
        }
        best
    }

    #[test]
    fn packings_are_the_best_there_are() {
        let mut rng = chance::generator(2);
        let mut squares: Vec<_> = Squares::BOARD.iter().collect();
        for round in 0..60 {
            // A clump of squares and a few kinds.
            chance::shuffle(&mut rng, &mut squares);
            let seed = Squares::only(squares[0]).spread();
            let more: Squares = squares[..60].iter().copied().collect();
            let space = seed & more | seed.spread() & squares[..12].iter().copied().collect();
            let mut tray = [0; KINDS];
            for _ in 0..3 {
                tray[chance::below(&mut rng, KINDS as u64) as usize] += 1;
            }
            let seat = if round % 2 == 0 { Seat::ONE } else { Seat::TWO };
            let mut packer = Packer::new(seat, space, tray, 1_000_000);
            let best = packer.best(space, tray).unwrap();
            assert_eq!(best, plain(seat, space, tray), "{space:?} {tray:?}");
            let traced = packer.trace(space, tray);
            assert_eq!(traced.squares, best);
            let covered = traced.placements.iter().map(|placement| placement.squares(seat));
            let union = covered.fold(Squares::NONE, |all, squares| {
                assert!(!all.meets(squares) && squares & space == squares);
                all | squares
            });
            assert_eq!(union.len() as u32, best);
        }
    }

    #[test]
    fn where_seats_are_apart_the_packings_say_how_the_game_ends() {
        let cancel = crate::Cancel::default();
        let mut rng = chance::generator(9);
        let mut compared = 0;
        for _ in 0..4000 {
            let mut state = Cathedral::start(&Options::defaults(Cathedral::SPEC));
            while let Turn::Seat(seat) = state.turn() {
                let few = state.action_count() <= 14 && !state.people_squares().is_empty();
                if few && is_apart(&state) {
                    let budget = crate::Budget::new(&crate::Limits::nodes(20_000), &cancel);
                    if let Some(solved) = crate::solve::solve(&state, &budget) {
                        assert_eq!(settle(&state, seat, 100_000), Some(solved.payoff));
                        compared += 1;
                    }
                    break;
                }
                let Some(action) = state.random_action(&mut rng) else { break };
                state.apply(action);
            }
            if compared >= 40 {
                return;
            }
        }
        panic!("only {compared} positions were found");
    }
}
