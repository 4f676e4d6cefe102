//! Forbidden moves of black (禁手): overline, double-four, double-three. A five overrides them all.

use crate::shape::Shape;
use crate::stones::{CENTRE, STEPS, empty};
use crate::{Point, Stones};
use leitai_core::Words;

/// What black is forbidden to make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forbidden {
    /// Six or more in a row (长连).
    Overline,
    /// Two fours, possibly in one line (四四).
    DoubleFour,
    /// Two threes that can actually become straight fours (三三).
    DoubleThree,
}

impl Forbidden {
    /// All kinds.
    pub const ALL: [Forbidden; 3] = [Forbidden::Overline, Forbidden::DoubleFour, Forbidden::DoubleThree];

    /// The name shown to people.
    pub const fn words(self) -> Words {
        match self {
            Forbidden::Overline => Words::new("overline", "长连禁手"),
            Forbidden::DoubleFour => Words::new("double-four", "四四禁手"),
            Forbidden::DoubleThree => Words::new("double-three", "三三禁手"),
        }
    }
}

/// The result of a black stone under the rules of forbidden moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It makes exactly five: black wins, whatever else it makes.
    Five,
    /// The stone is forbidden.
    Forbidden(Forbidden),
    /// The stone is neither a five nor forbidden.
    Fine,
}

/// Judges a black stone on `point`, which must be empty.
pub fn judge(black: &Stones, white: &Stones, point: Point) -> Judgement {
    let mut threes = [(0, [None; 2]); 4];
    let mut count = 0;
    let mut fours = 0;
    let mut overline = false;
    for direction in 0..4 {
        let own = black.window(point, direction) | CENTRE;
        match Shape::of(own, black.gaps(white, point, direction), true) {
            Shape::Plain => {}
            Shape::Three(steps) => {
                threes[count] = (direction, steps);
                count += 1;
            }
            Shape::Four | Shape::StraightFour => fours += 1,
            Shape::TwoFours => fours += 2,
            Shape::Five => return Judgement::Five,
            Shape::Overline => overline = true,
        }
    }
    if overline {
        Judgement::Forbidden(Forbidden::Overline)
    } else if fours >= 2 {
        Judgement::Forbidden(Forbidden::DoubleFour)
    } else if count >= 2 && has_two_real(black, white, point, &threes[..count]) {
        Judgement::Forbidden(Forbidden::DoubleThree)
    } else {
        Judgement::Fine
    }
}

/// Whether at least two of the threes can become straight fours by a stone that is neither forbidden nor
/// makes five (RIF 9.3). That stone may itself make threes, so the check is recursive, each time with one more stone.
fn has_two_real(black: &Stones, white: &Stones, point: Point, threes: &[(usize, [Option<i8>; 2])]) -> bool {
    let mut black = *black;
    black.insert(point);
    let mut real = 0;
    for (i, (direction, steps)) in threes.iter().enumerate() {
        // Two are needed: stop when too few are left.
        if real + threes.len() - i < 2 {
            return false;
        }
        let (dx, dy) = STEPS[*direction];
        let extensions = steps.iter().flatten().filter_map(|k| point.shifted(k * dx, k * dy));
        real += usize::from(extensions.into_iter().any(|to| judge(&black, white, to) == Judgement::Fine));
        if real >= 2 {
            return true;
        }
    }
    false
}

/// Every empty point where a black stone is forbidden, with the reason, in order of index.
pub fn forbidden_points(black: &Stones, white: &Stones) -> impl Iterator<Item = (Point, Forbidden)> {
    // An overline, a four or a three needs two more stones in its line, so most points are decided at once.
    empty(black, white).filter_map(|point| match judge(black, white, point) {
        Judgement::Forbidden(kind) => Some((point, kind)),
        Judgement::Five | Judgement::Fine => None,
    })
}
