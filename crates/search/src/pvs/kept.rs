//! What a search keeps from one turn to the next.

use super::cuts::Cuts;
use super::order::{ActOrder, Try};
use super::transposition_table::TranspositionTable;
use crate::Weigh;
use leitai_core::Rng;

/// The most acts from the root; positions beyond that are weighed.
pub(super) const PLIES: usize = 250;

/// The search, with the state that it keeps from one turn to the next.
pub struct Pvs<W: Weigh> {
    pub(super) table: TranspositionTable,
    pub(super) order: ActOrder<W>,
    pub(super) rng: Rng,
    pub(super) cuts: Option<Cuts>,
    /// The reduction of late acts, by depth and place in the order.
    pub(super) less: Box<[[i32; 64]; 64]>,
    /// Per-ply buffers: the acts being tried, and the best line from there.
    pub(super) tries: Vec<Vec<Try<W::Act>>>,
    pub(super) lines: Vec<Vec<W::Act>>,
    pub(super) acts: Vec<W::Act>,
}

impl<W: Weigh> Pvs<W> {
    /// Creates a search whose table of positions takes at most `memory` bytes. Ties between acts are broken at random,
    /// by `seed`.
    pub fn new(memory: u64, seed: u64) -> Self {
        Pvs {
            table: TranspositionTable::new(memory),
            order: ActOrder::new(PLIES + 1),
            rng: Rng::new(seed),
            cuts: Some(Cuts::CAREFUL),
            less: Cuts::CAREFUL.table(),
            tries: vec![Vec::new(); PLIES + 1],
            lines: vec![Vec::new(); PLIES + 1],
            acts: Vec::new(),
        }
    }

    /// The same search without anything that may overlook something within its depth: no reductions, no extensions and
    /// no null moves. Its values are those of plain minimax.
    #[must_use]
    pub fn without_cuts(mut self) -> Self {
        self.cuts = None;
        self
    }

    /// The same search with the given cuts; the default is [`Cuts::CAREFUL`].
    #[must_use]
    pub fn cutting(mut self, cuts: Cuts) -> Self {
        (self.cuts, self.less) = (Some(cuts), cuts.table());
        self
    }
}
