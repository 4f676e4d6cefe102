//! The line in which the games of one process wait for cores.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A line. A game that needs several cores at one moment waits for its turn; one that needs a single core goes where
/// there is room, but gives way to those with several that asked before it.
pub(crate) struct CoreLine {
    waiting: Mutex<Waiting>,
}

struct Waiting {
    /// The number that the next to come gets.
    next: u64,
    /// Who needs one core, and who several.
    single: BTreeSet<u64>,
    several: BTreeSet<u64>,
}

/// A place in the line, left on drop.
pub(crate) struct PlaceInLine<'a> {
    line: &'a CoreLine,
    number: u64,
    needs_several: bool,
}

impl CoreLine {
    /// Nobody waits.
    pub(crate) const fn new() -> CoreLine {
        let waiting = Waiting { next: 0, single: BTreeSet::new(), several: BTreeSet::new() };
        CoreLine { waiting: Mutex::new(waiting) }
    }

    /// The last place.
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
    /// Whether it needs several.
    pub(crate) fn needs_several(&self) -> bool {
        self.needs_several
    }

    /// Whether it is this one's turn. Who needs several is let in after everybody who asked before.
    pub(crate) fn is_due(&self) -> bool {
        let Waiting { single, several, .. } = &*self.line.locked();
        let is_before = |them: &BTreeSet<u64>| them.first().is_some_and(|first| *first < self.number);
        !self.needs_several || !is_before(single) && !is_before(several)
    }

    /// Whether somebody who needs several asked before.
    pub(crate) fn gives_way(&self) -> bool {
        self.line.locked().several.first().is_some_and(|first| *first < self.number)
    }
}

impl Drop for PlaceInLine<'_> {
    fn drop(&mut self) {
        let mut waiting = self.line.locked();
        waiting.single.remove(&self.number);
        waiting.several.remove(&self.number);
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
