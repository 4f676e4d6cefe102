//! Exact values: answers whether the side to move gets at least a given number of boxes more than the other
//! by the end.
//!
//! The boxes left to win do not depend on who won earlier ones, so what is known of a position is stored relative to
//! the side to move, and by its net alone ([`Net`]): positions that differ only in where their chains run count as
//! one. After Barker and Korf ("Solving Dots-And-Boxes", 2012): an opened chain is either taken whole, or all but its
//! last boxes, which are left to the other side in exchange for the turn after. Both lead to the same net, so no
//! position in the search has a box to take. The edges that open a given chain are interchangeable, except for a
//! chain of two.

use super::grid::{Counts, Grid, shared};
use super::net::{Net, STEPS, Step};
use super::strings::left_behind;
use super::transposition_table::{Known, TranspositionTable};

/// Most nodes between two checks whether to stop, about a fifth of a millisecond; fewer in the beginning, when nearly
/// every entry stored is the first in its page of memory, which the system then has to clear.
const PAUSE: u64 = 200;

/// Knots from which it pays to look at all answers to each step before searching any, so that steps with the fewest
/// open answers come first. With fewer knots this costs more than it saves.
const LOOKS_AHEAD: u32 = 8;

/// How often an edge is counted as an answer before all counts are halved.
const MOST_GOOD: u32 = 1 << 20;

/// The result of drawing an edge in a position where no box can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Move {
    /// The edges still free after all that it gives away is taken, in normal form.
    pub(crate) after: u64,
    /// The bit of the edge.
    pub(crate) edge: u32,
    /// The number of boxes it gives away.
    pub(crate) boxes: i32,
    /// How many of those boxes the other side can leave.
    pub(crate) left: i32,
}

/// Solves positions of one board, and remembers the results.
pub(crate) struct Solver {
    grid: Grid,
    table: TranspositionTable,
    /// The steps still to be tried in the positions from the root to the current one, plus room for those of one more.
    steps: Vec<Step>,
    kept: usize,
    /// How often each edge was the answer, by side.
    good: [[u32; 64]; 2],
    nodes: u64,
    ask: u64,
    stopped: bool,
}

/// Decides whether to stop; called with the number of nodes so far.
pub(crate) type Stop<'a> = &'a mut dyn FnMut(u64) -> bool;

impl Solver {
    pub(crate) fn new(grid: Grid, bytes: u64) -> Solver {
        Solver {
            grid,
            table: TranspositionTable::new(bytes),
            steps: vec![Step::default(); STEPS * STEPS],
            kept: 0,
            good: [[0; 64]; 2],
            nodes: 0,
            ask: 0,
            stopped: false,
        }
    }

    pub(crate) const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Nodes searched so far, over all queries.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the margin of the side to move, from here to the end, is at least `bound` boxes. Returns `None` if
    /// stopped before that is known. Requires that no box can be taken.
    pub(crate) fn at_least(&mut self, free: u64, bound: i32, stop: Stop<'_>) -> Option<bool> {
        self.ask = self.nodes;
        self.stopped = false;
        let answer = self.value(&Net::new(&self.grid, free), bound, stop) >= bound;
        (!self.stopped).then_some(answer)
    }

    /// Whether the margin of the side that draws the edge of `way`, from there to the end, is at least
    /// `bound` boxes. Returns `None` if stopped before that is known.
    pub(crate) fn way_at_least(&mut self, way: &Move, bound: i32, stop: Stop<'_>) -> Option<bool> {
        self.ask = self.nodes;
        self.stopped = false;
        let answer = self.by(&Net::new(&self.grid, way.after), (way.boxes, way.left), bound, stop) >= bound;
        (!self.stopped).then_some(answer)
    }

