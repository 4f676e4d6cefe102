//! The 924 windows of six, in two tables built at compile time.

use crate::Point;

/// The number of windows.
pub(super) const WINDOWS: usize = 924;
/// The number of points in a window.
pub(super) const SIX: usize = 6;
const POINTS: usize = Point::COUNT as usize;
const SIDE: i32 = Point::SIDE as i32;
const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// The six points of each window, by index.
pub(super) static POINTS_OF: [[u16; SIX]; WINDOWS] = all_windows();
/// The windows through each point, by its index, and how many of the entries are used.
static THROUGH: [([u16; 24], u8); POINTS] = all_through();

/// The windows that contain a point.
pub(super) fn through(point: u16) -> &'static [u16] {
    let (windows, count) = &THROUGH[usize::from(point)];
    &windows[..usize::from(*count)]
}

/// By direction and point: the windows through it, in ascending order, and how many of the entries are used.
static ALONG: [[([u16; SIX], u8); POINTS]; 4] = all_along();
/// The direction of each window.
static DIRECTION: [u8; WINDOWS] = directions();

/// The windows that contain a point and lie in the same direction as a window, in ascending order.
pub(super) fn along(window: u16, point: u16) -> &'static [u16] {
    let direction = usize::from(DIRECTION[usize::from(window)]);
    let (windows, count) = &ALONG[direction][usize::from(point)];
    &windows[..usize::from(*count)]
}

const fn directions() -> [u8; WINDOWS] {
    let windows = all_windows();
    let mut directions = [0; WINDOWS];
    let mut window = 0;
    while window < WINDOWS {
        let step = windows[window][1] as i32 - windows[window][0] as i32;
        while STEPS[directions[window] as usize].0 + SIDE * STEPS[directions[window] as usize].1 != step {
            directions[window] += 1;
        }
        window += 1;
    }
    directions
}

#[expect(clippy::large_stack_arrays, reason = "it is built by the compiler")]
const fn all_along() -> [[([u16; SIX], u8); POINTS]; 4] {
    let (windows, directions) = (all_windows(), directions());
    let mut along = [[([0; SIX], 0); POINTS]; 4];
    let mut at = 0;
    while at < WINDOWS * SIX {
        let (list, count) = &mut along[directions[at / SIX] as usize][windows[at / SIX][at % SIX] as usize];
        list[*count as usize] = (at / SIX) as u16;
        *count += 1;
        at += 1;
    }
    along
}

const fn all_windows() -> [[u16; SIX]; WINDOWS] {
    let mut windows = [[0; SIX]; WINDOWS];
    let (mut window, mut at) = (0, 0);
    while at < 4 * SIDE * SIDE {
        let (dx, dy) = STEPS[(at % 4) as usize];
        let (x, y) = (at / 4 % SIDE, at / 4 / SIDE);
        let (last, bottom) = (x + 5 * dx, y + 5 * dy);
        if last >= 0 && last < SIDE && bottom < SIDE {
            let mut k = 0;
            while k < SIX {
                windows[window][k] = ((y + k as i32 * dy) * SIDE + x + k as i32 * dx) as u16;
                k += 1;
            }
            window += 1;
        }
        at += 1;
    }
    assert!(window == WINDOWS, "every window has its number");
    windows
}

#[expect(clippy::large_stack_arrays, reason = "it is built by the compiler")]
const fn all_through() -> [([u16; 24], u8); POINTS] {
    let windows = all_windows();
    let mut through = [([0; 24], 0); POINTS];
    let mut at = 0;
    while at < WINDOWS * SIX {
        let (list, count) = &mut through[windows[at / SIX][at % SIX] as usize];
        list[*count as usize] = (at / SIX) as u16;
        *count += 1;
        at += 1;
    }
    through
}
