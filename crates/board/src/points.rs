//! Sets of points: one bit a point, so that whole regions grow by shifts.

use crate::{Point, nth_bit};
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of points. `-` is the set difference, as for the standard library's sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Points(u128);

impl Points {
    /// The empty set.
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

    /// Whether the point is in the set.
    pub const fn has(self, point: Point) -> bool {
        self.0 >> point.bit() & 1 == 1
    }

    /// The number of points in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least two points.
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Its points, each as a set of one.
    pub fn each(self) -> impl Iterator<Item = Points> + use<> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let one = rest & rest.wrapping_neg();
            rest ^= one;
            (one != 0).then_some(Points(one))
        })
    }

    /// Its `n`-th point, counted from 0 in the order of [`iter`](Points::iter); `None` from `len` on.
    pub const fn nth(self, n: u32) -> Option<Point> {
        match nth_bit(&[self.0 as u64, (self.0 >> 64) as u64], n) {
            Some(bit) => Some(Point::of_bit(bit as u8)),
            None => None,
        }
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

    /// The points of `through` connected within `through` to points of this set, which itself counts only
    /// where it lies in `through`.
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

    /// The points of the board that are adjacent to the set but not in it.
    #[must_use]
    pub const fn border(self) -> Points {
        Points(self.beside().0 & Points::BOARD.0 & !self.0)
    }

    /// The horizontal and vertical neighbours of its points, including bits outside the board, which no other
    /// set contains.
    #[must_use]
    pub const fn beside(self) -> Points {
        Points(self.0 << 1 | self.0 >> 1 | self.0 << Point::STRIDE | self.0 >> Point::STRIDE)
    }
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
