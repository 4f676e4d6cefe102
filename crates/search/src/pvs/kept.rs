//! What a search keeps from one turn to the next.

use super::cuts::Cuts;
use super::order::{ActOrder, Try};
use super::table::Table;
use crate::Weigh;
use leitai_core::Rng;

/// Acts from the root at most; the rest is weighed.
pub(super) const PLIES: usize = 250;

/// The search, with what it keeps from one turn to the next.
pub struct Pvs<W: Weigh> {
    pub(super) table: Table,
    pub(super) order: ActOrder<W>,
    pub(super) rng: Rng,
    pub(super) cuts: Option<Cuts>,
    /// By how much late acts are searched less deep, by depth and place in the order.
    pub(super) less: Box<[[i32; 64]; 64]>,
    /// Room by ply: acts being tried, and the best line from there.
    pub(super) tries: Vec<Vec<Try<W::Act>>>,
    pub(super) lines: Vec<Vec<W::Act>>,
    pub(super) acts: Vec<W::Act>,
}

impl<W: Weigh> Pvs<W> {
    /// A search whose table of positions fills at most so many bytes. Acts of equal value are chosen by lot, by `seed`.
    pub fn new(memory: u64, seed: u64) -> Self {
        Pvs {
            table: Table::new(memory),
            order: ActOrder::new(PLIES + 1),
            rng: Rng::new(seed),
            cuts: Some(Cuts::CAREFUL),
            less: Cuts::CAREFUL.table(),
            tries: vec![Vec::new(); PLIES + 1],
            lines: vec![Vec::new(); PLIES + 1],
            acts: Vec::new(),
        }
    }

    /// The same search without what may overlook something within its depth: no act is searched less or more deep than
    /// another, and nobody passes. Its values are those of plain minimax.
    #[must_use]
    pub fn without_cuts(mut self) -> Self {
        self.cuts = None;
        self
    }

    /// The same search that leaves out so much; [`Cuts::CAREFUL`] without it.
    #[must_use]
    pub fn cutting(mut self, cuts: Cuts) -> Self {
        (self.cuts, self.less) = (Some(cuts), cuts.table());
        self
    }
}
