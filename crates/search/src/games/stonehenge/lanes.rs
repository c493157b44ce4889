//! A position with one vector lane per line, for the inner search: placing a druid and deciding all fifteen lines takes
//! some forty instructions without a branch.
//!
//! It holds what [`Compact`] holds, except for its hash, and in addition the leads that decide lines, from which follows
//! for which other positions a result holds ([`Outcome`]).

use std::sync::OnceLock;

use sarsen_stonehenge::board::{CELLS, LINES};
use sarsen_stonehenge::hand::{Hand, MAX_VALUE};
use wide::i8x16;

use super::compact::{CELLS_ON, Compact, Druid, LINES_MASK, MAJORITY};

/// The number of different hands ([`Hand::index`]).
const HANDS: usize = 216;
/// The longest line.
const LONGEST: usize = 5;
/// Values of druids, and 0.
const VALUES: usize = MAX_VALUE as usize + 1;
/// The lanes of lines: all but the last.
pub(crate) const ALL_LINES: u16 = (1 << LINES) - 1;
/// Lines that are won with at least this many empty cells are preferred in thresholds: what was decided early holds in
/// more positions.
const FIRM_FROM: u32 = 6;
/// A decided line of a position that does not say by how much.
const DECIDED: i8 = 60;

/// A position in which a seat is to place a druid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    /// Twice seat 0's total minus the other's, by line; on a full line one less for the seat that filled it. So a tie is
    /// lost for that seat (K4), and only the sign counts.
    diff: i8x16,
    /// The number of empty cells of each line.
    open: i8x16,
    /// The doubled lead from which on each seat has won a line.
    bounds: [i8x16; 2],
    empties: u32,
    live: u32,
    won: [u16; 2],
    /// The lines that each seat had won when there were more empty cells: preferred in thresholds.
    firm: [u16; 2],
    hands: [Hand; 2],
    mover: u8,
}

/// Lookup tables for placing and deciding, computed once.
pub(crate) struct Lookup {
    /// All bits in the lanes of the lines through a cell.
    through: [i8x16; CELLS],
    /// Twice a value in those lanes.
    doubled: [[i8x16; VALUES]; CELLS],
    /// The cells of a set of lines: of the lower eight, and of the upper seven.
    cells: [[u32; 256]; 2],
    /// The druids of a hand doubled, highest first, each in all lanes; zero if there are fewer.
    druids: Vec<[i8x16; LONGEST]>,
}

impl Lookup {
    pub(crate) fn get() -> &'static Lookup {
        static LOOKUP: OnceLock<Lookup> = OnceLock::new();
        LOOKUP.get_or_init(|| Lookup {
            through: std::array::from_fn(|cell| lanes_through(cell, -1)),
            doubled: std::array::from_fn(|cell| {
                std::array::from_fn(|value| lanes_through(cell, 2 * value as i8))
            }),
            cells: std::array::from_fn(|half| std::array::from_fn(|set| cells_of(half, set))),
            druids: druids_of_hands(),
        })
    }
}

fn lanes_through(cell: usize, value: i8) -> i8x16 {
    lanes(|line| if LINES_MASK[cell] & (1 << line) != 0 { value } else { 0 })
}

/// A vector from the value of each line; the sixteenth lane is 0.
fn lanes(mut value: impl FnMut(usize) -> i8) -> i8x16 {
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
            i8x16::splat(2 * (hand.best(nth + 1) - hand.best(nth)) as i8)
        });
        let values = (1..=6).filter(|&value| hand.has(value));
        hands.extend(values.map(|value| hand.without(value)));
    }
    druids
}

impl Lanes {
    pub(crate) fn of(position: &Compact) -> Lanes {
        // Which of the decided lines a seat has won is not known and does not matter.
        let mut missing = position.won[0];
        let diff = lanes(|line| {
            if position.undecided & (1 << line) != 0 {
                return 2 * position.diff[line];
            }
            let wins = missing > 0;
            missing -= u8::from(wins);
            if wins { DECIDED } else { -DECIDED }
        });
        let mut placed = Lanes {
            diff,
            open: lanes(|line| position.empty_on(line) as i8),
            bounds: [i8x16::splat(0); 2],
            empties: position.empties,
            live: 0,
            won: [0; 2],
            firm: [0; 2],
            hands: position.hands,
            mover: position.mover,
        };
        placed.decide(Lookup::get());
        placed
    }

