//! Where a stone can go: the eight steps, and the tracks.
//!
//! A track is a circuit of four lines of six points with an arc between each line and the next. A ray is the way of
//! a stone along it in one direction, all the way round: the rest of its line, where nothing can be taken yet, then
//! line after line. On a line the indices of the points rise or fall steadily, so the first stone met on it is its
//! lowest or highest bit, and no ray has to be walked point by point.

use crate::Point;

const SIDE: usize = Point::SIDE as usize;
const POINTS: usize = Point::COUNT as usize;
const CIRCUIT: usize = 4 * SIDE;

/// The points one step away, in eight directions.
pub(crate) static STEPS: [u64; POINTS] = steps();

/// From each point up to four rays: two on a line of a track, two lines through a point within, none at a corner.
static RAYS: [[Ray; 4]; POINTS] = rays();

/// The way along a track in one direction from one point.
#[derive(Clone, Copy)]
struct Ray {
    /// The points before the first arc.
    before: u64,
    /// The points of the following lines, an arc before each; the last ends before the start. The start itself is
    /// left out: it counts as empty when it is crossed again, and what lies beyond it is `before` once more.
    lines: [Line; 4],
}

/// Points of one line in the order they are passed.
#[derive(Clone, Copy)]
struct Line {
    points: u64,
    /// Do their indices rise?
    rises: bool,
}

/// Where a stone on `from` can capture: the first stone on a ray after at least one arc, if it is an enemy's.
/// Requires `occupied` without `from`.
#[inline]
pub(crate) fn captures(from: Point, occupied: u64, enemy: u64) -> u64 {
    let mut targets = 0;
    for ray in &RAYS[usize::from(from.index())] {
        if ray.before & occupied != 0 {
            continue;
        }
        for line in &ray.lines {
            let met = line.points & occupied;
            if met != 0 {
                let first =
                    if line.rises { met & met.wrapping_neg() } else { 1 << (63 - met.leading_zeros()) };
                targets |= first & enemy;
                break;
            }
        }
    }
    targets
}

/// How many rays leave from these points.
pub(crate) const fn rays_of(points: u64) -> u32 {
    2 * (points & EDGES).count_ones() + 4 * (points & INSIDE).count_ones()
}

/// The points on the rim without the corners, and those within.
const EDGES: u64 = {
    let (row, corners) = ((1 << SIDE) - 1, 1 | 1 << (SIDE - 1));
    (Point::BOARD & !INSIDE) & !(corners | corners << (POINTS - SIDE)) | (row & !corners)
};
const INSIDE: u64 = {
    let (mut inside, mut y) = (0, 1);
    while y < SIDE - 1 {
        inside |= 0b01_1110 << (SIDE * y);
        y += 1;
    }
    inside
};

/// The `n`th point of the circuit whose lines are `depth` lines away from the rim: along its upper row to the right, down its right
/// column, back along its lower row, up its left column.
const fn on_circuit(depth: usize, n: usize) -> usize {
    let (k, back) = (n % SIDE, SIDE - 1 - n % SIDE);
    let (x, y) = match n / SIDE {
        0 => (k, depth),
        1 => (SIDE - 1 - depth, k),
        2 => (back, SIDE - 1 - depth),
        _ => (depth, back),
    };
    SIDE * y + x
}

const fn ray(depth: usize, start: usize, forward: bool) -> Ray {
    let mut ray = Ray { before: 0, lines: [Line { points: 0, rises: true }; 4] };
    let step = if forward { 1 } else { CIRCUIT - 1 };
    let (mut at, mut arcs, mut left) = (start, 0, CIRCUIT - 1);
    while left > 0 {
        let next = (at + step) % CIRCUIT;
        if next / SIDE != at / SIDE {
            arcs += 1;
        }
        let bit = 1 << on_circuit(depth, next);
        if arcs == 0 {
            ray.before |= bit;
        } else {
            ray.lines[arcs - 1].points |= bit;
            // To the right and down indices rise.
            ray.lines[arcs - 1].rises = (next / SIDE < 2) == forward;
        }
        at = next;
        left -= 1;
    }
    ray
}

const fn rays() -> [[Ray; 4]; POINTS] {
    // What has no fourth ray has one that anything blocks and that meets nothing.
    let none = Ray { before: Point::BOARD, lines: [Line { points: 0, rises: true }; 4] };
    let (mut rays, mut count) = ([[none; 4]; POINTS], [0; POINTS]);
    let mut n = 0;
    while n < 2 * 2 * CIRCUIT {
        let (depth, start, forward) = (1 + n / 2 / CIRCUIT, n / 2 % CIRCUIT, n % 2 == 0);
        let from = on_circuit(depth, start);
        rays[from][count[from]] = ray(depth, start, forward);
        count[from] += 1;
        n += 1;
    }
    rays
}

const fn steps() -> [u64; POINTS] {
    let mut steps = [0; POINTS];
    let mut n = 0;
    while n < POINTS * POINTS {
        let (a, b) = (n / POINTS, n % POINTS);
        let near = (a / SIDE).abs_diff(b / SIDE) < 2 && (a % SIDE).abs_diff(b % SIDE) < 2;
        if near && a != b {
            steps[a] |= 1 << b;
        }
        n += 1;
    }
    steps
}
