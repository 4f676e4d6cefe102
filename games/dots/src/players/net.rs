//! A position as strings and coins: boxes with three or four free edges are knots, and free edges together with the
//! boxes of two free edges strung between them are arcs. All that matters is which knots an arc joins and how many
//! boxes it has, not where it runs.
//!
//! Chains and closed chains that hang on no knot are kept as counts. Two chains of one box cancel out: if a side
//! opens one, the other side replies by opening the other, after which both have got the same. The same holds for two
//! chains of two boxes.

use super::grid::Grid;
use super::key::{GROUND, key_of, key_of_loose};
use super::strings::{Strings, left_behind};

/// Slots for arcs, a power of two: each edge belongs to one arc, and there are 60 edges.
const ARCS: usize = 64;
/// Slots for knots and the ground, a power of two.
const KNOTS: usize = 32;
/// Most steps from a position: one for each arc, and three for loose chains.
pub(crate) const STEPS: usize = ARCS + 3;

/// Edges and boxes strung between two ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Arc {
    ends: [u8; 2],
    boxes: u8,
    /// The bit of one of the arc's edges.
    edge: u8,
}

/// The arcs that end at a knot. An arc that both begins and ends there is listed twice.
#[derive(Clone, Copy, Default, Debug)]
struct Knot {
    arcs: [u8; 4],
    degree: u8,
}

/// A position where no box can be taken.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    /// Equal for positions with equal nets, and otherwise different unless by rare chance.
    key: u128,
    /// Which slots of `arcs` are in use.
    alive: u64,
    arcs: [Arc; ARCS],
    /// The knot of the ground has no arcs, and a higher degree than any other.
    knots: [Knot; KNOTS],
    /// Which knots exist.
    tied: u32,
    strings: Strings,
    left: i8,
    /// The side to move. It changes with every cut; its initial value is a guess.
    side: bool,
}

/// The result of drawing an edge of a net and then taking all that it gives away.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Step {
    /// The key of the resulting net.
    pub(crate) key: u128,
    pub(crate) cut: Cut,
    /// The number of boxes it gives away.
    pub(crate) boxes: i8,
    /// How many of those boxes the other side can leave.
    pub(crate) left: i8,
    /// Steps of higher rank are tried earlier.
    pub(crate) rank: i32,
}

/// What is opened or drawn: an arc by its slot, or a chain or closed chain that hangs on no knot, by its number of
/// boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    Arc(u8),
    Chain(u8),
    Closed(u8),
}

impl Default for Cut {
    fn default() -> Cut {
        Cut::Arc(0)
    }
}

impl Arc {
    /// The arc's other end, given one of its ends.
    #[inline]
    const fn far(self, from: u8) -> u8 {
        let [one, other] = self.ends;
        one ^ other ^ from
    }

    #[inline]
    fn key(self) -> u128 {
        key_of(self.ends[0], self.ends[1], self.boxes)
    }
}

impl Knot {
    /// The two other arcs of a knot of three. The arc `at` must not begin and end at this knot.
    #[inline]
    const fn others(self, at: u8) -> [u8; 2] {
        let [one, other, third, _] = self.arcs;
        if one == at {
            [other, third]
        } else if other == at {
            [one, third]
        } else {
            [one, other]
        }
    }
}

impl Net {
    /// The net of these free edges. Requires that no box can be taken.
    pub(crate) fn new(grid: &Grid, free: u64) -> Net {
        let counts = grid.counts(free);
        let mut net = Net {
            key: 0,
            alive: 0,
            arcs: [Arc::default(); ARCS],
            knots: [Knot::default(); KNOTS],
            tied: 0,
            strings: Strings::default(),
            left: grid.left(free) as i8,
            side: (free.count_ones() as i32 - grid.left(free)) & 1 == 1,
        };
        net.knots[usize::from(GROUND)].degree = u8::MAX;
        let mut todo = free;
        let mut next = 0;
        while todo != 0 {
            let edge = todo & todo.wrapping_neg();
            let chain = Grid::chain(free, counts.two, edge);
            todo &= !chain;
            let boxes = (chain | chain >> 5 | chain >> 6 | chain >> 11) & counts.two;
            let length = boxes.count_ones() as u8;
            if chain.count_ones() == u32::from(length) {
                net.loosen(length, true);
                continue;
            }
            let ends = grid.ends(chain, boxes);
            if ends == [GROUND; 2] && length > 0 {
                net.loosen(length, false);
                continue;
            }
            net.arcs[next] = Arc { ends, boxes: length, edge: edge.trailing_zeros() as u8 };
            net.key = net.key.wrapping_add(net.arcs[next].key());
            net.alive |= 1 << next;
            for end in ends {
                if end != GROUND {
                    net.tied |= 1 << end;
                    let knot = &mut net.knots[usize::from(end)];
                    knot.arcs[usize::from(knot.degree)] = next as u8;
                    knot.degree += 1;
                }
            }
            next += 1;
        }
        net
    }

