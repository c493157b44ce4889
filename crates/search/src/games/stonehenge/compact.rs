//! A position for the solver: only what still matters for who gets eight of the fifteen lines.
//!
//! Claims cannot change the winner (K6), so a position consists of the mover, both hands, the number of lines each seat
//! has won, and for the other lines the difference of the totals and the empty cells. Which druids lie where, and empty
//! cells all of whose lines are decided, are dropped, so many different games lead to one position. The same holds face
//! down (K11): lines decided early by K5 stay decided.

use std::ops::ControlFlow;

use sarsen_core::{Rules, Seat};
use sarsen_stonehenge::board::{CELL_IMAGES, CELLS, Cell, LINE_IMAGES, LINES, Line, SYMMETRIES};
use sarsen_stonehenge::hand::{Hand, MAX_VALUE};
use sarsen_stonehenge::{Phase, Stonehenge};

use crate::knowledge::mix;

/// The number of lines that win.
pub(crate) const MAJORITY: u8 = 8;
/// No difference of totals on an undecided line is larger, even after a druid that is stronger than any in hand.
const MAX_DIFFERENCE: i8 = 30;
const DIFFERENCES: usize = 2 * MAX_DIFFERENCE as usize + 1;

pub(crate) static CELLS_ON: [u32; LINES] = cells_on();
pub(crate) static LINES_AT: [[u8; 3]; CELLS] = lines_at();
pub(crate) static LINES_MASK: [u16; CELLS] = lines_mask();

/// A druid on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Druid {
    pub(crate) cell: u8,
    pub(crate) value: u8,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Compact {
    /// Seat 0's total minus the other's, by line.
    pub(crate) diff: [i8; 16],
    pub(crate) empties: u32,
    pub(crate) undecided: u16,
    pub(crate) hands: [Hand; 2],
    /// The number of lines each seat has won.
    pub(crate) won: [u8; 2],
    pub(crate) mover: u8,
    /// The empty cells with an undecided line.
    live: u32,
    key: u64,
}

/// A state in which the druids of the seat that is not to act are replaced.
struct Stronger<'s> {
    state: &'s Stonehenge,
    mover: Seat,
    druids: &'s [(usize, u8)],
}