    /// The margin of the side to move, from here to the end. Requires that no box can be taken.
    pub(crate) fn margin(&mut self, free: u64) -> i32 {
        let left = self.grid.left(free);
        let (mut low, mut high) = (-left, left);
        while low < high {
            // The middle of low, low + 2 and so on up to high.
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

    /// A bound on the margin of the side to move: a lower bound if it is `bound` or more, else an upper bound. It may
    /// be tighter than asked for, which helps the next query, as that seldom has the same bound. Meaningless when
    /// stopped.
    fn value(&mut self, net: &Net, bound: i32, stop: Stop<'_>) -> i32 {
        let left = net.left();
        // Every margin has the parity of the number of boxes.
        let bound = bound + ((bound - left) & 1);
        if bound <= -left {
            return -left;
        }
        if bound > left {
            return left;
        }
        if let Some(strings) = net.only_strings() {
            return strings.value();
        }
        self.nodes += 1;
        let mut known = Known { least: -left, most: left };
        if let Some(found) = self.table.get(net.key(), left) {
            if found.least >= bound {
                return found.least;
            }
            if found.most < bound {
                return found.most;
            }
            known = found;
        }
        if self.nodes >= self.ask {
            self.ask = self.nodes + PAUSE.min(4 + self.nodes / 64);
            self.stopped |= stop(self.nodes);
        }
        if self.stopped {
            return -left;
        }
        let before = self.nodes;
        let answer = self.answer(net, bound, stop);
        if self.stopped {
            return -left;
        }
        let answer = answer - ((answer - left) & 1);
        if answer >= bound {
            known.least = known.least.max(answer);
        } else {
            known.most = known.most.min(answer);
        }
        self.table.put(net.key(), known, self.nodes - before);
        answer
    }

    /// A bound on the value from the results of its steps, as for [`Solver::value`] but without regard to parity.
    fn answer(&mut self, net: &Net, bound: i32, stop: Stop<'_>) -> i32 {
        let first = self.kept;
        let steps = &mut self.steps[first..first + STEPS];
        // Request all entries at once, so that the memory accesses overlap.
        let (count, mut worst) = net.steps(bound, steps, |key| self.table.touch(key));
        let good = &self.good[usize::from(net.side())];
        let mut kept = 0;
        for at in 0..count {
            let mut step = steps[at];
            let known = self.table.get(step.key, net.left() - i32::from(step.boxes));
            if let Some(known) = known {
                let (low, high) = known.through(&step);
                if low >= bound {
                    return low;
                }
                if high < bound {
                    worst = worst.max(high);
                    continue;
                }
            }
            // Compare the boxes too: the key ignores pairs that cancel out.
            let is_same =
                |other: &Step| (other.key, other.boxes, other.left) == (step.key, step.boxes, step.left);
            if steps[..kept].iter().any(is_same) {
                continue;
            }
            step.rank = if step.boxes > 2 {
                -i32::from(step.boxes)
            } else {
                // A step searched before was worth searching.
                (good[net.edge(step.cut) % 64] as i32) << u32::from(known.is_some())
            };
            steps[kept] = step;
            kept += 1;
        }
        self.kept = first + kept;
        if kept > 1 && net.knots() >= LOOKS_AHEAD {
            self.look_ahead(net, first, bound);
        }
        let answer = self.best(net, first, bound, worst, stop);
        self.kept = first;
        answer
    }

    /// Ranks the steps kept from `first` on by how many answers to each are still open.
    fn look_ahead(&mut self, net: &Net, first: usize, bound: i32) {
        for at in first..self.kept {
            let Step { cut, boxes, left, rank, .. } = self.steps[at];
            if left == 0 {
                let mut after = net.clone();
                after.cut(cut);
                let open = self.open_answers(&after, 1 - bound - i32::from(boxes));
                self.steps[at].rank = rank - open * (2 * MOST_GOOD as i32);
            }
        }
    }

    /// How many steps may still turn out to reach the bound: none if all are known not to, `STEPS` if one is known to.
    fn open_answers(&mut self, net: &Net, bound: i32) -> i32 {
        let bound = bound + ((bound - net.left()) & 1);
        if bound <= -net.left() || bound > net.left() || net.only_strings().is_some() {
            // The value is found without searching.
            return 0;
        }
        self.nodes += 1;
        let steps = &mut self.steps[self.kept..self.kept + STEPS];
        let (count, _) = net.steps(bound, steps, |key| self.table.touch(key));
        let mut open = 0;
        for step in &steps[..count] {
            let known = self.table.get(step.key, net.left() - i32::from(step.boxes));
            match known.map(|known| known.through(step)) {
                Some((low, _)) if low >= bound => return STEPS as i32,
                Some((_, high)) if high < bound => {}
                _ => open += 1,
            }
        }
        open
    }

    /// The first value among the steps kept from `first` on that reaches the bound; otherwise the highest of their
    /// values and `worst`.
    fn best(&mut self, net: &Net, first: usize, bound: i32, mut worst: i32, stop: Stop<'_>) -> i32 {
        for at in first..self.kept {
            let best = (at..self.kept).max_by_key(|at| self.steps[*at].rank).unwrap_or(at);
            self.steps.swap(at, best);
            let step = self.steps[at];
            let mut after = net.clone();
            after.cut(step.cut);
            let reached = self.by(&after, (step.boxes.into(), step.left.into()), bound, stop);
            if self.stopped {
                return -net.left();
            }
            if reached >= bound {
                let good = &mut self.good[usize::from(net.side())];
                good[net.edge(step.cut)] += net.arcs().pow(2);
                if good[net.edge(step.cut)] > MOST_GOOD {
                    for good in good.iter_mut() {
                        *good /= 2;
                    }
                }
                return reached;
            }
            worst = worst.max(reached);
        }
        worst
    }

    /// A bound, as for [`Solver::value`], on giving away `boxes` boxes, of which `left` can be left, with `after` as
    /// the rest.
    #[inline]
    fn by(&mut self, after: &Net, (boxes, left): (i32, i32), bound: i32, stop: Stop<'_>) -> i32 {
        match left {
            0 => -boxes - self.value(after, 1 - bound - boxes, stop),
            left => {
                // The other side gets boxes - left + |rest + left|.
                let reach = left - boxes - bound;
                if reach < 0 {
                    return left - boxes;
                }
                let high = self.value(after, reach - left + 1, stop);
                if high > reach - left {
                    return left - boxes - (high + left);
                }
                let low = self.value(after, -reach - left, stop);
                if low < -reach - left {
                    return left - boxes + (low + left);
                }
                // Neither: the rest lies between the two bounds.
                left - boxes - (high + left).abs().max((low + left).abs())
            }
        }
    }

    /// Draws an edge that gives nothing away.
    fn draw(&self, free: u64, edge: u64) -> Move {
        Move { after: self.grid.normal(free & !edge), edge: edge.trailing_zeros(), boxes: 0, left: 0 }
    }

    /// Opens the chain with these free edges.
    fn open(&self, free: u64, counts: &Counts, chain: u64) -> Move {
        let touched = (chain | chain >> 5 | chain >> 6 | chain >> 11) & counts.two;
        // A chain of two is opened between its boxes: of its three edges, at the one they share.
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

    /// Every move of a position where no box can be taken, one of each group of equivalent moves. `free` need not
    /// be in normal form.
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
    /// The lower and upper bound of the step that leads to the position with these bounds.
    #[inline]
    fn through(self, step: &Step) -> (i32, i32) {
        let (boxes, left) = (i32::from(step.boxes), i32::from(step.left));
        if left == 0 {
            return (-boxes - self.most, -boxes - self.least);
        }
        let (low, high) = (self.least + left, self.most + left);
        let far = high.max(-low);
        let near = if low > 0 {
            low
        } else if high < 0 {
            -high
        } else {
            low & 1
        };
        (left - boxes - far, left - boxes - near)
    }
}

#[cfg(test)]
#[path = "solver_tests.rs"]
mod tests;