    #[inline]
    pub(crate) const fn key(&self) -> u128 {
        self.key
    }

    /// The number of boxes that are not complete, not counting pairs that cancel out.
    #[inline]
    pub(crate) const fn left(&self) -> i32 {
        self.left as i32
    }

    /// The number of knots.
    #[inline]
    pub(crate) const fn knots(&self) -> u32 {
        self.tied.count_ones()
    }

    /// The number of arcs that hang on knots.
    #[inline]
    pub(crate) const fn arcs(&self) -> u32 {
        self.alive.count_ones()
    }

    /// The side to move: one of two.
    #[inline]
    pub(crate) const fn side(&self) -> bool {
        self.side
    }

    /// The loose chains, if there is nothing else.
    #[inline]
    pub(crate) const fn only_strings(&self) -> Option<&Strings> {
        if self.tied == 0 { Some(&self.strings) } else { None }
    }

    /// An index for what is cut, for the history of good answers. Indexes above those of the edges are for loose
    /// chains.
    #[inline]
    pub(crate) fn edge(&self, cut: Cut) -> usize {
        match cut {
            Cut::Arc(at) => usize::from(self.arc(at).edge),
            Cut::Chain(1) => 60,
            Cut::Chain(2) => 61,
            Cut::Chain(_) => 62,
            Cut::Closed(_) => 63,
        }
    }

    /// How the key changes with one more loose chain. Two chains of one box, or two of two boxes, cancel out.
    #[inline]
    fn key_of_another(&self, boxes: u8, closed: bool) -> u128 {
        let key = key_of_loose(boxes, closed);
        let pairs = !closed && boxes <= 2 && self.strings.has(usize::from(boxes), closed);
        if pairs { key.wrapping_neg() } else { key }
    }

    /// Adds a chain that hangs on no knot. Its boxes have been counted already.
    fn loosen(&mut self, boxes: u8, closed: bool) {
        self.key = self.key.wrapping_add(self.key_of_another(boxes, closed));
        if !closed && boxes <= 2 && self.strings.has(usize::from(boxes), closed) {
            self.strings.remove(usize::from(boxes), false);
            self.left -= 2 * boxes as i8;
        } else {
            self.strings.insert(usize::from(boxes), closed);
        }
    }

    /// Lists every step that can reach `bound` for the side that takes it; some may lead to the same net. Returns
    /// their number, and the most that any other step can be worth.
    pub(crate) fn steps(&self, bound: i32, out: &mut [Step], seen: impl Fn(u128)) -> (usize, i32) {
        let (mut count, mut most) = (0, -self.left());
        // The most that the step can be worth: the other side gets at least the boxes it does not leave.
        let worth = |boxes: i32, left: i32| if left == 0 { self.left() - 2 * boxes } else { left - boxes };
        let mut todo = self.alive;
        while todo != 0 {
            let at = todo.trailing_zeros() as u8;
            todo &= todo - 1;
            let step = self.step(at);
            let worth = worth(step.boxes.into(), step.left.into());
            if worth >= bound {
                seen(step.key);
                out[count] = step;
                count += 1;
            } else {
                most = most.max(worth);
            }
        }
        // One step each for the shortest loose chain that gives the turn away, the shortest that does not, and the
        // shortest closed one: the rest of a longer chain goes to the same side as the chain.
        let long = self.strings.shortest(3, false);
        let short = self.strings.shortest(1, false).filter(|boxes| Some(*boxes) != long);
        let closed = self.strings.shortest(4, true);
        for (boxes, closed) in [(short, false), (long, false), (closed, true)] {
            if let Some(boxes) = boxes {
                let left = left_behind(boxes as i32, closed);
                let worth = worth(boxes as i32, left);
                if worth < bound {
                    most = most.max(worth);
                    continue;
                }
                let key = self.key.wrapping_sub(key_of_loose(boxes as u8, closed));
                seen(key);
                let cut = if closed { Cut::Closed(boxes as u8) } else { Cut::Chain(boxes as u8) };
                out[count] = Step { key, cut, boxes: boxes as i8, left: left as i8, rank: 0 };
                count += 1;
            }
        }
        // Every margin has the parity of the number of boxes.
        (count, most - ((most - self.left()) & 1))
    }

