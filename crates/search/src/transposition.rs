//! A transposition table shared by threads without locks.
//!
//! An entry is two words: the data, and the position's hash combined with it. A reader that sees the words of two
//! different writers finds that they do not match and treats the entry as empty.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::reserve::reserve;

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) score: i32,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The index of the best action in the list of actions.
    pub(crate) place: u16,
}

/// The index of an entry without a best action.
pub(crate) const NO_PLACE: u16 = u16::MAX;

pub(crate) struct TranspositionTable {
    slots: Vec<[AtomicU64; 2]>,
    mask: u64,
}

impl TranspositionTable {
    /// A table of at most this many bytes, rounded down to a power of two of entries.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let wanted = (bytes / size_of::<[AtomicU64; 2]>()).max(2);
        let mut slots = reserve(1 << wanted.ilog2());
        let count = 1_usize << slots.capacity().ilog2();
        slots.extend((0..count).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]));
        TranspositionTable { slots, mask: count as u64 - 1 }
    }

    pub(crate) fn probe(&self, hash: u64) -> Option<Entry> {
        let slot = &self.slots[(hash & self.mask) as usize];
        let data = slot[1].load(Ordering::Relaxed);
        let fits = slot[0].load(Ordering::Relaxed) ^ data == hash && data != 0;
        fits.then(|| unpack(data))
    }

    /// An entry for another position in the same slot is only kept if it is much deeper.
    pub(crate) fn store(&self, hash: u64, entry: Entry) {
        let slot = &self.slots[(hash & self.mask) as usize];
        let data = slot[1].load(Ordering::Relaxed);
        let same = slot[0].load(Ordering::Relaxed) ^ data == hash;
        if data != 0 && !same && unpack(data).depth > entry.depth + 2 {
            return;
        }
        let data = pack(entry);
        slot[0].store(hash ^ data, Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
    }
}

fn pack(entry: Entry) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    u64::from(entry.score as u32)
        | u64::from(entry.place) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
}

fn unpack(data: u64) -> Entry {
    let bound = match data >> 56 {
        1 => Bound::Exact,
        2 => Bound::AtLeast,
        _ => Bound::AtMost,
    };
    Entry {
        score: data as u32 as i32,
        place: (data >> 32) as u16,
        depth: (data >> 48) as u8,
        bound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = TranspositionTable::new(1 << 10);
        let entry = Entry { score: -12_345, depth: 9, bound: Bound::AtMost, place: 77 };
        table.store(42, entry);
        assert_eq!(table.probe(42), Some(entry));
        assert_eq!(table.probe(42 + 64), None);
    }
}
