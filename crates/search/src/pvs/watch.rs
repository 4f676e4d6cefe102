//! When a search has to stop.

use leitai_core::Budget;
use std::time::Duration;

/// The work between two looks at the clock.
const LOOK: Duration = Duration::from_micros(200);
/// The number of nodes between two looks: the first, and the most.
const FIRST: u64 = 16;
const MOST: u64 = 1 << 14;

/// Counts nodes and looks at the clock in time.
pub(super) struct Watch<'a> {
    budget: Budget<'a>,
    /// The number of nodes so far.
    pub(super) nodes: u64,
    /// The most nodes.
    most: u64,
    /// The time at which to stop even in the middle of an iteration.
    until: Duration,
    /// The node count at the next look, the nodes between looks, and the time of the last look.
    next: u64,
    step: u64,
    last: Duration,
    stopped: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(budget: Budget<'a>) -> Self {
        let most = budget.nodes.unwrap_or(u64::MAX);
        let last = (budget.elapsed)();
        let stopped = last >= budget.never;
        let (until, next) = (budget.never, FIRST.min(most));
        Watch { budget, nodes: 0, most, until, next, step: FIRST, last, stopped }
    }

    /// Sets the time at which to stop, which is never after the budget's end.
    pub(super) fn stop_at(&mut self, time: Duration) {
        self.until = time.min(self.budget.never);
    }

    pub(super) fn elapsed(&self) -> Duration {
        (self.budget.elapsed)()
    }

    /// Counts a node; returns whether the search must stop.
    #[inline]
    pub(super) fn node(&mut self) -> bool {
        self.count(1);
        self.stopped
    }

    /// Counts nodes, also those that were searched elsewhere.
    #[inline]
    pub(super) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.next {
            self.look();
        }
    }

    /// How many nodes are left.
    pub(super) fn left(&self) -> u64 {
        self.most.saturating_sub(self.nodes)
    }

    /// Whether the time is up.
    pub(super) fn is_due(&self) -> bool {
        self.elapsed() >= self.until
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn look(&mut self) {
        let now = self.elapsed();
        self.stopped |= self.nodes >= self.most || now >= self.until;
        let spent = now.saturating_sub(self.last);
        if spent > LOOK {
            self.step = (self.step / 2).max(1);
        } else if spent < LOOK / 2 {
            self.step = (self.step * 2).min(MOST);
        }
        self.last = now;
        self.next = (self.nodes + self.step).min(self.most);
    }
}
