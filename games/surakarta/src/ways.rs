//! Where a stone can go: the eight steps, and the tracks.
//!
//! A track is a circuit of 24 slots: four lines of six points, with an arc after each; a crossing of two of its
//! lines has two slots. A capture passes over an arc and along nothing but empty slots, so its two stones are the
//! first ones met from that arc, one in each direction. Looking both ways from each of the eight arcs finds every
//! capture on the board.

use crate::{Ply, Point};

const SIDE: u32 = Point::SIDE as u32;
const POINTS: usize = Point::COUNT as usize;
const CIRCUIT: u32 = 4 * SIDE;
/// The most captures, counted once per path: two over each of eight arcs.
const MOST: usize = 16;

/// The points one step away, in eight directions.
pub(crate) static STEPS: [u64; POINTS] = steps();

/// The points of both circuits in order, from the left end of the upper line, twice around: the inner track (small
/// arcs, one line away from the rim), then the outer.
static TRACKS: [[Point; 2 * CIRCUIT as usize]; 2] = [track(1), track(2)];

/// The captures of one side, each pair of points once, and the stones captured by them and by the other side's
/// captures.
#[derive(Clone, Debug)]
pub(crate) struct Captures {
    plies: [Ply; MOST],
    count: usize,
    taken: u64,
}

impl Captures {
    /// Finds the captures of the `own` stones.
    #[inline]
    pub(crate) fn of(own: u64, occupied: u64) -> Captures {
        let mut found = Captures { plies: [Ply::default(); MOST], count: 0, taken: 0 };
        let turned = turn(occupied);
        for (depth, track) in (1..).zip(&TRACKS) {
            let slots = half(occupied, depth) | (half(turned, depth) << (2 * SIDE));
            if slots == 0 {
                continue;
            }
            let twice = slots | (slots << CIRCUIT);
            for arc in [SIDE, 2 * SIDE, 3 * SIDE, 4 * SIDE] {
                // The slots in order from the arc on, once around.
                let round = (twice >> arc) & ((1 << CIRCUIT) - 1);
                let at = |slot: u32| track[(arc + slot) as usize];
                let (ahead, behind) = (round.trailing_zeros(), round.ilog2());
                let (a, b) = (at(ahead), at(behind));
                let is_own = own & a.bit() != 0;
                let (from, to) = if is_own { (a, b) } else { (b, a) };
                // Two stones that meet can capture each other.
                found.put(Ply { from, to }, is_own != (own & b.bit() != 0), a.bit() | b.bit());
                if a == b {
                    // The stone loops over the arc back to the crossing it came from, which is open to it, and goes
                    // on.
                    let rest = round & !((1 << ahead) | (1 << behind));
                    if rest != 0 {
                        for to in [rest.trailing_zeros(), rest.ilog2()].map(at) {
                            let takes = is_own != (own & to.bit() != 0);
                            found.put(Ply { from: a, to }, takes && is_own, 0);
                            found.taken |= if takes { to.bit() } else { 0 };
                        }
                    }
                }
            }
        }
        found.each_once();
        found
    }

    /// The captures, in the order of their arcs.
    pub(crate) fn plies(&self) -> &[Ply] {
        &self.plies[..self.count]
    }

    /// The stones of either side that the other side can capture.
    pub(crate) const fn taken(&self) -> u64 {
        self.taken
    }

    /// Adds a capture if `is_one` holds. The entry is always written, because a branch would be unpredictable.
    fn put(&mut self, ply: Ply, is_one: bool, taken: u64) {
        self.plies[self.count] = ply;
        self.count += usize::from(is_one);
        self.taken |= taken & u64::from(is_one).wrapping_neg();
    }

    /// Keeps only the first of equal captures: several paths may lead to the same one.
    fn each_once(&mut self) {
        let found = std::mem::take(&mut self.count);
        for i in 0..found {
            let ply = self.plies[i];
            self.put(ply, !self.plies().contains(&ply), 0);
        }
    }
}