    #[inline]
    fn arc(&self, at: u8) -> Arc {
        self.arcs[usize::from(at) % ARCS]
    }

    #[inline]
    fn knot(&self, at: u8) -> Knot {
        self.knots[usize::from(at) % KNOTS]
    }

    /// The step of cutting an arc.
    #[inline]
    fn step(&self, at: u8) -> Step {
        let arc = self.arc(at);
        let [one, other] = arc.ends;
        if one == other && one != GROUND {
            return self.step_round(at, arc);
        }
        let mut key = self.key.wrapping_sub(arc.key());
        let (near, far) = (self.knot(one), self.knot(other));
        match (near.degree == 3, far.degree == 3) {
            (false, false) => {}
            (true, false) => key = key.wrapping_add(self.joined(one, near.others(at))),
            (false, true) => key = key.wrapping_add(self.joined(other, far.others(at))),
            (true, true) => key = key.wrapping_add(self.joined_at_both(arc, near.others(at), far.others(at))),
        }
        let left = left_behind(arc.boxes.into(), false) as i8;
        Step { key, cut: Cut::Arc(at), boxes: arc.boxes as i8, left, rank: 0 }
    }

    /// The step of cutting an arc that begins and ends at the same knot.
    fn step_round(&self, at: u8, arc: Arc) -> Step {
        let end = arc.ends[0];
        let knot = self.knot(end);
        let mut key = self.key.wrapping_sub(arc.key());
        let mut boxes = arc.boxes;
        let mut others = knot.arcs.into_iter().take(usize::from(knot.degree)).filter(|other| *other != at);
        let first = others.next().unwrap_or(at);
        if let Some(second) = others.next() {
            key = key.wrapping_add(self.joined(end, [first, second]));
        } else {
            // The knot itself is taken, and so is the arc it hangs on.
            let stem = self.arc(first);
            key = key.wrapping_sub(stem.key());
            boxes += 1 + stem.boxes;
            let end = stem.far(end);
            if self.knot(end).degree == 3 {
                key = key.wrapping_add(self.joined(end, self.knot(end).others(first)));
            }
        }
        let left = left_behind(boxes.into(), false) as i8;
        Step { key, cut: Cut::Arc(at), boxes: boxes as i8, left, rank: 0 }
    }

    /// How the key changes when the box of a knot is left with only these two arcs.
    #[inline]
    fn joined(&self, end: u8, arcs: [u8; 2]) -> u128 {
        let (change, short) = self.joined_but_short(end, arcs);
        if short == 0 { change } else { change.wrapping_add(self.key_of_another(short, false)) }
    }

    /// Like `joined`, but leaves out a loose chain of one or two boxes, which may find its pair. Also returns
    /// the length of that chain, or 0.
    #[inline]
    fn joined_but_short(&self, end: u8, [p, q]: [u8; 2]) -> (u128, u8) {
        let [p_arc, q_arc] = [p, q].map(|at| self.arc(at));
        if p == q {
            return (key_of_loose(p_arc.boxes + 1, true).wrapping_sub(p_arc.key()), 0);
        }
        let gone = p_arc.key().wrapping_add(q_arc.key());
        let (from, to, boxes) = (p_arc.far(end), q_arc.far(end), p_arc.boxes + q_arc.boxes + 1);
        if from != GROUND || to != GROUND {
            (key_of(from, to, boxes).wrapping_sub(gone), 0)
        } else if boxes > 2 {
            (key_of_loose(boxes, false).wrapping_sub(gone), 0)
        } else {
            (gone.wrapping_neg(), boxes)
        }
    }

