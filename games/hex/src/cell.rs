//! The cells of the board.

/// One hexagonal cell: `x` counts columns from the left, `y` rows from the **top**, both from 0. It touches
/// (x±1, y), (x, y±1), (x+1, y−1) and (x−1, y+1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Cell {
    x: u8,
    y: u8,
}

impl Cell {
    /// Cells on a side of the largest board.
    pub const MOST: u8 = 19;

    /// The cell in column `x` and row `y`; `None` off the largest board.
    pub const fn new(x: u8, y: u8) -> Option<Cell> {
        if x < Cell::MOST && y < Cell::MOST { Some(Cell { x, y }) } else { None }
    }

    /// Column from the left.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// Row from the top.
    pub const fn y(self) -> u8 {
        self.y
    }

    /// Its number on a board of `size` by `size`, row by row from the top left.
    pub const fn index(self, size: u8) -> u16 {
        self.y as u16 * size as u16 + self.x as u16
    }

    /// Every cell of a board of `size` by `size`, by index. Requires a size of at most 19.
    pub fn all(size: u8) -> impl Iterator<Item = Cell> {
        (0..size).flat_map(move |y| (0..size).map(move |x| Cell { x, y }))
    }

    /// Its mirror image in the long diagonal A1–K11, which maps red's borders onto blue's.
    #[must_use]
    pub const fn mirrored(self) -> Cell {
        Cell { x: self.y, y: self.x }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_row_by_row() {
        for size in 1..=Cell::MOST {
            assert_eq!(Cell::all(size).count(), usize::from(size).pow(2));
            assert!((0..).zip(Cell::all(size)).all(|(i, cell)| cell.index(size) == i));
            assert!(Cell::all(size).all(|cell| Cell::new(cell.x(), cell.y()) == Some(cell)));
        }
        assert_eq!((Cell::new(19, 0), Cell::new(0, 19)), (None, None));
    }

    #[test]
    fn a_mirror_image_is_on_the_other_side_of_the_long_diagonal() {
        let cell = Cell::new(3, 8).unwrap();
        assert_eq!(cell.mirrored(), Cell::new(8, 3).unwrap());
        assert_eq!(cell.mirrored().mirrored(), cell);
    }
}
