//! The finder's twin: forbidden moves straight from their definitions, cell by cell.
//!
//! * A *five* is an unbroken row of exactly five black stones, an *overline* a longer one.
//! * A *four* is a set of four black stones in a line to which one stone can be added that makes a five.
//! * A *straight four* is an unbroken four that can be made five at both ends.
//! * A *three* is a set of three black stones in a line to which a stone can be added that makes a straight four
//!   and makes no five.
//! * A double-four is two fours at once, a double-three two threes at once of which at least two can become
//!   straight fours by a stone that is itself not forbidden.

use gomoku::{Forbidden, Judgement, Point, Stones};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Empty,
    Black,
    /// White, or off the board.
    Closed,
}

/// Cells before the first column and row and after the last, representing the edge.
const RIM: usize = 6;
const WIDTH: usize = 15 + 2 * RIM;
const STEPS: [usize; 4] = [1, WIDTH, WIDTH + 1, WIDTH - 1];

/// A board of cells.
pub(crate) struct Twin(Vec<Cell>);

/// Some cells of a line, by place.
type Set = Vec<usize>;

impl Twin {
    pub(crate) fn new(black: &Stones, white: &Stones) -> Twin {
        let mut cells = vec![Cell::Closed; WIDTH * WIDTH];
        for point in Point::all() {
            cells[place(point)] = if black.has(point) {
                Cell::Black
            } else if white.has(point) {
                Cell::Closed
            } else {
                Cell::Empty
            };
        }
        Twin(cells)
    }

    pub(crate) fn empty(&self) -> impl Iterator<Item = Point> + use<> {
        let empty: Vec<_> = Point::all().filter(|point| self.0[place(*point)] == Cell::Empty).collect();
        empty.into_iter()
    }

    /// Judges a black stone on an empty point.
    pub(crate) fn judge(&mut self, point: Point) -> Judgement {
        self.judge_at(place(point))
    }

    fn judge_at(&mut self, at: usize) -> Judgement {
        self.0[at] = Cell::Black;
        let judged = self.judge_made(at);
        self.0[at] = Cell::Empty;
        judged
    }

    fn judge_made(&mut self, at: usize) -> Judgement {
        if self.makes_five(at) {
            return Judgement::Five;
        }
        if STEPS.iter().any(|step| self.row(at, *step).len() > 5) {
            return Judgement::Forbidden(Forbidden::Overline);
        }
        let fours: usize = STEPS.iter().map(|step| self.fours(at, *step)).sum();
        if fours >= 2 {
            return Judgement::Forbidden(Forbidden::DoubleFour);
        }
        let mut threes: Vec<(Set, usize)> = Vec::new();
        for step in STEPS {
            self.threes(at, step, &mut threes);
        }
        let mut real: Vec<Set> = Vec::new();
        for (three, added) in threes {
            if !real.contains(&three) && self.judge_at(added) == Judgement::Fine {
                real.push(three);
            }
        }
        if real.len() >= 2 { Judgement::Forbidden(Forbidden::DoubleThree) } else { Judgement::Fine }
    }

    /// The unbroken row of black stones through a black stone.
    fn row(&self, at: usize, step: usize) -> Set {
        let black = |to: &usize| self.0[*to] == Cell::Black;
        let mut row: Set = (1..15).map(|k| at - k * step).take_while(black).collect();
        row.reverse();
        row.extend((0..15).map(|k| at + k * step).take_while(black));
        row
    }

    fn makes_five(&self, at: usize) -> bool {
        STEPS.iter().any(|step| self.row(at, *step).len() == 5)
    }

    /// Whether a stone on the empty cell makes a row of exactly five that contains all of `stones`.
    fn completes(&mut self, added: usize, step: usize, stones: &Set) -> bool {
        if self.0[added] != Cell::Empty {
            return false;
        }
        self.0[added] = Cell::Black;
        let row = self.row(added, step);
        self.0[added] = Cell::Empty;
        row.len() == 5 && stones.iter().all(|stone| row.contains(stone))
    }

    /// The number of fours in this line that contain the stone.
    fn fours(&mut self, at: usize, step: usize) -> usize {
        let mut found: Vec<Set> = Vec::new();
        for start in (0..5).map(|k| at - k * step) {
            let window: Set = (0..5).map(|k| start + k * step).collect();
            let Some((four, added)) = self.all_but_one(&window) else { continue };
            if !found.contains(&four) && self.completes(added, step, &four) {
                found.push(four);
            }
        }
        found.len()
    }

    /// The threes in this line that contain the stone, each with a stone that makes it a straight four.
    fn threes(&mut self, at: usize, step: usize, out: &mut Vec<(Set, usize)>) {
        for start in (0..4).map(|k| at - k * step) {
            let four: Set = (0..4).map(|k| start + k * step).collect();
            let Some((three, added)) = self.all_but_one(&four) else { continue };
            self.0[added] = Cell::Black;
            let straight = self.row(added, step) == four
                && self.completes(start - step, step, &four)
                && self.completes(start + 4 * step, step, &four);
            if straight && !self.makes_five(added) {
                out.push((three, added));
            }
            self.0[added] = Cell::Empty;
        }
    }

    /// If all cells but one are black and that one is empty, the black cells and the empty one.
    fn all_but_one(&self, cells: &[usize]) -> Option<(Set, usize)> {
        let (black, rest): (Set, Set) = cells.iter().partition(|to| self.0[**to] == Cell::Black);
        match rest[..] {
            [added] if self.0[added] == Cell::Empty => Some((black, added)),
            _ => None,
        }
    }
}

fn place(point: Point) -> usize {
    (usize::from(point.y()) + RIM) * WIDTH + usize::from(point.x()) + RIM
}
