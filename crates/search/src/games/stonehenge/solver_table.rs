//! The solver's table: sets of positions with a known winner, shared by threads without locks.
//!
//! A set consists of all positions with the same live cells and hands in which the winner's doubled leads reach the
//! thresholds of the set. An entry is a vector with one byte per line: the threshold in the upper seven bits and a bit
//! of the tag in the lowest; the last byte holds the rest of the tag and the winner. Index and tag together are all of
//! the key, so cells and hands are never confused.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use wide::i8x16;

use super::lanes::{Lanes, NEEDED_ABOVE, NOT_NEEDED, Outcome, lanes_of, vector, word};
use crate::reserve::reserve;

/// The number of sets in a region: with its head it fills two cache lines.
const SETS: usize = 7;
/// Cells, hands and the mover.
const KEY_BITS: u32 = 35;
/// Bits of the key that an entry has room for.
const TAG_BITS: u32 = 22;
/// The smallest table: the index has to hold the rest of the key.
const MIN_REGIONS: usize = 1 << (KEY_BITS - TAG_BITS);
/// The largest lead that can be stored; decided lines have it.
const DECIDED: i8 = 63;
const LOW_TAG: u32 = 15;
/// An entry that contains no position.
const EMPTY: [u64; 2] = [0x7f7f_7f7f_7f7f_7f7f; 2];

#[repr(align(128))]
struct Region {
    /// Odd while the region is written.
    version: AtomicU64,
    /// The work that each set has saved, as a logarithm, one byte each; the last byte is unused.
    work: AtomicU64,
    sets: [[AtomicU64; 2]; SETS],
}

pub(crate) struct SolverTable {
    regions: Vec<Region>,
    index_bits: u32,
}

/// Where the sets of a position are, and what is compared with them.
pub(crate) struct Place {
    index: usize,
    tag: u32,
    /// The doubled leads of the mover as entries have them.
    leads: [i8x16; 2],
}

impl SolverTable {
    pub(crate) fn new(bytes: usize) -> SolverTable {
        let wanted = (bytes / size_of::<Region>()).max(MIN_REGIONS);
        let mut regions: Vec<Region> = reserve(1 << wanted.ilog2());
        let count = (1_usize << regions.capacity().ilog2()).max(MIN_REGIONS);
        let word = AtomicU64::new;
        regions.extend((0..count).map(|_| Region {
            version: word(0),
            work: word(0),
            sets: std::array::from_fn(|_| EMPTY.map(word)),
        }));
        SolverTable { regions, index_bits: count.ilog2() }
    }

    #[inline]
    pub(crate) fn place_of(&self, position: &Lanes) -> Place {
        let key = mixed(key_of(position));
        let index = key as usize & (self.regions.len() - 1);
        let tag = (key >> self.index_bits) as u32;
        let own = leads(position, position.own());
        Place { index, tag, leads: [own, leads(position, 1 - position.own())] }
    }

    /// The winner of a position, if it is in a known set.
    #[inline]
    pub(crate) fn probe(&self, position: &Lanes) -> Option<Outcome> {
        self.probe_at(&self.place_of(position), position)
    }

    #[inline]
    pub(crate) fn probe_at(&self, place: &Place, position: &Lanes) -> Option<Outcome> {
        let region = &self.regions[place.index];
        for set in &region.sets {
            let [low, high] = [&set[0], &set[1]].map(|word| word.load(Ordering::Relaxed));
            // The top bit of the last byte: whether the mover wins.
            let wins = high >> 63 != 0;
            let lead = place.leads[usize::from(!wins)];
            let entry = vector(u128::from(high) << 64 | u128::from(low));
            if entry.simd_gt(lead).to_bitmask() & ((1 << LOW_TAG) - 1) == 0
                && tag_of(entry, high) == place.tag
            {
                return self.checked(place, position, [low, high]);
            }
        }
        None
    }

    /// The outcome of an entry, unless another thread has written to the region meanwhile.
    fn checked(&self, place: &Place, position: &Lanes, found: [u64; 2]) -> Option<Outcome> {
        let region = &self.regions[place.index];
        let version = region.version.load(Ordering::Acquire);
        let whole = region
            .sets
            .iter()
            .any(|set| [set[0].load(Ordering::Relaxed), set[1].load(Ordering::Relaxed)] == found);
        fence(Ordering::Acquire);
        if version & 1 != 0 || !whole || region.version.load(Ordering::Relaxed) != version {
            return None;
        }
        let [low, high] = found;
        let wins = high >> 63 != 0;
        let winner = if wins { position.own() } else { 1 - position.own() };
        let entry = vector(u128::from(high) << 64 | u128::from(low));
        // An arithmetic shift by one.
        let thresholds = halved(entry);
        let needed = thresholds.simd_gt(i8x16::splat(NEEDED_ABOVE));
        // What is decided is decided: for this position's cells, a threshold beyond that says no more.
        let thresholds = thresholds.min(position.bound_of(winner));
        let thresholds = thresholds & needed | i8x16::splat(NOT_NEEDED) & !needed;
        Some(Outcome { wins, thresholds })
    }

