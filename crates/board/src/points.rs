//! Sets of points: one bit a point, so that whole regions grow by shifts.

use crate::Point;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of points. `-` is the difference, as of the standard sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Points(u128);

impl Points {
    /// No point.
    pub const NONE: Points = Points(0);

    /// The whole board.
    pub const BOARD: Points = {
        let row = (1 << Point::SIDE) - 1;
        let (mut board, mut y) = (0, 0);
        while y < Point::SIDE {
            board |= row << (y * Point::STRIDE);
            y += 1;
        }
        Points(board)
    };

    /// The set of one point.
    pub const fn of(point: Point) -> Points {
        Points(1 << point.bit())
    }

    /// Is the point in the set?
    pub const fn has(self, point: Point) -> bool {
        self.0 >> point.bit() & 1 == 1
    }

    /// How many points it has.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Has it no point?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Has it two points or more?
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Its points as sets of one.
    pub fn each(self) -> impl Iterator<Item = Points> + use<> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let one = rest & rest.wrapping_neg();
            rest ^= one;
            (one != 0).then_some(Points(one))
        })
    }

    /// Its `n`-th point, counted from 0 in the order of [`iter`](Points::iter); none from `len` on.
    pub const fn nth(self, n: u32) -> Option<Point> {
        if n >= self.len() {
            return None;
        }
        // A half at a time: what is left is in a machine word.
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        Some(Point::of_bit(match n.checked_sub(low.count_ones()) {
            Some(n) => 64 + nth_bit(high, n),
            None => nth_bit(low, n),
        }))
    }

    /// Its points, row by row from the bottom left.
    pub fn iter(self) -> impl Iterator<Item = Point> + use<> {
        [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)].into_iter().flat_map(|(mut word, base)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as u8;
                    word &= word - 1;
                    Point::of_bit(base + bit)
                })
            })
        })
    }

    /// Its connected parts, each once.
    pub fn parts(self) -> impl Iterator<Item = Points> + use<> {
        let mut rest = self;
        std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| {
                let part = Points(rest.0 & rest.0.wrapping_neg()).flood(rest);
                rest -= part;
                part
            })
        })
    }

    /// What is joined to its points through points of `through`, those outside left out.
    #[must_use]
    pub const fn flood(self, through: Points) -> Points {
        let mut set = self.0 & through.0;
        loop {
            let grown = (set | Points(set).beside().0) & through.0;
            if grown == set {
                return Points(set);
            }
            set = grown;
        }
    }

    /// Points of the board beside its points and not among them.
    #[must_use]
    pub const fn border(self) -> Points {
        Points(self.beside().0 & Points::BOARD.0 & !self.0)
    }

    /// What lies beside its points, across or upright; also bits outside the board, which no other set has.
    #[must_use]
    pub const fn beside(self) -> Points {
        Points(self.0 << 1 | self.0 >> 1 | self.0 << Point::STRIDE | self.0 >> Point::STRIDE)
    }
}

/// The place of the `n`-th bit set, counted from 0 at the low end. Requires as many. Its byte is found in all bytes at
/// once, by how many bits are set up to the end of each.
const fn nth_bit(word: u64, n: u32) -> u8 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const TOPS: u64 = ONES << 7;
    let mut counts = word - (word >> 1 & u64::from_ne_bytes([0x55; 8]));
    counts = (counts & u64::from_ne_bytes([0x33; 8])) + (counts >> 2 & u64::from_ne_bytes([0x33; 8]));
    counts = ((counts + (counts >> 4)) & u64::from_ne_bytes([0x0f; 8])).wrapping_mul(ONES);
    // A byte's top bit: do no more than `n` bits come up to its end?
    let passed = (((n as u64 * ONES) | TOPS) - counts) & TOPS;
    let at = ((passed >> 7).wrapping_mul(ONES) >> 56) * 8;
    let mut left = n as u64 - (counts << 8 >> at & 0xff);
    let mut byte = word >> at;
    while left > 0 {
        byte &= byte - 1;
        left -= 1;
    }
    at as u8 + byte.trailing_zeros() as u8
}

impl BitAnd for Points {
    type Output = Points;
    fn bitand(self, other: Points) -> Points {
        Points(self.0 & other.0)
    }
}

impl BitOr for Points {
    type Output = Points;
    fn bitor(self, other: Points) -> Points {
        Points(self.0 | other.0)
    }
}

impl BitOrAssign for Points {
    fn bitor_assign(&mut self, other: Points) {
        self.0 |= other.0;
    }
}

impl Sub for Points {
    type Output = Points;
    fn sub(self, other: Points) -> Points {
        Points(self.0 & !other.0)
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Points) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        points.into_iter().fold(Points::default(), |set, point| set | Points::of(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_point_is_the_nth_of_the_iterator() {
        for take in 1..=7 {
            let points: Points = Point::all().step_by(take).collect();
            for (n, point) in (0..).zip(points.iter()) {
                assert_eq!(points.nth(n), Some(point));
            }
            assert_eq!(points.nth(points.len()), None);
            assert_eq!(points.nth(u32::MAX), None);
        }
    }

    #[test]
    fn beside_a_point_lie_its_neighbours_and_none_over_an_edge() {
        let board: Points = Point::all().collect();
        for point in Point::all() {
            let near = |other: Point| other.x().abs_diff(point.x()) + other.y().abs_diff(point.y()) == 1;
            let expected: Points = Point::all().filter(|other| near(*other)).collect();
            assert_eq!(Points::of(point).beside() & board, expected);
        }
    }
}