    /// How the key changes when the boxes at both ends of an arc are left with only these arcs.
    #[inline]
    fn joined_at_both(&self, arc: Arc, near: [u8; 2], far: [u8; 2]) -> u128 {
        let [p, q] = near;
        let [one, other] = arc.ends;
        if p == far[0] || p == far[1] || q == far[0] || q == far[1] {
            // Another arc runs between the same two boxes: both are strung to it.
            let (beside, rest) = if p == far[0] || p == far[1] { (p, q) } else { (q, p) };
            let beyond = if far[0] == beside { far[1] } else { far[0] };
            let [beside, from, to] = [beside, rest, beyond].map(|at| self.arc(at));
            let boxes = beside.boxes + from.boxes + 2;
            let gone = beside.key().wrapping_add(from.key());
            if rest == beyond {
                return key_of_loose(boxes, true).wrapping_sub(gone);
            }
            let (gone, boxes) = (gone.wrapping_add(to.key()), boxes + to.boxes);
            let ends = (from.far(one), to.far(other));
            let new = if ends == (GROUND, GROUND) {
                self.key_of_another(boxes, false)
            } else {
                key_of(ends.0, ends.1, boxes)
            };
            return new.wrapping_sub(gone);
        }
        let (change, short) = self.joined_but_short(one, near);
        let (more, other_short) = self.joined_but_short(other, far);
        let mut change = change.wrapping_add(more);
        // Two that form a pair cancel out.
        if short != other_short {
            for short in [short, other_short] {
                if short > 0 {
                    change = change.wrapping_add(self.key_of_another(short, false));
                }
            }
        }
        change
    }

    /// Cuts, takes what can be taken, and returns the number of boxes taken.
    pub(crate) fn cut(&mut self, cut: Cut) -> i32 {
        self.side = !self.side;
        let at = match cut {
            Cut::Arc(at) => at,
            Cut::Chain(boxes) => return self.cut_loose(boxes, false),
            Cut::Closed(boxes) => return self.cut_loose(boxes, true),
        };
        let Arc { ends: [one, other], boxes, .. } = self.arc(at);
        let mut taken = boxes;
        self.remove(at);
        for end in [one, other] {
            self.untie(end, at);
        }
        if one == other && one != GROUND && self.knot(one).degree == 1 {
            // The knot itself is taken, and so is the arc it hung on.
            let stem = self.knot(one).arcs[0];
            let Arc { ends, boxes, .. } = self.arc(stem);
            taken += 1 + boxes;
            self.remove(stem);
            for end in ends {
                self.untie(end, stem);
            }
            self.tied &= !(1 << one);
            self.mend(ends[usize::from(ends[0] == one)]);
        } else {
            self.mend(one);
            if one != other {
                self.mend(other);
            }
        }
        self.left -= taken as i8;
        i32::from(taken)
    }

    fn cut_loose(&mut self, boxes: u8, closed: bool) -> i32 {
        self.key = self.key.wrapping_sub(key_of_loose(boxes, closed));
        self.strings.remove(usize::from(boxes), closed);
        self.left -= boxes as i8;
        i32::from(boxes)
    }

    fn remove(&mut self, at: u8) {
        self.alive &= !(1 << at);
        self.key = self.key.wrapping_sub(self.arc(at).key());
    }

    /// Removes one end of an arc from a knot.
    fn untie(&mut self, end: u8, at: u8) {
        if end == GROUND {
            return;
        }
        let knot = &mut self.knots[usize::from(end) % KNOTS];
        let last = usize::from(knot.degree) - 1;
        if let Some(found) = knot.arcs[..last].iter().position(|arc| *arc == at) {
            knot.arcs[found] = knot.arcs[last];
        }
        knot.degree -= 1;
    }

    /// Joins the two arcs at a box that is no longer a knot.
    fn mend(&mut self, end: u8) {
        if self.knot(end).degree != 2 {
            return;
        }
        self.tied &= !(1 << end);
        self.knots[usize::from(end) % KNOTS].degree = 0;
        let [p, q, ..] = self.knot(end).arcs;
        let [p_arc, q_arc] = [p, q].map(|at| self.arc(at));
        self.remove(p);
        if p == q {
            self.loosen(p_arc.boxes + 1, true);
            return;
        }
        self.remove(q);
        let (from, to, boxes) = (p_arc.far(end), q_arc.far(end), p_arc.boxes + q_arc.boxes + 1);
        if from == GROUND && to == GROUND {
            self.loosen(boxes, false);
            return;
        }
        if to != GROUND {
            let arcs = &mut self.knots[usize::from(to) % KNOTS].arcs;
            arcs.iter_mut().filter(|arc| **arc == q).for_each(|arc| *arc = p);
        }
        let arc = Arc { ends: [from, to], boxes, edge: p_arc.edge.min(q_arc.edge) };
        self.arcs[usize::from(p) % ARCS] = arc;
        self.alive |= 1 << p;
        self.key = self.key.wrapping_add(arc.key());
    }
}

#[cfg(test)]
#[path = "net_tests.rs"]
mod tests;
