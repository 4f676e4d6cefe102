//! The units in which threats and shape are counted: the 924 runs of six points in a line.

use crate::stones::SIX;
use crate::{Board, Point, Stones};
use leitai_core::Seat;

/// The step from a point to the next in each of the four directions.
const DIRECTIONS: [(i16, i16); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// A run of six points: its first point, and an index into [`DIRECTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    start: Point,
    direction: usize,
}

/// The stones in every window, as seen from one seat, updated incrementally.
pub(crate) struct Windows {
    me: Seat,
    taken: Stones,
    counts: Vec<[Count; 4]>,
}

/// The stones of both sides in one window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    pub(crate) mine: u8,
    pub(crate) theirs: u8,
}

impl Window {
    /// The window along `direction` whose `k`-th point is `point`; `None` if it would leave the board.
    fn with(point: Point, k: i16, direction: usize) -> Option<Window> {
        let start = shifted(point, -k, direction)?;
        shifted(start, SIX as i16 - 1, direction)?;
        Some(Window { start, direction })
    }

    /// Every window.
    pub(crate) fn all() -> impl Iterator<Item = Window> {
        Point::all().flat_map(|point| (0..4).filter_map(move |direction| Window::with(point, 0, direction)))
    }

    /// The windows that contain `point`, at most 24.
    pub(crate) fn through(point: Point) -> impl Iterator<Item = Window> {
        (0..4).flat_map(move |direction| (0..6).filter_map(move |k| Window::with(point, k, direction)))
    }

    /// The window's six points.
    pub(crate) fn points(self) -> impl Iterator<Item = Point> {
        (0..6).filter_map(move |k| shifted(self.start, k, self.direction))
    }
}

fn shifted(point: Point, by: i16, direction: usize) -> Option<Point> {
    let (dx, dy) = DIRECTIONS[direction];
    Point::new(point.x().wrapping_add_signed(by * dx), point.y().wrapping_add_signed(by * dy))
}

impl Windows {
    /// The windows of a position, as seen by `me`.
    pub(crate) fn new(board: &Board, me: Seat) -> Windows {
        let counts = vec![[Count::default(); 4]; usize::from(Point::COUNT)];
        let mut windows = Windows { me, taken: Stones::default(), counts };
        for seat in Seat::BOTH {
            board.stones(seat).iter().for_each(|point| windows.place(seat, point));
        }
        windows
    }

    /// Adds a stone. Requires the point to be empty.
    pub(crate) fn place(&mut self, seat: Seat, point: Point) {
        self.taken.insert(point);
        self.change(seat, point, 1);
    }

    /// Removes a stone. Requires a stone of that seat on the point.
    pub(crate) fn lift(&mut self, seat: Seat, point: Point) {
        self.taken.remove(point);
        self.change(seat, point, -1);
    }

    fn change(&mut self, seat: Seat, point: Point, by: i8) {
        for window in Window::through(point) {
            let count = &mut self.counts[usize::from(window.start.index())][window.direction];
            let stones = if seat == self.me { &mut count.mine } else { &mut count.theirs };
            *stones = stones.wrapping_add_signed(by);
        }
    }

    /// The stones in one window.
    pub(crate) fn count(&self, window: Window) -> Count {
        self.counts[usize::from(window.start.index())][window.direction]
    }

    /// The points without a stone.
    pub(crate) fn empty(&self) -> Stones {
        Stones::BOARD.without(&self.taken)
    }

    /// The points of a window without a stone.
    pub(crate) fn gaps(&self, window: Window) -> impl Iterator<Item = Point> + '_ {
        window.points().filter(|point| !self.taken.has(*point))
    }

    /// Whether `stones` stones can be placed so that every window of `threats` contains one of them.
    pub(crate) fn can_stop(&self, threats: &[Window], stones: u16) -> bool {
        self.stops(threats, stones, &mut Stones::default())
    }

    fn stops(&self, threats: &[Window], stones: u16, placed: &mut Stones) -> bool {
        let open = |window: &&Window| !window.points().any(|point| placed.has(point));
        let Some(window) = threats.iter().find(open) else { return true };
        // One of its gaps must be filled. A window with four stones has at most two.
        stones > 0
            && self.gaps(*window).any(|point| {
                placed.insert(point);
                let stopped = self.stops(threats, stones - 1, placed);
                placed.remove(point);
                stopped
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_924_windows_and_each_point_knows_its_own() {
        let all: Vec<_> = Window::all().collect();
        assert_eq!(all.len(), 924);
        for point in Point::all() {
            let through: Vec<_> = Window::through(point).collect();
            let held = all.iter().filter(|window| window.points().any(|p| p == point));
            assert_eq!(through.len(), held.count());
            assert!(through.iter().all(|window| window.points().count() == 6));
        }
    }

    #[test]
    fn a_lifted_stone_leaves_no_trace() {
        let board = Board::default();
        let mut windows = Windows::new(&board, Seat::First);
        let point = Point::new(9, 9).unwrap();
        windows.place(Seat::Second, point);
        assert!(Window::through(point).all(|window| windows.count(window) == Count { mine: 0, theirs: 1 }));
        windows.lift(Seat::Second, point);
        assert!(Window::all().all(|window| windows.count(window) == Count::default()));
        assert_eq!(windows.empty().len(), 361);
    }

    #[test]
    fn three_threats_apart_need_three_stones() {
        let mut windows = Windows::new(&Board::default(), Seat::First);
        // Three fours against the edge of the board, with one window each.
        for (x, y) in [(0, 0), (0, 9), (0, 18)] {
            (x..x + 4).filter_map(|x| Point::new(x, y)).for_each(|point| windows.place(Seat::First, point));
        }
        let four = |window: &Window| windows.count(*window).mine >= 4;
        let threats: Vec<_> = Window::all().filter(four).collect();
        assert_eq!(threats.len(), 3);
        assert!(!windows.can_stop(&threats, 2));
        assert!(windows.can_stop(&threats, 3) && windows.can_stop(&threats[..2], 2));
        assert!(windows.can_stop(&[], 0) && !windows.can_stop(&threats[..1], 0));
    }
}
