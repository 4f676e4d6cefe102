//! Sets of cells of a board whose rows are 16 wide.

/// A set of cells, by [`Point::cell`](crate::Point::cell).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cells([u64; 4]);

/// The last column of each row of 16, which is off the board.
const COLUMN: u64 = 0x8000_8000_8000_8000;

/// Four rows of the board.
const ROWS: u64 = !COLUMN;

impl Cells {
    /// No cell.
    pub(super) const NONE: Cells = Cells([0; 4]);

    /// Every cell of the board.
    pub(super) const BOARD: Cells = Cells([ROWS, ROWS, ROWS, ROWS >> 16]);

    /// This cell alone.
    pub(super) fn of(cell: u8) -> Cells {
        let mut cells = Cells::NONE;
        cells.toggle(cell);
        cells
    }

    /// Adds the cell if it is not in the set, and removes it if it is.
    #[inline]
    pub(super) fn toggle(&mut self, cell: u8) {
        self.0[usize::from(cell >> 6)] ^= 1 << (cell & 63);
    }

    /// Whether the cell is in the set.
    #[inline]
    pub(super) fn has(&self, cell: u8) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 == 1
    }

    /// Whether no cell is in the set.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// The number of cells in the set.
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells in either set.
    #[inline]
    #[must_use]
    pub(super) fn or(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The cells in both sets.
    #[inline]
    #[must_use]
    pub(super) fn and(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub(super) fn without(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The first cell, in order of rows.
    #[inline]
    pub(super) fn first(&self) -> Option<u8> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some((at * 64) as u8 + self.0[at].trailing_zeros() as u8)
    }

    /// The cells of the set, in order of rows.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while words[at] == 0 {
                if at == 3 {
                    return None;
                }
                at += 1;
            }
            let cell = (at * 64) as u8 + words[at].trailing_zeros() as u8;
            words[at] &= words[at] - 1;
            Some(cell)
        })
    }

    /// The cells on the board within one king's step of the set, including it.
    #[must_use]
    pub(super) fn grown(&self) -> Cells {
        let rows = self.0;
        let wide: [u64; 4] =
            std::array::from_fn(|i| (rows[i] | rows[i] << 1 | (rows[i] & !COLUMN) >> 1) & !COLUMN);
        // A step left of the first column falls into the column off the board.
        let wide: [u64; 4] = std::array::from_fn(|i| {
            let across = if i < 3 { 0 } else { 0xffff_0000_0000_0000 };
            wide[i] & !across
        });
        Cells(std::array::from_fn(|i| {
            let above = if i > 0 { wide[i - 1] >> 48 } else { 0 };
            let below = if i < 3 { wide[i + 1] << 48 } else { 0 };
            let all = wide[i] | wide[i] << 16 | wide[i] >> 16 | above | below;
            if i < 3 { all } else { all & 0x0000_ffff_ffff_ffff }
        }))
    }
}

impl FromIterator<u8> for Cells {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Cells {
        let mut set = Cells::NONE;
        for cell in cells {
            set = set.or(&Cells::of(cell));
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    #[test]
    fn a_set_lists_what_was_put_in() {
        for point in Point::all() {
            let cells = Cells::of(point.cell());
            assert!(cells.has(point.cell()) && cells.len() == 1 && !cells.is_empty());
            assert_eq!(cells.first(), Some(point.cell()));
            assert_eq!(cells.iter().collect::<Vec<_>>(), [point.cell()]);
        }
        let all: Cells = Point::all().map(Point::cell).collect();
        assert!(all.iter().eq(Point::all().map(Point::cell)));
        assert_eq!(all.without(&all), Cells::NONE);
    }

    #[test]
    fn a_set_grows_by_a_kings_step_and_stays_on_the_board() {
        for point in Point::all() {
            let near: Cells = Point::all()
                .filter(|other| other.x().abs_diff(point.x()) <= 1 && other.y().abs_diff(point.y()) <= 1)
                .map(Point::cell)
                .collect();
            assert_eq!(Cells::of(point.cell()).grown(), near, "{point:?}");
        }
    }
}