    /// The same position in the form of the ledger.
    pub(crate) fn compact(&self) -> Compact {
        Compact::new(
            self.diff.to_array().map(|diff| diff / 2),
            self.empties,
            self.undecided(),
            self.hands,
            self.won.map(|won| won.count_ones() as u8),
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
        ALL_LINES & !(self.won[0] | self.won[1])
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
    pub(crate) fn hands(&self) -> [Hand; 2] {
        self.hands
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
        let half: i8x16 = self.lead_of(self.own());
        half.to_array().map(|lead| lead >> 1)
    }

    /// The doubled leads of a seat.
    #[inline]
    pub(crate) fn lead_of(&self, seat: usize) -> i8x16 {
        if seat == 0 { self.diff } else { i8x16::splat(0) - self.diff }
    }

    /// The doubled leads from which on a seat has won the lines.
    #[inline]
    pub(crate) fn bound_of(&self, seat: usize) -> i8x16 {
        self.bounds[seat & 1]
    }

    /// The lines that a seat has won.
    #[inline]
    pub(crate) fn won_by(&self, seat: usize) -> u16 {
        self.won[seat & 1]
    }

    /// The number of the seat that is to place a druid.
    #[inline]
    pub(crate) fn own(&self) -> usize {
        usize::from(self.mover & 1)
    }

    /// What a druid adds to the mover's doubled leads.
    #[inline(always)]
    pub(crate) fn gain(&self, lookup: &Lookup, cell: usize, value: u8) -> i8x16 {
        let filled = self.open.simd_eq(i8x16::splat(1)) & lookup.through[cell];
        lookup.doubled[cell][usize::from(value)] + filled
    }

    /// The position after a druid.
    #[inline(always)]
    pub(crate) fn place(&self, lookup: &Lookup, druid: Druid) -> Lanes {
        self.place_for(lookup, druid, druid.value)
    }

    /// The position after a druid for which another one is taken from the hand.
    #[inline(always)]
    pub(crate) fn place_for(&self, lookup: &Lookup, druid: Druid, spent: u8) -> Lanes {
        let mut child = *self;
        let (own, cell) = (self.own(), usize::from(druid.cell));
        if self.left() >= FIRM_FROM {
            child.firm = self.won;
        }
        child.empties &= !(1 << cell);
        child.hands[own] = self.hands[own].without(spent);
        child.mover ^= 1;
        let gain = self.gain(lookup, cell, druid.value);
        child.diff = if own == 0 { self.diff + gain } else { self.diff - gain };
        child.open = self.open + lookup.through[cell];
        child.decide(lookup);
        child
    }

    /// Decides lines (K3, K4, K5).
    #[inline(always)]
    fn decide(&mut self, lookup: &Lookup) {
        let [hand_0, hand_1] = self.hands;
        self.bounds = [
            bound(self.open, &lookup.druids[hand_1.index()]),
            bound(self.open, &lookup.druids[hand_0.index()]),
        ];
        let short_0 = self.bounds[0].simd_gt(self.diff).to_bitmask() as u16;
        let short_1 = self.bounds[1].simd_gt(i8x16::splat(0) - self.diff).to_bitmask() as u16;
        self.won = [!short_0 & ALL_LINES, !short_1 & ALL_LINES];
        let undecided = self.undecided();
        let [low, high] = &lookup.cells;
        let cells = low[usize::from(undecided & 255)] | high[usize::from(undecided >> 8)];
        self.live = cells & self.empties;
    }

    /// Whether a seat has won the game.
    #[inline]
    pub(crate) fn has_won(&self, seat: usize) -> bool {
        self.won[seat & 1].count_ones() >= u32::from(MAJORITY)
    }

    /// Whether the mover wins, if that needs no search.
    #[inline]
    pub(crate) fn settled(&self) -> Option<bool> {
        if self.has_won(self.own()) {
            return Some(true);
        }
        if self.has_won(1 - self.own()) {
            return Some(false);
        }
        // The last empty cell: whoever fills it decides all undecided lines through it.
        (self.empties & self.empties.wrapping_sub(1) == 0).then_some(true)
    }

    /// The firm lines of the mover and of the other seat.
    #[inline(always)]
    fn firm_lines(&self) -> [u16; 2] {
        [self.firm[self.own()], self.firm[1 - self.own()]]
    }

    /// The winner of a position with two cells left, and the thresholds of its win.
    #[inline]
    pub(crate) fn two_left(&self, lookup: &Lookup) -> Outcome {
        let first = self.empties.trailing_zeros() as usize % CELLS;
        let second = (31 - self.empties.leading_zeros()) as usize % CELLS;
        let druids = [self.own_hand().best(1), self.other_hand().best(1)];
        let (wins, thresholds) =
            two_left(lookup, self.lead_of(self.own()), [first, second], druids, self.firm_lines());
        Outcome { wins, thresholds }
    }

    /// The winner of a position with three cells left, the thresholds of its win, and the number of positions with two
    /// that were examined. So few druids are tried without sorting.
    #[inline]
    pub(crate) fn three_left(&self, lookup: &Lookup) -> (Outcome, u64) {
        let own = self.own_hand();
        let firm = self.firm_lines();
        let other = self.other_hand().best(1);
        let lead = self.lead_of(self.own());
        let high = own.best(1);
        let low = own.best(2) - high;
        let a = self.empties.trailing_zeros() as usize % CELLS;
        let rest = self.empties & (self.empties - 1);
        let b = rest.trailing_zeros() as usize % CELLS;
        let c = (31 - rest.leading_zeros()) as usize % CELLS;
        let mut needed = i8x16::splat(NOT_NEEDED);
        let mut nodes = 0;
        for (cell, others) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            for (value, kept) in [(high, low), (low, high)] {
                let gain = self.gain(lookup, cell, value);
                nodes += 1;
                let after = i8x16::splat(0) - lead - gain;
                let (wins, thresholds) =
                    two_left(lookup, after, others, [other, kept], [firm[1], firm[0]]);
                if !wins {
                    let thresholds = thresholds.saturating_sub(gain);
                    return (Outcome { wins: true, thresholds }, nodes);
                }
                needed = needed.max(thresholds + gain);
                if high == low {
                    break;
                }
            }
        }
        (Outcome { wins: false, thresholds: needed }, nodes)
    }

    /// A hash that differs between the images of a position.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        let undecided = self.undecided();
        let leads: [i8; 16] = (self.diff & lanes_of(undecided)).into();
        let leads = u128::from_le_bytes(leads.map(|lead| lead as u8));
        let rest = u64::from(self.live)
            | u64::from(undecided) << 18
            | (self.hands[0].index() as u64) << 34
            | (self.hands[1].index() as u64) << 42
            | u64::from(self.won[0].count_ones()) << 50
            | u64::from(self.mover) << 56;
        let word = fold(leads as u64 ^ SALT[0], (leads >> 64) as u64 ^ SALT[1]);
        fold(word ^ SALT[2], rest ^ SALT[3])
    }

