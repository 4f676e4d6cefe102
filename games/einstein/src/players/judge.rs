//! The value of a position before the die is rolled.

use super::exact::{CERTAIN, Tables};
use super::fitted::Fitted;
use super::stones::Stones;
use leitai_core::Seat;
use leitai_search::Worth;

/// The scale of values: a certain win for First.
pub(crate) const SURE: i32 = CERTAIN as i32;

/// Looks up what tables know exactly, and guesses the rest.
pub(crate) struct Judge {
    pub(crate) tables: Tables,
    fitted: Fitted,
}

impl Judge {
    pub(crate) fn new(tables: Tables) -> Judge {
        Judge { tables, fitted: Fitted::new() }
    }

    /// The value for First, in parts of [`SURE`]. Requires that nobody has won.
    #[inline]
    pub(crate) fn weigh(&mut self, stones: &Stones, mover: Seat) -> Worth {
        let for_first = |value: i32| if mover == Seat::First { value } else { SURE - value };
        match self.tables.value(stones, mover) {
            Some(value) => Worth::Exact(for_first(i32::from(value))),
            None => Worth::Guess(for_first(self.guess(stones, mover))),
        }
    }

    /// A guess at the mover's chance, never certain.
    pub(crate) fn guess(&self, stones: &Stones, mover: Seat) -> i32 {
        i32::from(self.fitted.chance(stones, mover)).clamp(1, SURE - 1)
    }
}
