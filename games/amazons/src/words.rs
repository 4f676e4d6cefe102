//! Amazons on the desktop platform: six capital letters for from, to and arrow, each a column from the left
//! and a row from the **top**. The dialect cannot express the size of the board: both ends must know it.

use crate::{Board, Move};
use leitai_board::{letter, letters, read_letters};
use leitai_core::{Garbled, sentence};
use leitai_protocol::{Misspelt, SauWords};

pub(crate) struct Words;

impl SauWords for Words {
    type Position = Board;

    fn write(view: &Board, turn: &[Move], out: &mut String) {
        let squares = turn.iter().flat_map(|m| [m.from(), m.to(), m.arrow()]);
        out.extend(squares.flat_map(|square| letters(square.x(), view.size().row(square))));
    }

    fn read(view: &Board, text: &str) -> Result<Vec<Move>, Misspelt> {
        let read = || {
            let letters = <&[u8; 6]>::try_from(text.as_bytes()).ok()?;
            let square = |i: usize| {
                let (x, y) = read_letters(&letters[i..i + 2])?;
                view.size().square(x, y)
            };
            Some(vec![Move::new(square(0)?, square(2)?, square(4)?)])
        };
        let last = letter(view.size().side() - 1);
        let expected = || {
            Garbled(sentence!(
                "six letters A–{last}: from, to and arrow, column from the left and row from the top each",
                "六个字母 A–{last}：起点、终点与障碍，各为自左的列、自上的行"
            ))
        };
        read().ok_or_else(|| expected().into())
    }
}
