//! The tree below the root.

use super::kept::{PLIES, Pvs};
use super::order::{KNOWN, Try, next};
use super::transposition_table::{Bound, Entry, NONE, PROVED};
use super::watch::Watch;
use crate::{Hand, Listing, WIN, Weigh, Which, Worth};
use leitai_core::Seat;

/// A value beyond this states who wins, and when.
pub(super) const SURE: i32 = WIN / 2;
/// The most plies of forcing acts after the last ordinary act.
const FORCING_PLIES: usize = 48;

/// One search: the walk, the player's kept state, and the stop conditions. Values are for the side that has the hand; a
/// win at ply `n` from the root is worth `WIN - n`.
pub(super) struct Search<'a, W: Weigh> {
    pub(super) walk: &'a mut W,
    pub(super) kept: &'a mut Pvs<W>,
    pub(super) watch: Watch<'a>,
    /// The number of guesses used in values so far: a value computed without a new one is proved.
    pub(super) guesses: u64,
    /// The number of positions that the walk looked at for proofs.
    pub(super) proving: u64,
    /// The depth of the present iteration, in acts.
    pub(super) depth: i32,
    /// What the acts of the root leave out.
    pub(super) listing: Listing,
    /// Whether a part of the acts was taken for the whole somewhere: then nothing is proved.
    pub(super) is_taken: bool,
}

/// The bounds between which a value matters.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const OPEN: Window = Window { alpha: -WIN - 1, beta: WIN + 1 };

    /// A null window that only asks whether the value is more than `alpha`.
    pub(super) fn above(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The place of a node in the search.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// The side that has the hand.
    pub(super) seat: Seat,
    /// The number of acts from the root.
    pub(super) ply: usize,
    /// The slot of the last act's histories; `None` after a pass.
    pub(super) before: Option<usize>,
    /// Whether the principal variation may lead through here.
    pub(super) main: bool,
}

/// Converts a value of the walk, which counts acts from its own position, to one that counts from the root.
pub(super) fn from_here(value: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    if value > SURE {
        value - ply
    } else if value < -SURE {
        value + ply
    } else {
        value
    }
}

fn to_here(value: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    if value > SURE {
        value + ply
    } else if value < -SURE {
        value - ply
    } else {
        value
    }
}