    /// Thresholds that hold for this position alone: all its leads.
    pub(crate) fn exact_thresholds(&self, wins: bool) -> i8x16 {
        let winner = if wins { self.own() } else { 1 - self.own() };
        let lost = lanes_of(self.won_by(1 - winner) | !ALL_LINES);
        let leads = self.lead_of(winner).min(self.bound_of(winner));
        leads & !lost | i8x16::splat(NOT_NEEDED) & lost
    }

    /// A position that the thresholds of an outcome cover: on undecided lines the winner's leads are lower, by as much as
    /// `take` takes of the room above the thresholds, in points.
    #[cfg(test)]
    pub(crate) fn lowered(&self, outcome: &Outcome, mut take: impl FnMut(i8) -> i8) -> Lanes {
        let winner = if outcome.wins { self.own() } else { 1 - self.own() };
        let (leads, needed) = (self.lead_of(winner).to_array(), outcome.thresholds.to_array());
        let undecided = self.undecided();
        let lower = lanes(|line| {
            if undecided & (1 << line) == 0 {
                return 0;
            }
            // Not needed is as good as lost.
            let room = leads[line].saturating_sub(needed[line].max(-40)) / 2;
            assert!(room >= 0, "the position itself reaches the thresholds");
            2 * take(room)
        });
        let diff = if winner == 0 { self.diff - lower } else { self.diff + lower };
        let mut other = Lanes { diff, ..*self };
        other.decide(Lookup::get());
        other
    }

    /// The thresholds of a seat that has won the game: eight of its lines.
    #[inline]
    pub(crate) fn won_thresholds(&self, seat: usize) -> i8x16 {
        let chosen = lanes_of(eight_of(self.won_by(seat), self.firm[seat & 1]));
        self.bound_of(seat) & chosen | i8x16::splat(NOT_NEEDED) & !chosen
    }
}

/// The winner of a position, and by how much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// Whether the mover wins.
    pub(crate) wins: bool,
    /// The winner also wins every position with the same empty cells and hands in which its doubled leads are at least
    /// these.
    pub(crate) thresholds: i8x16,
}

