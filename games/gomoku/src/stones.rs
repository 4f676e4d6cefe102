//! The stones of one side, stored in every line that contains them.

use crate::Point;
use leitai_board::nth_bit;

/// Lines of the board: 15 rows, 15 columns, 29 falling and 29 rising diagonals.
const LINES: usize = 88;
/// How far a window extends to each side of its point: no stone beyond can affect a five through the point.
pub(crate) const REACH: u32 = 5;
/// The window's own point.
pub(crate) const CENTRE: u32 = 1 << REACH;
/// Every cell of a window.
const WINDOW: u32 = (1 << (2 * REACH + 1)) - 1;
/// Steps in the four directions: along a row, down a column, falling, rising.
pub(crate) const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A set of points: the stones of one side.
///
/// Each line in each direction is a separate word, so that the surroundings of a point in a direction are one
/// shift away. Takes 176 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stones([u16; LINES]);

/// The cells off the board, line by line, as seen in windows: `REACH` cells before the line and all after it.
static EDGES: [u32; LINES] = edges();

const fn edges() -> [u32; LINES] {
    let mut edges = [u32::MAX; LINES];
    let mut cell = 0;
    while cell < 225 {
        let (x, y) = (cell % 15, cell / 15);
        let mut direction = 0;
        while direction < 4 {
            let (line, at) = line(x, y, direction);
            edges[line] &= !(1 << (at as u32 + REACH));
            direction += 1;
        }
        cell += 1;
    }
    edges
}

/// The line in a direction through column `x` and row `y`, and the point's place on that line.
const fn line(x: u8, y: u8, direction: usize) -> (usize, u8) {
    let (column, row) = (x as usize, y as usize);
    match direction {
        0 => (row, x),
        1 => (15 + column, y),
        2 => (44 + column - row, x),
        _ => (59 + column + row, x),
    }
}

impl Default for Stones {
    fn default() -> Self {
        Stones([0; LINES])
    }
}

impl Stones {
    /// Whether there is a stone on the point.
    pub const fn has(&self, point: Point) -> bool {
        self.0[point.y() as usize] >> point.x() & 1 == 1
    }

    /// Adds a stone.
    pub fn insert(&mut self, point: Point) {
        for direction in 0..4 {
            let (line, at) = line(point.x(), point.y(), direction);
            self.0[line] |= 1 << at;
        }
    }

    /// Removes a stone.
    pub fn remove(&mut self, point: Point) {
        for direction in 0..4 {
            let (line, at) = line(point.x(), point.y(), direction);
            self.0[line] &= !(1 << at);
        }
    }

    /// Row `y` from the top: bit `x` is column `x`.
    pub(crate) const fn row(&self, y: u8) -> u16 {
        self.0[y as usize]
    }

    /// The number of stones.
    pub fn len(&self) -> u16 {
        (0..Point::SIDE).map(|y| self.row(y).count_ones() as u16).sum()
    }

    /// Whether there are no stones.
    pub fn is_empty(&self) -> bool {
        *self == Stones::default()
    }

    /// The points with a stone, in order of index.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        (0..Point::SIDE).flat_map(|y| bits(self.row(y)).filter_map(move |x| Point::new(x, y)))
    }

    /// The cells around a point in a direction: bit `REACH + k` is `k` steps on. The point's own bit is set
    /// if it has a stone.
    pub(crate) fn window(&self, point: Point, direction: usize) -> u32 {
        let (line, at) = line(point.x(), point.y(), direction);
        (u32::from(self.0[line]) << REACH) >> at & WINDOW
    }

    /// The cells of the same window that are on the board and empty.
    pub(crate) fn gaps(&self, other: &Stones, point: Point, direction: usize) -> u32 {
        let (line, at) = line(point.x(), point.y(), direction);
        !(u32::from(self.0[line] | other.0[line]) << REACH | EDGES[line]) >> at & WINDOW
    }

    /// Whether an unbroken line of five or more runs through `point`, assuming a stone there.
    pub(crate) fn makes_five(&self, point: Point) -> bool {
        (0..4).any(|direction| {
            let cells = self.window(point, direction) | CENTRE;
            let pairs = cells & cells >> 1;
            // A five that starts at most four cells before the point runs through it.
            let starts = pairs & pairs >> 2 & cells >> 4;
            starts & (CENTRE | (CENTRE - 1)) & !1 != 0
        })
    }

    /// The stones of every unbroken line whose length `wanted` accepts, computed from scratch over the whole board.
    #[must_use]
    pub fn lines(&self, wanted: impl Fn(usize) -> bool) -> Stones {
        let mut found = Stones::default();
        for (dx, dy) in STEPS {
            let is_start = |point: &Point| point.shifted(-dx, -dy).is_none_or(|before| !self.has(before));
            for start in self.iter().filter(is_start) {
                let line = std::iter::successors(Some(start), |point| point.shifted(dx, dy));
                let line: Vec<_> = line.take_while(|point| self.has(*point)).collect();
                if wanted(line.len()) {
                    for point in line {
                        found.insert(point);
                    }
                }
            }
        }
        found
    }
}

impl std::fmt::Debug for Stones {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The points without a stone, in order of index.
pub(crate) fn empty(black: &Stones, white: &Stones) -> impl Iterator<Item = Point> {
    (0..Point::SIDE).flat_map(|y| bits(gaps(black, white, y)).filter_map(move |x| Point::new(x, y)))
}

/// The `n`-th empty point, counted from 0; `None` if there are fewer.
pub(crate) fn nth_empty(black: &Stones, white: &Stones, n: u16) -> Option<Point> {
    let rows = |from: u8| {
        (from..(from + 4).min(Point::SIDE))
            .rev()
            .fold(0, |rows, y| rows << 16 | u64::from(gaps(black, white, y)))
    };
    let bit = nth_bit(&[rows(0), rows(4), rows(8), rows(12)], u32::from(n))? as u8;
    Point::new(bit % 16, bit / 16)
}

/// The empty points of row `y`.
const fn gaps(black: &Stones, white: &Stones, y: u8) -> u16 {
    !(black.row(y) | white.row(y)) & 0x7fff
}

/// The indices of the bits set in a row, ascending.
fn bits(mut row: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (row != 0).then(|| {
            let x = row.trailing_zeros() as u8;
            row &= row - 1;
            x
        })
    })
}

impl FromIterator<Point> for Stones {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Stones {
        let mut stones = Stones::default();
        points.into_iter().for_each(|point| stones.insert(point));
        stones
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_shows_what_stands_round_a_point() {
        for point in Point::all() {
            for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
                for k in -5..=5_i8 {
                    let there = point.shifted(k * dx, k * dy);
                    let bit = 1 << (5 + k);
                    let one: Stones = there.into_iter().collect();
                    let none = Stones::default();
                    assert_eq!(one.window(point, direction), if there.is_some() { bit } else { 0 });
                    assert_eq!(none.gaps(&none, point, direction) & bit != 0, there.is_some());
                    assert_eq!(none.gaps(&one, point, direction) & bit, 0);
                }
            }
        }
    }

    #[test]
    fn a_lifted_stone_leaves_no_trace() {
        let mut stones = Stones::default();
        Point::all().for_each(|point| stones.insert(point));
        assert_eq!(stones.len(), 225);
        Point::all().for_each(|point| stones.remove(point));
        assert!(stones.is_empty());
    }
}
