//! Tables of endings. Endless play is no draw in this game, since the stones are counted. A position with few stones is
//! therefore worth what the count says, unless a side can force captures that change it. The tables store in how many
//! plies at most, because the captures must come before the count.

mod build;
mod endings;
mod index;

use endings::HELD;
pub use endings::{Ending, Endings};
use index::size;
use leitai_core::{Means, Shelf, TableSpec, Words};
use std::sync::{Arc, LazyLock};

pub(crate) use index::MOST;

/// The most stones of the endings that are built on the spot rather than read from the shelf.
const AT_ONCE: usize = 4;
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

/// The endings of seven stones, which are read in place.
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

impl Endings {
    /// The endings of up to four stones, built now.
    pub fn at_once() -> Endings {
        Endings::none().up_to(AT_ONCE, &mut |_| ())
    }

    /// The endings of a player: those of the shelf if memory allows, and those built on the spot.
    pub(super) fn with(means: &Means<'_>) -> Arc<Endings> {
        static SMALL: LazyLock<Arc<Endings>> = LazyLock::new(|| Arc::new(Endings::at_once()));
        if means.memory < 3 * SIX.bytes {
            return SMALL.clone();
        }
        let shelved = Endings::clone(&SMALL).shelved(means.shelf);
        shelved.map_or_else(|| SMALL.clone(), Arc::new)
    }

    /// The endings of the shelf, and those built on the spot.
    fn read(shelf: &dyn Shelf) -> Endings {
        let small = Endings::at_once();
        small.clone().shelved(shelf).unwrap_or(small)
    }

    /// These endings plus those of the shelf; `None` if the shelf has none.
    fn shelved(mut self, shelf: &dyn Shelf) -> Option<Endings> {
        let mut five = shelf.load(&SIX).filter(|bytes| bytes.len() as u64 == SIX.bytes)?;
        let six = five.split_off(size(5));
        self.held.extend([five, six]);
        self.seven = shelf.open(&SEVEN).filter(|table| table.bytes() == SEVEN.bytes);
        Some(self)
    }

    /// These endings plus those of up to `stones` stones, built where they are missing. `say` is given the fraction
    /// done.
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
}
