//! Amazons on the desktop platform: six capital letters, from, to and arrow; column from the left, row from
//! the top.

use crate::{Board, Move, Square};
use leitai_core::Garbled;
use leitai_protocol::SauWords;

/// Spelling on a board of `SIDE` rows.
pub(crate) struct Words<const SIDE: u8>;

impl<const SIDE: u8> SauWords for Words<SIDE> {
    type Position = Board;

    fn write(turn: &[Move], out: &mut String) {
        let letter = |n: u8| char::from(b'A' + n);
        for m in turn {
            for square in [m.from(), m.to(), m.arrow()] {
                out.extend([letter(square.x()), letter((SIDE - 1).saturating_sub(square.y()))]);
            }
        }
    }

    fn read(_: &Board, text: &str) -> Result<Vec<Move>, Garbled> {
        let read = || {
            let letters = <&[u8; 6]>::try_from(text.as_bytes()).ok()?;
            let number = |letter: u8| letter.to_ascii_uppercase().checked_sub(b'A').filter(|n| *n < SIDE);
            let square = |i: usize| Square::new(number(letters[i])?, SIDE - 1 - number(letters[i + 1])?);
            Some(vec![Move::new(square(0)?, square(2)?, square(4)?)])
        };
        let last = char::from(b'A' + SIDE - 1);
        read()
            .ok_or_else(|| Garbled(format!("six letters A–{last}: from, to and arrow, column and row each")))
    }
}
