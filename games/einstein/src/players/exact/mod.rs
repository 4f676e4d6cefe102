//! Exact winning chances of positions with few stones, before the die is rolled.

mod build;
mod index;

use crate::players::stones::Stones;
use index::{Side, index, value_at, values};
use leitai_core::{Seat, Shelf, ShelvedTable, TableSpec, Words};
use std::sync::Arc;

pub(crate) use index::{CERTAIN, MOST};

/// The table of four stones, on the shelf.
pub(crate) const FOUR: TableSpec = TableSpec {
    name: "four-stones",
    version: 1,
    what: Words::new("the chance to win of every position with four stones", "所有四子局面的胜率"),
    bytes: 2 * values(4) as u64,
    build: |_, say| Tables::at_once().next(4, say),
};

/// The table of five stones. As large as a small disk, so it is read in place.
pub(crate) const FIVE: TableSpec = TableSpec {
    name: "five-stones",
    version: 1,
    what: Words::new("the chance to win of every position with five stones", "所有五子局面的胜率"),
    bytes: 2 * values(5) as u64,
    build: |shelf, say| Tables::with(shelf).whole_four().next(5, say),
};

/// The exact winning chances that are available.
pub(crate) struct Tables {
    /// Indexed by the number of stones minus two; empty if missing.
    held: [Vec<u8>; 3],
    five: Option<Arc<dyn ShelvedTable>>,
}

impl Tables {
    /// The tables of two and three stones.
    pub(crate) fn at_once() -> Tables {
        let two = build::build(2, &[], &mut |_| ());
        let three = build::build(3, &two, &mut |_| ());
        Tables { held: [two, three, Vec::new()], five: None }
    }

    /// The tables of two and three stones, and those on the shelf.
    pub(crate) fn with(shelf: &dyn Shelf) -> Tables {
        let mut tables = Tables::at_once();
        tables.held[2] =
            shelf.load(&FOUR).filter(|bytes| bytes.len() as u64 == FOUR.bytes).unwrap_or_default();
        tables.five = shelf.open(&FIVE).filter(|table| table.bytes() == FIVE.bytes);
        tables
    }

    /// Adds the table of four stones, building it if it is missing.
    pub(crate) fn whole_four(mut self) -> Tables {
        if self.held[2].is_empty() {
            self.held[2] = self.next(4, &mut |_| ());
        }
        self
    }

    /// Adds the table of five stones.
    #[cfg(feature = "bench")]
    pub(crate) fn with_five(self, five: Arc<dyn ShelvedTable>) -> Tables {
        Tables { five: Some(five), ..self }
    }

    /// The size of the tables held in memory, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.held.iter().map(|table| table.len() as u64).sum()
    }

    /// Builds the table of `stones` stones from the one with one stone less, which must be present.
    fn next(&self, stones: usize, say: &mut dyn FnMut(f32)) -> Vec<u8> {
        build::build(stones, &self.held[stones - 3], say)
    }

    /// The mover's winning chance, in parts of [`CERTAIN`], if a table has it. Requires a stone on each side, and
    /// none on its goal.
    pub(crate) fn value(&self, stones: &Stones, mover: Seat) -> Option<u16> {
        let count = (stones.count(Seat::First) + stones.count(Seat::Second)) as usize;
        if count > MOST {
            return None;
        }
        let side = |seat: Seat| -> Side<'_> { (stones.living[seat.index()], &stones.places[seat.index()]) };
        let held = self.held.get(count - 2).map_or(&[][..], Vec::as_slice);
        if count < MOST {
            return (!held.is_empty()).then(|| value_at(held, index(side(mover), side(mover.other()))));
        }
        if stones.living.iter().any(|living| living.count_ones() > 4) {
            return None;
        }
        let mut bytes = [0; 2];
        let at = 2 * index(side(mover), side(mover.other())) as u64;
        self.five.as_ref()?.read(at, &mut bytes).then(|| u16::from_le_bytes(bytes))
    }
}
