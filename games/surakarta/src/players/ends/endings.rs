//! The endings that a player knows, and their verdict on a position.

use super::index::{MOST, index, place};
use leitai_core::ShelvedTable;
use std::sync::Arc;

/// The most stones of the endings that are held in memory.
pub(super) const HELD: usize = 6;

/// Forced captures are not searched for beyond this many plies. None was found that late, so the tables hold wherever
/// this many plies may pass without a capture.
pub(super) const LATEST: u8 = 50;
/// A byte is 0 if the count stands; otherwise it is the plies to the capture that wins for the side behind (or for
/// either side if both have equally many stones), or this constant plus the plies to the capture after which the side
/// behind draws.
pub(super) const DRAWN: u8 = 128;

/// The outcome of a position for its mover, provided that no earlier position can occur for the third time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// 1 is a win, 0 a draw and -1 a loss, provided that enough plies are left.
    pub result: i8,
    /// 0 if the result is that of counting the stones now, and neither side can force more. Otherwise, the side that
    /// gains can force a capture within this many plies, or even one fewer.
    pub plies: u8,
}

/// The endings that a player knows.
#[derive(Clone)]
pub struct Endings {
    /// By the number of stones minus two.
    pub(super) held: Vec<Vec<u8>>,
    pub(super) seven: Option<Arc<dyn ShelvedTable>>,
}

impl std::fmt::Debug for Endings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "endings of up to {} stones", self.most())
    }
}

impl Endings {
    /// The endings are valid if the rules allow at least this many plies without a capture.
    pub const PLIES: u16 = LATEST as u16;

    /// No endings at all.
    pub const fn none() -> Endings {
        Endings { held: Vec::new(), seven: None }
    }

    /// The most stones of the endings known.
    fn most(&self) -> usize {
        if self.seven.is_some() { MOST } else { (self.held.len() + 1).min(HELD) }
    }

    /// The number of bytes held in memory.
    pub(in crate::players) fn bytes(&self) -> u64 {
        self.held.iter().map(|table| table.len() as u64).sum()
    }

    /// The outcome of a position for its mover; `None` if no table covers it. Each side must have a stone.
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