impl Stronger<'_> {
    /// Chooses what the druids from an index on show and what they were taken for; `hand` is what is left of the hand,
    /// `gained` how much more was shown on each line so far.
    fn visit<B>(
        &self,
        index: usize,
        hand: Hand,
        gained: [i8; LINES],
        visit: &mut impl FnMut(Compact) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(&(cell, value)) = self.druids.get(index) else {
            return visit(self.position(hand, &gained));
        };
        for spent in (1..=value).rev().filter(|&spent| hand.has(spent)) {
            for shown in value..=MAX_VALUE {
                let mut more = gained;
                for line in LINES_AT[cell] {
                    more[usize::from(line)] += (shown - value) as i8;
                }
                self.visit(index + 1, hand.without(spent), more, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn position(&self, hand: Hand, gained: &[i8; LINES]) -> Compact {
        let (mover, other) = (self.mover, self.mover.other());
        let mut hands = [self.state.hand(Seat::ONE), self.state.hand(Seat::TWO)];
        hands[other.index()] = hand;
        let (mut diff, mut won, mut undecided) = ([0; 16], [0; 2], 0);
        for line in Line::all() {
            let index = line.index();
            let sign = if other == Seat::ONE { 1 } else { -1 };
            diff[index] = self.state.difference(line) + sign * gained[index];
            if self.state.empty_on(line) > 0 {
                undecided |= line.bit();
                continue;
            }
            let leads = -sign * diff[index] > 0;
            let keeps = gained[index] == 0 && self.state.dominated_by(mover) & line.bit() != 0;
            // A tie that was none is given to the other seat.
            won[if leads || keeps { mover.index() } else { other.index() }] += 1;
        }
        let empties = self.state.empty_cells();
        let key = 0;
        let mover = mover.index() as u8;
        let mut position = Compact { diff, empties, undecided, hands, won, mover, live: 0, key };
        position.decide_early();
        position.refresh();
        position
    }
}

impl Compact {
    /// The position of a state, all of whose druids are known to the solver.
    pub(crate) fn of(state: &Stonehenge) -> Compact {
        let placed = state.phase() != Phase::Druid;
        let actor = state.turn().seat().unwrap_or(Seat::ONE);
        let mover = if placed { actor.other() } else { actor };
        let mut position = Compact {
            diff: [0; 16],
            empties: state.empty_cells(),
            undecided: 0,
            hands: [state.hand(Seat::ONE), state.hand(Seat::TWO)],
            won: [0; 2],
            mover: mover.index() as u8,
            live: 0,
            key: 0,
        };
        for line in Line::all() {
            position.diff[line.index()] = state.difference(line);
            match Seat::all(2).find(|&seat| state.dominated_by(seat) & line.bit() != 0) {
                Some(seat) => position.won[seat.index()] += 1,
                None => position.undecided |= line.bit(),
            }
        }
        position.decide_early();
        position.refresh();
        position
    }

    /// Visits positions at least as good for the other seat as that of a state in which a druid is to be placed: of each
    /// druid that it has placed, one may show more than it has and be taken from its hand as less than it is. The proofs of
    /// the solver contain such positions instead of real ones.
    pub(crate) fn visit_stronger<B>(
        state: &Stonehenge,
        mut visit: impl FnMut(Compact) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(mover) = state.turn().seat() else { return ControlFlow::Continue(()) };
        let other = mover.other();
        let druids: Vec<(usize, u8)> = Cell::of_set(state.held_by(other))
            .filter_map(|cell| Some((cell.index(), state.value_at(cell)?)))
            .collect();
        let gained = [0; LINES];
        let stronger = Stronger { state, mover, druids: &druids };
        stronger.visit(0, Hand::FULL, gained, &mut visit)
    }

    /// A position from its parts, with all lines decided that K5 decides.
    pub(crate) fn new(
        diff: [i8; 16],
        empties: u32,
        undecided: u16,
        hands: [Hand; 2],
        won: [u8; 2],
        mover: u8,
    ) -> Compact {
        let mut position = Compact { diff, empties, undecided, hands, won, mover, live: 0, key: 0 };
        position.refresh();
        position
    }

    /// K5, for states that do not apply it themselves.
    fn decide_early(&mut self) {
        for line in 0..LINES {
            let empty = self.empty_on(line);
            if self.undecided & (1 << line) == 0 || empty == 0 {
                continue;
            }
            let winner = if self.diff[line] >= self.hands[1].best(empty) as i8 {
                0
            } else if -self.diff[line] >= self.hands[0].best(empty) as i8 {
                1
            } else {
                continue;
            };
            self.undecided &= !(1 << line);
            self.won[winner] += 1;
        }
    }

    /// Computes from scratch what [`Compact::place`] keeps up to date.
    fn refresh(&mut self) {
        self.live = self.live_cells();
        self.key = 0;
        for line in bits(u32::from(self.undecided)) {
            self.key ^= LINE_KEYS[line][index_of(self.diff[line])];
        }
        for cell in bits(self.live) {
            self.key ^= CELL_KEYS[cell];
        }
    }

    fn live_cells(&self) -> u32 {
        bits(u32::from(self.undecided)).fold(0, |set, line| set | CELLS_ON[line]) & self.empties
    }

    /// The number of empty cells.
    pub(crate) fn left(&self) -> u32 {
        self.empties.count_ones()
    }

    #[inline]
    pub(crate) fn empty_on(&self, line: usize) -> u8 {
        (CELLS_ON[line] & self.empties).count_ones() as u8
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

    /// The mover's total minus the other's on a line.
    #[inline]
    pub(crate) fn lead(&self, line: usize) -> i8 {
        if self.mover == 0 { self.diff[line] } else { -self.diff[line] }
    }

    #[inline]
    pub(crate) fn own_hand(&self) -> Hand {
        self.hands[usize::from(self.mover)]
    }

    #[inline]
    pub(crate) fn other_hand(&self) -> Hand {
        self.hands[usize::from(1 - self.mover)]
    }

    /// Whether the mover wins, if that needs no search.
    #[inline]
    pub(crate) fn settled(&self) -> Option<bool> {
        let mover = usize::from(self.mover);
        if self.won[mover] >= MAJORITY {
            return Some(true);
        }
        if self.won[1 - mover] >= MAJORITY {
            return Some(false);
        }
        // The last empty cell: whoever fills it decides all undecided lines through it.
        (self.left() <= 1).then_some(true)
    }

    /// The druids that can be placed.
    pub(crate) fn druids(&self) -> impl Iterator<Item = (u8, u8)> {
        let values = u32::from(self.own_hand().values());
        let cells = bits(self.empties);
        cells.flat_map(move |cell| bits(values).map(move |value| (cell as u8, value as u8)))
    }

    /// Whether the other seat is proven to win after a druid: exactly there, or where a larger druid lies on the cell or
    /// a smaller one was taken from the hand, which is at least as good for the mover.
    pub(crate) fn wins_against(
        &self,
        druid: Druid,
        proven: impl Fn(Compact) -> Option<bool>,
    ) -> bool {
        let Druid { cell, value } = druid;
        let smaller = (1..=value).rev().filter(|&spent| self.own_hand().has(spent));
        let larger = |spent| (value..=MAX_VALUE).map(move |shown| (shown, spent));
        smaller.flat_map(larger).any(|(shown, spent)| {
            let child = self.place_for(Druid { cell, value: shown }, spent);
            let settled = child.settled();
            settled.or_else(|| proven(child)) == Some(true)
        })
    }

    /// The position after a druid.
    #[inline]
    pub(crate) fn place(&self, druid: Druid) -> Compact {
        self.place_for(druid, druid.value)
    }

    /// The position after a druid for which another one is taken from the hand.
    #[inline]
    pub(crate) fn place_for(&self, druid: Druid, spent: u8) -> Compact {
        let mut child = *self;
        let mover = usize::from(self.mover);
        let cell = usize::from(druid.cell);
        child.empties &= !(1 << cell);
        child.live &= child.empties;
        if self.live & (1 << cell) != 0 {
            child.key ^= CELL_KEYS[cell];
        }
        child.hands[mover] = self.hands[mover].without(spent);
        child.mover ^= 1;
        let signed = if mover == 0 { druid.value as i8 } else { -(druid.value as i8) };
        let touched = LINES_MASK[cell] & self.undecided;
        for line in bits(u32::from(touched)) {
            child.key ^= LINE_KEYS[line][index_of(child.diff[line])];
            child.diff[line] += signed;
            child.key ^= LINE_KEYS[line][index_of(child.diff[line])];
        }
        child.decide(mover, touched);
        child
    }

    /// Decides lines after the druid of `mover` on the lines `touched` (K3, K4, K5).
    #[inline]
    fn decide(&mut self, mover: usize, touched: u16) {
        let before = self.undecided;
        let (own, other) = (self.hands[mover], self.hands[1 - mover]);
        for line in bits(u32::from(before)) {
            let lead = if mover == 0 { self.diff[line] } else { -self.diff[line] };
            let empty = self.empty_on(line);
            let winner = if touched & (1 << line) == 0 {
                // Only the mover's hand has shrunk, so it can only have lost such a line.
                if -lead < own.best(empty) as i8 {
                    continue;
                }
                1 - mover
            } else if empty == 0 {
                // K4: on a tie, the last one to place loses the line.
                if lead > 0 { mover } else { 1 - mover }
            } else if lead >= other.best(empty) as i8 {
                mover
            } else if -lead >= own.best(empty) as i8 {
                1 - mover
            } else {
                continue;
            };
            self.undecided &= !(1 << line);
            self.won[winner] += 1;
            self.key ^= LINE_KEYS[line][index_of(self.diff[line])];
        }
        if self.undecided != before {
            let live = self.live_cells();
            for cell in bits(self.live & !live) {
                self.key ^= CELL_KEYS[cell];
            }
            self.live = live;
        }
    }

    /// A hash that differs between the images of a position.
    #[inline]
    pub(crate) fn plain_hash(&self) -> u64 {
        mix(self.key ^ self.rest_key())
    }

    #[inline]
    fn rest_key(&self) -> u64 {
        HAND_KEYS[0][self.hands[0].index()]
            ^ HAND_KEYS[1][self.hands[1].index()]
            ^ WON_KEYS[usize::from(self.won[0])]
    }

    /// The same position with everything computed from scratch.
    pub(crate) fn refreshed(mut self) -> Compact {
        self.refresh();
        self
    }

    /// Everything that matters as bytes, equal for all images of a position: a key without collisions.
    pub(crate) fn canonical(&self) -> [u8; 24] {
        (0..SYMMETRIES)
            .map(|symmetry| self.image_bytes(symmetry))
            .min()
            .expect("there are six images")
    }

    /// A position with a key ([`Compact::canonical`]); its dead cells are put wherever there is room, since their
    /// location does not matter.
    pub(crate) fn from_key(key: &[u8; 24]) -> Compact {
        let hand = |index: u8| Hand::from_index(usize::from(index)).expect("the number of a hand");
        let hands = [hand(key[19]), hand(key[20])];
        let left = hands[0].size() + hands[1].size();
        let live = u32::from_le_bytes([key[0], key[1], key[2], 0]);
        let mut diff = [0; 16];
        let mut undecided = 0;
        for line in (0..LINES).filter(|line| key[4 + line] != 0) {
            diff[line] = (i16::from(key[4 + line]) - 64) as i8;
            undecided |= 1 << line;
        }
        let decided = (LINES as u32 - u16::count_ones(undecided)) as u8;
        let won = [key[3], decided - key[3]];
        let undecided_cells = bits(u32::from(undecided)).fold(0, |set, line| set | CELLS_ON[line]);
        let mut empties = live;
        for cell in (0..CELLS).filter(|cell| undecided_cells & (1 << cell) == 0) {
            if (empties.count_ones() as usize) < left {
                empties |= 1 << cell;
            }
        }
        Compact::new(diff, empties, undecided, hands, won, key[21])
    }

    fn image_bytes(&self, symmetry: usize) -> [u8; 24] {
        let mut bytes = [0; 24];
        let mut live = 0_u32;
        for cell in bits(self.live) {
            live |= 1 << CELL_IMAGES[symmetry][cell];
        }
        bytes[..3].copy_from_slice(&live.to_le_bytes()[..3]);
        for line in bits(u32::from(self.undecided)) {
            bytes[4 + usize::from(LINE_IMAGES[symmetry][line])] = (self.diff[line] + 64) as u8;
        }
        bytes[3] = self.won[0];
        bytes[19] = self.hands[0].index() as u8;
        bytes[20] = self.hands[1].index() as u8;
        bytes[21] = self.mover;
        bytes
    }
}

/// The members of a set.
#[inline]
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

#[inline]
fn index_of(difference: i8) -> usize {
    (difference + MAX_DIFFERENCE) as usize
}

const fn cells_on() -> [u32; LINES] {
    let mut sets = [0; LINES];
    let mut line = 0;
    while line < LINES {
        if let Some(it) = Line::new(line) {
            sets[line] = it.cells();
        }
        line += 1;
    }
    sets
}

const fn lines_at() -> [[u8; 3]; CELLS] {
    let mut lines = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        if let Some(it) = Cell::new(cell) {
            let through = it.lines();
            lines[cell] =
                [through[0].index() as u8, through[1].index() as u8, through[2].index() as u8];
        }
        cell += 1;
    }
    lines
}

const fn lines_mask() -> [u16; CELLS] {
    let mut masks = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let [a, b, c] = LINES_AT_CONST[cell];
        masks[cell] = 1 << a | 1 << b | 1 << c;
        cell += 1;
    }
    masks
}

const LINES_AT_CONST: [[u8; 3]; CELLS] = lines_at();

static LINE_KEYS: [[u64; DIFFERENCES]; LINES] = line_keys();
static CELL_KEYS: [u64; CELLS] = plain_keys(1 << 19);
static HAND_KEYS: [[u64; 256]; 2] = [plain_keys(1 << 20), plain_keys(1 << 21)];
static WON_KEYS: [u64; 16] = plain_keys(1 << 22);

const fn line_keys() -> [[u64; DIFFERENCES]; LINES] {
    let mut keys = [[0; DIFFERENCES]; LINES];
    let mut line = 0;
    while line < LINES {
        let mut difference = 0;
        while difference < DIFFERENCES {
            keys[line][difference] = mix(line as u64 * 64 + difference as u64 + 1);
            difference += 1;
        }
        line += 1;
    }
    keys
}

const fn plain_keys<const N: usize>(from: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut index = 0;
    while index < N {
        keys[index] = mix(from + index as u64);
        index += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::{Options, Symmetric, chance};

    #[test]
    fn the_position_kept_up_to_date_is_the_one_of_the_rules() {
        let mut rng = chance::generator(5);
        for _ in 0..300 {
            let mut state = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
            let mut position = Compact::of(&state);
            while let Some(action) = chance::random_step(&state, &mut rng) {
                let sarsen_stonehenge::Action::Place { cell, value } = action else { continue };
                position = position.place(Druid { cell: cell.index() as u8, value });
                state.apply(action);
                if state.turn().is_over() {
                    break;
                }
                let fresh = Compact::of(&state);
                assert_eq!(fresh.plain_hash(), position.plain_hash());
                assert_eq!(fresh.won, position.won);
                assert_eq!(fresh.live, position.live);
                for symmetry in 0..SYMMETRIES {
                    let image = Compact::of(&state.transform(symmetry));
                    assert_eq!(image.canonical(), position.canonical());
                }
            }
        }
    }
}
