//! The order in which acts are tried: by class, and within a class by what caused cutoffs before.

use crate::{FORCING, Weigh};
use leitai_core::Seat;
use std::marker::PhantomData;

/// An act to be tried.
#[derive(Clone, Copy)]
pub(super) struct Try<A> {
    pub(super) act: A,
    /// Its index in the list of all acts.
    pub(super) index: u16,
    /// The slot of its histories.
    pub(super) slot: usize,
    /// Its class, and its promise within that class: the highest goes first.
    pub(super) promise: i64,
}

impl<A> Try<A> {
    /// Whether its class is never reduced.
    pub(super) fn is_forcing(&self) -> bool {
        self.promise >= i64::from(FORCING) << CLASS
    }
}

/// The class is stored above this bit of a promise, so that no promise within a class reaches the next.
const CLASS: u32 = 32;
/// The centre of the promises within a class.
const MIDDLE: i64 = 1 << 31;
/// The promise of the act known from the table, which goes first.
pub(super) const KNOWN: i64 = i64::MAX;
/// The bonus of an act that caused a cutoff at the same ply.
const KILLER: i64 = 1 << 18;
/// The bound of history values.
const MOST: i32 = 1 << 14;
/// The most entries that a history of pairs may have: a larger one would cost more time than it saves.
const PAIRS: usize = 1 << 22;

/// What is remembered about acts that caused cutoffs.
pub(super) struct ActOrder<W: Weigh> {
    /// By seat and slot.
    history: Vec<i16>,
    /// By the slot of the act before and the slot of this act; empty if there would be too many.
    pairs: Vec<i16>,
    /// By ply.
    killers: Vec<[Option<W::Act>; 2]>,
    walk: PhantomData<fn(W)>,
}

impl<W: Weigh> ActOrder<W> {
    pub(super) fn new(plies: usize) -> Self {
        let pairs = W::SLOTS * W::SLOTS;
        ActOrder {
            history: vec![0; 2 * W::SLOTS],
            pairs: vec![0; if pairs <= PAIRS { pairs } else { 0 }],
            killers: vec![[None; 2]; plies],
            walk: PhantomData,
        }
    }

    pub(super) fn clear(&mut self) {
        self.history.fill(0);
        self.pairs.fill(0);
        self.killers.fill([None; 2]);
    }

    /// Begins another search: history values are halved, and killers are dropped because the plies are different.
    pub(super) fn fade(&mut self) {
        self.killers.fill([None; 2]);
        for value in self.history.iter_mut().chain(&mut self.pairs) {
            *value /= 2;
        }
    }

    /// The history of the act, within twice [`MOST`].
    pub(super) fn past(&self, seat: Seat, before: Option<usize>, slot: usize) -> i32 {
        let pair = before.and_then(|before| self.pairs.get(before * W::SLOTS + slot));
        i32::from(self.history[seat.index() * W::SLOTS + slot]) + i32::from(pair.copied().unwrap_or(0))
    }

    /// Whether the act is one of the killers of that ply.
    pub(super) fn is_killer(&self, ply: usize, act: W::Act) -> bool {
        self.killers[ply].contains(&Some(act))
    }

    /// Computes an act's promise.
    pub(super) fn promise(
        &self,
        walk: &W,
        seat: Seat,
        ply: usize,
        before: Option<usize>,
        (index, act): (usize, W::Act),
    ) -> Try<W::Act> {
        let ((class, early), slot) = (walk.rank(act), walk.slot(act));
        let killer = if self.is_killer(ply, act) { KILLER } else { 0 };
        let within = i64::from(early) + killer + i64::from(self.past(seat, before, slot));
        let promise = (i64::from(class) << CLASS) + MIDDLE + within;
        Try { act, index: index as u16, slot, promise }
    }

    /// Learns that `tried[cut]` caused a cutoff and that those before it did not.
    pub(super) fn learn(
        &mut self,
        seat: Seat,
        ply: usize,
        before: Option<usize>,
        tried: &[Try<W::Act>],
        cut: usize,
        depth: i32,
    ) {
        let act = tried[cut].act;
        if self.killers[ply][0] != Some(act) {
            self.killers[ply] = [Some(act), self.killers[ply][0]];
        }
        let gain = (depth * depth * 4 + 16).min(1200);
        for (i, tried) in tried[..=cut].iter().enumerate() {
            let gain = if i == cut { gain } else { -gain };
            change(&mut self.history[seat.index() * W::SLOTS + tried.slot], gain);
            if let Some(before) = before
                && let Some(pair) = self.pairs.get_mut(before * W::SLOTS + tried.slot)
            {
                change(pair, gain);
            }
        }
    }
}

/// Moves a history value by `gain`, by less the farther out it already is.
fn change(value: &mut i16, gain: i32) {
    let now = i32::from(*value);
    *value = (now + gain - now * gain.abs() / MOST) as i16;
}

/// Moves the most promising of the acts from `at` on to `at`; among equals the first listed.
pub(super) fn next<A>(tries: &mut [Try<A>], at: usize) {
    let mut best = at;
    for i in at + 1..tries.len() {
        let (one, other) = (&tries[i], &tries[best]);
        if one.promise > other.promise || one.promise == other.promise && one.index < other.index {
            best = i;
        }
    }
    tries.swap(at, best);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_never_leaves_its_range() {
        let mut value = 0;
        for _ in 0..1000 {
            change(&mut value, 1200);
        }
        assert!((15_000..=MOST).contains(&i32::from(value)), "{value}");
        for _ in 0..1000 {
            change(&mut value, -1200);
        }
        assert!((-MOST..=-15_000).contains(&i32::from(value)), "{value}");
    }
}
