//! A position as strings and coins: boxes with three or four free edges are knots, and free edges with the boxes that have
//! two strung between them are arcs. Only which knots an arc joins and how many boxes it has matters, not where it runs.
//!
//! Chains and closed chains that hang on no knot are kept as counts. Of the chains of one box two are as good as none: to
//! an opening of the one the opening of the other is the answer, after which both sides have got as much. So it is with
//! two chains of two boxes.

use super::grid::Grid;
use super::key::{GROUND, key_of, key_of_loose};
use super::strings::{Strings, left_behind};

/// Most arcs: an edge belongs to one.
const ARCS: usize = 60;
/// Most steps: one an arc, and three of loose chains.
pub(crate) const STEPS: usize = ARCS + 3;

/// Edges and boxes strung between two ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Arc {
    ends: [u8; 2],
    boxes: u8,
    /// The bit of one of its edges.
    edge: u8,
}

/// A knot: the arcs that end at it; one that begins and ends there is among them twice.
#[derive(Clone, Copy, Default, Debug)]
struct Knot {
    arcs: [u8; 4],
    degree: u8,
}

/// A position where no box can be taken.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    /// Equal for positions that are equal as nets, and for others as seldom as chance has it.
    key: u128,
    /// Which of the arcs there are.
    alive: u64,
    arcs: [Arc; ARCS],
    keys: [u128; ARCS],
    knots: [Knot; 25],
    /// Which knots there are.
    tied: u32,
    strings: Strings,
    left: i8,
    /// Whose turn it is: changes with every cut, and is a guess at first.
    side: bool,
}

/// What drawing an edge of a net leads to when all that it gives away is taken.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Step {
    /// The key of the net then.
    pub(crate) key: u128,
    pub(crate) cut: Cut,
    /// How many boxes it gives away.
    pub(crate) boxes: i32,
    /// How many of them the other side can leave.
    pub(crate) left: i32,
}

