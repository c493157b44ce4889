//! A position with one vector lane per line, for the inner search: placing a druid and deciding all fifteen lines takes
//! some forty instructions without a branch.
//!
//! It holds what [`Compact`] holds, except for the keys of the six symmetries, which only pay off near the root.

use std::sync::OnceLock;

use sarsen_stonehenge::board::{CELLS, LINES};
use sarsen_stonehenge::hand::Hand;
use wide::i8x16;

use super::compact::{CELLS_ON, Compact, Druid, LINES_MASK, MAJORITY};

/// The number of different hands ([`Hand::index`]).
const HANDS: usize = 216;
/// The longest line.
const LONGEST: usize = 5;

/// A position in which a seat is to place a druid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    /// Seat 0's total minus the other's, by line.
    diff: i8x16,
    /// The number of empty cells of each line.
    open: i8x16,
    /// All bits set for the undecided lines.
    alive: i8x16,
    empties: u32,
    live: u32,
    undecided: u16,
    hands: [Hand; 2],
    won: [u8; 2],
    mover: u8,
}

/// Lookup tables for placing and deciding, computed once.
pub(crate) struct Lookup {
    /// One in the lanes of the lines through a cell.
    ones: [i8x16; CELLS],
    /// All bits in those lanes.
    through: [i8x16; CELLS],
    /// The cells of a set of lines: of the lower eight, and of the upper seven.
    cells: [[u32; 256]; 2],
    /// The druids of a hand, highest first, each in all lanes; zero if there are fewer.
    druids: Vec<[i8x16; LONGEST]>,
}

impl Lookup {
    pub(crate) fn get() -> &'static Lookup {
        static LOOKUP: OnceLock<Lookup> = OnceLock::new();
        LOOKUP.get_or_init(|| Lookup {
            ones: std::array::from_fn(|cell| lanes_through(cell, 1)),
            through: std::array::from_fn(|cell| lanes_through(cell, -1)),
            cells: std::array::from_fn(|half| std::array::from_fn(|set| cells_of(half, set))),
            druids: druids_of_hands(),
        })
    }
}

fn lanes_through(cell: usize, value: i8) -> i8x16 {
    lanes(|line| if LINES_MASK[cell] & (1 << line) != 0 { value } else { 0 })
}

/// A vector from the value of each line; the sixteenth lane is 0.
fn lanes(value: impl Fn(usize) -> i8) -> i8x16 {
    i8x16::from(std::array::from_fn::<i8, 16, _>(|line| if line < LINES { value(line) } else { 0 }))
}

fn cells_of(half: usize, set: usize) -> u32 {
    let lines = (0..8).filter(|bit| set & (1 << bit) != 0).map(|bit| half * 8 + bit);
    lines.filter(|&line| line < LINES).fold(0, |cells, line| cells | CELLS_ON[line])
}

fn druids_of_hands() -> Vec<[i8x16; LONGEST]> {
    let mut druids = vec![[i8x16::splat(0); LONGEST]; HANDS];
    let mut seen = [false; HANDS];
    let mut hands = vec![Hand::FULL];
    while let Some(hand) = hands.pop() {
        if std::mem::replace(&mut seen[hand.index()], true) {
            continue;
        }
        druids[hand.index()] = std::array::from_fn(|nth| {
            let nth = nth as u8;
            i8x16::splat((hand.best(nth + 1) - hand.best(nth)) as i8)
        });
        let values = (1..=6).filter(|&value| hand.has(value));
        hands.extend(values.map(|value| hand.without(value)));
    }
    druids
}

impl Lanes {
    pub(crate) fn of(position: &Compact) -> Lanes {
        let undecided = position.undecided;
        Lanes {
            diff: lanes(|line| position.diff[line]),
            open: lanes(|line| position.empty_on(line) as i8),
            alive: lanes(|line| -i8::from(undecided & (1 << line) != 0)),
            empties: position.empties,
            live: position.live(),
            undecided,
            hands: position.hands,
            won: position.won,
            mover: position.mover,
        }
    }

    /// The same position with the keys of its six images.
    pub(crate) fn compact(&self) -> Compact {
        Compact::new(
            self.diff.into(),
            self.empties,
            self.undecided,
            self.hands,
            self.won,
            self.mover,
        )
    }

    /// The number of empty cells.
    #[inline]
    pub(crate) fn left(&self) -> u32 {
        self.empties.count_ones()
    }

