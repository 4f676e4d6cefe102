//! How far a side is from joining its borders: the fewest stones it must add, and where they could go.
//!
//! Distance is counted in waves from one border to the other over sets of cells. A bridge (two cells with two empty
//! common neighbours) optionally counts as joined: whichever neighbour the enemy takes, the other one joins the cells.

use crate::{Board, Cell, Stones};
use leitai_core::Seat;

/// Steps to the six neighbours, in the order around a cell: columns, rows.
const STEPS: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];
/// Steps over the six bridges: each is the sum of the step at the same index and the next one.
const BRIDGES: [(i32, i32); 6] = [(2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1)];

/// The row where the board begins. Before it lies the frame, and before the frame lie rows that stay empty, so that
/// every step from a cell leads to an existing row.
const FIRST: usize = 3;
/// The number of rows of the largest board, including the frame and the empty rows.
const ROWS: usize = 19 + 2 * FIRST;

/// A set of cells with a frame around them: bit `x + 1` of row `y + FIRST`. The frame holds the borders.
#[derive(Clone, Copy, Debug)]
struct Field([u32; ROWS]);

impl Field {
    const EMPTY: Field = Field([0; ROWS]);

    fn of(stones: &Stones) -> Field {
        let mut field = Field::EMPTY;
        field.0[FIRST..].iter_mut().zip(stones.rows()).for_each(|(framed, row)| *framed = row << 1);
        field
    }

    /// The two borders of a seat on a board of `size` by `size`, as lines of the frame.
    fn borders(seat: Seat, size: u8) -> [Field; 2] {
        let end = usize::from(size) + 1;
        [0, end].map(|at| {
            let mut field = Field::EMPTY;
            for (y, row) in field.0[FIRST - 1..=FIRST - 1 + end].iter_mut().enumerate() {
                *row = match seat {
                    Seat::First => u32::from(y == at) * ((2 << end) - 1),
                    Seat::Second => 1 << at,
                };
            }
            field
        })
    }

    /// These cells moved by one step, within the rows of the board and the frame.
    fn moved(&self, step: (i32, i32)) -> Field {
        Field::rows(|y| self.row_moved(y, step))
    }

    /// The cells that a step brings into a row of the board or the frame.
    fn row_moved(&self, y: usize, (dx, dy): (i32, i32)) -> u32 {
        let row = self.0[y.wrapping_add_signed(-dy as isize)];
        if dx < 0 { row >> -dx } else { row << dx }
    }

    fn rows(row: impl Fn(usize) -> u32) -> Field {
        let mut field = Field::EMPTY;
        for y in FIRST - 1..=ROWS - FIRST {
            field.0[y] = row(y);
        }
        field
    }

    fn zip(&self, other: &Field, f: impl Fn(u32, u32) -> u32) -> Field {
        Field(std::array::from_fn(|y| f(self.0[y], other.0[y])))
    }

    fn or(&self, other: &Field) -> Field {
        self.zip(other, |a, b| a | b)
    }

    fn and(&self, other: &Field) -> Field {
        self.zip(other, |a, b| a & b)
    }

    fn without(&self, other: &Field) -> Field {
        self.zip(other, |a, b| a & !b)
    }

    /// Avoids `==`, which calls a library function that may compare byte by byte: musl's made the player a fifth
    /// slower.
    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }
}

/// The terrain that a side has to cross from border to border.
pub(crate) struct Ground {
    borders: [Field; 2],
    /// The side's stones and borders.
    own: Field,
    empty: Field,
    /// For each of the six bridges, the far ends whose two common neighbours with the near end are empty.
    bridges: [Field; 6],
}

/// How many more stones a way through each cell needs than the shortest way, for both seats, bridges counted as joined
/// ([`Ground::detours`]).
pub(crate) fn detours(board: &Board) -> [[u8; 361]; 2] {
    let (size, empty) = (board.rules().size(), board.empty());
    Seat::BOTH.map(|seat| Ground::new(seat, board.stones(seat), &empty, size).with_bridges().detours(size))
}

/// The shortest ways of a side from border to border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ways {
    /// Stones to add.
    pub(crate) steps: u32,
    /// The number of empty cells that lie on such a way.
    pub(crate) width: u32,
}

impl Ground {
    /// The terrain of `seat` with its stones `own` and the empty cells `empty` on a board of `size` by `size`, with
    /// every bridge still to be filled.
    pub(crate) fn new(seat: Seat, own: &Stones, empty: &Stones, size: u8) -> Ground {
        let borders = Field::borders(seat, size);
        let own = Field::of(own).or(&borders[0]).or(&borders[1]);
        Ground { borders, own, empty: Field::of(empty), bridges: [Field::EMPTY; 6] }
    }

    /// The same terrain with bridges counted as joined.
    pub(crate) fn with_bridges(&self) -> Ground {
        let into = STEPS.map(|step| self.empty.moved(step));
        let bridges = std::array::from_fn(|i| into[i].and(&into[(i + 1) % 6]));
        Ground { bridges, ..*self }
    }

    /// The number of stones the side must add; `None` if the enemy has cut it off.
    pub(crate) fn steps(&self) -> Option<u32> {
        Some(self.waves(&self.borders[0], &self.borders[1])?.len() as u32)
    }