/// The shortest path of a capture, as the points on each line between its arcs; `None` if there is none. `occupied`
/// is the board before the capture.
pub(crate) fn track_of(ply: Ply, occupied: u64) -> Option<Vec<Vec<Point>>> {
    let open = !(occupied & !ply.from.bit());
    let mut found: Vec<Vec<Vec<Point>>> = Vec::new();
    for track in &TRACKS {
        for start in (0..CIRCUIT as usize).filter(|slot| track[*slot] == ply.from) {
            for back in [false, true] {
                let slot = |n: usize| if back { start + CIRCUIT as usize - n } else { start + n };
                let mut lines = vec![vec![ply.from]];
                for n in 1..CIRCUIT as usize {
                    let point = track[slot(n)];
                    if slot(n) / SIDE as usize != slot(n - 1) / SIDE as usize {
                        lines.push(Vec::new());
                    }
                    lines.last_mut()?.push(point);
                    if point == ply.to {
                        if lines.len() > 1 {
                            found.push(lines);
                        }
                        break;
                    }
                    if open & point.bit() == 0 {
                        break;
                    }
                }
            }
        }
    }
    found.into_iter().min_by_key(|lines| lines.iter().map(Vec::len).sum::<usize>())
}

/// Half of a circuit: the row at `depth` from the top, from left to right, then the column at `depth` from the
/// right, from top to bottom. The other half is the same on the board turned around.
#[inline]
const fn half(board: u64, depth: u32) -> u64 {
    // One bit of each row; the product brings these bits side by side, and no two of its terms overlap.
    const COLUMN: u64 = 0x41041041;
    const GATHER: u64 = 1 << 30 | 1 << 25 | 1 << 20 | 1 << 15 | 1 << 10 | 1 << 5;
    const LINE: u64 = (1 << SIDE) - 1;
    let row = (board >> (SIDE * depth)) & LINE;
    let column = ((((board >> (SIDE - 1 - depth)) & COLUMN) * GATHER) >> 30) & LINE;
    row | (column << SIDE)
}

/// The board turned by 180 degrees.
#[inline]
const fn turn(board: u64) -> u64 {
    board.reverse_bits() >> (u64::BITS - SIDE * SIDE)
}

/// The number of ways along a track that leave from these points: two along each line that is not on the rim.
pub(crate) const fn exits(points: u64) -> u32 {
    const INSIDE: u64 = 0b011110_011110_011110_011110 << SIDE;
    const CORNERS: u64 = (0b100001 << (5 * SIDE)) | 0b100001;
    2 * (points & !CORNERS).count_ones() + 2 * (points & INSIDE).count_ones()
}

const fn track(depth: u8) -> [Point; 2 * CIRCUIT as usize] {
    let mut track = [Point::ORIGIN; 2 * CIRCUIT as usize];
    let (side, end) = (Point::SIDE, Point::SIDE - 1);
    let mut slot = 0;
    while slot < track.len() {
        let k = slot as u8 % side;
        let (x, y) = match slot as u8 / side % 4 {
            0 => (k, depth),
            1 => (end - depth, k),
            2 => (end - k, end - depth),
            _ => (depth, end - k),
        };
        if let Some(point) = Point::new(x, y) {
            track[slot] = point;
        }
        slot += 1;
    }
    track
}

const fn steps() -> [u64; POINTS] {
    let mut steps = [0; POINTS];
    let side = Point::SIDE as usize;
    let mut n = 0;
    while n < POINTS * POINTS {
        let (a, b) = (n / POINTS, n % POINTS);
        let near = (a / side).abs_diff(b / side) < 2 && (a % side).abs_diff(b % side) < 2;
        if near && a != b {
            steps[a] |= 1 << b;
        }
        n += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Rng;

    #[test]
    fn what_is_taken_is_taken_by_either_side() {
        let mut rng = Rng::new(1);
        let mut loops = 0;
        for _ in 0..20_000 {
            let (mut sides, stones) = ([0_u64; 2], 2 + rng.below(23));
            for _ in 0..stones {
                sides[rng.below(2)] |= 1 << rng.below(POINTS) & !(sides[0] | sides[1]);
            }
            let [own, other] = sides.map(|side| Captures::of(side, sides[0] | sides[1]));
            let both = own.plies().iter().chain(other.plies()).fold(0, |bits, ply| bits | ply.to.bit());
            assert_eq!((own.taken(), other.taken()), (both, both), "{sides:x?}");
            // Except for loops, a stone that can capture another can be captured by it.
            let back = |ply: &&Ply| !other.plies().contains(&Ply { from: ply.to, to: ply.from });
            loops += own.plies().iter().filter(back).count();
        }
        assert!(loops > 100, "{loops}");
    }
}