    #[inline]
    pub(crate) fn undecided(&self) -> u16 {
        self.undecided
    }

    /// The empty cells with an undecided line.
    #[inline]
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// The empty cells that no longer decide anything.
    #[inline]
    pub(crate) fn dead(&self) -> u32 {
        self.empties & !self.live
    }

    #[inline]
    pub(crate) fn own_hand(&self) -> Hand {
        self.hands[self.own()]
    }

    #[inline]
    pub(crate) fn other_hand(&self) -> Hand {
        self.hands[1 - self.own()]
    }

    /// The number of empty cells of each line.
    #[inline]
    pub(crate) fn open(&self) -> [i8; 16] {
        self.open.into()
    }

    /// The mover's total minus the other's on each undecided line.
    #[inline]
    pub(crate) fn leads(&self) -> [i8; 16] {
        self.lead_lanes().into()
    }

    #[inline]
    fn lead_lanes(&self) -> i8x16 {
        if self.mover == 0 { self.diff } else { i8x16::splat(0) - self.diff }
    }

    #[inline]
    fn own(&self) -> usize {
        usize::from(self.mover & 1)
    }

    /// The position after a druid.
    #[inline(always)]
    pub(crate) fn place(&self, lookup: &Lookup, druid: Druid) -> Lanes {
        let mut child = *self;
        let (own, cell) = (self.own(), usize::from(druid.cell));
        child.empties &= !(1 << cell);
        child.hands[own] = self.hands[own].without(druid.value);
        child.mover ^= 1;
        let value = lookup.through[cell] & i8x16::splat(druid.value as i8);
        child.diff = if own == 0 { self.diff + value } else { self.diff - value };
        child.open = self.open - lookup.ones[cell];
        child.decide(lookup, own);
        child
    }

    /// Decides lines after a druid of `mover` (K3, K4, K5). On a full line nobody can add anything; on a tie the one
    /// who placed last loses (K4), so the other seat's lines are found first.
    #[inline(always)]
    fn decide(&mut self, lookup: &Lookup, mover: usize) {
        let [best_0, best_1] =
            self.hands.map(|hand| best_lanes(self.open, &lookup.druids[hand.index()]));
        let won_0 = !best_1.simd_gt(self.diff) & self.alive;
        let won_1 = !best_0.simd_gt(i8x16::splat(0) - self.diff) & self.alive;
        let (won_0, won_1) =
            if mover == 0 { (won_0 & !won_1, won_1) } else { (won_0, won_1 & !won_0) };
        self.alive &= !(won_0 | won_1);
        let (won_0, won_1) = (won_0.to_bitmask() as u16, won_1.to_bitmask() as u16);
        self.won[0] += won_0.count_ones() as u8;
        self.won[1] += won_1.count_ones() as u8;
        self.undecided &= !(won_0 | won_1);
        let [low, high] = &lookup.cells;
        let cells = low[usize::from(self.undecided & 255)] | high[usize::from(self.undecided >> 8)];
        self.live = cells & self.empties;
    }

    /// Whether the mover wins, if that needs no search.
    #[inline]
    pub(crate) fn settled(&self) -> Option<bool> {
        if self.won[self.own()] >= MAJORITY {
            return Some(true);
        }
        if self.won[1 - self.own()] >= MAJORITY {
            return Some(false);
        }
        // The last empty cell: whoever fills it decides all undecided lines through it.
        (self.empties & self.empties.wrapping_sub(1) == 0).then_some(true)
    }

    /// Whether the mover wins with two cells left and no majority yet: the other seat wins every undecided line through
    /// the remaining cell, so one druid has to decide enough lines.
    #[inline(always)]
    pub(crate) fn wins_with_two_left(&self) -> bool {
        let own = i8x16::splat(self.own_hand().best(1) as i8);
        let other = i8x16::splat(self.other_hand().best(1) as i8 - 1);
        // A line through both cells has to withstand the other seat's last druid; a full one needs a lead.
        let through_both = self.open.simd_gt(i8x16::splat(1));
        let taken = (self.lead_lanes() + own).simd_gt(through_both & other) & self.alive;
        let taken = taken.to_bitmask() as u16;
        let missing = u32::from(MAJORITY - self.won[self.own()]);
        let cells = [self.empties.trailing_zeros(), 31 - self.empties.leading_zeros()];
        cells
            .into_iter()
            .any(|cell| (taken & LINES_MASK[cell as usize % CELLS]).count_ones() >= missing)
    }

