//! What is known of positions: bounds of their values, 8 bytes each.
//!
//! Of the 128 bits of a key some say where an entry lies and 50 more are in it, so that in a table of 64 MB one of some
//! 10¹⁵ entries looked at is taken for another position's.

use leitai_search::Words;

/// Entries that a position may lie in: one line of the machine's cache has two times as many.
const BUCKET: usize = 4;
/// Bits of the parts of an entry, from the lowest: two bounds, work; the rest is of the key.
const BOUND: u32 = 5;
const WORK: u32 = 4;
const KNOWN: u32 = 2 * BOUND + WORK;
/// The logarithms of the least number of buckets and of the most.
const LEAST: u32 = 12;
const MOST: u32 = 32;

/// Bounds by the edges that are free.
pub(crate) struct Table {
    entries: Words,
    /// The logarithm of the number of buckets.
    buckets: u32,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// The value is no less.
    pub(crate) least: i32,
    /// The value is no more.
    pub(crate) most: i32,
}

const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// A bound, of -25 to 25, in so few bits: each is odd or even as the number of boxes is.
#[inline]
const fn packed(bound: i32) -> u64 {
    (bound + 26) as u64 >> 1
}

#[inline]
const fn unpacked(bits: u64, left: i32) -> i32 {
    2 * (bits & mask(BOUND)) as i32 - 26 + (left & 1)
}

impl Table {
    /// As large as fits into so many bytes, but at least 128 KB.
    pub(crate) fn new(bytes: u64) -> Table {
        let buckets = (bytes / (8 * BUCKET as u64)).max(1).ilog2().clamp(LEAST, MOST);
        Table { entries: Words::zero(BUCKET << buckets), buckets }
    }

    /// Where the bucket begins, and the part of the key that its entry has, at the place where it has it.
    #[inline]
    const fn place(&self, key: u128) -> (usize, u64) {
        let at = (key as u64 >> (u64::BITS - self.buckets)) as usize;
        (at * BUCKET, ((key >> u64::BITS) as u64) << KNOWN)
    }

    /// Begins to bring what is known of a position from memory, while other work goes on.
    #[inline]
    pub(crate) fn touch(&self, key: u128) {
        self.entries.touch(self.place(key).0);
    }

    /// What is known of the position with this key and so many boxes left.
    #[inline]
    pub(crate) fn get(&self, key: u128, left: i32) -> Option<Known> {
        let (at, tag) = self.place(key);
        let found = self.entries.get::<BUCKET>(at).into_iter().find(|entry| (entry ^ tag) >> KNOWN == 0)?;
        if found == 0 {
            return None;
        }
        Some(Known { least: unpacked(found >> (WORK + BOUND), left), most: unpacked(found >> WORK, left) })
    }

    /// Keeps it, for what cost the least `nodes` in its bucket.
    #[inline]
    pub(crate) fn put(&mut self, key: u128, known: Known, nodes: u64) {
        let (at, tag) = self.place(key);
        // No entry is 0.
        let work = u64::from(nodes.max(1).ilog2() / 2 + 1).min(mask(WORK));
        let mut least = (0, u64::MAX);
        for (at, entry) in self.entries.get::<BUCKET>(at).into_iter().enumerate() {
            if entry >> KNOWN << KNOWN == tag && entry != 0 {
                least = (at, 0);
                break;
            }
            // An empty one is the least of all.
            let worth = if entry == 0 { 0 } else { 1 + (entry & mask(WORK)) };
            if worth < least.1 {
                least = (at, worth);
            }
        }
        let bounds = packed(known.least) << BOUND | packed(known.most);
        self.entries.set(at + least.0, tag | bounds << WORK | work);
    }
}
