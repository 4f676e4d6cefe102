//! Exact values: is the side on turn worth so many boxes more than the other, from here to the end?
//!
//! What is left to win does not depend on who won what before, so what is known of a position is kept for whoever is on
//! turn, and by its net alone ([`Net`]): positions that differ only in where their chains run are one. After Barker and
//! Korf ("Solving Dots-And-Boxes", 2012): a chain that was opened is taken whole, or all but its last boxes, which are
//! left to the other side for the sake of the turn after; both lead to the same net, so that no position of the search has
//! a box to take. Of the edges that open a chain one is as good as another, but for a chain of two.

use super::grid::{Counts, Grid, shared};
use super::net::{Net, STEPS, Step};
use super::strings::left_behind;
use super::table::{Known, Table};

/// Nodes between two questions whether to stop: about a fifth of a millisecond.
const PAUSE: u64 = 200;

/// What drawing an edge where no box can be taken leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Move {
    /// The edges free when all that it gives away is taken, in normal form.
    pub(crate) after: u64,
    /// The bit of the edge.
    pub(crate) edge: u32,
    /// How many boxes it gives away.
    pub(crate) boxes: i32,
    /// How many of them the other side can leave.
    pub(crate) left: i32,
}

/// Solves positions of one board; remembers what it has found.
pub(crate) struct Solver {
    grid: Grid,
    table: Table,
    /// How often an edge was the answer of each side.
    good: [[u32; 64]; 2],
    nodes: u64,
    ask: u64,
    stopped: bool,
}

/// Says when to stop: called with the nodes so far.
pub(crate) type Stop<'a> = &'a mut dyn FnMut(u64) -> bool;

impl Solver {
    pub(crate) fn new(grid: Grid, bytes: u64) -> Solver {
        Solver { grid, table: Table::new(bytes), good: [[0; 64]; 2], nodes: 0, ask: 0, stopped: false }
    }

    pub(crate) const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Nodes searched so far, over all questions.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Is the margin of the side on turn, from here to the end, at least so many boxes? None: stopped before it was known.
    /// Requires that no box can be taken.
    pub(crate) fn at_least(&mut self, free: u64, bound: i32, stop: Stop<'_>) -> Option<bool> {
        self.ask = self.nodes;
        self.stopped = false;
        let answer = self.reaches(&Net::new(&self.grid, free), bound, stop);
        (!self.stopped).then_some(answer)
    }

    /// Is the margin of the side that draws the edge of `way`, from there to the end, at least so many boxes?
    pub(crate) fn way_at_least(&mut self, way: &Move, bound: i32, stop: Stop<'_>) -> Option<bool> {
        self.ask = self.nodes;
        self.stopped = false;
        let answer = self.by(&Net::new(&self.grid, way.after), (way.boxes, way.left), bound, stop);
        (!self.stopped).then_some(answer)
    }

    /// The margin of the side on turn, from here to the end. Requires that no box can be taken.
    pub(crate) fn margin(&mut self, free: u64) -> i32 {
        let left = self.grid.left(free);
        let (mut low, mut high) = (-left, left);
        while low < high {
            // Of low, low + 2 and so on up to high.
            let middle = low + ((high - low) / 4 + 1) * 2;
            let middle = middle.min(high);
            if self.at_least(free, middle, &mut |_| false).expect("it is not stopped") {
                low = middle;
            } else {
                high = middle - 2;
            }
        }
        low
    }

    fn reaches(&mut self, net: &Net, bound: i32, stop: Stop<'_>) -> bool {
        let left = net.left();
        // Every margin is odd or even as the number of boxes is.
        let bound = bound + ((bound - left) & 1);
        if bound <= -left || bound > left {
            return bound <= -left;
        }
        if let Some(strings) = net.only_strings() {
            return strings.value() >= bound;
        }
        self.nodes += 1;
        let mut known = Known { least: -left, most: left };
        if let Some(found) = self.table.get(net.key(), left) {
            if found.least >= bound || found.most < bound {
                return found.least >= bound;
            }
            known = found;
        }
        if self.nodes >= self.ask {
            self.ask = self.nodes + PAUSE;
            self.stopped |= stop(self.nodes);
        }
        if self.stopped {
            return false;
        }
        let before = self.nodes;
        let answer = self.answer(net, bound, stop);
        if self.stopped {
            return false;
        }
        if answer {
            known.least = bound;
        } else {
            known.most = bound - 2;
        }
        self.table.put(net.key(), known, self.nodes - before);
        answer
    }

