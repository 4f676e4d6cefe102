//! The endings that a player knows, and what they say of a position.

use super::index::{MOST, index, place};
use leitai_core::ShelvedTable;
use std::sync::Arc;

/// Stones of those that are held in memory.
pub(super) const HELD: usize = 6;

/// A forced capture is not looked for later than this. None was found so late: the tables hold wherever so many plies may pass
/// without a capture.
pub(super) const LATEST: u8 = 50;
/// A byte is 0 where the count stands, the plies to the capture that wins for the side behind, or for either where both
/// have as many; or this and the plies to the one after which the side behind draws.
pub(super) const DRAWN: u8 = 128;

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
    pub(super) held: Vec<Vec<u8>>,
    pub(super) seven: Option<Arc<dyn ShelvedTable>>,
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

    /// Most stones that they know.
    fn most(&self) -> usize {
        if self.seven.is_some() { MOST } else { (self.held.len() + 1).min(HELD) }
    }

    /// Bytes in memory.
    pub(in crate::players) fn bytes(&self) -> u64 {
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
