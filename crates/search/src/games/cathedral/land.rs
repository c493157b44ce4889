//! The effect of placements on the land: the squares they would claim, and the pieces they would capture.
//!
//! The rules find this by playing; here it is needed for hundreds of placements of both seats, most of which divide
//! nothing. Whether a placement divides the land can be seen in the ring of squares around it: if the ring is
//! connected, so is everything beyond it.

use std::sync::OnceLock;

use sarsen_cathedral::{Cathedral, Piece, Placement, SIZE, Square, Squares};
use sarsen_core::Seat;

/// C6: a larger region is the city itself.
const HALF: usize = SIZE * SIZE / 2;

/// A placement with its precomputed properties.
pub(super) struct Spot {
    pub(super) placement: Placement,
    pub(super) squares: Squares,
    /// The number of its squares.
    pub(super) size: u8,
    /// The squares around it, including those at its corners.
    ring: Squares,
    /// The squares that share a side with it.
    pub(super) sides: Squares,
    /// The number of its squares at the perimeter wall.
    pub(super) border: u8,
    /// The distance of its nearest square from the wall, at most 4.
    pub(super) inward: u8,
    /// Whether the ring is connected while nothing is built on it.
    whole: bool,
}

/// All placements of a seat's set, the People Piece's last.
pub(super) fn spots(seat: Seat) -> &'static [Spot] {
    &catalogue(seat).spots
}

/// The placements of a seat, ordered by piece.
struct Catalogue {
    spots: Vec<Spot>,
    /// Their squares again, contiguous in memory: most placements are skipped by these alone.
    squares: Vec<Squares>,
    /// Where each piece's placements begin; the last entry is the end.
    starts: [usize; Piece::ALL.len() + 1],
}

fn catalogue(seat: Seat) -> &'static Catalogue {
    static ALL: OnceLock<[Catalogue; 2]> = OnceLock::new();
    &ALL.get_or_init(|| [Seat::ONE, Seat::TWO].map(Catalogue::new))[seat.index() & 1]
}

impl Catalogue {
    fn new(seat: Seat) -> Catalogue {
        let spots: Vec<Spot> = all_spots(seat).collect();
        let squares = spots.iter().map(|spot| spot.squares).collect();
        let start = |piece| spots.partition_point(|spot| (spot.placement.piece() as usize) < piece);
        Catalogue { squares, starts: std::array::from_fn(start), spots }
    }
}

fn all_spots(seat: Seat) -> impl Iterator<Item = Spot> {
    Piece::ALL.into_iter().flat_map(move |piece| {
        (0..4).flat_map(move |rotation| {
            Squares::BOARD.iter().filter_map(move |square| {
                Some(spot(Placement::new(piece, rotation, square)?, seat))
            })
        })
    })
}

fn spot(placement: Placement, seat: Seat) -> Spot {
    let squares = placement.squares(seat);
    let ring = squares.spread() & !squares;
    let away = |square: Square| {
        let near = |at: usize| at.min(SIZE - 1 - at);
        near(square.column()).min(near(square.row())) as u8
    };
    Spot {
        placement,
        squares,
        size: squares.len() as u8,
        ring,
        sides: sides_of(squares),
        border: squares.iter().filter(|&square| away(square) == 0).count() as u8,
        inward: squares.iter().map(away).min().unwrap_or(0),
        whole: hangs_together(ring),
    }
}

/// The squares that share a side with a set.
pub(super) fn sides_of(squares: Squares) -> Squares {
    let beside = |square: &Square| {
        let (column, row) = (square.column(), square.row());
        let near = [
            Square::new(column + 1, row),
            Square::new(column, row + 1),
            column.checked_sub(1).and_then(|column| Square::new(column, row)),
            row.checked_sub(1).and_then(|row| Square::new(column, row)),
        ];
        near.into_iter().flatten().any(|near| squares.contains(near))
    };
    (squares.spread() & !squares).iter().filter(beside).collect()
}

fn hangs_together(squares: Squares) -> bool {
    squares.first().is_none_or(|square| Squares::only(square).flooded(squares) == squares)
}

/// The gain of a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Gain {
    /// The number of squares that become the seat's, including those of removed pieces.
    pub(super) land: u8,
    /// The number of squares of the other seat's removed monuments.
    pub(super) taken: u8,
    /// The squares.
    pub(super) where_: Squares,
}

impl Gain {
    /// Its total value.
    pub(super) fn worth(&self) -> u32 {
        u32::from(self.land) + u32::from(self.taken)
    }
}

/// The land from one seat's point of view.
pub(super) struct Land<'a> {
    state: &'a Cathedral,
    pub(super) seat: Seat,
    pub(super) built: Squares,
    pub(super) theirs: Squares,
    pub(super) people: Squares,
    pub(super) claimed: Squares,
    /// Where the seat may build.
    pub(super) open: Squares,
}

