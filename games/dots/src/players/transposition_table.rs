//! A transposition table: bounds on the values of positions, 8 bytes each.
//!
//! Part of the 128-bit key selects the place of an entry, and 50 more bits are stored in it. In a table of 64 MB,
//! about one in 10¹⁵ entries looked at is mistaken for another position's.

use leitai_search::Words;

/// Entries that a position may be stored in: half a cache line.
const BUCKET: usize = 4;
/// The bit widths of the fields of an entry from the lowest: two bounds, work; the rest is part of the key.
const BOUND: u32 = 5;
const WORK: u32 = 4;
const KNOWN: u32 = 2 * BOUND + WORK;
/// Binary logarithms of the smallest and the largest number of buckets.
const LEAST: u32 = 12;
const MOST: u32 = 32;

/// Bounds by the key of a net.
pub(crate) struct TranspositionTable {
    entries: Words,
    /// The binary logarithm of the number of buckets.
    buckets: u32,
}

/// What is known about the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// The value is at least this.
    pub(crate) least: i32,
    /// The value is at most this.
    pub(crate) most: i32,
}

const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// Packs a bound from -25 to 25 into a field: the lowest bit is dropped, as every bound has the parity of the
/// number of boxes.
#[inline]
const fn packed(bound: i32) -> u64 {
    (bound + 26) as u64 >> 1
}

#[inline]
const fn unpacked(bits: u64, left: i32) -> i32 {
    2 * (bits & mask(BOUND)) as i32 - 26 + (left & 1)
}

impl TranspositionTable {
    /// A table as large as fits into `bytes`, but at least 128 KB.
    pub(crate) fn new(bytes: u64) -> TranspositionTable {
        let buckets = (bytes / (8 * BUCKET as u64)).max(1).ilog2().clamp(LEAST, MOST);
        TranspositionTable { entries: Words::zero(BUCKET << buckets), buckets }
    }

    /// The index of the key's bucket, and the part of the key stored in an entry, shifted into place.
    #[inline]
    const fn place(&self, key: u128) -> (usize, u64) {
        let at = (key as u64 >> (u64::BITS - self.buckets)) as usize;
        (at * BUCKET, ((key >> u64::BITS) as u64) << KNOWN)
    }

    /// Starts loading a position's bucket from memory while other work continues.
    #[inline]
    pub(crate) fn touch(&self, key: u128) {
        self.entries.touch(self.place(key).0);
    }

    /// What is known of the position with this key and `left` boxes left.
    #[inline]
    pub(crate) fn get(&self, key: u128, left: i32) -> Option<Known> {
        let (at, tag) = self.place(key);
        let found = self.entries.get::<BUCKET>(at).into_iter().find(|entry| (entry ^ tag) >> KNOWN == 0)?;
        if found == 0 {
            return None;
        }
        Some(Known { least: unpacked(found >> (WORK + BOUND), left), most: unpacked(found >> WORK, left) })
    }

    /// Stores bounds, replacing the entry in the bucket that took the fewest nodes.
    #[inline]
    pub(crate) fn put(&mut self, key: u128, known: Known, nodes: u64) {
        let (at, tag) = self.place(key);
        // At least 1, so that no entry is 0.
        let work = u64::from(nodes.max(1).ilog2() / 2 + 1).min(mask(WORK));
        let mut least = (0, u64::MAX);
        for (at, entry) in self.entries.get::<BUCKET>(at).into_iter().enumerate() {
            if entry >> KNOWN << KNOWN == tag && entry != 0 {
                least = (at, 0);
                break;
            }
            // An empty entry is replaced first.
            let worth = if entry == 0 { 0 } else { 1 + (entry & mask(WORK)) };
            if worth < least.1 {
                least = (at, worth);
            }
        }
        let bounds = packed(known.least) << BOUND | packed(known.most);
        self.entries.set(at + least.0, tag | bounds << WORK | work);
    }
}
