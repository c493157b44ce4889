//! A position for the solver: only what still matters for who gets eight of the fifteen lines.
//!
//! Claims cannot change the winner (K6), so a position consists of the mover, both hands, the number of lines each seat
//! has won, and for the other lines the difference of the totals and the empty cells. Which druids lie where, and empty
//! cells all of whose lines are decided, are dropped, so many different games lead to one position. The same holds face
//! down (K11): lines decided early by K5 stay decided.
//!
//! The hash is kept for all six symmetries at once; the smallest of the six is used.

use sarsen_core::{Rules, Seat};
use sarsen_stonehenge::board::{CELL_IMAGES, CELLS, Cell, LINE_IMAGES, LINES, Line, SYMMETRIES};
use sarsen_stonehenge::hand::Hand;
use sarsen_stonehenge::{Phase, Stonehenge};

use crate::knowledge::mix;

/// The number of lines that win.
pub(crate) const MAJORITY: u8 = 8;
/// The largest difference of totals on a line.
const MAX_DIFFERENCE: i8 = 21;
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

/// Keys of the six images of one thing.
type Keys = [u64; SYMMETRIES];

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
    keys: Keys,
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
            keys: [0; SYMMETRIES],
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

    /// A position from its parts, with all lines decided that K5 decides.
    pub(crate) fn new(
        diff: [i8; 16],
        empties: u32,
        undecided: u16,
        hands: [Hand; 2],
        won: [u8; 2],
        mover: u8,
    ) -> Compact {
        let keys = [0; SYMMETRIES];
        let mut position = Compact { diff, empties, undecided, hands, won, mover, live: 0, keys };
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
        self.keys = [0; SYMMETRIES];
        for line in bits(u32::from(self.undecided)) {
            toggle(&mut self.keys, &LINE_KEYS[line][index_of(self.diff[line])]);
        }
        for cell in bits(self.live) {
            toggle(&mut self.keys, &CELL_KEYS[cell]);
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

    /// The position after a druid.
    #[inline]
    pub(crate) fn place(&self, druid: Druid) -> Compact {
        let mut child = *self;
        let mover = usize::from(self.mover);
        let cell = usize::from(druid.cell);
        child.empties &= !(1 << cell);
        child.live &= child.empties;
        if self.live & (1 << cell) != 0 {
            toggle(&mut child.keys, &CELL_KEYS[cell]);
        }
        child.hands[mover] = self.hands[mover].without(druid.value);
        child.mover ^= 1;
        let signed = if mover == 0 { druid.value as i8 } else { -(druid.value as i8) };
        let touched = LINES_MASK[cell] & self.undecided;
        for line in bits(u32::from(touched)) {
            toggle(&mut child.keys, &LINE_KEYS[line][index_of(child.diff[line])]);
            child.diff[line] += signed;
            toggle(&mut child.keys, &LINE_KEYS[line][index_of(child.diff[line])]);
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
            toggle(&mut self.keys, &LINE_KEYS[line][index_of(self.diff[line])]);
        }
        if self.undecided != before {
            let live = self.live_cells();
            for cell in bits(self.live & !live) {
                toggle(&mut self.keys, &CELL_KEYS[cell]);
            }
            self.live = live;
        }
    }

    /// The hash, equal for all images of a position, and the symmetry that leads to the canonical one.
    #[inline]
    pub(crate) fn hash(&self) -> (u64, usize) {
        let mut symmetry = 0;
        for other in 1..SYMMETRIES {
            if self.keys[other] < self.keys[symmetry] {
                symmetry = other;
            }
        }
        (mix(self.keys[symmetry] ^ self.rest_key()), symmetry)
    }

    /// A hash that differs between the images of a position.
    #[inline]
    pub(crate) fn plain_hash(&self) -> u64 {
        mix(self.keys[0] ^ self.rest_key())
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
    #[cfg(test)]
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
fn toggle(keys: &mut Keys, with: &Keys) {
    for (key, with) in keys.iter_mut().zip(with) {
        *key ^= with;
    }
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

static LINE_KEYS: [[Keys; DIFFERENCES]; LINES] = line_keys();
static CELL_KEYS: [Keys; CELLS] = cell_keys();
static HAND_KEYS: [[u64; 256]; 2] = [plain_keys(1 << 20), plain_keys(1 << 21)];
static WON_KEYS: [u64; 16] = plain_keys(1 << 22);

const fn line_keys() -> [[Keys; DIFFERENCES]; LINES] {
    let mut keys = [[[0; SYMMETRIES]; DIFFERENCES]; LINES];
    let mut line = 0;
    while line < LINES {
        let mut difference = 0;
        while difference < DIFFERENCES {
            let mut symmetry = 0;
            while symmetry < SYMMETRIES {
                let image = LINE_IMAGES[symmetry][line] as u64;
                keys[line][difference][symmetry] = mix(image * 64 + difference as u64 + 1);
                symmetry += 1;
            }
            difference += 1;
        }
        line += 1;
    }
    keys
}

const fn cell_keys() -> [Keys; CELLS] {
    let mut keys = [[0; SYMMETRIES]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut symmetry = 0;
        while symmetry < SYMMETRIES {
            keys[cell][symmetry] = mix((1 << 19) + CELL_IMAGES[symmetry][cell] as u64);
            symmetry += 1;
        }
        cell += 1;
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
                assert_eq!(fresh.hash(), position.hash());
                assert_eq!(fresh.won, position.won);
                assert_eq!(fresh.live, position.live);
                for symmetry in 0..SYMMETRIES {
                    let image = Compact::of(&state.transform(symmetry));
                    assert_eq!(image.hash().0, position.hash().0);
                    assert_eq!(image.canonical(), position.canonical());
                }
            }
        }
    }
}