impl<'a> Land<'a> {
    pub(super) fn new(state: &'a Cathedral, seat: Seat) -> Land<'a> {
        Land {
            state,
            seat,
            built: state.built_by(seat),
            theirs: state.built_by(seat.other()),
            people: state.people_squares(),
            claimed: state.claimed_by(seat),
            open: state.open_to(seat),
        }
    }

    /// The monument placements that the seat could make if it were its turn.
    pub(super) fn possible(&self) -> impl Iterator<Item = &'static Spot> {
        let Catalogue { spots, squares, starts } = catalogue(self.seat);
        let (state, seat, open) = (self.state, self.seat, self.open);
        let unplaced = Piece::monuments().filter(move |&piece| state.unplaced(seat, piece) > 0);
        unplaced.flat_map(move |piece| {
            let places = starts[piece as usize]..starts[piece as usize + 1];
            let pairs = squares[places.clone()].iter().zip(&spots[places]);
            let fit = pairs.filter(move |(squares, _)| **squares & open == **squares);
            fit.map(|(_, spot)| spot)
        })
    }

    /// The gain of a placement of the seat (C6 to C10).
    ///
    /// Land that is connected around the placement is not divided by it. Regions that were divided earlier and are
    /// examined again are left to the search.
    #[inline]
    pub(super) fn gain(&self, spot: &Spot) -> Gain {
        let free = !spot.ring.meets(self.built);
        // C4: a first monument claims nothing.
        if free && spot.whole || self.built.is_empty() {
            Gain::default()
        } else {
            self.gain_beside(spot)
        }
    }

    fn gain_beside(&self, spot: &Spot) -> Gain {
        let mut gain = Gain::default();
        let rest = !(self.built | spot.squares);
        let ring = spot.ring & rest;
        if ring != spot.ring && hangs_together(ring) {
            return gain;
        }
        let mut touching = ring;
        while let Some(square) = touching.first() {
            let region = Squares::only(square).flooded(rest);
            touching &= !region;
            if region != rest && region.len() <= HALF {
                self.add(&mut gain, region);
            }
        }
        gain
    }

    fn add(&self, gain: &mut Gain, region: Squares) {
        let strange = (self.theirs | self.people) & region;
        let mut taken = 0;
        if let Some(square) = strange.first() {
            let piece = if self.people.contains(square) {
                self.people
            } else {
                let owner = self.seat.other();
                let standing = self.state.standing_of(owner).iter();
                let mut squares = standing.map(|placement| placement.squares(owner));
                squares.find(|squares| squares.contains(square)).unwrap_or_default()
            };
            // C9: two or more pieces keep the region open.
            if piece != strange {
                return;
            }
            taken = if piece == self.people { 0 } else { piece.len() as u8 };
        }
        let won = region & !self.claimed;
        gain.land += won.len() as u8;
        gain.taken += taken;
        gain.where_ |= region;
    }
}

#[cfg(test)]
mod tests {
    use sarsen_cathedral::Action;
    use sarsen_core::{ListActions, Options, Rules, Turn, chance, legal_actions};

    use super::*;

    #[test]
    fn placements_win_what_the_rules_give_them() {
        let mut rng = chance::generator(5);
        let (mut compared, mut winning) = (0, 0);
        for _ in 0..30 {
            let mut state = Cathedral::start(&Options::defaults(Cathedral::SPEC));
            while let Turn::Seat(seat) = state.turn() {
                let land = Land::new(&state, seat);
                let possible: Vec<&Spot> = land.possible().collect();
                let monuments = |action: &Action| match action {
                    Action::Place(placement) => placement.piece() != Piece::People,
                    _ => false,
                };
                let legal = legal_actions(&state).into_iter().filter(monuments).count();
                let begins = legal == 0 && state.people_squares().is_empty();
                assert!(begins || possible.len() == legal);
                for spot in possible.iter().filter(|_| legal > 0) {
                    let mut child = state.clone();
                    child.apply(Action::Place(spot.placement));
                    let before = state.claimed_by(seat) & !spot.squares;
                    let won = child.claimed_by(seat) & !before;
                    let gain = land.gain(spot);
                    let taken =
                        state.built_by(seat.other()).len() - child.built_by(seat.other()).len();
                    // The shortcut ignores land that was divided before.
                    if gain.land > 0 {
                        assert_eq!(
                            (usize::from(gain.land), usize::from(gain.taken)),
                            (won.len(), taken)
                        );
                        winning += 1;
                    } else {
                        compared += usize::from(won.is_empty());
                    }
                }
                let Some(action) = state.random_action(&mut rng) else { break };
                state.apply(action);
            }
        }
        assert!(winning > 200 && compared > 20_000, "{winning} {compared}");
    }
}
