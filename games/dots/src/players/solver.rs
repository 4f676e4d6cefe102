//! Exact values: is the side on turn worth so many boxes more than the other, from here to the end?
//!
//! What is left to win does not depend on who won what before, so what is known of a position is kept by its free edges
//! alone, for whoever is on turn. After Barker and Korf ("Solving Dots-And-Boxes", 2012): a chain that was opened is
//! taken whole, or all but its last boxes, which are left to the other side for the sake of the turn after; both lead to
//! the same edges, so that no position of the search has a box to take. Of the edges that open a chain one is as good as
//! another, but for a chain of two, and so are the two edges of a corner.

use super::grid::{Counts, Grid, shared};
use super::strings::{Strings, left_behind};
use super::table::{Known, Table};

/// More moves than any position has.
const MOVES: usize = 60;
/// With so many edges free or more, what is known of the positions after is looked up before any is searched.
const LOOK_AHEAD: u32 = 14;
/// Nodes between two questions whether to stop.
const PAUSE: u64 = 512;

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
    /// How often an edge was the answer, by whether the number of free edges is odd.
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
        let answer = self.reaches(self.grid.normal(free), bound, stop);
        (!self.stopped).then_some(answer)
    }

    /// Is the margin of the side that draws the edge of `way`, from there to the end, at least so many boxes?
    pub(crate) fn way_at_least(&mut self, way: &Move, bound: i32, stop: Stop<'_>) -> Option<bool> {
        self.ask = self.nodes;
        self.stopped = false;
        let answer = self.by(way, bound, stop);
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

    fn reaches(&mut self, free: u64, bound: i32, stop: Stop<'_>) -> bool {
        let left = self.grid.left(free);
        // Every margin is odd or even as the number of boxes is.
        let bound = bound + ((bound - left) & 1);
        if bound <= -left || bound > left {
            return bound <= -left;
        }
        let counts = self.grid.counts(free);
        if counts.more == 0 {
            return self.strings(free, &counts).value() >= bound;
        }
        self.nodes += 1;
        let known = self.table.get(free);
        let (mut least, mut most, mut tip) = (-left, left, 63);
        if let Some(known) = known {
            (least, most, tip) = (known.least, known.most, known.edge);
            if least >= bound || most < bound {
                return least >= bound;
            }
        }
        if self.nodes >= self.ask {
            self.ask = self.nodes + PAUSE;
            self.stopped |= stop(self.nodes);
        }
        if self.stopped {
            return false;
        }
        let before = self.nodes;
        let answer = self.answer(free, &counts, bound, tip, stop);
        if self.stopped {
            return false;
        }
        match answer {
            Some(edge) => (least, tip) = (bound, edge),
            None => most = bound - 2,
        }
        self.table.put(free, Known { least, most, edge: tip }, self.nodes - before);
        answer.is_some()
    }

    /// An edge that reaches the bound.
    fn answer(&mut self, free: u64, counts: &Counts, bound: i32, tip: u32, stop: Stop<'_>) -> Option<u32> {
        let mut moves = [Move::default(); MOVES];
        let mut ranks = [0i32; MOVES];
        let count = self.moves(free, counts, bound, &mut moves);
        let of_side = (free.count_ones() & 1) as usize;
        let look_ahead = free.count_ones() >= LOOK_AHEAD;
        if look_ahead {
            // All at once: memory answers several questions in the time of one.
            let touched = moves[..count].iter().fold(0, |all, way| all ^ self.table.touch(way.after));
            std::hint::black_box(touched);
        }
        let mut kept = 0;
        for at in 0..count {
            let way = moves[at];
            if look_ahead {
                match self.known_of(&way, bound) {
                    Some(true) => return Some(way.edge),
                    Some(false) => continue,
                    None => {}
                }
            }
            let rank = if way.edge == tip {
                i32::MAX
            } else if way.boxes > 2 {
                -way.boxes
            } else {
                self.good[of_side][way.edge as usize] as i32
            };
            moves[kept] = way;
            ranks[kept] = rank;
            kept += 1;
        }
        for at in 0..kept {
            let best = (at..kept).max_by_key(|at| ranks[*at]).unwrap_or(at);
            moves.swap(at, best);
            ranks.swap(at, best);
            let way = moves[at];
            let reached = self.by(&way, bound, stop);
            if self.stopped {
                return None;
            }
            if reached {
                let good = &mut self.good[of_side];
                good[way.edge as usize] += free.count_ones();
                if good[way.edge as usize] > 1 << 20 {
                    for good in good.iter_mut() {
                        *good /= 2;
                    }
                }
                return Some(way.edge);
            }
        }
        None
    }

    /// Does this way reach the bound?
    #[inline]
    fn by(&mut self, way: &Move, bound: i32, stop: Stop<'_>) -> bool {
        match way.left {
            0 => !self.reaches(way.after, 1 - bound - way.boxes, stop),
            left => {
                // The other side has boxes - left + |rest + left|.
                let reach = left - way.boxes - bound;
                reach >= 0
                    && !self.reaches(way.after, reach - left + 1, stop)
                    && self.reaches(way.after, -reach - left, stop)
            }
        }
    }

    /// The same if it is known already.
    #[inline]
    fn known_of(&self, way: &Move, bound: i32) -> Option<bool> {
        let known = self.table.get(way.after)?;
        let reaches = |bound: i32| {
            if known.least >= bound {
                Some(true)
            } else if known.most < bound {
                Some(false)
            } else {
                None
            }
        };
        if way.left == 0 {
            return reaches(1 - bound - way.boxes).map(|is| !is);
        }
        let reach = way.left - way.boxes - bound;
        match (reaches(reach - way.left + 1), reaches(-reach - way.left)) {
            (Some(true), _) | (_, Some(false)) => Some(false),
            (Some(false), Some(true)) => Some(true),
            _ => None,
        }
    }

    /// The moves that can reach the bound: those that give nothing away, then one of every chain.
    fn moves(&self, free: u64, counts: &Counts, bound: i32, moves: &mut [Move; MOVES]) -> usize {
        let mut count = 0;
        let safe = Grid::safe(free, counts.two);
        let mut put = |way: Move| {
            // What the other side has of a chain at least.
            if way.left == 0 || bound <= way.left - way.boxes {
                moves[count] = way;
                count += 1;
            }
        };
        let mut todo = safe & !self.grid.seconds();
        while todo != 0 {
            let edge = todo & todo.wrapping_neg();
            todo ^= edge;
            put(self.draw(free, edge));
        }
        let mut todo = free & !safe;
        while todo != 0 {
            let chain = Grid::chain(free, counts.two, todo & todo.wrapping_neg());
            todo &= !chain;
            put(self.open(free, counts, chain));
        }
        count
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

    /// The chains and closed chains of a position that has nothing else.
    fn strings(&self, free: u64, counts: &Counts) -> Strings {
        let (mut strings, mut todo) = (Strings::default(), free);
        while todo != 0 {
            let chain = Grid::chain(todo, counts.two, todo & todo.wrapping_neg());
            todo &= !chain;
            let boxes = self.grid.left(chain);
            strings.insert(boxes as usize, chain.count_ones() as i32 == boxes);
        }
        strings
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
