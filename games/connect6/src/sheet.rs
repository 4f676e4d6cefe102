//! The game's record sheet: `B(J,10)`, one entry per stone.

use crate::{Board, Point};
use leitai_core::Garbled;
use leitai_sheet::{Brackets, Head, SheetMove, StoneWords};

pub(crate) struct Words;

impl StoneWords for Words {
    type Position = Board;
    const HEAD: Head = Head { code: "C6", sides: ["B", "W"] };
    const BRACKETS: Brackets = Brackets { open: "{", close: "}", point: ['(', ')'], comma: "," };
    const ROW_1_BELOW: bool = true;
    // SGF assigns no number to Connect6; this is the one that Connect6 tools use.
    const SGF: &'static str = "GM[511]";

    fn size((): &()) -> [u8; 2] {
        [Point::SIDE as u8; 2]
    }

    fn entry(m: &Point, (): &()) -> Option<SheetMove> {
        Some(SheetMove::Stone(m.x() as u8, (Point::SIDE - 1 - m.y()) as u8))
    }

    fn act(_: &Board, entry: &SheetMove) -> Result<Point, Garbled> {
        let SheetMove::Stone(x, y) = *entry else {
            return Err(Garbled::expected("a stone on a point", "点上的一枚棋子"));
        };
        let row = (Point::SIDE - 1).checked_sub(y.into());
        row.and_then(|row| Point::new(x.into(), row))
            .ok_or_else(|| Garbled::expected("a point of the board", "棋盘上的点"))
    }
}
