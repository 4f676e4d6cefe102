//! The options of the law: the size of the board, taking over, and the barred opening.

use crate::Cell;
use leitai_core::Words;

pub(crate) const SIDES: Words = Words::new("a side has 2 to 19 cells", "每边 2 到 19 格");

/// How large the board is and what bounds the first stone's worth; by default 11×11 and neither rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: u8,
    swap: bool,
    bars_center: bool,
}

impl Rules {
    /// A board of `size` by `size` cells. `swap`: Second may take the first stone over. `bars_center`: the
    /// first stone may not stand in the centre. The reason if there is no such game.
    pub const fn new(size: u8, swap: bool, bars_center: bool) -> Result<Rules, Words> {
        if size < 2 || size > Cell::MOST {
            Err(SIDES)
        } else if bars_center && size.is_multiple_of(2) {
            Err(Words::new(
                "a board with an even side has no centre cell to bar",
                "边长为偶数的棋盘没有可禁的中心格",
            ))
        } else {
            Ok(Rules { size, swap, bars_center })
        }
    }

    /// Cells on a side, 2–19.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// May Second take the first stone over?
    pub const fn swap(self) -> bool {
        self.swap
    }

    /// Does the cell lie on the board?
    pub const fn has(self, cell: Cell) -> bool {
        cell.x() < self.size && cell.y() < self.size
    }

    /// The cell where the first stone may not stand.
    pub const fn barred(self) -> Option<Cell> {
        if self.bars_center { Cell::new(self.size / 2, self.size / 2) } else { None }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { size: 11, swap: false, bars_center: false }
    }
}