    /// The shortest ways; `None` if the enemy has cut the side off.
    pub(crate) fn ways(&self) -> Option<Ways> {
        let there = self.waves(&self.borders[0], &self.borders[1])?;
        let back = self.waves(&self.borders[1], &self.borders[0])?;
        // The first wave from here meets the last from there.
        let meet = |(one, other): (&Field, &Field)| one.and(other).len();
        let width = there.iter().zip(back.iter().rev()).map(meet).sum();
        Some(Ways { steps: there.len() as u32, width })
    }

    /// For each cell, by index, how many more stones a way through it needs than the shortest way; 0 on a shortest one.
    /// The number is too low for cells far from every short way.
    pub(crate) fn detours(&self, size: u8) -> [u8; 361] {
        let [one, other] = &self.borders;
        let ways = [(one, other), (other, one)].map(|(from, to)| self.waves(from, to).unwrap_or_default());
        let steps = ways[0].len();
        let mut detours = [0; 361];
        for cell in Cell::all(size) {
            let bit = 2 << cell.x();
            let stones = ways.iter().map(|waves| {
                let wave = waves.iter().position(|wave| wave.0[usize::from(cell.y()) + FIRST] & bit != 0);
                wave.unwrap_or(steps) + 1
            });
            detours[usize::from(cell.index(size))] = (stones.sum::<usize>() - 1).saturating_sub(steps) as u8;
        }
        detours
    }

    /// The waves from one border until the other is reached: the empty cells reached with one added stone, with two,
    /// and so on. `None` if the other border cannot be reached.
    fn waves(&self, from: &Field, to: &Field) -> Option<Vec<Field>> {
        let mut waves = Vec::new();
        let mut reached = self.joined(from);
        while reached.and(to).is_empty() {
            let wave = self.near(&reached).and(&self.empty).without(&reached);
            if wave.is_empty() {
                return None;
            }
            reached = self.joined(&reached.or(&wave));
            waves.push(wave);
        }
        Some(waves)
    }

    /// `cells` together with the side's own stones that are joined to them.
    fn joined(&self, cells: &Field) -> Field {
        let mut joined = *cells;
        loop {
            let more = joined.or(&self.near(&joined).and(&self.own));
            if more.without(&joined).is_empty() {
                return joined;
            }
            joined = more;
        }
    }

    /// The cells one step or one bridge away from `cells`.
    fn near(&self, cells: &Field) -> Field {
        Field::rows(|y| {
            let beside = STEPS.iter().fold(0, |near, step| near | cells.row_moved(y, *step));
            let bridges = BRIDGES.iter().zip(&self.bridges);
            bridges.fold(beside, |near, (step, ends)| near | cells.row_moved(y, *step) & ends.0[y])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(cells: &[(u8, u8)]) -> Stones {
        cells.iter().filter_map(|(x, y)| Cell::new(*x, *y)).collect()
    }

    fn steps(seat: Seat, own: &[(u8, u8)], theirs: &[(u8, u8)], with_bridges: bool) -> Option<u32> {
        let (own, theirs) = (stones(own), stones(theirs));
        let empty = Stones::board(5).without(&own.or(&theirs));
        let ground = Ground::new(seat, &own, &empty, 5);
        if with_bridges { ground.with_bridges().steps() } else { ground.steps() }
    }

    #[test]
    fn the_width_of_the_ways_counts_their_cells() {
        let empty = Stones::board(3);
        let ways = |own: &Stones| Ground::new(Seat::First, own, &empty.without(own), 3).ways().unwrap();
        // Three cells per row, with a straight way through each of them.
        assert_eq!(ways(&Stones::default()), Ways { steps: 3, width: 9 });
        // Through B2: up to B1 or C1, down to A3 or B3.
        assert_eq!(ways(&stones(&[(1, 1)])), Ways { steps: 2, width: 4 });
    }

    #[test]
    fn a_bridge_is_the_sum_of_two_neighbouring_steps() {
        for (i, bridge) in BRIDGES.into_iter().enumerate() {
            let (a, b) = (STEPS[i], STEPS[(i + 1) % 6]);
            assert_eq!(bridge, (a.0 + b.0, a.1 + b.1));
        }
    }

    #[test]
    fn an_empty_board_takes_a_stone_a_row_or_one_every_two() {
        for seat in Seat::BOTH {
            assert_eq!(steps(seat, &[], &[], false), Some(5));
            // Rows 2 and 4 are connected to the borders and to each other by bridges.
            assert_eq!(steps(seat, &[], &[], true), Some(2));
        }
    }

    #[test]
    fn stones_and_bridges_shorten_the_way() {
        let column = [(2, 0), (2, 1), (2, 3), (2, 4)];
        assert_eq!(steps(Seat::First, &column, &[], false), Some(1));
        assert_eq!(steps(Seat::First, &[(2, 1), (1, 3)], &[], true), Some(0));
        // An enemy stone between the two stones of a bridge.
        assert_eq!(steps(Seat::First, &[(2, 1), (1, 3)], &[(1, 2)], true), Some(1));
        assert_eq!(steps(Seat::First, &[(2, 0), (2, 1), (2, 2), (2, 3), (2, 4)], &[], false), Some(0));
        assert_eq!(steps(Seat::Second, &[], &[(2, 0), (2, 1), (2, 2), (2, 3), (2, 4)], true), None);
    }
}
