//! What was found about positions, in a fixed amount of memory.

/// How a stored value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The stored value is the true one.
    Exact,
    /// The true value is the stored one or more.
    AtLeast,
    /// The true value is the stored one or less.
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// The depth searched below it, in acts, or [`PROVED`].
    pub(super) depth: u8,
    /// The index of the best act in the list of all acts, or [`NONE`].
    pub(super) best: u16,
}

/// The depth that marks a value found without any guess.
pub(super) const PROVED: u8 = u8::MAX;
/// No act.
pub(super) const NONE: u16 = u16::MAX;

/// An entry in 16 bytes: the low 48 bits of the key and the act; value, depth, age and bound.
type Packed = [u64; 2];
/// The number of entries in which a position may be stored.
const WAYS: usize = 4;
/// The number of searches after which ages repeat.
const AGES: u8 = 64;
/// The depth that an entry loses, when choosing what to overwrite, for each search since it was stored.
const OLD: i32 = 8;

/// A table of [`Entry`]s by key.
pub(super) struct TranspositionTable {
    entries: Vec<Packed>,
    /// The start of the first row: each row lies in one cache line, which `Vec` does not guarantee.
    start: usize,
    rows: usize,
    age: u8,
}

/// The bytes of a row, which is one cache line.
const ROW: usize = WAYS * size_of::<Packed>();

impl TranspositionTable {
    /// A table that takes at most `bytes` bytes; with less than 128 it remembers nothing.
    pub(super) fn new(bytes: u64) -> TranspositionTable {
        let rows = usize::try_from(bytes).unwrap_or(usize::MAX) / ROW;
        let rows = rows.saturating_sub(1);
        // All zero: the system provides such pages only when they are first written.
        let entries: Vec<Packed> = vec![[0; 2]; if rows == 0 { 0 } else { (rows + 1) * WAYS }];
        let start = (entries.as_ptr() as usize).wrapping_neg() % ROW / size_of::<Packed>();
        TranspositionTable { entries, start, rows, age: 1 }
    }

    /// Begins another search: entries of earlier searches are overwritten first.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age % (AGES - 1) + 1;
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill([0; 2]);
        self.age = 1;
    }

    /// The start of the position's row. The high bits of the key choose the row, the low bits are stored.
    fn row(&self, key: u64) -> usize {
        let row = ((u128::from(key) * self.rows as u128) >> 64) as usize;
        self.start + row * WAYS
    }

    /// Prefetches the row while other work goes on: a table does not fit into any cache.
    #[inline]
    pub(super) fn touch(&self, key: u64) {
        std::hint::black_box(self.entries.get(self.row(key)).copied());
    }

    /// What is known about the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let row = self.entries.get(self.row(key)..)?.get(..WAYS)?;
        let packed = row.iter().find(|packed| is_of(packed, key))?;
        Some(unpack(packed))
    }

    /// Stores what was found. A known best act is kept if the new entry has none.
    pub(super) fn put(&mut self, key: u64, mut entry: Entry) {
        let (at, age) = (self.row(key), self.age);
        let Some(row) = self.entries.get_mut(at..).and_then(|rows| rows.get_mut(..WAYS)) else { return };
        let worth = |packed: &Packed| {
            if packed[1] == 0 {
                return i32::MIN;
            }
            let old = (age + AGES - 1 - age_of(packed)) % (AGES - 1);
            i32::from(unpack(packed).depth) - OLD * i32::from(old)
        };
        let place = match row.iter().position(|packed| is_of(packed, key)) {
            Some(same) => {
                let old = unpack(&row[same]);
                if entry.best == NONE {
                    entry.best = old.best;
                }
                // A proof is worth more than any later guess, unless it is a bound on the wrong side.
                if old.depth == PROVED && old.bound == Bound::Exact && entry.depth != PROVED {
                    return;
                }
                same
            }
            None => (0..WAYS).min_by_key(|way| worth(&row[*way])).expect("there are some"),
        };
        row[place] = pack(key, entry, age);
    }
}

const KEPT: u64 = (1 << 48) - 1;

fn is_of(packed: &Packed, key: u64) -> bool {
    packed[0] & KEPT == key & KEPT && packed[1] != 0
}

fn age_of(packed: &Packed) -> u8 {
    (packed[1] >> 42) as u8
}

fn pack(key: u64, entry: Entry, age: u8) -> Packed {
    let rest = u64::from(entry.value as u32)
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
        | u64::from(age) << 42;
    [key & KEPT | u64::from(entry.best) << 48, rest]
}

fn unpack(packed: &Packed) -> Entry {
    let bound = match packed[1] >> 40 & 3 {
        0 => Bound::Exact,
        1 => Bound::AtLeast,
        _ => Bound::AtMost,
    };
    Entry {
        value: packed[1] as u32 as i32,
        bound,
        depth: (packed[1] >> 32) as u8,
        best: (packed[0] >> 48) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { value: -999_990, bound: Bound::AtMost, depth: 17, best: 301 };

    #[test]
    fn an_entry_comes_back_as_it_was_kept() {
        let mut table = TranspositionTable::new(1 << 12);
        for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            for value in [-1_000_000, -1, 0, 7, 1_000_000] {
                let entry = Entry { value, bound, ..ENTRY };
                table.put(0x1234_5678_9abc_def0, entry);
                assert_eq!(table.get(0x1234_5678_9abc_def0), Some(entry));
            }
        }
        assert_eq!(table.get(0x1234_5678_9abc_def1), None);
    }

    #[test]
    fn it_fills_no_more_than_its_bytes_and_none_at_all() {
        let table = TranspositionTable::new(1000);
        assert_eq!((table.rows * ROW, table.entries.len() * size_of::<Packed>()), (896, 960));
        assert_eq!(&raw const table.entries[table.start] as usize % ROW, 0);
        let mut none = TranspositionTable::new(127);
        none.put(1, ENTRY);
        assert_eq!(none.get(1), None);
    }

    #[test]
    fn the_old_and_the_shallow_give_way() {
        let mut table = TranspositionTable::new(128);
        let of = |depth| Entry { depth, ..ENTRY };
        for (key, depth) in [(1, 9), (2, 4), (3, 8), (4, 7)] {
            table.put(key, of(depth));
        }
        table.put(5, of(1));
        assert_eq!((table.get(2), table.get(5)), (None, Some(of(1))), "the shallow one went");
        for _ in 0..2 {
            table.grow_older();
        }
        table.put(6, of(2));
        table.put(7, of(2));
        assert!(table.get(6).is_some() && table.get(7).is_some(), "new ones do not drive each other out");
        assert!(table.get(5).is_none() && table.get(4).is_none() && table.get(1).is_some());
    }

    #[test]
    fn a_proof_is_not_overwritten_by_a_guess() {
        let mut table = TranspositionTable::new(128);
        let proof = Entry { value: 5, bound: Bound::Exact, depth: PROVED, best: 3 };
        table.put(1, proof);
        table.put(1, ENTRY);
        assert_eq!(table.get(1), Some(proof));
    }

    #[test]
    fn nothing_is_left_after_clearing() {
        let mut table = TranspositionTable::new(256);
        table.put(9, ENTRY);
        table.clear();
        assert_eq!(table.get(9), None);
    }
}
