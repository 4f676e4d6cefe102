//! What is known of positions: bounds of their values, 8 bytes each.
//!
//! The key of a position, its free edges, is hashed one to one; what of the hash does not say where an entry lies is in
//! the entry. So an entry is never taken for another position's.

/// Bits of a key.
const KEY: u32 = 60;
/// Entries that a position may lie in: one line of the machine's cache has two times as many.
const BUCKET: usize = 4;
/// Bits of the parts of an entry, from the lowest: two bounds, an edge, work; the rest is of the hash.
const BOUND: u32 = 6;
const EDGE: u32 = 6;
const WORK: u32 = 4;
const KNOWN: u32 = 2 * BOUND + EDGE + WORK;
/// Fewer buckets would leave more of the hash than an entry has room for.
const LEAST: u32 = KEY - (u64::BITS - KNOWN);
/// Added to a bound: no bound is 0 then, and so no entry.
const ZERO: i32 = 32;

/// Words of one line of the machine's cache.
const LINE: usize = 8;

/// Bounds by the edges that are free.
pub(crate) struct Table {
    entries: Vec<u64>,
    /// Where the first bucket begins: at a line of the cache.
    first: usize,
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
    /// The bit of an edge that was good, or of any other.
    pub(crate) edge: u32,
}

const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// One to one on the keys.
#[inline]
const fn hash(key: u64) -> u64 {
    let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask(KEY);
    let mixed = (mixed ^ mixed >> 31).wrapping_mul(0xd6e8_feb8_6659_fd93) & mask(KEY);
    mixed ^ mixed >> 29
}

impl Table {
    /// As large as fits into so many bytes, but at least 8 MB: less would not do.
    pub(crate) fn new(bytes: u64) -> Table {
        let buckets = (bytes / (8 * BUCKET as u64)).max(1).ilog2().clamp(LEAST, 32);
        let entries = vec![0; (BUCKET << buckets) + LINE];
        let first = entries.as_ptr().align_offset(size_of::<u64>() * LINE);
        // Where that cannot be told it begins at the beginning.
        Table { first: if first < LINE { first } else { 0 }, entries, buckets }
    }

    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let hash = hash(key);
        let rest = KEY - self.buckets;
        (self.first + (hash >> rest) as usize * BUCKET, hash & mask(rest))
    }

    /// Begins to bring what is known of a position from memory; of use before several questions.
    #[inline]
    pub(crate) fn touch(&self, key: u64) -> u64 {
        self.entries[self.place(key).0]
    }

    /// What is known of the position with these free edges.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let (at, tag) = self.place(key);
        let found =
            self.entries[at..at + BUCKET].iter().find(|entry| **entry >> KNOWN == tag && **entry != 0)?;
        let bound = |shift: u32| (found >> shift & mask(BOUND)) as i32 - ZERO;
        Some(Known {
            least: bound(WORK + EDGE + BOUND),
            most: bound(WORK + EDGE),
            edge: (found >> WORK & mask(EDGE)) as u32,
        })
    }

    /// Keeps it, for what cost the least `nodes` in its bucket.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, known: Known, nodes: u64) {
        let (at, tag) = self.place(key);
        let work = u64::from(nodes.max(1).ilog2() / 2).min(mask(WORK));
        let bucket = &mut self.entries[at..at + BUCKET];
        let mut least = (0, u64::MAX);
        for (at, entry) in bucket.iter().enumerate() {
            if *entry >> KNOWN == tag && *entry != 0 {
                least = (at, 0);
                break;
            }
            // An empty one is the least of all.
            let worth = if *entry == 0 { 0 } else { 1 + (entry & mask(WORK)) };
            if worth < least.1 {
                least = (at, worth);
            }
        }
        let bound = |value: i32| (value + ZERO) as u64;
        let parts = tag << BOUND | bound(known.least);
        let parts = (parts << BOUND | bound(known.most)) << EDGE | u64::from(known.edge);
        bucket[least.0] = parts << WORK | work;
    }
}
