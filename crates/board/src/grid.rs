//! Boards of columns and rows.

use crate::signs::{letter, read_place, small_letter, write_number};

/// A board of columns, counted from the left, and rows, counted from the **top**, both from 0. In names, a column is
/// a letter and a row a number counted from the bottom: on a 15×15 board H8 is the place (7, 7) and A15 is (0, 0). With
/// [rows named from the top](Grid::with_rows_from_top), as in Hex and Othello, A1 is (0, 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// 1–26.
    pub(crate) columns: u8,
    /// At least 1.
    pub(crate) rows: u8,
    has_small_letters: bool,
    has_rows_from_top: bool,
}

impl Grid {
    /// A board of 1–26 columns and 1–99 rows whose columns are named by capital letters.
    pub const fn new(columns: u8, rows: u8) -> Grid {
        debug_assert!(0 < columns && columns <= 26 && 0 < rows && rows <= 99);
        Grid { columns, rows, has_small_letters: false, has_rows_from_top: false }
    }

    /// The same board with its columns named by small letters.
    #[must_use]
    pub const fn with_small_letters(self) -> Grid {
        Grid { has_small_letters: true, ..self }
    }

    /// The same board with its rows named from the top.
    #[must_use]
    pub const fn with_rows_from_top(self) -> Grid {
        Grid { has_rows_from_top: true, ..self }
    }

    /// The row at this distance from where names begin to count, or the other way round.
    pub(crate) const fn counted(self, row: u8) -> u8 {
        if self.has_rows_from_top { row } else { self.rows - 1 - row }
    }

    /// The number of a place, row by row from the top left.
    pub const fn index(self, x: u8, y: u8) -> u16 {
        self.columns as u16 * y as u16 + x as u16
    }

    /// The letter of a column.
    pub const fn column(self, x: u8) -> char {
        if self.has_small_letters { small_letter(x) } else { letter(x) }
    }

    /// Writes the name of a place. The place must be on the board.
    pub fn write(self, x: u8, y: u8, out: &mut String) {
        out.push(self.column(x));
        write_number(self.counted(y), out);
    }

    /// The name of a place. The place must be on the board.
    pub fn name(self, x: u8, y: u8) -> String {
        let mut name = String::new();
        self.write(x, y, &mut name);
        name
    }

    /// The place with that name, its letter in either case; `None` if it is off the board.
    pub fn read(self, name: &str) -> Option<(u8, u8)> {
        let (x, row) = read_place(name)?;
        (x < self.columns && row < self.rows).then(|| (x, self.counted(row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_name_and_its_number() {
        let others = [Grid::new(3, 12).with_small_letters(), Grid::new(8, 8).with_rows_from_top()];
        for grid in [Grid::new(15, 15), Grid::new(19, 19)].into_iter().chain(others) {
            let places = (0..grid.rows).flat_map(|y| (0..grid.columns).map(move |x| (x, y)));
            for (i, (x, y)) in places.enumerate() {
                assert_eq!(usize::from(grid.index(x, y)), i);
                assert_eq!(grid.read(&grid.name(x, y)), Some((x, y)));
                assert_eq!(grid.read(&grid.name(x, y).to_lowercase()), Some((x, y)));
            }
        }
        assert_eq!(Grid::new(15, 15).name(7, 7), "H8");
        assert_eq!(Grid::new(3, 12).with_small_letters().name(0, 0), "a12");
        assert_eq!(Grid::new(8, 8).with_small_letters().with_rows_from_top().name(3, 2), "d3");
        for name in ["A0", "A16", "P1", "A", "1", ""] {
            assert_eq!(Grid::new(15, 15).read(name), None, "{name}");
        }
    }
}
