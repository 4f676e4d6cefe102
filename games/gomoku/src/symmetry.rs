//! The eight symmetries of the board: rotations about its centre and reflections.

use crate::{Point, Stones};

/// One of the eight symmetries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// The image of a point.
    #[must_use]
    pub fn apply(self, point: Point) -> Point {
        let (mut x, mut y) = (point.x(), point.y());
        if self.0 & 1 != 0 {
            x = Point::SIDE - 1 - x;
        }
        if self.0 & 2 != 0 {
            y = Point::SIDE - 1 - y;
        }
        if self.0 & 4 != 0 {
            (x, y) = (y, x);
        }
        Point::new(x, y).unwrap_or(point)
    }

    /// The symmetries that leave a position unchanged, colours included: the identity and perhaps others.
    pub fn of(black: &Stones, white: &Stones) -> impl Iterator<Item = Symmetry> {
        let keeps = |symmetry: Symmetry, stones: &Stones| {
            stones.iter().all(|point| stones.has(symmetry.apply(point)))
        };
        Symmetry::all().filter(move |symmetry| keeps(*symmetry, black) && keeps(*symmetry, white))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eight_and_they_keep_the_centre_and_distances() {
        let corner = Point::new(2, 3).unwrap();
        let images: Stones = Symmetry::all().map(|symmetry| symmetry.apply(corner)).collect();
        assert_eq!(images.len(), 8);
        for symmetry in Symmetry::all() {
            assert_eq!(symmetry.apply(Point::CENTRE), Point::CENTRE);
            let all: Stones = Point::all().map(|point| symmetry.apply(point)).collect();
            assert_eq!(all.len(), 225);
            assert!(Point::all().all(|point| symmetry.apply(point).ring() == point.ring()));
        }
    }
}
