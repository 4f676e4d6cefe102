//! What was found before, by the key of a position whose die is not rolled yet.

/// What is known of a position, for First.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Known {
    /// Least and most that it is worth.
    pub(super) low: f32,
    pub(super) high: f32,
    /// Which of its acts were the best of their faces, as bits in the order in which they are listed.
    pub(super) good: u32,
}

/// Sixteen bytes, a fourth of a cache line.
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

/// Added to a bound: no guess was needed for it, however deep it was searched.
const SOLVED: u8 = 4;

/// A table of fixed size; an entry gives way to one of another age or of no less depth.
pub(super) struct Table {
    entries: Vec<Entry>,
    /// Never 0, which marks an empty entry.
    age: u8,
}

impl Table {
    /// One that takes at most `bytes`; a power of two of entries.
    pub(super) fn new(bytes: usize) -> Table {
        let entries = (bytes / size_of::<Entry>()).max(1);
        Table { entries: vec![Entry::default(); 1 << entries.ilog2()], age: 1 }
    }

    /// Nothing found before is known any more.
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

    /// What is known of the position: bounds only if it was searched as deep, and whether they are solved.
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

    /// Keeps that the position is worth `value` for First if that lies between the bounds, else at most or at least that.
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
        // A deeper search of another position stays; it is looked up where a tree is cut highest.
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
