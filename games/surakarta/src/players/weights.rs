//! The weights of a position's parts, and the kinds of points that some of them apply to.

use crate::Point;

/// The number of weights.
pub const WEIGHTS: usize = 2 * KINDS.len() + 4;

/// The weights that the players use: stones by kind of point, with few stones on the board and with many; what the
/// mover can capture and what can be captured from it; the turn; the lead just before the count.
pub static WEIGHED: [i32; WEIGHTS] =
    [318, 633, 577, 645, 720, 681, 268, 262, 313, 367, 359, 362, 90, -67, 12, 1239];

/// The board's points grouped by equivalence under turns and reflections: corners first, the middle last.
pub(super) const KINDS: [u64; 6] = kinds();

const fn kinds() -> [u64; 6] {
    let mut kinds = [0; 6];
    let side = Point::SIDE;
    let mut index = 0;
    while index < Point::COUNT {
        let (x, y) = (index % side, index / side);
        let x = if x < side / 2 { x } else { side - 1 - x };
        let y = if y < side / 2 { y } else { side - 1 - y };
        let (low, high) = if x < y { (x, y) } else { (y, x) };
        // 00 01 02 11 12 22.
        let kind = match low {
            0 => high,
            1 => high + 2,
            _ => 5,
        };
        kinds[kind as usize] |= 1 << index;
        index += 1;
    }
    kinds
}

/// The number of each point's kind.
pub(super) static KIND: [u8; Point::COUNT as usize] = {
    let mut numbers = [0; Point::COUNT as usize];
    let mut point = 0;
    while point < numbers.len() {
        while KINDS[numbers[point] as usize] >> point & 1 == 0 {
            numbers[point] += 1;
        }
        point += 1;
    }
    numbers
};
