//! The order in which the search written by hand tries moves: the kit's, in 16 bytes a move.

use draughts::players::{Draft, Hop};
use leitai_search::{FORCING, Walk, Weigh, Which};

/// The most moves in a position.
pub(crate) const MOVES: usize = 64;
const SLOTS: usize = Draft::SLOTS;
/// Stands for the slot of the move before where there is none; nothing is learnt about its pairs.
pub(crate) const NOTHING: usize = SLOTS;
/// The bound of history values.
const MOST: i32 = 1 << 14;
const NO_HOP: Hop = Hop { from: 0, to: 0, taken: 0 };

/// A move to be tried.
#[derive(Clone, Copy)]
pub(crate) struct Try {
    pub(crate) hop: Hop,
    /// Its place in the list of all moves.
    pub(crate) index: u16,
    pub(crate) slot: u16,
    /// Its class, above 24 bits of promise within the class.
    pub(crate) promise: u32,
}

const KNOWN: u32 = u32::MAX;
const MIDDLE: i32 = 1 << 23;

impl Try {
    pub(crate) const NONE: Try = Try { hop: NO_HOP, index: 0, slot: 0, promise: 0 };

    pub(crate) const fn is_forcing(&self) -> bool {
        self.promise >= (FORCING as u32) << 24
    }
}

/// What is remembered about moves that caused cutoffs.
pub(crate) struct Order {
    history: [[i16; SLOTS]; 2],
    pairs: Vec<[i16; SLOTS]>,
    killers: Vec<[Hop; 2]>,
    hops: Vec<Hop>,
}

/// The side to move.
fn side(walk: &Draft) -> usize {
    walk.field().mover().index()
}

fn change(value: &mut i16, gain: i32) {
    let now = i32::from(*value);
    *value = (now + gain - now * gain.abs() / MOST) as i16;
}

impl Order {
    pub(crate) fn new(plies: usize) -> Order {
        Order {
            history: [[0; SLOTS]; 2],
            pairs: vec![[0; SLOTS]; SLOTS + 1],
            killers: vec![[NO_HOP; 2]; plies],
            hops: Vec::with_capacity(MOVES),
        }
    }

    /// Lists the moves with their promises; returns how many there are.
    #[inline]
    pub(crate) fn list(
        &mut self,
        walk: &mut Draft,
        (ply, before): (usize, usize),
        which: Which,
        known: u16,
        tries: &mut [Try; MOVES],
    ) -> usize {
        self.hops.clear();
        walk.acts(which, &mut self.hops);
        let (history, pairs, killers) = (&self.history[side(walk)], &self.pairs[before], &self.killers[ply]);
        for (at, (this, hop)) in tries.iter_mut().zip(&self.hops).enumerate() {
            let ((class, early), slot) = (walk.rank(*hop), walk.slot(*hop));
            let killer = if killers.contains(hop) { 1 << 18 } else { 0 };
            let within = i32::from(early) + killer + i32::from(history[slot]) + i32::from(pairs[slot]);
            let promise = u32::from(class) << 24 | (MIDDLE + within) as u32;
            *this = Try { hop: *hop, index: at as u16, slot: slot as u16, promise };
        }
        if usize::from(known) < self.hops.len() {
            tries[usize::from(known)].promise = KNOWN;
        }
        self.hops.len()
    }

    /// How much less a late move is reduced for the cutoffs that it caused before.
    #[inline]
    pub(crate) fn favour(&self, walk: &Draft, (ply, before): (usize, usize), this: &Try) -> i32 {
        let slot = usize::from(this.slot);
        let past = i32::from(self.history[side(walk)][slot]) + i32::from(self.pairs[before][slot]);
        past / 8192 + i32::from(self.killers[ply].contains(&this.hop))
    }

    /// Learns that `tried[cut]` caused a cutoff and that those before it did not.
    pub(crate) fn learn(
        &mut self,
        walk: &Draft,
        (ply, before): (usize, usize),
        tried: &[Try],
        cut: usize,
        depth: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != tried[cut].hop {
            *killers = [tried[cut].hop, killers[0]];
        }
        let gain = (depth * depth * 4 + 16).min(1200);
        for (at, tried) in tried[..=cut].iter().enumerate() {
            let (gain, slot) = (if at == cut { gain } else { -gain }, usize::from(tried.slot));
            change(&mut self.history[side(walk)][slot], gain);
            if before != NOTHING {
                change(&mut self.pairs[before][slot], gain);
            }
        }
    }
}

/// Moves the most promising of the moves from `at` on to `at`; among equals the first listed.
#[inline]
pub(crate) fn next(tries: &mut [Try], at: usize) {
    let mut best = at;
    for other in at + 1..tries.len() {
        let (one, two) = (&tries[other], &tries[best]);
        if (one.promise, two.index) > (two.promise, one.index) {
            best = other;
        }
    }
    tries.swap(at, best);
}
