//! How a game is written on score sheets: `R(A,1);B(B,2)`.

use crate::habits::{readings, stated};
use crate::{Board, Cell, Move, Rules};
use leitai_core::Garbled;
use leitai_core::SheetError;
use leitai_sheet::{Brackets, Head, SetUp, SheetMove, StoneWords, Tree, TreeMoves};

pub(crate) struct Words;

impl StoneWords for Words {
    type Position = Board;
    const HEAD: Head = Head { code: "HEX", sides: ["R", "B"] };
    const BRACKETS: Brackets = Brackets { open: "{", close: "}", point: ['(', ')'], comma: "," };
    const ROW_1_BELOW: bool = false;
    const SGF: &'static str = "GM[11]";
    const SGF_NUMBERS: bool = true;

    fn size(rules: &Rules) -> [u8; 2] {
        [rules.size(); 2]
    }

    fn stated(tree: &Tree) -> Vec<(&'static str, String)> {
        stated(tree)
    }

    fn readings(tree: &Tree, moves: TreeMoves) -> Result<Vec<TreeMoves>, SheetError> {
        readings(tree, &moves)
    }

    fn set_up(rules: &Rules, board: &SetUp<'_>) -> Result<Board, Garbled> {
        let mover = ['r', 'b'][board.mover];
        crate::notation::read_board(&format!("{} {mover}", board.rows(['r', 'b'])), *rules)
    }

    fn entry(m: &Move, (): &()) -> Option<SheetMove> {
        Some(match m {
            Move::Stone(cell) => SheetMove::Stone(cell.x(), cell.y()),
            Move::Swap => SheetMove::Word("swap".to_owned()),
        })
    }

    fn act(_: &Board, entry: &SheetMove) -> Result<Move, Garbled> {
        match entry {
            SheetMove::Stone(x, y) => Cell::new(*x, *y)
                .map(Move::Stone)
                .ok_or_else(|| Garbled::expected("a cell of the board", "棋盘上的格")),
            SheetMove::Word(word) => crate::notation::read(word),
            SheetMove::Pass => {
                Err(Garbled::expected("a stone: nobody passes in Hex", "一枚棋子：海克斯棋不可停着"))
            }
        }
    }
}
