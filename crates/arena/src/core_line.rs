//! The line in which the games of one process wait for cores.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A line: who came first is served first.
pub(crate) struct CoreLine {
    waiting: Mutex<Waiting>,
    moved: Condvar,
}

struct Waiting {
    /// The number that the next to come gets.
    next: u64,
    numbers: BTreeSet<u64>,
}

/// A place in the line, left on drop.
pub(crate) struct PlaceInLine<'a> {
    line: &'a CoreLine,
    number: u64,
}

impl CoreLine {
    /// Nobody waits.
    pub(crate) const fn new() -> CoreLine {
        CoreLine { waiting: Mutex::new(Waiting { next: 0, numbers: BTreeSet::new() }), moved: Condvar::new() }
    }

    /// The last place.
    pub(crate) fn join(&self) -> PlaceInLine<'_> {
        let mut waiting = self.locked();
        let number = waiting.next;
        waiting.next += 1;
        waiting.numbers.insert(number);
        PlaceInLine { line: self, number }
    }

    fn locked(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PlaceInLine<'_> {
    /// Is it this one's turn?
    pub(crate) fn is_first(&self) -> bool {
        self.line.locked().numbers.first() == Some(&self.number)
    }

    /// Until the line has moved, at most that long.
    pub(crate) fn wait(&self, longest: Duration) {
        let waiting = self.line.locked();
        if waiting.numbers.first() != Some(&self.number) {
            drop(self.line.moved.wait_timeout(waiting, longest));
        }
    }
}

impl Drop for PlaceInLine<'_> {
    fn drop(&mut self) {
        self.line.locked().numbers.remove(&self.number);
        self.line.moved.notify_all();
    }
}
