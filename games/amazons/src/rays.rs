//! How far a queen can go, from tables of rays: the first piece in the way is the lowest or highest bit set.

use crate::Square;
use crate::square::STRIDES;

/// Longest queen move in one direction.
pub(crate) const LONGEST: usize = 9;
/// Most squares a queen can reach, from the middle of the empty board.
pub(crate) const MOST: usize = 35;

/// The rays from one square.
struct Ways {
    /// The squares of each ray up to the edge.
    rays: [u128; 8],
    /// The number of squares on each ray.
    lengths: [u8; 8],
}

static WAYS: [Ways; Square::COUNT] = all_ways();
/// `ALONG[square][direction][i]` is the square `i + 1` steps away; past the edge it is arbitrary. Entries are
/// as wide as a move, so that whole rays of moves can be built at once.
pub(crate) static ALONG: [[[u32; LONGEST]; 8]; Square::COUNT] = all_along();
/// The squares one king's step away.
static AROUND: [u128; Square::COUNT] = all_around();
/// `FREE[direction][d]`: free squares before a piece whose index is `d` away. If there is no piece, `d` is
/// the distance to the first bit past the hundred; rounded up, that is never too short.
static FREE: [[u8; 129]; 8] = all_free();

/// The number of free squares from `square` in each direction, given the squares `taken`.
pub(crate) fn runs(taken: u128, square: Square) -> [u8; 8] {
    let ways = &WAYS[square.index()];
    let from = square.index() as u32;
    let mut runs = [0; 8];
    for direction in 0..4 {
        let gap = (taken & ways.rays[direction]).trailing_zeros() - from;
        runs[direction] = FREE[direction][gap as usize].min(ways.lengths[direction]);
    }
    for direction in 4..8 {
        let gap = from + (taken & ways.rays[direction]).leading_zeros() - 127;
        runs[direction] = FREE[direction][gap as usize].min(ways.lengths[direction]);
    }
    runs
}

/// The square `steps` steps away in a direction. It must be on the board.
pub(crate) fn along(square: Square, direction: usize, steps: usize) -> Square {
    Square::at(ALONG[square.index()][direction][steps - 1] as usize)
}

/// The neighbours of a square, as a set.
pub(crate) fn around(square: Square) -> u128 {
    AROUND[square.index()]
}

/// The neighbour of a square in a direction, if it is on the board.
const fn neighbour(square: usize, direction: usize) -> Option<usize> {
    // A stride is 10 dy + dx, with dx from -1 to 1.
    let stride = STRIDES[direction] as i32;
    let dy = (stride + 15) / 10 - 1;
    let (x, y) = (square as i32 % 10 + stride - 10 * dy, square as i32 / 10 + dy);
    if x < 0 || x > 9 || y < 0 || y > 9 { None } else { Some((10 * y + x) as usize) }
}

const fn all_ways() -> [Ways; Square::COUNT] {
    let mut all = [const { Ways { rays: [0; 8], lengths: [0; 8] } }; Square::COUNT];
    let mut at = 0;
    while at < 8 * Square::COUNT {
        let (square, direction) = (at / 8, at % 8);
        let mut here = neighbour(square, direction);
        while let Some(next) = here {
            all[square].rays[direction] |= 1 << next;
            all[square].lengths[direction] += 1;
            here = neighbour(next, direction);
        }
        at += 1;
    }
    all
}

#[expect(clippy::large_stack_arrays, reason = "it is built by the compiler")]
const fn all_along() -> [[[u32; LONGEST]; 8]; Square::COUNT] {
    let mut all = [[[0; LONGEST]; 8]; Square::COUNT];
    let mut at = 0;
    while at < 8 * Square::COUNT {
        let (square, direction) = (at / 8, at % 8);
        let mut here = neighbour(square, direction);
        let mut steps = 0;
        while let Some(next) = here {
            all[square][direction][steps] = next as u32;
            steps += 1;
            here = neighbour(next, direction);
        }
        at += 1;
    }
    all
}

const fn all_around() -> [u128; Square::COUNT] {
    let mut all = [0; Square::COUNT];
    let mut at = 0;
    while at < 8 * Square::COUNT {
        if let Some(next) = neighbour(at / 8, at % 8) {
            all[at / 8] |= 1 << next;
        }
        at += 1;
    }
    all
}

const fn all_free() -> [[u8; 129]; 8] {
    let mut all = [[0; 129]; 8];
    let mut at = 0;
    while at < 8 * 129_usize {
        let (direction, gap): (usize, usize) = (at / 129, at % 129);
        let steps = gap.div_ceil(STRIDES[direction].unsigned_abs() as usize);
        all[direction][gap] = steps.saturating_sub(1) as u8;
        at += 1;
    }
    all
}
