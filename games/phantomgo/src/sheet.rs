//! How a game is written on score sheets: `B[A1];W[B2]`. Tries that the referee refused are not moves and are
//! left out. Where the table knows one side's stones only, the referee's words are written too, since what came of a try follows
//! from them alone: `B[E5];<legal>;<stone>`. What he shows after the last ply is no part of the game, and left out.

use crate::act::{Act, Effect};
use crate::{Board, Rules, notation};
use leitai_board::Point;
use leitai_core::Garbled;
use leitai_sheet::{Brackets, Head, SetUp, SheetMove, StoneWords};

pub(crate) struct Words;

impl StoneWords for Words {
    type Position = Board;
    const HEAD: Head = Head { code: "PG", sides: ["B", "W"] };
    const BRACKETS: Brackets = Brackets { open: "(", close: ")", point: ['[', ']'], comma: "" };
    const ROW_1_BELOW: bool = true;
    const SGF: &'static str = "GM[1]RU[Phantom Go]";

    fn size(_: &Rules) -> [u8; 2] {
        [Point::SIDE; 2]
    }

    /// A game of Go as the referee's board sees it. Where White moves first, Black's stones were put down before: one of
    /// them is the last ply.
    fn set_up(rules: &Rules, board: &SetUp<'_>) -> Result<Board, Garbled> {
        let rows = board.rows(['x', 'o']);
        let last = board.first_of(0).filter(|_| board.mover == 1);
        let last =
            last.and_then(|(x, y)| Point::new(x, y)).map_or_else(|| "-".to_owned(), |its| its.to_string());
        let ply = board.mover;
        notation::read_board(&format!("{rows} play {ply} 0 {last} - - - - - 0 0 0"), *rules)
    }

    fn entry(m: &Act, effect: &Effect) -> Option<SheetMove> {
        match (m, effect) {
            (_, Effect::Refused { exhausted } | Effect::Fails { exhausted, .. }) => {
                exhausted.then_some(SheetMove::Pass)
            }
            (Act::Shown(_), _) => None,
            (Act::Try(point), _) => Some(SheetMove::Stone(point.x(), point.y())),
            (Act::Pass, _) => Some(SheetMove::Pass),
            _ => {
                let mut word = String::new();
                notation::write(m, &mut word);
                Some(SheetMove::Word(word))
            }
        }
    }

    fn retracts(m: &Act, effect: &Effect) -> bool {
        *m == Act::Illegal && matches!(effect, Effect::Fails { .. })
    }

    fn act(_: &Board, entry: &SheetMove) -> Result<Act, Garbled> {
        match entry {
            SheetMove::Stone(x, y) => Point::new(*x, *y)
                .map(Act::Try)
                .ok_or_else(|| Garbled::expected("a point of the board", "棋盘上的点")),
            SheetMove::Pass => Ok(Act::Pass),
            SheetMove::Word(word) => notation::read(word),
        }
    }
}
