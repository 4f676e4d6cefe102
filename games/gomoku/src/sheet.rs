//! The game's record sheet: `B(J,10)`, one entry per stone. Acts of the negotiated opening other than stones
//! are written as words, `<n:2>;<swap>;<?J9>`; the stone that white keeps counts as black's.

use crate::{Board, Move, Phase, Point, Rules, notation};
use leitai_core::{Garbled, Seat};
use leitai_sheet::{Brackets, Head, SetUp, SheetMove, StoneWords, Tree};

pub(crate) struct Words;

impl StoneWords for Words {
    type Position = Board;
    const HEAD: Head = Head { code: "C5", sides: ["B", "W"] };
    const BRACKETS: Brackets = Brackets { open: "{", close: "}", point: ['(', ')'], comma: "," };
    const ROW_1_BELOW: bool = true;
    const SGF: &'static str = "GM[4]";

    fn size(_: &Rules) -> [u8; 2] {
        [Point::SIDE; 2]
    }

    /// A tree in which nobody says N, swaps or offers is one of stones in turn.
    fn stated(tree: &Tree) -> Vec<(&'static str, String)> {
        let has_words = !tree.text("XA").is_empty();
        if has_words { Vec::new() } else { vec![("opening", "free".to_owned())] }
    }

    fn set_up(rules: &Rules, board: &SetUp<'_>) -> Result<Board, Garbled> {
        let mover = ['x', 'o'][board.mover];
        crate::board_text::read(&format!("{} first {mover}", board.rows(['x', 'o'])), rules)
    }

    fn side(board: &Board, seat: Seat) -> usize {
        board.side(seat) as usize
    }

    fn colour(board: &Board, seat: Seat) -> usize {
        match board.phase() {
            Phase::Show(shown) => usize::from(shown % 2),
            Phase::Choose(_) => 0,
            _ => Self::side(board, seat),
        }
    }

    fn entry(m: &Move, (): &()) -> Option<SheetMove> {
        Some(match m {
            Move::Place(point) | Move::Choose(point) => {
                SheetMove::Stone(point.x(), Point::SIDE - 1 - point.y())
            }
            Move::Pass => SheetMove::Pass,
            _ => {
                let mut word = String::new();
                notation::write(*m, &mut word);
                SheetMove::Word(word)
            }
        })
    }

    fn act(board: &Board, entry: &SheetMove) -> Result<Move, Garbled> {
        match entry {
            SheetMove::Stone(..) if matches!(board.phase(), Phase::Announce | Phase::Offer(..)) => {
                Err(Garbled::expected(
                    "this sheet does not say N, swap and offers: read it with opening=free",
                    "此棋谱未写打点数、交换与打点：请以 opening=free 读取",
                ))
            }
            SheetMove::Stone(x, y) => {
                let row = (Point::SIDE - 1).checked_sub(*y);
                let point = row
                    .and_then(|row| Point::new(*x, row))
                    .ok_or_else(|| Garbled::expected("a point of the board", "棋盘上的点"))?;
                let chooses = matches!(board.phase(), Phase::Choose(_));
                Ok(if chooses { Move::Choose(point) } else { Move::Place(point) })
            }
            SheetMove::Pass => Ok(Move::Pass),
            SheetMove::Word(word) => notation::read(word),
        }
    }
}
