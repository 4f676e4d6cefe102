//! Proofs along the principal variation: what the walk can prove and a search does not see is known to the next iteration.

use super::kept::PLIES;
use super::node::Search;
use super::transposition_table::{Bound, Entry, NONE, PROVED};
use crate::{Hand, WIN, Weigh};

/// Of the nodes of a search, one in so many may be positions that the walk looked at for proofs.
const SHARE: u64 = 12;
/// The value of a win of which the walk does not say how many acts it takes.
const SOMEHOW: i32 = WIN - PLIES as i32;

/// The number of acts until the end, if a value that states who wins says it.
pub(super) fn acts(value: i32) -> Option<u16> {
    let acts = WIN - value.abs();
    (acts < PLIES as i32).then(|| u16::try_from(acts).ok()).flatten()
}

impl<W: Weigh> Search<'_, W> {
    /// Asks the walk for a proof in each position that the line leads through, the first one first, and remembers those that it
    /// wins for the side that has the hand. The walk is left unchanged. What an attempt leaves of its equal part is for the
    /// positions after it.
    pub(super) fn prove_along(&mut self, line: &[W::Act]) {
        let mut undos = Vec::with_capacity(line.len());
        for (at, act) in line.iter().enumerate() {
            undos.push((*act, self.walk.make(*act)));
            let share = (self.watch.nodes / SHARE).saturating_sub(self.proving).min(self.watch.left());
            self.prove_here(share / (line.len() - at) as u64);
        }
        for (act, undo) in undos.into_iter().rev() {
            self.walk.take_back(act, undo);
        }
    }

    /// Asks the walk for a proof that looks at no more than `most` positions.
    fn prove_here(&mut self, most: u64) {
        if most == 0 || !matches!(self.walk.hand(), Hand::Seat(_)) {
            return;
        }
        let key = self.walk.key();
        if self.kept.table.get(key).is_some_and(|known| known.depth == PROVED) {
            return;
        }
        let watch = &self.watch;
        let attempt = self.walk.prove(most, &|| watch.is_due());
        self.proving += attempt.positions;
        self.watch.count(attempt.positions);
        if attempt.is_won {
            let proof = Entry { value: SOMEHOW, bound: Bound::Exact, depth: PROVED, best: NONE };
            self.kept.table.put(key, proof);
        }
    }
}
