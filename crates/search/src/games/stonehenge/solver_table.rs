//! The solver's table: the winner of positions by hash, shared by threads without locks.
//!
//! An entry is one word, so that no reader can see half of it: 44 bits of the hash, the verdict, a winning druid in
//! canonical orientation, and the amount of work. The other 20 or more bits of the hash are the entry's index. Two
//! positions with equal 64-bit hashes would be confused: for 10⁹ positions the probability is less than one in a
//! hundred, which is why proofs can be checked.

use std::sync::atomic::{AtomicU64, Ordering};

use super::compact::Druid;
use crate::reserve::reserve;

/// The number of entries in a cache line.
const BUCKET: usize = 8;
const TAG: u64 = !0 << 20;

/// The table's entry for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) wins: bool,
    /// A winning druid, in canonical orientation.
    pub(crate) druid: Option<Druid>,
}

#[repr(align(64))]
struct Bucket([AtomicU64; BUCKET]);

pub(crate) struct SolverTable {
    buckets: Vec<Bucket>,
    mask: u64,
}

impl SolverTable {
    pub(crate) fn new(bytes: usize) -> SolverTable {
        let wanted = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = reserve(1 << wanted.ilog2());
        let count = 1_usize << buckets.capacity().ilog2();
        buckets.extend((0..count).map(|_| Bucket(std::array::from_fn(|_| AtomicU64::new(0)))));
        SolverTable { buckets, mask: count as u64 - 1 }
    }

    #[inline]
    pub(crate) fn probe(&self, hash: u64) -> Option<Known> {
        let bucket = &self.buckets[(hash & self.mask) as usize].0;
        let words = bucket.iter().map(|word| word.load(Ordering::Relaxed));
        words.into_iter().find(|word| (word ^ hash) & TAG == 0 && word & 1 != 0).map(unpack)
    }

    /// Stores a verdict, replacing the same position's or the cheapest one.
    pub(crate) fn store(&self, hash: u64, known: Known, work: u64) {
        let bucket = &self.buckets[(hash & self.mask) as usize].0;
        let mut cheapest = (u64::MAX, 0);
        for (index, word) in bucket.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word == 0 || (word ^ hash) & TAG == 0 {
                cheapest = (0, index);
                break;
            }
            cheapest = cheapest.min((word >> 10 & 63, index));
        }
        bucket[cheapest.1].store(pack(hash, known, work), Ordering::Relaxed);
    }
}

fn pack(hash: u64, known: Known, work: u64) -> u64 {
    let druid = known.druid.map_or(0, |druid| u64::from(druid.cell) << 3 | u64::from(druid.value));
    let work = u64::from(work.max(1).ilog2().min(63));
    hash & TAG | work << 10 | druid << 2 | u64::from(known.wins) << 1 | 1
}

fn unpack(word: u64) -> Known {
    let value = (word >> 2 & 7) as u8;
    let druid = Druid { cell: (word >> 5 & 31) as u8, value };
    Known { wins: word & 2 != 0, druid: (value != 0).then_some(druid) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_found_again_and_cheap_ones_make_room() {
        let table = SolverTable::new(64);
        let known = Known { wins: true, druid: Some(Druid { cell: 17, value: 6 }) };
        table.store(1 << 40, known, 1 << 30);
        for other in 1..100 {
            table.store((other + 1) << 41, Known { wins: false, druid: None }, 1);
        }
        assert_eq!(table.probe(1 << 40), Some(known));
        assert_eq!(table.probe(1 << 43 | 1 << 40), None);
    }
}