    /// Stores a set with the position that it was found for.
    pub(crate) fn store(&self, position: &Lanes, outcome: &Outcome, work: u64) {
        let place = self.place_of(position);
        let region = &self.regions[place.index];
        let work = u64::from(work.max(1).ilog2());
        let version = region.version.load(Ordering::Relaxed);
        // Another thread is writing: what it found stays, this is lost.
        if version & 1 != 0
            || region
                .version
                .compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        let entry = packed(position, outcome, place.tag);
        let works = region.work.load(Ordering::Relaxed).to_le_bytes();
        let mut victim = (u64::MAX, 0);
        for (index, set) in region.sets.iter().enumerate() {
            let old = [set[0].load(Ordering::Relaxed), set[1].load(Ordering::Relaxed)];
            if old == EMPTY || contains(&entry, &old) {
                victim = (0, index);
                break;
            }
            victim = victim.min((u64::from(works[index]), index));
        }
        let mut works = works;
        works[victim.1] = work as u8;
        region.work.store(u64::from_le_bytes(works), Ordering::Relaxed);
        for (old, new) in region.sets[victim.1].iter().zip(entry) {
            old.store(new, Ordering::Relaxed);
        }
        region.version.store(version + 2, Ordering::Release);
    }
}

fn key_of(position: &Lanes) -> u64 {
    let [one, other] = position.hands().map(|hand| hand.index() as u64);
    u64::from(position.live()) | one << 18 | other << 26 | (position.own() as u64) << 34
}

/// A permutation of the numbers with [`KEY_BITS`] bits.
#[inline]
fn mixed(key: u64) -> u64 {
    const MASK: u64 = (1 << KEY_BITS) - 1;
    let key = (key ^ key >> 18).wrapping_mul(0x9e37_79b9_7f4a_7c15) & MASK;
    let key = (key ^ key >> 17).wrapping_mul(0xd1b5_4a32_d192_ed03) & MASK;
    key ^ key >> 18
}

/// The doubled leads of a seat as they are compared with entries: the threshold in the upper seven bits, the lowest bit
/// above any bit of a tag.
#[inline]
fn leads(position: &Lanes, seat: usize) -> i8x16 {
    let won = lanes_of(position.won_by(seat));
    let lost = lanes_of(position.won_by(1 - seat));
    let open = position.lead_of(seat) & !(won | lost);
    let leads = open | i8x16::splat(DECIDED) & won | i8x16::splat(-DECIDED) & lost;
    leads + leads + i8x16::splat(1)
}

fn packed(position: &Lanes, outcome: &Outcome, tag: u32) -> [u64; 2] {
    let needed = outcome.thresholds.simd_gt(i8x16::splat(NEEDED_ABOVE));
    // A dead cell stands for any other dead cell if its lines are decided or not needed.
    let mut dead = 0;
    for cell in super::compact::bits(position.dead()) {
        dead |= super::compact::LINES_MASK[cell];
    }
    let decided = lanes_of(dead) & needed;
    let thresholds = outcome.thresholds & needed | i8x16::splat(NEEDED_ABOVE) & !needed;
    let thresholds = i8x16::splat(DECIDED) & decided | thresholds & !decided;
    let low_tag = lanes_of(tag as u16 & ((1 << LOW_TAG) - 1)) & i8x16::splat(1);
    let entry = word((thresholds + thresholds) | low_tag);
    let last = u64::from(tag >> LOW_TAG) | u64::from(outcome.wins) << 7;
    let (low, high) = (entry as u64, (entry >> 64) as u64);
    [low, high & (u64::MAX >> 8) | last << 56]
}

#[inline]
fn tag_of(entry: i8x16, high: u64) -> u32 {
    let low = (entry & i8x16::splat(1)).simd_eq(i8x16::splat(1)).to_bitmask();
    low & ((1 << LOW_TAG) - 1) | ((high >> 56) as u32 & 127) << LOW_TAG
}

/// Whether a set contains another.
fn contains(set: &[u64; 2], other: &[u64; 2]) -> bool {
    let [one, two] = [set, other].map(|set| vector(u128::from(set[1]) << 64 | u128::from(set[0])));
    let (low_one, low_two) = (one & i8x16::splat(1), two & i8x16::splat(1));
    let tags = low_one.simd_eq(low_two).to_bitmask() as u16 & ((1 << LOW_TAG) - 1);
    set[1] >> 56 == other[1] >> 56
        && tags == (1 << LOW_TAG) - 1
        && one.simd_gt(two).to_bitmask() as u16 & ((1 << LOW_TAG) - 1) == 0
}

/// Half of every lane, rounded down.
fn halved(lanes: i8x16) -> i8x16 {
    vector_of(lanes.to_array().map(|lane| lane >> 1))
}

fn vector_of(lanes: [i8; 16]) -> i8x16 {
    i8x16::from(lanes)
}
