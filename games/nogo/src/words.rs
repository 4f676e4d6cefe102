//! `NoGo` on the desktop platform: two capital letters, column from the left, row from the **top**. It has no
//! word for the size of the board: both ends must know it.

use crate::{Board, Point};
use leitai_core::Garbled;
use leitai_protocol::SauWords;

pub(crate) struct Words;

impl SauWords for Words {
    type Position = Board;

    fn write(view: &Board, turn: &[Point], out: &mut String) {
        let letter = |n: u8| char::from(b'A' + n);
        for point in turn {
            out.extend([letter(point.x()), letter(view.rules().height() - 1 - point.y())]);
        }
    }

    fn read(view: &Board, text: &str) -> Result<Vec<Point>, Garbled> {
        let expected = || Garbled::expected("two letters A–I: column from the left, row from the top");
        let &[x, row] = text.as_bytes() else { return Err(expected()) };
        let number = |letter: u8| letter.to_ascii_uppercase().checked_sub(b'A').ok_or_else(expected);
        let y = (view.rules().height() - 1).checked_sub(number(row)?).ok_or_else(expected)?;
        Ok(vec![Point::new(number(x)?, y).ok_or_else(expected)?])
    }
}