/// The threshold of a line that the winner does not need. Adding what the loser places on it does not lift it to one
/// that is needed, which is above [`NEEDED_ABOVE`].
pub(crate) const NOT_NEEDED: i8 = -128;
pub(crate) const NEEDED_ABOVE: i8 = -64;

/// Who wins with two cells left: the mover with its leads, the last druids of the mover and the other seat.
#[inline(always)]
fn two_left(
    lookup: &Lookup,
    lead: i8x16,
    cells: [usize; 2],
    druids: [u8; 2],
    firm: [u16; 2],
) -> (bool, i8x16) {
    let [a, b] = cells;
    let [own, other] = druids.map(usize::from);
    let zero = i8x16::splat(0);
    let (through_a, through_b) = (lookup.through[a], lookup.through[b]);
    // The lines through the cell left over are filled by the other seat.
    let gain_a =
        lookup.doubled[a][own] + (through_a & !through_b) - lookup.doubled[b][other] - through_b;
    let final_a = lead + gain_a;
    let won_a = final_a.simd_gt(zero).to_bitmask() as u16 & ALL_LINES;
    if won_a.count_ones() >= u32::from(MAJORITY) {
        return (true, eight_at_the_end(won_a, firm[0], zero - gain_a));
    }
    let gain_b =
        lookup.doubled[b][own] + (through_b & !through_a) - lookup.doubled[a][other] - through_a;
    let final_b = lead + gain_b;
    let won_b = final_b.simd_gt(zero).to_bitmask() as u16 & ALL_LINES;
    if won_b.count_ones() >= u32::from(MAJORITY) {
        return (true, eight_at_the_end(won_b, firm[0], zero - gain_b));
    }
    let after_a = eight_at_the_end(ALL_LINES & !won_a, firm[1], gain_a);
    let after_b = eight_at_the_end(ALL_LINES & !won_b, firm[1], gain_b);
    (false, after_a.max(after_b))
}

/// The thresholds of eight of the lines won on the full board, from what the winner loses until then.
#[inline(always)]
fn eight_at_the_end(won: u16, firm: u16, loss: i8x16) -> i8x16 {
    let chosen = lanes_of(eight_of(won, firm));
    (loss + i8x16::splat(1)) & chosen | i8x16::splat(NOT_NEEDED) & !chosen
}

/// Eight of the lines of a set with at least as many, firm ones first.
#[inline(always)]
fn eight_of(mut lines: u16, firm: u16) -> u16 {
    let mut loose = lines & !firm;
    while lines.count_ones() > u32::from(MAJORITY) {
        let from = if loose != 0 { loose } else { lines };
        let last = from & from.wrapping_neg();
        lines &= !last;
        loose &= !last;
    }
    lines
}

/// All bits set in the lanes of a set of lines.
#[inline(always)]
pub(crate) fn lanes_of(lines: u16) -> i8x16 {
    const EVERY: u64 = 0x0101_0101_0101_0101;
    const BITS: u128 = 0x8040_2010_0804_0201_8040_2010_0804_0201;
    let (low, high) = (u64::from(lines & 255) * EVERY, u64::from(lines >> 8) * EVERY);
    let bits = vector(BITS);
    (vector(u128::from(high) << 64 | u128::from(low)) & bits).simd_eq(bits)
}

#[inline(always)]
pub(crate) fn vector(word: u128) -> i8x16 {
    i8x16::from(word.to_le_bytes().map(|byte| byte as i8))
}

#[inline(always)]
pub(crate) fn word(vector: i8x16) -> u128 {
    u128::from_le_bytes(vector.to_array().map(|lane| lane as u8))
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

/// The doubled lead from which on a hand cannot take a line any more; 1 on full lines.
#[inline(always)]
fn bound(open: i8x16, druids: &[i8x16; LONGEST]) -> i8x16 {
    let mut bound = i8x16::splat(1) + open.simd_gt(i8x16::splat(0));
    for (nth, &druid) in druids.iter().enumerate() {
        bound += open.simd_gt(i8x16::splat(nth as i8)) & druid;
    }
    bound
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
                let won = lanes.won.map(|lines| lines.count_ones() as u8);
                assert_eq!((won, lanes.undecided()), (plain.won, plain.undecided));
                assert_eq!((lanes.live, lanes.empties), (plain.live(), plain.empties));
                assert_eq!(lanes.hash(), Lanes::of(&plain).hash());
                assert_eq!(lanes.compact().canonical(), plain.canonical());
            }
        }
    }
}
