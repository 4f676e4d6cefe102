//! The results of earlier searches, by the key of a position whose die has not been rolled yet.

/// What is known about a position, for First.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Known {
    /// Lower and upper bound of its worth.
    pub(super) low: f32,
    pub(super) high: f32,
    /// The acts that were best for some face, as bits in the order in which the acts are listed.
    pub(super) good: u32,
}

/// An entry of sixteen bytes, a quarter of a cache line.
#[derive(Clone, Copy, Default)]
struct Entry {
    check: u32,
    value: f32,
    good: u32,
    depth: u8,
    bound: u8,
    age: u8,
}

const EXACT: u8 = 0;
const AT_LEAST: u8 = 1;
const AT_MOST: u8 = 2;

/// Added to a bound if no guess was needed for it, so that it holds at any depth.
const SOLVED: u8 = 4;

/// A table of fixed size. An entry of the current search is replaced by another position unless it was searched more
/// than two acts deeper.
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
    /// Never 0, which marks an empty entry.
    age: u8,
}

impl TranspositionTable {
    /// A table that takes at most `bytes`, with a power of two of entries.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let entries = (bytes / size_of::<Entry>()).max(1);
        TranspositionTable { entries: vec![Entry::default(); 1 << entries.ilog2()], age: 1 }
    }

    /// Forgets everything found before.
    pub(super) fn forget(&mut self) {
        if self.age == u8::MAX {
            self.entries.fill(Entry::default());
            self.age = 0;
        }
        self.age += 1;
    }

    fn at(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// What is known about the position, and whether its bounds are solved; the bounds are returned only if it was
    /// searched at least as deep.
    pub(super) fn get(&self, key: u64, depth: u8) -> Option<(Known, bool)> {
        let entry = &self.entries[self.at(key)];
        if entry.age != self.age || entry.check != (key >> 32) as u32 {
            return None;
        }
        let mut known = Known { low: 0.0, high: 1.0, good: entry.good };
        let is_solved = entry.bound >= SOLVED;
        if entry.depth >= depth || is_solved {
            if entry.bound % SOLVED != AT_MOST {
                known.low = entry.value;
            }
            if entry.bound % SOLVED != AT_LEAST {
                known.high = entry.value;
            }
        }
        Some((known, is_solved))
    }

    /// Stores that the position is worth `value` for First if that lies between the bounds, otherwise that `value` is
    /// an upper or lower bound.
    pub(super) fn put(
        &mut self,
        key: u64,
        (depth, is_solved): (u8, bool),
        value: f32,
        (low, high): (f32, f32),
        good: u32,
    ) {
        let (at, age) = (self.at(key), self.age);
        let entry = &mut self.entries[at];
        let check = (key >> 32) as u32;
        // A deeper search of another position stays: it saves more when it is found again.
        if entry.age == age && entry.check != check && entry.depth > depth.saturating_add(2) {
            return;
        }
        let bound = if value <= low {
            AT_MOST
        } else if value >= high {
            AT_LEAST
        } else {
            EXACT
        } + if is_solved { SOLVED } else { 0 };
        *entry = Entry { check, value, good, depth, bound, age };
    }
}
