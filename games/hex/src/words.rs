//! Hex in the style of the desktop platform, which does not know the game: two capital letters, column from
//! the left, row from the top; `swap` is our addition. The style has no word for options, so the size is
//! 11×11.

use crate::notation::SWAP;
use crate::{Board, Cell, Move};
use leitai_board::{letter, letters, read_letters};
use leitai_core::{Garbled, sentence};
use leitai_protocol::{Misspelt, SauWords};

pub(crate) struct Words;

impl SauWords for Words {
    type Position = Board;

    fn write(_: &Board, turn: &[Move], out: &mut String) {
        for m in turn {
            match m {
                Move::Stone(cell) => out.extend(letters(cell.x(), cell.y())),
                Move::Swap => out.push_str(SWAP),
            }
        }
    }

    fn read(view: &Board, text: &str) -> Result<Vec<Move>, Misspelt> {
        if text.eq_ignore_ascii_case(SWAP) {
            return Ok(vec![Move::Swap]);
        }
        let cell = read_letters(text.as_bytes()).and_then(|(x, y)| Cell::new(x, y));
        let cell = cell.filter(|cell| view.rules().has(*cell));
        cell.map(|cell| vec![Move::Stone(cell)]).ok_or_else(|| {
            let last = letter(view.rules().size() - 1);
            Garbled(sentence!(
                "two letters A–{last}: column from the left, row from the top",
                "两个字母 A–{last}：自左的列、自上的行"
            ))
            .into()
        })
    }
}