    /// Whether the mover wins with three cells left, and the number of positions with two that were examined. So few
    /// druids are tried without sorting.
    #[inline]
    pub(crate) fn wins_with_three_left(&self, lookup: &Lookup) -> (bool, u64) {
        let values = u32::from(self.own_hand().values());
        let mut nodes = 0;
        let mut wins_by = |cell: u32, value: u32| {
            let child = self.place(lookup, Druid { cell: cell as u8, value: value as u8 });
            match child.settled() {
                Some(wins) => !wins,
                None => {
                    nodes += 1;
                    !child.wins_with_two_left()
                }
            }
        };
        let mut wins =
            self.dead() != 0 && wins_by(self.dead().trailing_zeros(), values.trailing_zeros());
        let mut cells = self.live;
        while cells != 0 && !wins {
            let mut rest = values;
            while rest != 0 && !wins {
                let value = rest.ilog2();
                rest &= !(1 << value);
                wins = wins_by(cells.trailing_zeros(), value);
            }
            cells &= cells - 1;
        }
        (wins, nodes)
    }

    /// A hash that differs between the images of a position.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        let leads: [i8; 16] = (self.diff & self.alive).into();
        let leads = u128::from_le_bytes(leads.map(|lead| lead as u8));
        let rest = u64::from(self.live)
            | u64::from(self.undecided) << 18
            | (self.hands[0].index() as u64) << 34
            | (self.hands[1].index() as u64) << 42
            | u64::from(self.won[0]) << 50
            | u64::from(self.mover) << 56;
        let word = fold(leads as u64 ^ SALT[0], (leads >> 64) as u64 ^ SALT[1]);
        fold(word ^ SALT[2], rest ^ SALT[3])
    }
}

/// Digits of the golden ratio and of other irrational numbers.
const SALT: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0x8cb9_2ba7_2f3d_8dd7, 0xaf25_1af3_b0f0_25b5];

/// Both halves of a product, mixed, with the first factor added, so that a zero second factor does not lose it.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64 ^ a.rotate_left(32)
}

/// The most that a hand can add to each line.
#[inline(always)]
fn best_lanes(open: i8x16, druids: &[i8x16; LONGEST]) -> i8x16 {
    let mut best = i8x16::splat(0);
    for (nth, &druid) in druids.iter().enumerate() {
        best += open.simd_gt(i8x16::splat(nth as i8)) & druid;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::druids::visit_druids;
    use super::super::listing::Listing;
    use super::*;
    use sarsen_core::{Options, Rules, chance};
    use sarsen_stonehenge::Stonehenge;

    #[test]
    fn lanes_agree_with_the_plain_position_through_random_games() {
        let (lookup, listing) = (Lookup::get(), Listing::get());
        let mut rng = chance::generator(41);
        for _ in 0..2000 {
            let start = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
            let mut plain = Compact::of(&start);
            let mut lanes = Lanes::of(&plain);
            while plain.settled().is_none() {
                let mut expected = Vec::new();
                let _: std::ops::ControlFlow<()> = visit_druids(&plain, |druid, _| {
                    expected.push((druid.cell, druid.value));
                    std::ops::ControlFlow::Continue(())
                });
                let mut moves = Vec::new();
                listing.list(&lanes, &mut moves);
                let mut listed: Vec<_> =
                    moves.iter().map(|listed| listed.druid()).map(|d| (d.cell, d.value)).collect();
                expected.sort_unstable();
                listed.sort_unstable();
                assert_eq!(listed, expected, "{plain:?}");
                let (cell, value) = listed[chance::below(&mut rng, listed.len() as u64) as usize];
                let druid = Druid { cell, value };
                (plain, lanes) = (plain.place(druid), lanes.place(lookup, druid));
                assert_eq!(lanes.settled(), plain.settled());
                assert_eq!((lanes.won, lanes.undecided), (plain.won, plain.undecided));
                assert_eq!((lanes.live, lanes.empties), (plain.live(), plain.empties));
                assert_eq!(lanes.hash(), Lanes::of(&plain).hash());
                assert_eq!(lanes.compact().hash(), plain.hash());
            }
        }
    }
}
