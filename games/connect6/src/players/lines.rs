//! The 924 windows of six, line after line, in tables built at compile time. The windows of a line have consecutive numbers,
//! and those of each line begin at a multiple of 16, so that the windows through a point are a few runs of at most six.

use crate::Point;

/// The most windows of a line, rounded up: what lies between the numbers of the first windows of two lines.
const ROOM: usize = 16;
/// The number of lines of at least six points.
const LINES: usize = 92;
/// One more than the highest number of a window, some of which are of none.
pub(super) const WINDOWS: usize = LINES * ROOM;
/// The number of points in a window.
pub(super) const SIX: usize = 6;
const POINTS: usize = Point::COUNT as usize;
const SIDE: i32 = Point::SIDE as i32;
const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// The six points of each window, by index.
pub(super) static POINTS_OF: [[u16; SIX]; WINDOWS] = all_windows();
/// By point and direction: the run of windows through it.
static RUNS: [[Run; 4]; POINTS] = all_runs();

/// The windows of one line that contain a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The number of the first one.
    pub(super) first: u16,
    /// How many there are, 0 to 6.
    pub(super) count: u8,
}

impl Run {
    /// The numbers of its windows, in ascending order.
    pub(super) fn windows(self) -> impl Iterator<Item = u16> {
        self.first..self.first + u16::from(self.count)
    }
}

/// The runs of windows that contain a point, by direction.
#[inline]
pub(super) fn runs(point: u16) -> &'static [Run; 4] {
    &RUNS[usize::from(point)]
}

/// The windows that contain a point.
#[inline]
pub(super) fn through(point: u16) -> impl Iterator<Item = u16> {
    runs(point).iter().flat_map(|run| run.windows())
}

/// The windows that contain a point and lie in the same direction as a window through it, in ascending order.
pub(super) fn along(window: u16, point: u16) -> impl Iterator<Item = u16> {
    let in_line = |run: &&Run| usize::from(run.first) / ROOM == usize::from(window) / ROOM;
    runs(point).iter().find(in_line).into_iter().flat_map(|run| run.windows())
}

const fn is_on(x: i32, y: i32) -> bool {
    x >= 0 && x < SIDE && y >= 0 && y < SIDE
}

#[expect(clippy::large_stack_arrays, reason = "it is built by the compiler")]
const fn all_windows() -> [[u16; SIX]; WINDOWS] {
    let mut windows = [[0; SIX]; WINDOWS];
    let (mut line, mut at) = (0, 0);
    while at < 4 * SIDE * SIDE {
        let (dx, dy) = STEPS[(at / (SIDE * SIDE)) as usize];
        let (mut x, mut y) = (at % SIDE, at / SIDE % SIDE);
        at += 1;
        if is_on(x - dx, y - dy) || !is_on(x + 5 * dx, y + 5 * dy) {
            continue;
        }
        let mut window = line * ROOM;
        while is_on(x + 5 * dx, y + 5 * dy) {
            let mut k = 0;
            while k < SIX {
                windows[window][k] = ((y + k as i32 * dy) * SIDE + x + k as i32 * dx) as u16;
                k += 1;
            }
            (window, x, y) = (window + 1, x + dx, y + dy);
        }
        line += 1;
    }
    assert!(line == LINES, "every line has its number");
    windows
}

const fn all_runs() -> [[Run; 4]; POINTS] {
    let windows = all_windows();
    let mut runs = [[Run { first: 0, count: 0 }; 4]; POINTS];
    let mut at = 0;
    while at < WINDOWS * SIX {
        let points = &windows[at / SIX];
        // A number that is of no window has the same point six times.
        if points[0] != points[1] {
            let step = (points[1] - points[0]) as i32;
            let mut direction = 0;
            while STEPS[direction].0 + SIDE * STEPS[direction].1 != step {
                direction += 1;
            }
            let run = &mut runs[points[at % SIX] as usize][direction];
            if run.count == 0 {
                run.first = (at / SIX) as u16;
            }
            run.count += 1;
        }
        at += 1;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each window is among those through its six points and no others, and the windows along it are those of its line.
    #[test]
    fn points_and_windows_know_each_other() {
        let windows = (0..WINDOWS as u16).filter(|window| POINTS_OF[usize::from(*window)][1] != 0);
        assert_eq!(windows.clone().count(), 924);
        for window in windows {
            let points = POINTS_OF[usize::from(window)];
            for point in 0..Point::COUNT {
                assert_eq!(through(point).any(|other| other == window), points.contains(&point));
            }
            for point in points {
                let step = points[1] - points[0];
                let mut steps = along(window, point)
                    .map(|near| POINTS_OF[usize::from(near)])
                    .map(|near| near[1] - near[0]);
                assert!(steps.all(|near| near == step));
                assert!(along(window, point).is_sorted() && along(window, point).any(|near| near == window));
            }
        }
    }
}
