//! How a game is written on score sheets: `B[A1];W[B2]`.

use crate::{Board, Rules};
use leitai_board::Point;
use leitai_core::Garbled;
use leitai_sheet::{Brackets, Head, SetUp, SheetMove, StoneWords};

pub(crate) struct Words;

impl StoneWords for Words {
    type Position = Board;
    const HEAD: Head = Head { code: "NG", sides: ["B", "W"] };
    const BRACKETS: Brackets = Brackets { open: "(", close: ")", point: ['[', ']'], comma: "" };
    const ROW_1_BELOW: bool = true;
    const SGF: &'static str = "GM[1]RU[NoGo]";

    fn size(rules: &Rules) -> [u8; 2] {
        [rules.width(), rules.height()]
    }

    fn set_up(rules: &Rules, board: &SetUp<'_>) -> Result<Board, Garbled> {
        let mover = ['x', 'o'][board.mover];
        crate::notation::read_board(&format!("{} {mover}", board.rows(['x', 'o'])), *rules)
    }

    fn entry(m: &Point, (): &()) -> Option<SheetMove> {
        Some(SheetMove::Stone(m.x(), m.y()))
    }

    fn act(_: &Board, entry: &SheetMove) -> Result<Point, Garbled> {
        let SheetMove::Stone(x, y) = *entry else {
            return Err(Garbled::expected("a stone on a point", "点上的一枚棋子"));
        };
        Point::new(x, y).ok_or_else(|| Garbled::expected("a point of the board", "棋盘上的点"))
    }
}
