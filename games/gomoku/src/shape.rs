//! What a stone makes in one line.

use crate::stones::{CENTRE, REACH};

/// What a stone makes in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Nothing that matters.
    Plain,
    /// One more stone makes an unbroken four with a five-point at each end. Holds where that stone may go, in
    /// steps from this one.
    Three([Option<i8>; 2]),
    /// One more stone makes five.
    Four,
    /// An unbroken four with a five-point at each end.
    StraightFour,
    /// Two fours at once.
    TwoFours,
    /// A five.
    Five,
    /// More than five, if that does not count as five.
    Overline,
}

impl Shape {
    /// The shape of a window with `own` stones, including the new one, and `gaps`, the empty cells. `exact`:
    /// only exactly five counts as five.
    pub(crate) fn of(own: u32, gaps: u32, exact: bool) -> Shape {
        // Fewer than three stones near the point make nothing.
        if (own & NEAR).count_ones() < 3 {
            return Shape::Plain;
        }
        let is_five = |length: i32| if exact { length == 5 } else { length >= 5 };
        let (left, right) = run(own);
        let length = right - left - 1;
        if is_five(length) {
            return Shape::Five;
        }
        if length > 5 {
            return Shape::Overline;
        }
        let mut fives = 0;
        let mut threes = [None; 2];
        for (three, gap) in threes.iter_mut().zip([left, right]) {
            if gaps >> gap & 1 == 0 {
                continue;
            }
            let filled = own | 1 << gap;
            let (left, right) = run(filled);
            let length = right - left - 1;
            if is_five(length) {
                fives += 1;
            } else if length == 4 {
                let open = |end: i32| {
                    let (left, right) = run(filled | 1 << end);
                    gaps >> end & 1 == 1 && is_five(right - left - 1)
                };
                if open(left) && open(right) {
                    *three = Some((gap - REACH as i32) as i8);
                }
            }
        }
        match fives {
            2 if length == 4 => Shape::StraightFour,
            2 => Shape::TwoFours,
            1 => Shape::Four,
            _ if threes == [None; 2] => Shape::Plain,
            _ => Shape::Three(threes),
        }
    }
}

/// The cells within four steps, which contain every five through the point.
const NEAR: u32 = 0b011_1111_1110;

/// The first cells without a stone on either side of the centre; -1 if the window begins with stones.
/// Requires a stone in the centre.
fn run(own: u32) -> (i32, i32) {
    debug_assert!(own & CENTRE != 0, "the new stone is there");
    let before = (own << (31 - REACH)).leading_ones();
    let after = (own >> REACH).trailing_ones();
    (REACH as i32 - before as i32, (REACH + after) as i32)
}
