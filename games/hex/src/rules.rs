//! The options of the rules: the size of the board, the swap, and the barred opening.

use crate::Cell;
use leitai_core::Words;

pub(crate) const SIDES: Words = Words::new("a side has 2 to 19 cells", "每边 2 到 19 格");

/// The size of the board and the rules that limit the advantage of the first stone; by default 11×11 and
/// neither rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: u8,
    swap: bool,
    bars_center: bool,
}

impl Rules {
    /// The rules for a board of `size` by `size` cells. `swap`: Second may take over the first stone.
    /// `bars_center`: the first stone may not stand in the centre. Returns the reason if there is no such
    /// game.
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

    /// Whether Second may take over the first stone.
    pub const fn swap(self) -> bool {
        self.swap
    }

    /// Whether the cell lies on the board.
    pub const fn has(self, cell: Cell) -> bool {
        cell.x() < self.size && cell.y() < self.size
    }

    /// The cell where the first stone may not stand, if any.
    pub const fn barred(self) -> Option<Cell> {
        if self.bars_center { Cell::new(self.size / 2, self.size / 2) } else { None }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { size: 11, swap: false, bars_center: false }
    }
}
