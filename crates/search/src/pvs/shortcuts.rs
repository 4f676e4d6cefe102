//! What is pruned or reduced because it is unlikely to be better.

use super::node::{SURE, Search, Spot, Window};
use super::order::Try;
use super::transposition_table::{Entry, NONE};
use crate::Weigh;

/// The depth from which passing is tried and late acts are reduced.
const DEEP: i32 = 3;
/// The greatest depth at which a guess far outside the window decides.
const SHALLOW: i32 = 4;

/// The greatest depth at which late acts are left out.
const FEW: i32 = 6;

impl<W: Weigh> Search<'_, W> {
    /// Prunes the position if the side is so far ahead that its guess, even a pass, or a search to less than half the
    /// depth stays above the window.
    pub(super) fn cut_early(&mut self, spot: Spot, depth: i32, window: Window, guess: i32) -> Option<i32> {
        let ordinary = window.beta.abs() < SURE;
        if self.kept.cuts.is_none() || spot.main || !ordinary {
            return None;
        }
        if guess >= window.beta {
            if depth <= SHALLOW
                && let Some(margin) = self.walk.margin()
                && guess - margin * depth >= window.beta
            {
                self.guesses += 1;
                return Some(guess);
            }
            if let Some(value) = self.pass(spot, depth, window) {
                return Some(value);
            }
        }
        self.probe(spot, depth, window)
    }

    /// The value, if even a pass stays above the window.
    fn pass(&mut self, spot: Spot, depth: i32, window: Window) -> Option<i32> {
        if depth < DEEP || spot.before.is_none() || !self.walk.may_pass() {
            return None;
        }
        let undo = self.walk.pass();
        let less = depth - 3 - depth / 4;
        let null = Window::above(window.beta - 1);
        let spot = Spot { before: None, ..spot };
        let value = self.after(spot.seat, less, spot.ply + 1, spot, null);
        self.walk.take_pass_back(undo);
        if value < window.beta || self.watch.is_stopped() {
            return None;
        }
        // A pass proves nothing.
        self.guesses += 1;
        Some(if value > SURE { window.beta } else { value })
    }

    /// The value, if a search to less than half the depth is far above the window.
    fn probe(&mut self, spot: Spot, depth: i32, window: Window) -> Option<i32> {
        let (from, margin) = self.kept.cuts?.probe?;
        if depth < from || window.beta + margin >= SURE {
            return None;
        }
        let far = window.beta + margin;
        let value = self.value(spot, depth * 2 / 5, Window::above(far - 1));
        if value < far || self.watch.is_stopped() {
            return None;
        }
        self.guesses += 1;
        Some(if value > SURE { value } else { value - margin })
    }

    /// The reduction of an act, given its place in the order.
    pub(super) fn less(&self, spot: Spot, depth: i32, at: usize, this: &Try<W::Act>) -> i32 {
        let Some(cuts) = self.kept.cuts else { return 0 };
        if at < cuts.whole || depth < DEEP || this.is_forcing() {
            return 0;
        }
        let mut less = self.kept.less[depth.min(63) as usize][at.min(63)];
        less -= self.kept.order.past(spot.seat, spot.before, this.slot) / 8192;
        less -= i32::from(spot.main) + i32::from(self.kept.order.is_killer(spot.ply, this.act));
        less.clamp(0, depth - 1)
    }

    /// Whether this act and all later ones are left out: too many were tried before it, so near the leaves.
    pub(super) fn leaves_out(&self, spot: Spot, depth: i32, at: usize, this: &Try<W::Act>) -> bool {
        let Some(few) = self.kept.cuts.and_then(|cuts| cuts.few) else { return false };
        let square = (depth * depth).unsigned_abs() as usize;
        !spot.main && depth <= FEW && at >= few + square && !this.is_forcing()
    }

    /// Whether looking up a position pays off at this search depth.
    pub(super) fn remembers(&self, depth: i32) -> bool {
        depth >= self.kept.cuts.map_or(1, |cuts| cuts.remembered)
    }

    /// The search depth of a position, given what is known about it.
    pub(super) fn depth_with(&self, known: Option<Entry>, depth: i32) -> i32 {
        let ordered = known.is_some_and(|known| known.best != NONE);
        depth - i32::from(!ordered && self.kept.cuts.is_some_and(|cuts| depth >= cuts.unknown))
    }
}