    /// Does any step reach the bound?
    fn answer(&mut self, net: &Net, bound: i32, stop: Stop<'_>) -> bool {
        let mut steps = [Step::default(); STEPS];
        let mut ranks = [0i32; STEPS];
        let count = net.steps(bound, &mut steps);
        // All at once: memory answers several questions in the time of one.
        let touched = steps[..count].iter().fold(0, |all, step| all ^ self.table.touch(step.key));
        std::hint::black_box(touched);
        let mut kept = 0;
        for at in 0..count {
            let step = steps[at];
            let known = self.table.get(step.key, net.left() - step.boxes);
            match known.and_then(|known| known.says(&step, bound)) {
                Some(true) => return true,
                Some(false) => continue,
                None => {}
            }
            steps[kept] = step;
            ranks[kept] = if step.boxes > 2 {
                -step.boxes
            } else {
                // What was looked at before was worth a look.
                let good = self.good[usize::from(net.side())][net.edge(step.cut)] as i32;
                good << u32::from(known.is_some())
            };
            kept += 1;
        }
        for at in 0..kept {
            let best = (at..kept).max_by_key(|at| ranks[*at]).unwrap_or(at);
            steps.swap(at, best);
            ranks.swap(at, best);
            let step = &steps[at];
            let mut after = net.clone();
            after.cut(step.cut);
            let reached = self.by(&after, (step.boxes, step.left), bound, stop);
            if self.stopped {
                return false;
            }
            if reached {
                let good = &mut self.good[usize::from(net.side())];
                good[net.edge(step.cut)] += net.arcs().pow(2);
                if good[net.edge(step.cut)] > 1 << 20 {
                    for good in good.iter_mut() {
                        *good /= 2;
                    }
                }
                return true;
            }
        }
        false
    }

    /// Does it reach the bound to give so many boxes away, of which so many can be left, where this is the rest?
    #[inline]
    fn by(&mut self, after: &Net, (boxes, left): (i32, i32), bound: i32, stop: Stop<'_>) -> bool {
        match left {
            0 => !self.reaches(after, 1 - bound - boxes, stop),
            left => {
                // The other side has boxes - left + |rest + left|.
                let reach = left - boxes - bound;
                reach >= 0
                    && !self.reaches(after, reach - left + 1, stop)
                    && self.reaches(after, -reach - left, stop)
            }
        }
    }

    /// Draws an edge that gives nothing away.
    fn draw(&self, free: u64, edge: u64) -> Move {
        Move { after: self.grid.normal(free & !edge), edge: edge.trailing_zeros(), boxes: 0, left: 0 }
    }

    /// Opens a chain with these free edges.
    fn open(&self, free: u64, counts: &Counts, chain: u64) -> Move {
        let touched = (chain | chain >> 5 | chain >> 6 | chain >> 11) & counts.two;
        // Between the two boxes of a chain of two: of its three edges the one that both have.
        let edge = match touched.count_ones() {
            2 => shared(touched),
            _ => chain & chain.wrapping_neg(),
        };
        let (after, boxes) = self.grid.take_all(free & !edge);
        let closed = chain.count_ones() == touched.count_ones();
        Move {
            after: self.grid.normal(after),
            edge: edge.trailing_zeros(),
            boxes,
            left: left_behind(boxes, closed),
        }
    }

    /// Every move where no box can be taken, one of each kind that is as good. `free` need not be in normal form.
    pub(crate) fn ways(&self, free: u64) -> Vec<Move> {
        let counts = self.grid.counts(free);
        let safe = Grid::safe(free, counts.two);
        let (mut ways, mut todo) = (Vec::new(), self.grid.firsts(safe));
        while todo != 0 {
            let edge = todo & todo.wrapping_neg();
            todo ^= edge;
            ways.push(self.draw(free, edge));
        }
        let mut todo = free & !safe;
        while todo != 0 {
            let chain = Grid::chain(free, counts.two, todo & todo.wrapping_neg());
            todo &= !chain;
            ways.push(self.open(free, &counts, chain));
        }
        ways
    }
}

impl Known {
    /// Does the step to what this is known of reach the bound?
    #[inline]
    fn says(self, step: &Step, bound: i32) -> Option<bool> {
        let reaches = |bound: i32| {
            if self.least >= bound {
                Some(true)
            } else if self.most < bound {
                Some(false)
            } else {
                None
            }
        };
        if step.left == 0 {
            return reaches(1 - bound - step.boxes).map(|is| !is);
        }
        let reach = step.left - step.boxes - bound;
        match (reaches(reach - step.left + 1), reaches(-reach - step.left)) {
            (Some(true), _) | (_, Some(false)) => Some(false),
            (Some(false), Some(true)) => Some(true),
            _ => None,
        }
    }
}
