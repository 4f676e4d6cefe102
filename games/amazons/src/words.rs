//! Amazons on the desktop platform: six capital letters, from, to and arrow; column from the left, row from
//! the **top**. It has no word for the size of the board: both ends must know it.

use crate::{Board, Move, Square};
use leitai_core::{Garbled, sentence};
use leitai_protocol::{Misspelt, SauWords};

pub(crate) struct Words;

impl SauWords for Words {
    type Position = Board;

    fn write(view: &Board, turn: &[Move], out: &mut String) {
        let letter = |n: u8| char::from(b'A' + n);
        for square in turn.iter().flat_map(|m| [m.from(), m.to(), m.arrow()]) {
            out.extend([letter(square.x()), letter(view.size().row(square))]);
        }
    }

    fn read(view: &Board, text: &str) -> Result<Vec<Move>, Misspelt> {
        let side = view.size().side();
        let read = || {
            let letters = <&[u8; 6]>::try_from(text.as_bytes()).ok()?;
            let number = |i: usize| {
                let letter = letters[i].to_ascii_uppercase();
                letter.checked_sub(b'A').filter(|n| *n < side)
            };
            let square = |i: usize| Square::new(number(i)?, side - 1 - number(i + 1)?);
            Some(vec![Move::new(square(0)?, square(2)?, square(4)?)])
        };
        let last = char::from(b'A' + side - 1);
        let expected = || {
            Garbled(sentence!(
                "six letters A–{last}: from, to and arrow, column and row each",
                "六个字母 A–{last}：起点、终点与放箭，各为列与行"
            ))
        };
        read().ok_or_else(|| expected().into())
    }
}
