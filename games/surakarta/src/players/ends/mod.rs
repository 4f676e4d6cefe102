//! Tables of endings. Play without end is no draw here: the stones are counted. So a position with few stones is worth what the
//! count says, unless a side can force captures that change it; in how many plies at most is kept, since they must come
//! before the count does.

mod build;
mod index;

use index::{index, place, size};
use leitai_core::{Means, Shelf, ShelvedTable, TableSpec, Words};
use std::sync::{Arc, LazyLock};

pub(crate) use index::MOST;

/// Stones of the endings that are made where the shelf has none.
const AT_ONCE: usize = 4;
/// Stones of those that are held in memory.
const HELD: usize = 6;

/// A forced capture is not looked for later than this. None was found so late: the tables hold wherever so many plies may pass
/// without a capture.
const LATEST: u8 = 50;
/// A byte is 0 where the count stands, the plies to the capture that wins for the side behind, or for either where both
/// have as many; or this and the plies to the one after which the side behind draws.
const DRAWN: u8 = 128;

/// The endings of five and of six stones.
pub(crate) const SIX: TableSpec = TableSpec {
    name: "endings-6",
    version: 1,
    what: Words::new(
        "endings of five and six stones: who can force captures that change the count, and in how many plies",
        "五至六子残局：哪一方必能以吃子改变子数胜负，以及还需多少手",
    ),
    bytes: (size(5) + size(6)) as u64,
    build: |_, say| Endings::at_once().up_to(HELD, say).held[5 - 2..].concat(),
};

/// The endings of seven stones: read where they lie.
pub(crate) const SEVEN: TableSpec = TableSpec {
    name: "endings-7",
    version: 1,
    what: Words::new(
        "endings of seven stones: who can force captures that change the count, and in how many plies",
        "七子残局：哪一方必能以吃子改变子数胜负，以及还需多少手",
    ),
    bytes: size(MOST) as u64,
    build: |shelf, say| {
        let fewer = Endings::read(shelf).up_to(HELD, &mut |_| ());
        build::build(MOST, &fewer, &mut |done| say(done as f32 / size(MOST) as f32))
    },
};

/// How a position goes for its mover, if nothing before it can come a third time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// 1 is a win, 0 a draw, -1 a loss, wherever plies enough are left.
    pub result: i8,
    /// 0: what the count of the stones says now, and neither side can force more. Otherwise the one that gains by it forces a
    /// capture within so many plies, one fewer at least.
    pub plies: u8,
}

/// The endings that a player knows.
#[derive(Clone)]
pub struct Endings {
    /// By the count of stones less two.
    held: Vec<Vec<u8>>,
    seven: Option<Arc<dyn ShelvedTable>>,
}

impl std::fmt::Debug for Endings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "endings of up to {} stones", self.most())
    }
}

impl Endings {
    /// They hold where the rule allows so many plies without a capture, or more.
    pub const PLIES: u16 = LATEST as u16;

    /// None at all.
    pub const fn none() -> Endings {
        Endings { held: Vec::new(), seven: None }
    }

    /// Those of up to four stones, made now.
    pub fn at_once() -> Endings {
        Endings::none().up_to(AT_ONCE, &mut |_| ())
    }

    /// What a player has: those of the shelf, and what is made at once.
    pub(super) fn with(means: &Means<'_>) -> Arc<Endings> {
        static SMALL: LazyLock<Arc<Endings>> = LazyLock::new(|| Arc::new(Endings::at_once()));
        if means.memory < 3 * SIX.bytes {
            return SMALL.clone();
        }
        let shelved = Endings::clone(&SMALL).shelved(means.shelf);
        shelved.map_or_else(|| SMALL.clone(), Arc::new)
    }

    /// Those of the shelf, and what is made at once.
    fn read(shelf: &dyn Shelf) -> Endings {
        let small = Endings::at_once();
        small.clone().shelved(shelf).unwrap_or(small)
    }

    /// The same with those of the shelf; none if there are none.
    fn shelved(mut self, shelf: &dyn Shelf) -> Option<Endings> {
        let mut five = shelf.load(&SIX).filter(|bytes| bytes.len() as u64 == SIX.bytes)?;
        let six = five.split_off(size(5));
        self.held.extend([five, six]);
        self.seven = shelf.open(&SEVEN).filter(|table| table.bytes() == SEVEN.bytes);
        Some(self)
    }

    /// The same with those of up to so many stones, built where they are missing; hears the part done.
    #[must_use]
    pub fn up_to(mut self, stones: usize, say: &mut dyn FnMut(f32)) -> Endings {
        let missing = self.held.len() + 2..stones + 1;
        let all: usize = missing.clone().map(size).sum();
        let mut before = 0;
        for stones in missing {
            let mut say = |done: usize| say((before + done) as f32 / all as f32);
            let table = build::build(stones, &self, &mut say);
            before += table.len();
            self.held.push(table);
        }
        self
    }

    /// Most stones that they know.
    fn most(&self) -> usize {
        if self.seven.is_some() { MOST } else { (self.held.len() + 1).min(HELD) }
    }

    /// Bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.held.iter().map(|table| table.len() as u64).sum()
    }

    /// How a position goes for its mover; none where the tables do not reach. Requires a stone of each side.
    #[inline]
    pub fn ending(&self, mover: u64, other: u64) -> Option<Ending> {
        let stones = (mover | other).count_ones() as usize;
        let byte = match self.held.get(stones.wrapping_sub(2)) {
            Some(table) => table[place(index(), mover, other)],
            None if stones == MOST => {
                let mut byte = [0];
                self.seven
                    .as_ref()?
                    .read(place(index(), mover, other) as u64, &mut byte)
                    .then_some(byte[0])?
            }
            None => return None,
        };
        let ahead = (mover.count_ones() as i32 - other.count_ones() as i32).signum() as i8;
        Some(match byte {
            0 => Ending { result: ahead, plies: 0 },
            byte if byte > DRAWN => Ending { result: 0, plies: byte - DRAWN },
            byte => Ending { result: if byte % 2 == 1 { 1 } else { -1 }, plies: byte },
        })
    }
}
