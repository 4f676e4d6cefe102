//! What is left unsearched, or searched less deep, because it is hardly better.

use super::node::{SURE, Search, Spot, Window};
use super::order::Try;
use super::table::{Entry, NONE};
use crate::Weigh;

/// From this depth on passing is tried, and late acts are searched less deep.
const DEEP: i32 = 3;
/// Depth that is still judged by the guess where that lies far outside the window.
const SHALLOW: i32 = 4;

impl<W: Weigh> Search<'_, W> {
    /// Where the side stands so well that it may pass and still be above the window, or that less depth than half shows it,
    /// the position is left unsearched.
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

    /// The value where even a pass stays above the window.
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

    /// The value where a search of less than half the depth lies far above the window.
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

    /// By how much less deep an act is searched, given its place in the order.
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

    /// Is it worth while to look up a position that is searched so deep?
    pub(super) fn remembers(&self, depth: i32) -> bool {
        depth >= self.kept.cuts.map_or(1, |cuts| cuts.remembered)
    }

    /// How deep a position is searched of which so much is known.
    pub(super) fn depth_with(&self, known: Option<Entry>, depth: i32) -> i32 {
        let ordered = known.is_some_and(|known| known.best != NONE);
        depth - i32::from(!ordered && self.kept.cuts.is_some_and(|cuts| depth >= cuts.unknown))
    }
}
