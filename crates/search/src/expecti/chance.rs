//! Nodes where the dice act.

use super::{ALMOST, Bounds, Expecti, Window, seen_by, turned};
use crate::{Hand, Roll, Weigh, Which, Worth};
use leitai_core::{Budget, Seat};

/// The most faces that are searched together, and the most acts that they share.
const MOST: usize = 32;

impl<A: Copy + Eq + std::fmt::Debug> Expecti<A> {
    /// The value before a roll; see [`value`](Expecti::value).
    pub(super) fn chance<W: Weigh<Act = A> + Roll>(
        &mut self,
        walk: &mut W,
        depth: u32,
        window: Window,
        budget: &Budget<'_>,
    ) -> Option<f32> {
        let Window { me, low, high } = window;
        if let Some(leaf) = self.leaf(walk, depth, me, budget)? {
            return Some(leaf);
        }
        let (key, mut good) = (walk.key(), 0);
        if let Some((known, is_solved)) = self.table.get(key, depth as u8) {
            good = known.good;
            let known = Window { me: Seat::First, low: known.low, high: known.high };
            let Window { low: least, high: most, .. } =
                if me == Seat::First { known } else { known.turned() };
            let cut = (least >= most || least >= high).then_some(least);
            let cut = cut.or((most <= low).then_some(most));
            if let Some(value) = cut.filter(|_| self.bounds > Bounds::None) {
                self.guesses += u64::from(!is_solved);
                return Some(value);
            }
        }
        let guesses = self.guesses;
        let base = (self.acts.len(), self.faces.len());
        walk.faces(&mut self.faces);
        let value = match walk.shared(&mut self.acts) {
            Some(seat) if seat == me => self.shared(walk, depth, window, base, &mut good, budget)?,
            Some(_) => turned(self.shared(walk, depth, window.turned(), base, &mut good, budget)?),
            None => self.apart(walk, depth, window, base.1, budget)?,
        };
        self.acts.truncate(base.0);
        self.faces.truncate(base.1);
        let depth = (depth as u8, self.guesses == guesses);
        let Window { low, high, .. } = if me == Seat::First { window } else { window.turned() };
        self.table.put(key, depth, seen_by(me, value), (low, high), good);
        Some(value)
    }

    /// Searches faces that share acts of the window's seat: each act is searched once. A face is worth the best act
    /// that it lets through, so an act matters only if it is better than the worst of its faces so far.
    fn shared<W: Weigh<Act = A> + Roll>(
        &mut self,
        walk: &mut W,
        depth: u32,
        Window { me, low, high }: Window,
        (first, first_face): (usize, usize),
        good: &mut u32,
        budget: &Budget<'_>,
    ) -> Option<f32> {
        let (acts, faces) = (self.acts.len() - first, self.faces.len() - first_face);
        let (mut share, mut best, mut left) = ([0.0_f32; MOST], [0.0_f32; MOST], [0_u8; MOST]);
        let mut bests = [0_u8; MOST];
        for (share, (_, chance)) in share.iter_mut().zip(&self.faces[first_face..]) {
            *share = *chance;
        }
        let (mut sets, mut leading) = (0_u32, 0_u32);
        for i in 0..acts {
            let set = self.acts[first + i].1;
            // The first act of each set is a leading one.
            if i == 0 || self.acts[first + i - 1].1 != set {
                leading |= 1 << i;
            }
            sets |= set;
            each(set, |face| left[face] += 1);
        }
        let probed = match self.bounds {
            Bounds::Star2 if *good != 0 => *good,
            Bounds::Star2 => leading,
            _ => 0,
        };
        let prunes = self.bounds > Bounds::None;
        let every = if acts == MOST { u32::MAX } else { (1 << acts) - 1 };
        let mut value = 0.0;
        for mut rest in [probed & every, every & !probed] {
            while rest != 0 {
                let i = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let (act, set) = self.acts[first + i];
                // The least worth of the other faces, the most worth of all, and the share of the faces of which this
                // act is the last.
                let (mut sure, mut most, mut here, mut last) = (0.0, 0.0, 0.0, 0.0);
                let (mut floor, mut ceiling) = (1.0_f32, 0.0_f32);
                for face in 0..faces {
                    let (share, best, is_here) = (share[face], best[face], set >> face & 1 == 1);
                    if is_here {
                        here += share;
                        floor = floor.min(best);
                    } else {
                        sure += share * best;
                    }
                    match left[face] {
                        0 => most += share * best,
                        1 if is_here => {
                            last += share;
                            ceiling = ceiling.max(best);
                        }
                        _ => most += share,
                    }
                }
                let (mut least, mut enough) = (0.0, 1.0);
                if prunes {
                    least = floor;
                    let hopeless = (low - most) / last;
                    if last > 0.0 && hopeless >= ceiling {
                        least = f32::max(least, hopeless);
                    }
                    enough = f32::min((high - sure) / here, 1.0);
                }
                if !(prunes && least >= 1.0) {
                    let undo = walk.make(act);
                    let within = Window { me, low: least, high: enough.max(least) };
                    let worth = self.value(walk, depth - 1, within, budget);
                    walk.take_back(act, undo);
                    let worth = worth?;
                    each(set, |face| {
                        if worth > best[face] {
                            best[face] = worth;
                            bests[face] = i as u8;
                        }
                    });
                }
                each(set, |face| left[face] -= 1);
                let mut bound = 0.0;
                value = 0.0;
                for face in 0..faces {
                    value += share[face] * best[face];
                    bound += share[face] * if left[face] == 0 { best[face] } else { 1.0 };
                }
                if prunes && (value >= high || bound <= low) {
                    *good = leaders(&bests, &best, sets, probed);
                    return Some(if value >= high { settled(value, &best[..faces]) } else { bound });
                }
            }
        }
        *good = leaders(&bests, &best, sets, probed);
        Some(settled(value, &best[..faces]))
    }

