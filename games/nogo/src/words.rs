//! `NoGo` on the desktop platform: two capital letters, column from the left, row from the **top**. The
//! dialect has no word for the size of the board, so both ends must know it.

use crate::Board;
use leitai_board::{Point, letters, read_letters};
use leitai_core::{Garbled, Words as Rule};
use leitai_protocol::{Misspelt, SauWords};

static OUTSIDE: Rule = Rule::new("outside the board", "不在棋盘内");

pub(crate) struct Words;

impl SauWords for Words {
    type Position = Board;

    fn write(view: &Board, turn: &[Point], out: &mut String) {
        let top = view.rules().height() - 1;
        out.extend(turn.iter().flat_map(|point| letters(point.x(), top - point.y())));
    }

    fn read(view: &Board, text: &str) -> Result<Vec<Point>, Misspelt> {
        let expected = || {
            Garbled::expected(
                "two letters A–I: column from the left, row from the top",
                "两个字母 A–I：自左的列、自上的行",
            )
        };
        let (column, row) = read_letters(text.as_bytes()).ok_or_else(expected)?;
        let y = (view.rules().height() - 1).checked_sub(row);
        let point = y.and_then(|y| Point::new(column, y));
        Ok(vec![point.ok_or(Misspelt::Illegal(&OUTSIDE))?])
    }
}