/// What is opened, or drawn: an arc by its place, or a chain or closed chain of so many boxes that hangs on no knot.
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
    /// Where it ends, coming from one of its ends.
    #[inline]
    const fn far(self, from: u8) -> u8 {
        let [one, other] = self.ends;
        if one == from { other } else { one }
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
            keys: [0; ARCS],
            knots: [Knot::default(); 25],
            tied: 0,
            strings: Strings::default(),
            left: grid.left(free) as i8,
            side: (free.count_ones() as i32 - grid.left(free)) & 1 == 1,
        };
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
            net.keys[next] = key_of(ends[0], ends[1], length);
            net.key = net.key.wrapping_add(net.keys[next]);
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

    /// How many boxes are not complete, less those of the pairs that are as good as none.
    #[inline]
    pub(crate) const fn left(&self) -> i32 {
        self.left as i32
    }

    /// How many arcs hang on knots.
    #[inline]
    pub(crate) const fn arcs(&self) -> u32 {
        self.alive.count_ones()
    }

    /// Whose turn it is: one of two sides.
    #[inline]
    pub(crate) const fn side(&self) -> bool {
        self.side
    }

    /// The chains, if there is nothing else.
    #[inline]
    pub(crate) const fn only_strings(&self) -> Option<&Strings> {
        if self.tied == 0 { Some(&self.strings) } else { None }
    }

    /// An edge of what is cut, for the memory of what was good; above the edges of the board are those of loose chains.
    #[inline]
    pub(crate) fn edge(&self, cut: Cut) -> usize {
        match cut {
            Cut::Arc(at) => usize::from(self.arcs[usize::from(at)].edge),
            Cut::Chain(1) => 60,
            Cut::Chain(2) => 61,
            Cut::Chain(_) => 62,
            Cut::Closed(_) => 63,
        }
    }

    /// How the key changes with one more loose chain: two of one box or of two boxes are none.
    #[inline]
    fn key_of_another(&self, boxes: u8, closed: bool) -> u128 {
        let key = key_of_loose(boxes, closed);
        let pairs = !closed && boxes <= 2 && self.strings.has(usize::from(boxes), closed);
        if pairs { key.wrapping_neg() } else { key }
    }

    /// Puts in a chain that hangs on no knot; its boxes are counted already.
    fn loosen(&mut self, boxes: u8, closed: bool) {
        self.key = self.key.wrapping_add(self.key_of_another(boxes, closed));
        if !closed && boxes <= 2 && self.strings.has(usize::from(boxes), closed) {
            self.strings.remove(usize::from(boxes), false);
            self.left -= 2 * boxes as i8;
        } else {
            self.strings.insert(usize::from(boxes), closed);
        }
    }

    /// Every step that can reach a margin for whoever takes it, one of those that are as good; how many.
    pub(crate) fn steps(&self, bound: i32, out: &mut [Step; STEPS]) -> usize {
        let mut count = 0;
        let mut put = |step: Step| {
            // What the other side has of it at least.
            let given = if step.left == 0 { 2 * step.boxes - self.left() } else { step.boxes - step.left };
            if bound <= -given {
                out[count] = step;
                count += 1;
            }
        };
        let mut todo = self.alive;
        while todo != 0 {
            let at = todo.trailing_zeros() as u8;
            todo &= todo - 1;
            if !self.has_twin_before(at) {
                put(self.step(at));
            }
        }
        // Of the loose chains that give the turn away, of those that do not, and of the closed ones the shortest: what is left
        // of a longer one goes with it, to whoever takes it.
        let long = self.strings.shortest(3, false);
        let short = self.strings.shortest(1, false).filter(|boxes| Some(*boxes) != long);
        let closed = self.strings.shortest(4, true);
        for (boxes, closed) in [(short, false), (long, false), (closed, true)] {
            if let Some(boxes) = boxes {
                let loose = key_of_loose(boxes as u8, closed);
                let cut = if closed { Cut::Closed(boxes as u8) } else { Cut::Chain(boxes as u8) };
                let left = left_behind(boxes as i32, closed);
                put(Step { key: self.key.wrapping_sub(loose), cut, boxes: boxes as i32, left });
            }
        }
        count
    }

    /// Is there an arc before this one that joins the same ends and has as many boxes?
    #[inline]
    fn has_twin_before(&self, at: u8) -> bool {
        let arc = self.arcs[usize::from(at)];
        let end = if arc.ends[0] == GROUND { arc.ends[1] } else { arc.ends[0] };
        if end == GROUND {
            return false;
        }
        let knot = &self.knots[usize::from(end)];
        let twin = |other: &u8| *other < at && self.keys[usize::from(*other)] == self.keys[usize::from(at)];
        knot.arcs[..usize::from(knot.degree)].iter().any(twin)
    }

    /// What cutting the arc leads to.
    #[inline]
    fn step(&self, at: u8) -> Step {
        let arc = self.arcs[usize::from(at)];
        let [one, other] = arc.ends;
        let boxes = i32::from(arc.boxes);
        let mut step = Step { key: 0, cut: Cut::Arc(at), boxes, left: left_behind(boxes, false) };
        let mut key = self.key.wrapping_sub(self.keys[usize::from(at)]);
        let mut short = 0;
        if one == other {
            // Round a knot: it may be taken as well.
            return self.step_by_cutting(step);
        }
        for (end, across) in [(one, other), (other, one)] {
            if end == GROUND || self.knots[usize::from(end)].degree > 3 {
                continue;
            }
            let [p, q] = self.others(end, at);
            let [from, to] = [p, q].map(|at| self.arcs[usize::from(at)].far(end));
            let [p_arc, q_arc] = [p, q].map(|at| self.arcs[usize::from(at)]);
            if across != GROUND && (from == across || to == across) {
                return self.step_by_cutting(step);
            }
            if p == q {
                key = key.wrapping_sub(self.keys[usize::from(p)]);
                key = key.wrapping_add(key_of_loose(p_arc.boxes + 1, true));
                continue;
            }
            key = key.wrapping_sub(self.keys[usize::from(p)]).wrapping_sub(self.keys[usize::from(q)]);
            let length = p_arc.boxes + q_arc.boxes + 1;
            if from == GROUND && to == GROUND {
                if short == length {
                    return self.step_by_cutting(step);
                }
                if length <= 2 {
                    short = length;
                }
                key = key.wrapping_add(self.key_of_another(length, false));
            } else {
                key = key.wrapping_add(key_of(from, to, length));
            }
        }
        step.key = key;
        step
    }

    /// The same, where what happens at one end touches the other.
    #[cold]
    fn step_by_cutting(&self, mut step: Step) -> Step {
        let mut after = self.clone();
        step.boxes = after.cut(step.cut);
        step.left = left_behind(step.boxes, false);
        step.key = after.key;
        step
    }

    /// The other two arcs of a knot of three.
    #[inline]
    fn others(&self, knot: u8, at: u8) -> [u8; 2] {
        let [one, other, third, _] = self.knots[usize::from(knot)].arcs;
        if one == at {
            [other, third]
        } else if other == at {
            [one, third]
        } else {
            [one, other]
        }
    }

    /// Cuts, takes what can be taken, and says how many boxes that was.
    pub(crate) fn cut(&mut self, cut: Cut) -> i32 {
        self.side = !self.side;
        let at = match cut {
            Cut::Arc(at) => at,
            Cut::Chain(boxes) => return self.cut_loose(boxes, false),
            Cut::Closed(boxes) => return self.cut_loose(boxes, true),
        };
        let Arc { ends: [one, other], boxes, .. } = self.arcs[usize::from(at)];
        let mut taken = boxes;
        self.remove(at);
        for end in [one, other] {
            self.untie(end, at);
        }
        if one == other && one != GROUND && self.knots[usize::from(one)].degree == 1 {
            // The knot itself is taken, and the arc that it hung on.
            let stem = self.knots[usize::from(one)].arcs[0];
            let Arc { ends, boxes, .. } = self.arcs[usize::from(stem)];
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
        self.key = self.key.wrapping_sub(self.keys[usize::from(at)]);
    }

    /// Takes one end of an arc from a knot.
    fn untie(&mut self, end: u8, at: u8) {
        if end == GROUND {
            return;
        }
        let knot = &mut self.knots[usize::from(end)];
        let last = usize::from(knot.degree) - 1;
        if let Some(found) = knot.arcs[..last].iter().position(|arc| *arc == at) {
            knot.arcs[found] = knot.arcs[last];
        }
        knot.degree -= 1;
    }

    /// Strings the two arcs of a box together that is a knot no longer.
    fn mend(&mut self, end: u8) {
        if end == GROUND || self.knots[usize::from(end)].degree != 2 {
            return;
        }
        self.tied &= !(1 << end);
        self.knots[usize::from(end)].degree = 0;
        let [p, q, ..] = self.knots[usize::from(end)].arcs;
        let [p_arc, q_arc] = [p, q].map(|at| self.arcs[usize::from(at)]);
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
            let arcs = &mut self.knots[usize::from(to)].arcs;
            arcs.iter_mut().filter(|arc| **arc == q).for_each(|arc| *arc = p);
        }
        let at = usize::from(p);
        self.arcs[at] = Arc { ends: [from, to], boxes, edge: p_arc.edge.min(q_arc.edge) };
        self.keys[at] = key_of(from, to, boxes);
        self.alive |= 1 << p;
        self.key = self.key.wrapping_add(self.keys[at]);
    }
}

#[cfg(test)]
#[path = "net_tests.rs"]
mod tests;