    /// Searches faces that have nothing in common, one after the other.
    fn apart<W: Weigh<Act = A> + Roll>(
        &mut self,
        walk: &mut W,
        depth: u32,
        Window { me, low, high }: Window,
        first: usize,
        budget: &Budget<'_>,
    ) -> Option<f32> {
        let faces = self.faces.len() - first;
        let prunes = self.bounds > Bounds::None;
        let (mut least, mut most) = ([0.0_f32; MOST], [1.0_f32; MOST]);
        let probes: &[bool] = if self.bounds == Bounds::Star2 { &[true, false] } else { &[false] };
        for is_probe in probes {
            for face in 0..faces {
                let (act, share) = self.faces[first + face];
                let (mut others_least, mut others_most) = (0.0, 0.0);
                for other in (0..faces).filter(|other| *other != face) {
                    others_least += self.faces[first + other].1 * least[other];
                    others_most += self.faces[first + other].1 * most[other];
                }
                let (mut from, mut to) = (0.0, 1.0);
                if prunes {
                    from = f32::clamp((low - others_most) / share, 0.0, 1.0);
                    to = f32::clamp((high - others_least) / share, 0.0, 1.0);
                }
                let undo = walk.make(act);
                let worth = if *is_probe {
                    self.probe(walk, depth, Window { me, low: from, high: to }, budget)
                } else {
                    let within = Window { me, low: from, high: to.max(from) };
                    self.value(walk, depth, within, budget).map(|value| (value, value))
                };
                walk.take_back(act, undo);
                let (at_least, at_most) = worth?;
                (least[face], most[face]) = (f32::max(least[face], at_least), f32::min(most[face], at_most));
                let sum = |bounds: &[f32]| -> f32 {
                    (0..faces).map(|face| self.faces[first + face].1 * bounds[face]).sum()
                };
                if prunes && sum(&most) <= low {
                    return Some(sum(&most));
                }
                if prunes && sum(&least) >= high {
                    return Some(settled(sum(&least), &least[..faces]));
                }
            }
        }
        let value = (0..faces).map(|face| self.faces[first + face].1 * least[face]).sum();
        Some(settled(value, &least[..faces]))
    }

    /// What a single act shows about the position after a face, which is worth at least that to the side that acts.
    /// Returns the least and the most for the window's seat.
    fn probe<W: Weigh<Act = A> + Roll>(
        &mut self,
        walk: &mut W,
        depth: u32,
        window: Window,
        budget: &Budget<'_>,
    ) -> Option<(f32, f32)> {
        let Hand::Seat(seat) = walk.hand() else { return Some((0.0, 1.0)) };
        if matches!(walk.weigh(), Worth::Exact(_)) {
            return Some((0.0, 1.0));
        }
        let base = self.listed.len();
        walk.acts(Which::All, &mut self.listed);
        let act = self.listed[base..].iter().copied().max_by_key(|act| walk.rank(*act));
        self.listed.truncate(base);
        let Some(act) = act else { return Some((0.0, 1.0)) };
        let undo = walk.make(act);
        // Bounds against which the probe itself cannot fail: only then does its value bound the whole face.
        let value = if seat == window.me {
            self.value(walk, depth - 1, Window { low: 0.0, ..window }, budget).map(|value| (value, 1.0))
        } else {
            self.value(walk, depth - 1, Window { high: 1.0, ..window }, budget).map(|value| (0.0, value))
        };
        walk.take_back(act, undo);
        value
    }
}

/// Calls `call` for each face of a set.
fn each(mut set: u32, mut call: impl FnMut(usize)) {
    while set != 0 {
        call(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

/// The acts that were best for some face; the leading ones if no act achieved anything.
fn leaders(bests: &[u8; MOST], best: &[f32; MOST], sets: u32, probed: u32) -> u32 {
    let mut good = 0;
    each(sets, |face| {
        if best[face] > 0.0 {
            good |= 1 << bests[face];
        }
    });
    if good == 0 { probed } else { good }
}

/// An expectation is certain only if every face is.
fn settled(value: f32, faces: &[f32]) -> f32 {
    if faces.iter().all(|face| *face >= 1.0) { 1.0 } else { value.min(ALMOST) }
}
