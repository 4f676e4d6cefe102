//! Sets of cells and the connections within them.

use crate::Cell;
use leitai_core::Seat;

const ROWS: usize = Cell::MOST as usize;

/// A set of cells: bit `x` of row `y`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stones([u32; ROWS]);

impl Stones {
    /// Every cell of a board of `size` by `size`. Requires a size of at most 19.
    pub fn board(size: u8) -> Stones {
        Stones(std::array::from_fn(|y| if y < usize::from(size) { (1 << size) - 1 } else { 0 }))
    }

    /// The set of one cell.
    pub fn of(cell: Cell) -> Stones {
        let mut stones = Stones::default();
        stones.insert(cell);
        stones
    }

    /// The cells along the border where the chain of a seat begins: the top for First, the left for Second.
    pub fn border(seat: Seat) -> Stones {
        match seat {
            Seat::First => Stones(std::array::from_fn(|y| if y == 0 { u32::MAX } else { 0 })),
            Seat::Second => Stones([1; ROWS]),
        }
    }

    /// Whether the cell is in the set.
    pub fn has(&self, cell: Cell) -> bool {
        self.0[usize::from(cell.y())] >> cell.x() & 1 == 1
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: Cell) {
        self.0[usize::from(cell.y())] |= 1 << cell.x();
    }

    /// Removes a cell.
    pub fn remove(&mut self, cell: Cell) {
        self.0[usize::from(cell.y())] &= !(1 << cell.x());
    }

    /// The number of cells in the set.
    pub fn len(&self) -> u16 {
        self.0.iter().map(|row| row.count_ones() as u16).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.columns() == 0
    }

    /// The cells in either set.
    #[must_use]
    pub fn or(&self, other: &Stones) -> Stones {
        Stones(std::array::from_fn(|y| self.0[y] | other.0[y]))
    }

    /// The cells in both sets.
    #[must_use]
    pub fn and(&self, other: &Stones) -> Stones {
        Stones(std::array::from_fn(|y| self.0[y] & other.0[y]))
    }

    /// The cells of this set that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Stones) -> Stones {
        Stones(std::array::from_fn(|y| self.0[y] & !other.0[y]))
    }

    /// Its cells, row by row from the top.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..).zip(self.0).flat_map(|(y, mut row)| {
            std::iter::from_fn(move || {
                let x = row.trailing_zeros();
                row &= row.wrapping_sub(1);
                Cell::new(x as u8, y)
            })
        })
    }

    /// The rows from the top; bit `x` of a row is column `x`.
    pub(crate) const fn rows(&self) -> &[u32; ROWS] {
        &self.0
    }

    /// Whether one of the cell's neighbours belongs to the set.
    pub fn touches(&self, cell: Cell) -> bool {
        // Shifted by one bit, so that the column before the first has a bit too.
        let row = |y: u8| self.0.get(usize::from(y)).map_or(0, |row| u64::from(*row) << 1);
        let near = row(cell.y().wrapping_sub(1)) >> 1 | row(cell.y() + 1);
        (row(cell.y()) & 0b101 << cell.x() | near & 0b11 << cell.x()) != 0
    }

    /// Whether the set reaches the border where the chain of a seat ends on a board of `size` by `size`: the
    /// bottom for First, the right for Second.
    pub fn reaches(&self, seat: Seat, size: u8) -> bool {
        match seat {
            Seat::First => self.0[usize::from(size) - 1] != 0,
            Seat::Second => self.columns() >> (size - 1) & 1 == 1,
        }
    }

    /// The columns that contain a cell of the set.
    fn columns(&self) -> u32 {
        self.0.iter().fold(0, |columns, row| columns | row)
    }

    /// The cells of this set that are joined to one of `seeds` within this set, including the seeds that
    /// belong to it.
    #[must_use]
    pub fn joined_to(&self, seeds: &Stones) -> Stones {
        let mut joined = Stones::default();
        let mut pending = self.and(seeds);
        let mut rows = (0..ROWS).filter(|y| pending.0[*y] != 0).fold(0u32, |rows, y| rows | 1 << y);
        while rows != 0 {
            let y = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let runs = runs(self.0[y], std::mem::take(&mut pending.0[y]) & !joined.0[y]);
            joined.0[y] |= runs;
            // Upwards a cell touches its own column and the next, downwards its own and the one before.
            let up = (y.wrapping_sub(1), runs | runs << 1);
            for (y, touched) in [up, (y + 1, runs | runs >> 1)] {
                let Some(row) = self.0.get(y) else { continue };
                let fresh = touched & row & !joined.0[y];
                pending.0[y] |= fresh;
                rows |= u32::from(fresh != 0) << y;
            }
        }
        joined
    }

    /// Whether these stones of `seat` join its two borders on a board of `size` by `size`, computed from
    /// scratch.
    pub fn connects(&self, seat: Seat, size: u8) -> bool {
        self.joined_to(&Stones::border(seat)).reaches(seat, size)
    }

    /// A shortest chain of these stones from border to border of `seat`; empty if the stones do not join the
    /// borders.
    #[must_use]
    pub fn chain(&self, seat: Seat, size: u8) -> Stones {
        // Spread in waves from the first border until the other is reached, then go back through the waves.
        let mut waves = vec![self.and(&Stones::border(seat))];
        let mut seen = waves[0];
        while let Some(wave) = waves.last().filter(|wave| !wave.reaches(seat, size)) {
            let next: Stones = self.without(&seen).iter().filter(|cell| wave.touches(*cell)).collect();
            if next.is_empty() {
                return Stones::default();
            }
            seen = seen.or(&next);
            waves.push(next);
        }
        let mut chain = Stones::default();
        for wave in waves.iter().rev() {
            let links = |cell: &Cell| {
                let begins = chain.is_empty() && Stones::of(*cell).reaches(seat, size);
                begins || chain.touches(*cell)
            };
            if let Some(link) = wave.iter().find(links) {
                chain.insert(link);
            }
        }
        chain
    }
}

/// The runs of set bits in `row` that contain a bit of `seeds`. Every seed must be set in the row.
pub(crate) fn runs(row: u32, seeds: u32) -> u32 {
    let mut runs = seeds;
    loop {
        let more = (runs << 1 | runs >> 1 | runs) & row;
        if more == runs {
            return runs;
        }
        runs = more;
    }
}

impl FromIterator<Cell> for Stones {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Stones {
        let mut stones = Stones::default();
        cells.into_iter().for_each(|cell| stones.insert(cell));
        stones
    }
}
