//! The queue in which the games of one process wait for cores.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A queue. A game that needs several cores at once waits for its turn; one that needs a single core goes wherever
/// there is room, but gives way to games with several that asked earlier.
pub(crate) struct CoreLine {
    waiting: Mutex<Waiting>,
}

struct Waiting {
    /// The number for the next game to join.
    next: u64,
    /// The games that need one core, and those that need several.
    single: BTreeSet<u64>,
    several: BTreeSet<u64>,
}

/// A place in the queue, left on drop.
pub(crate) struct PlaceInLine<'a> {
    line: &'a CoreLine,
    number: u64,
    needs_several: bool,
}

impl CoreLine {
    /// An empty queue.
    pub(crate) const fn new() -> CoreLine {
        let waiting = Waiting { next: 0, single: BTreeSet::new(), several: BTreeSet::new() };
        CoreLine { waiting: Mutex::new(waiting) }
    }

    /// Joins the queue at the end.
    pub(crate) fn join(&self, needs_several: bool) -> PlaceInLine<'_> {
        let mut waiting = self.locked();
        let number = waiting.next;
        waiting.next += 1;
        let them = if needs_several { &mut waiting.several } else { &mut waiting.single };
        them.insert(number);
        PlaceInLine { line: self, number, needs_several }
    }

    fn locked(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PlaceInLine<'_> {
    /// Whether the game needs several cores.
    pub(crate) fn needs_several(&self) -> bool {
        self.needs_several
    }

    /// Its number, which no other game of this process has.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether, of the games that need as many cores, it is the one that asked first.
    pub(crate) fn is_first_of_kind(&self) -> bool {
        let Waiting { single, several, .. } = &*self.line.locked();
        (if self.needs_several { several } else { single }).first() == Some(&self.number)
    }

    /// Leaves the queue; so does dropping it.
    pub(crate) fn leave(&self) {
        let mut waiting = self.line.locked();
        waiting.single.remove(&self.number);
        waiting.several.remove(&self.number);
    }

    /// Whether it is this game's turn. A game that needs several cores is admitted after everybody who asked earlier.
    pub(crate) fn is_due(&self) -> bool {
        let Waiting { single, several, .. } = &*self.line.locked();
        let is_before = |them: &BTreeSet<u64>| them.first().is_some_and(|first| *first < self.number);
        !self.needs_several || !is_before(single) && !is_before(several)
    }

    /// Whether a game that needs several cores asked earlier.
    pub(crate) fn gives_way(&self) -> bool {
        self.line.locked().several.first().is_some_and(|first| *first < self.number)
    }
}

impl Drop for PlaceInLine<'_> {
    fn drop(&mut self) {
        self.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_needs_several_cores_is_neither_passed_by_nor_passes_by() {
        let line = CoreLine::new();
        let [one, pair, next, second] = [false, true, false, true].map(|several| line.join(several));
        assert!(one.is_due() && !one.gives_way() && !pair.is_due());
        assert!(next.is_due() && next.gives_way());
        drop(one);
        assert!(pair.is_due() && !second.is_due());
        drop(pair);
        assert!(!next.gives_way() && !second.is_due(), "{}", next.number);
        drop(next);
        assert!(second.is_due());
    }
}
