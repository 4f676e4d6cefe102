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

    /// The cell of column `x` and row `y`; none off the largest board.
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

    /// A number that does not depend on the size of the board: the cells of a board of `n` by `n` are exactly
    /// `0..n²` (A1, then A2 B2 B1, then A3 B3 C3 C2 C1, and so on around the corner).
    pub const fn index(self) -> u16 {
        let shell = if self.x > self.y { self.x } else { self.y } as u16;
        shell * shell + shell + self.x as u16 - self.y as u16
    }

    /// The cell of that index; none from 361 on.
    pub const fn at(index: u16) -> Option<Cell> {
        let shell = index.isqrt();
        let along = index - shell * shell;
        if along <= shell {
            Cell::new(along as u8, shell as u8)
        } else {
            Cell::new(shell as u8, (2 * shell - along) as u8)
        }
    }

    /// Its mirror image on the long diagonal A1–K11, where the borders of red fall on those of blue.
    #[must_use]
    pub const fn mirrored(self) -> Cell {
        Cell { x: self.y, y: self.x }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_every_board_are_the_first_indices() {
        for size in 1..=Cell::MOST {
            let cells: Vec<_> = (0..u16::from(size).pow(2)).map(|i| Cell::at(i).unwrap()).collect();
            assert!(cells.iter().all(|cell| cell.x < size && cell.y < size));
            assert!((0..).zip(&cells).all(|(i, cell)| cell.index() == i));
        }
        assert_eq!((Cell::at(361), Cell::at(u16::MAX)), (None, None));
        assert_eq!((Cell::new(19, 0), Cell::new(0, 19)), (None, None));
    }

    #[test]
    fn a_mirror_image_is_on_the_other_side_of_the_long_diagonal() {
        let cell = Cell::new(3, 8).unwrap();
        assert_eq!(cell.mirrored(), Cell::new(8, 3).unwrap());
        assert_eq!(cell.mirrored().mirrored(), cell);
    }
}
