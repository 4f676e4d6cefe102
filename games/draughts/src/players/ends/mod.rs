//! Tables of endings: which side can force the other to run out of moves, and in how many plies, ignoring the
//! round limit.

mod build;
mod kinds;
mod pages;

use super::field::Field;
use kinds::{MOST, Seen, next_kinds, size, start};
use leitai_core::{Means, Shelf, TableSpec, Words};
use leitai_search::Fate;
use pages::Pages;
use std::sync::{Arc, LazyLock};

/// Most pieces in the endings that are built if the shelf has none.
const SMALL: u32 = 3;

/// The endings of two to four pieces.
pub(super) const FOUR: TableSpec = TableSpec {
    name: "endings-4",
    version: 1,
    what: Words::new(
        "endings of two to four pieces: who can force the other out of moves, and in how many plies",
        "二至四子残局：哪一方必能使对方无子可动，以及还需多少手",
    ),
    bytes: Endings::bytes(MOST - 1),
    build: |_, say| Endings::build(MOST - 1, say).fates,
};

/// The endings of three pieces against two, which are read from the shelf on demand.
pub(super) const FIVE: TableSpec = TableSpec {
    name: "endings-5",
    version: 1,
    what: Words::new(
        "endings of three pieces against two: who can force the other out of moves, and in how many plies",
        "三子对两子的残局：哪一方必能使对方无子可动，以及还需多少手",
    ),
    bytes: Endings::bytes_of_five(),
    build: |shelf, say| Endings::of_four(shelf).build_five(say),
};

/// The endings of up to a given number of pieces.
pub struct Endings {
    most: u32,
    fates: Vec<u8>,
    /// The endings of five pieces if they were built; otherwise they are read from the shelf.
    fives: Vec<u8>,
    shelved: Option<Pages>,
}

impl Endings {
    /// No endings at all.
    pub fn none() -> Endings {
        Endings { most: 1, fates: Vec::new(), fives: Vec::new(), shelved: None }
    }

    /// The endings for a player: those of the shelf, or ones small enough to build at once.
    pub(super) fn with(means: &Means<'_>) -> Arc<Endings> {
        static AT_ONCE: LazyLock<Arc<Endings>> =
            LazyLock::new(|| Arc::new(Endings::build(SMALL, &mut |_| ())));
        let enough = means.memory >= 4 * FOUR.bytes;
        match means.shelf.load(&FOUR).filter(|fates| enough && fates.len() as u64 == FOUR.bytes) {
            Some(fates) => {
                let shelved =
                    means.shelf.open(&FIVE).filter(|table| table.bytes() == FIVE.bytes).map(Pages::of);
                let most = if shelved.is_some() { MOST } else { MOST - 1 };
                Arc::new(Endings { most, fates, shelved, ..Endings::none() })
            }
            None => AT_ONCE.clone(),
        }
    }

    /// The endings of four pieces: the shelf's, or newly built.
    fn of_four(shelf: &dyn Shelf) -> Endings {
        match shelf.load(&FOUR).filter(|fates| fates.len() as u64 == FOUR.bytes) {
            Some(fates) => Endings { most: MOST - 1, fates, ..Endings::none() },
            None => Endings::build(MOST - 1, &mut |_| ()),
        }
    }

    /// The size in bytes of the endings of up to `most` pieces.
    const fn bytes(most: u32) -> u64 {
        let (mut sum, mut next) = (0, next_kinds(None, most));
        while let Some(kinds) = next {
            sum += size(kinds) as u64;
            next = next_kinds(next, most);
        }
        sum
    }

    const fn bytes_of_five() -> u64 {
        Self::bytes(MOST) - Self::bytes(MOST - 1)
    }

    /// The fate of a position, if a table has it.
    fn fate_of(&self, seen: Seen) -> Option<Fate> {
        let kinds = seen.kinds();
        if kinds[0] + kinds[1] == 0 {
            return Some(Fate::Lost(0));
        }
        let at = start(kinds)? + seen.number() as usize;
        let byte = if kinds.iter().sum::<u32>() < MOST {
            self.fates[at]
        } else if let Some(byte) = self.fives.get(at) {
            *byte
        } else {
            self.shelved.as_ref()?.get(at as u64)?
        };
        Some(Fate::of(byte))
    }

    /// Whether the tables cover positions of `pieces` pieces.
    #[inline]
    pub(super) fn reach(&self, pieces: u16) -> bool {
        u32::from(pieces) <= self.most
    }

    /// How a field ends for its mover, ignoring the round limit; `None` if the tables do not cover it. Requires a
    /// piece of each side.
    #[inline]
    pub fn fate(&self, field: &Field) -> Option<Fate> {
        let pieces = (field.pieces[0] | field.pieces[1]).count_ones();
        if pieces <= self.most { self.fate_of(Seen::of(field)) } else { None }
    }
}
