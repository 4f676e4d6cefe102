//! A position as the network sees it: from the side of the seat on turn, as if that were red. With blue on turn the board is
//! mirrored in the long diagonal, which exchanges the borders.

use super::super::paths::detours;
use crate::{Board, Cell};
use leitai_core::Seat;

/// What a cell in sight may hold: a stone or border of the seat on turn, one of the other seat, and the stone placed last.
pub(super) const KINDS: usize = 3;
/// The cells in sight of the first layer: those at most two steps away.
pub(super) const SIGHT: [(i32, i32); 19] = within(FRAME as i32);
/// Detours that are told apart; the last stands for all longer ones.
pub(super) const DETOURS: usize = 6;
/// The width of the frame: how far the first layer sees.
pub(super) const FRAME: usize = 2;
/// Cells in a row of the largest board with its frame on both sides.
pub(super) const WIDTH: usize = Cell::MOST as usize + 2 * FRAME;

/// The steps to all cells at most `steps` away.
pub(super) const fn within<const N: usize>(steps: i32) -> [(i32, i32); N] {
    let (mut all, mut count) = ([(0, 0); N], 0);
    let mut y = -steps;
    while y <= steps {
        let mut x = -steps;
        while x <= steps {
            if (x + y).abs() <= steps {
                all[count] = (x, y);
                count += 1;
            }
            x += 1;
        }
        y += 1;
    }
    assert!(count == N);
    all
}

/// The place of a cell, given by column and row, in rows of [`WIDTH`] with the frame before them.
pub(super) const fn place(x: i32, y: i32) -> usize {
    ((y + FRAME as i32) * WIDTH as i32 + x + FRAME as i32) as usize
}

/// A position as the network sees it.
pub struct Sight {
    /// Cells on a side.
    pub(super) size: i32,
    /// Column and row of each stone and each cell of the frame, and the first row of weights of its kind.
    pub(super) stones: Vec<(i32, i32, usize)>,
    /// The detours through each cell for the seat on turn and for the other, by place.
    pub(super) detours: Box<[[u8; 2]; WIDTH * WIDTH]>,
    is_mirrored: bool,
}

impl Sight {
    /// Of a board, whose last stone was placed on `last`, if that is known.
    pub fn new(board: &Board, last: Option<Cell>) -> Sight {
        let (seat, size) = (board.mover(), board.rules().size());
        let is_mirrored = seat == Seat::Second;
        let seen = |cell: Cell| {
            let cell = if is_mirrored { cell.mirrored() } else { cell };
            (i32::from(cell.x()), i32::from(cell.y()))
        };
        let [own, theirs, newest] = [0, 1, 2].map(|kind| kind * SIGHT.len());
        let end = i32::from(size);
        let mut stones = Vec::with_capacity(WIDTH * WIDTH);
        for beyond in 1..=FRAME as i32 {
            stones.extend(
                (-beyond..end + beyond).flat_map(|x| [(x, -beyond, own), (x, end - 1 + beyond, own)]),
            );
            stones.extend((0..end).flat_map(|y| [(-beyond, y, theirs), (end - 1 + beyond, y, theirs)]));
        }
        for (seat, kind) in [(seat, own), (seat.other(), theirs)] {
            stones.extend(board.stones(seat).iter().map(seen).map(|(x, y)| (x, y, kind)));
        }
        stones.extend(last.map(seen).map(|(x, y)| (x, y, newest)));
        let mut sight = Sight { size: end, stones, detours: Box::new([[0; 2]; WIDTH * WIDTH]), is_mirrored };
        let detours = detours(board);
        for cell in Cell::all(size) {
            let (x, y) = seen(cell);
            let of = |seat: Seat| detours[seat.index()][usize::from(cell.index(size))].min(DETOURS as u8 - 1);
            sight.detours[place(x, y)] = [of(seat), of(seat.other())];
        }
        sight
    }

    /// The place of a cell of the board.
    pub fn place(&self, cell: Cell) -> usize {
        let cell = if self.is_mirrored { cell.mirrored() } else { cell };
        place(cell.x().into(), cell.y().into())
    }

    /// The places of all cells, row by row.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let size = self.size;
        (0..size).flat_map(move |y| (0..size).map(move |x| place(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hex, Rules};
    use leitai_core::Game;

    /// Whoever is on turn sees the own stones and borders as red sees red's.
    #[test]
    fn both_seats_see_alike() {
        let rules = Rules::new(5, false, false).expect("a size");
        let read = |text: &str| Hex::read_position(text, &rules).expect("a position");
        let last = Cell::new(1, 3);
        let of = |text: &str, kind: usize| {
            let sight = Sight::new(&read(text), last);
            let cells = sight.stones.iter().filter(|(_, _, row)| *row == kind * SIGHT.len());
            let mut cells: Vec<_> = cells.map(|(x, y, _)| (*x, *y)).collect();
            cells.sort_unstable();
            (cells, sight.detours)
        };
        // Red on turn with C2 against B4, then blue on turn with a red stone more.
        let red = "5/2r2/5/1b3/5 r";
        let blue = "5/2r2/4r/1b3/5 b";
        let on_board = |cells: &[(i32, i32)]| {
            cells
                .iter()
                .filter(|(x, y)| (0..5).contains(x) && (0..5).contains(y))
                .copied()
                .collect::<Vec<_>>()
        };
        let [(own, mine), (theirs, _), (newest, _)] = [0, 1, 2].map(|kind| of(red, kind));
        assert_eq!((on_board(&own), on_board(&theirs), newest), (vec![(2, 1)], vec![(1, 3)], vec![(1, 3)]));
        let [(its, far), (reds, _), (newest, _)] = [0, 1, 2].map(|kind| of(blue, kind));
        assert_eq!(
            (on_board(&its), on_board(&reds), newest),
            (vec![(3, 1)], vec![(1, 2), (2, 4)], vec![(3, 1)])
        );
        // The borders above and below are the own ones, whoever is on turn: 7 and 9 cells each, 20 at the sides.
        for (cells, on_board, around) in
            [(own, 1, 2 * (7 + 9)), (its, 1, 2 * (7 + 9)), (theirs, 1, 20), (reds, 2, 20)]
        {
            assert_eq!(cells.len(), on_board + around);
            let beside = cells.iter().filter(|(_, y)| (0..5).contains(y)).count();
            assert_eq!(beside, if around == 20 { cells.len() } else { on_board });
        }
        // On a short way of the own side there is no detour: C3 below C2 for red, C4 beside B4 for blue.
        assert_eq!((mine[place(2, 2)][0], far[place(3, 2)][0]), (0, 0));
    }
}