impl<W: Weigh> Search<'_, W> {
    /// The value for `seat`, which has just acted, of the walk's position; `depth` more acts are searched.
    pub(super) fn after(&mut self, seat: Seat, depth: i32, ply: usize, spot: Spot, window: Window) -> i32 {
        match self.walk.hand() {
            Hand::Over(result) => {
                self.watch.node();
                self.kept.lines[ply].clear();
                let won = if seat == Seat::First { result - 0.5 } else { 0.5 - result };
                let sure = WIN - ply as i32;
                if won > 0.0 {
                    sure
                } else if won < 0.0 {
                    -sure
                } else {
                    0
                }
            }
            Hand::Seat(next) if next == seat => self.value(Spot { seat, ply, ..spot }, depth, window),
            Hand::Seat(next) => -self.value(Spot { seat: next, ply, ..spot }, depth, window.turned()),
            Hand::Dice => unreachable!("principal-variation search needs a game without dice"),
        }
    }

    /// The static value of the position for `seat`: `Ok` if it is known, `Err` if it is a guess.
    pub(super) fn weigh(&mut self, seat: Seat, ply: usize) -> Result<i32, i32> {
        let sign = if seat == Seat::First { 1 } else { -1 };
        match self.walk.weigh() {
            Worth::Exact(value) => Ok(from_here(sign * value, ply)),
            Worth::Guess(value) => Err(sign * value),
        }
    }

    /// The value for the side that has the hand.
    pub(super) fn value(&mut self, spot: Spot, mut depth: i32, mut window: Window) -> i32 {
        let Spot { seat, ply, .. } = spot;
        if depth <= 0 || ply + 1 >= PLIES {
            return self.forcing(spot, FORCING_PLIES, window);
        }
        self.kept.lines[ply].clear();
        if self.watch.node() {
            return 0;
        }
        // Nothing here is better than an immediate win, nor worse than an immediate loss.
        window.alpha = window.alpha.max(ply as i32 - WIN);
        window.beta = window.beta.min(WIN - ply as i32 - 1);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let remembers = self.remembers(depth);
        let key = if remembers { self.walk.key() } else { 0 };
        let mut known = if remembers { self.kept.table.get(key) } else { None };
        if let Some(known) = known
            && (!spot.main || known.depth == PROVED)
            && i32::from(known.depth) >= depth
        {
            let value = from_here(known.value, ply);
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= window.beta,
                Bound::AtMost => value <= window.alpha,
            };
            if decides {
                self.guesses += u64::from(known.depth != PROVED);
                return value;
            }
        }
        let guess = match self.weigh(seat, ply) {
            Ok(value) => return value,
            Err(guess) => guess,
        };
        if let Some(value) = self.cut_early(spot, depth, window, guess) {
            return value;
        }
        if known.is_none() && remembers && self.kept.cuts.is_some_and(|cuts| cuts.probe.is_some()) {
            known = self.kept.table.get(key);
        }
        depth = self.depth_with(known, depth);
        let before = self.guesses;
        let mut tries = std::mem::take(&mut self.kept.tries[ply]);
        self.list(spot, Which::All, known.map_or(NONE, |known| known.best), &mut tries);
        let (value, best) = if tries.is_empty() {
            self.guesses += 1;
            (guess, NONE)
        } else {
            let listing = self.listed();
            let (value, best) = self.try_all(spot, depth, window, &mut tries);
            (if listing == Listing::Part { self.doubted(value) } else { value }, best)
        };
        self.kept.tries[ply] = tries;
        if remembers && !self.watch.is_stopped() {
            let bound = if value >= window.beta {
                Bound::AtLeast
            } else if value > window.alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let depth = if self.guesses == before { PROVED } else { depth.min(i32::from(PROVED) - 1) as u8 };
            self.kept.table.put(key, Entry { value: to_here(value, ply), bound, depth, best });
        }
        value
    }

    /// The value of acts some of which were not listed: if all listed ones lose, that is likely, not proved.
    pub(super) fn doubted(&mut self, value: i32) -> i32 {
        if value >= -SURE {
            return value;
        }
        self.guesses += 1;
        value + WIN - SURE
    }

    /// What the acts listed last leave out; remembers if a part of them is taken for the whole.
    pub(super) fn listed(&mut self) -> Listing {
        let listing = self.walk.listing();
        self.is_taken |= listing == Listing::TakenForWhole;
        listing
    }

    /// Lists the acts of a position with their promises.
    pub(super) fn list(&mut self, spot: Spot, which: Which, known: u16, tries: &mut Vec<Try<W::Act>>) {
        let mut acts = std::mem::take(&mut self.kept.acts);
        acts.clear();
        self.walk.acts(which, &mut acts);
        tries.clear();
        let (order, walk) = (&self.kept.order, &*self.walk);
        tries.extend(acts.iter().enumerate().map(|numbered| {
            order.promise(walk, spot.seat, spot.ply, spot.before, (numbered.0, *numbered.1))
        }));
        if let Some(known) = tries.get_mut(usize::from(known)) {
            known.promise = KNOWN;
        }
        self.kept.acts = acts;
    }

    /// The best value of the acts, and the index of its act in the list.
    fn try_all(
        &mut self,
        spot: Spot,
        depth: i32,
        mut window: Window,
        tries: &mut [Try<W::Act>],
    ) -> (i32, u16) {
        let Spot { seat, ply, .. } = spot;
        let mut best = (-WIN - 1, NONE);
        // A position with a single act costs nothing and is often in the middle of an exchange, so it is extended.
        let longer = i32::from(self.kept.cuts.is_some() && tries.len() == 1 && (ply as i32) < 2 * self.depth);
        for at in 0..tries.len() {
            next(tries, at);
            let this = tries[at];
            if best.0 > -SURE && self.leaves_out(spot, depth, at, &this) {
                // Whatever was left out might have been better: nothing is proved.
                self.guesses += 1;
                break;
            }
            let less = self.less(spot, depth, at, &this);
            let undo = self.walk.make(this.act);
            if depth > 1 && self.remembers(depth - 1) {
                self.kept.table.touch(self.walk.key());
            }
            let value = self.try_one(spot, depth - 1 + longer, less, at == 0, window, this.slot);
            self.walk.take_back(this.act, undo);
            if self.watch.is_stopped() {
                return (best.0, best.1);
            }
            if value > best.0 {
                best = (value, this.index);
                if value > window.alpha {
                    window.alpha = value;
                    if spot.main {
                        self.keep_line(ply, this.act);
                    }
                }
                if value >= window.beta {
                    self.kept.order.learn(seat, ply, spot.before, tries, at, depth);
                    break;
                }
            }
        }
        best
    }

    /// The value of an act that was just made: the first act with the whole window, later ones with a null window that
    /// shows whether they are better.
    pub(super) fn try_one(
        &mut self,
        spot: Spot,
        depth: i32,
        less: i32,
        first: bool,
        window: Window,
        slot: usize,
    ) -> i32 {
        let (seat, ply) = (spot.seat, spot.ply + 1);
        let side = Spot { before: Some(slot), main: false, ..spot };
        let main = Spot { main: spot.main, ..side };
        if first {
            return self.after(seat, depth, ply, main, window);
        }
        let null = Window::above(window.alpha);
        let mut value = self.after(seat, depth - less, ply, side, null);
        if value > window.alpha && less > 0 && !self.watch.is_stopped() {
            value = self.after(seat, depth, ply, side, null);
        }
        if value > window.alpha && value < window.beta && spot.main && !self.watch.is_stopped() {
            value = self.after(seat, depth, ply, main, window);
        }
        value
    }

    pub(super) fn keep_line(&mut self, ply: usize, act: W::Act) {
        let (here, below) = self.kept.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(act);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The value when only forcing acts are searched. A side that is not compelled to play one may stop there.
    fn forcing(&mut self, spot: Spot, left: usize, mut window: Window) -> i32 {
        let Spot { seat, ply, .. } = spot;
        let bottom = ply + 1 >= PLIES || left == 0;
        self.kept.lines[ply].clear();
        if self.watch.node() {
            return 0;
        }
        let mut tries = std::mem::take(&mut self.kept.tries[ply]);
        tries.clear();
        if !bottom {
            self.list(spot, Which::Forcing, NONE, &mut tries);
        }
        let mut best = -WIN - 1;
        if tries.is_empty() || !self.walk.is_compelled() {
            let (known, value) = match self.weigh(seat, ply) {
                Ok(value) => (true, value),
                Err(value) => (false, value),
            };
            self.guesses += u64::from(!known);
            best = value;
            window.alpha = window.alpha.max(value);
            if known || value >= window.beta {
                tries.clear();
            }
        }
        for at in 0..tries.len() {
            next(&mut tries, at);
            let this = tries[at];
            let undo = self.walk.make(this.act);
            let below = Spot { before: Some(this.slot), ..spot };
            let value = match self.walk.hand() {
                Hand::Seat(next) => {
                    let below = Spot { seat: next, ply: ply + 1, ..below };
                    if next == seat {
                        self.forcing(below, left - 1, window)
                    } else {
                        -self.forcing(below, left - 1, window.turned())
                    }
                }
                _ => self.after(seat, 0, ply + 1, below, window),
            };
            self.walk.take_back(this.act, undo);
            if self.watch.is_stopped() {
                break;
            }
            if value > best {
                best = value;
                if value > window.alpha {
                    window.alpha = value;
                    if spot.main {
                        self.keep_line(ply, this.act);
                    }
                }
                if value >= window.beta {
                    break;
                }
            }
        }
        self.kept.tries[ply] = tries;
        best
    }
}
