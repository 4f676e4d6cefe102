//! The transposition table of the search written by hand: the same entries as the kit's, in the same places.

/// How a stored value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position: 16 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The low 48 bits of the key.
    tag: [u16; 3],
    pub(crate) best: u16,
    pub(crate) value: i32,
    /// 0 if nothing is known.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

/// The depth that marks a proof.
pub(crate) const PROVED: u8 = u8::MAX;
/// No act.
pub(crate) const NONE: u16 = u16::MAX;

const EMPTY: Entry = Entry { tag: [0; 3], best: NONE, value: 0, depth: 0, bound: Bound::Exact };

/// A cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([Entry; 4]);

pub(crate) struct TranspositionTable {
    rows: Vec<Row>,
}

const fn tag(key: u64) -> [u16; 3] {
    [key as u16, (key >> 16) as u16, (key >> 32) as u16]
}

impl TranspositionTable {
    /// As many rows as the kit's table has with so many bytes.
    pub(crate) fn new(bytes: u64) -> TranspositionTable {
        TranspositionTable { rows: vec![Row([EMPTY; 4]); (bytes / 64) as usize - 1] }
    }

    #[inline]
    fn at(&self, key: u64) -> usize {
        ((u128::from(key) * self.rows.len() as u128) >> 64) as usize
    }

    /// Starts loading the entries of a position.
    #[inline]
    pub(crate) fn touch(&self, key: u64) {
        std::hint::black_box(self.rows[self.at(key)].0[0].depth);
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let is_same = |entry: &&Entry| entry.tag == tag(key) && entry.depth != 0;
        self.rows[self.at(key)].0.iter().find(is_same).copied()
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, value: i32, bound: Bound, depth: u8, mut best: u16) {
        let at = self.at(key);
        let row = &mut self.rows[at].0;
        let place = match row.iter().position(|entry| entry.tag == tag(key) && entry.depth != 0) {
            Some(same) => {
                let old = row[same];
                if best == NONE {
                    best = old.best;
                }
                if old.depth == PROVED && old.bound == Bound::Exact && depth != PROVED {
                    return;
                }
                same
            }
            None => (0..4).min_by_key(|place| row[*place].depth).expect("four"),
        };
        row[place] = Entry { tag: tag(key), best, value, depth, bound };
    }
}
