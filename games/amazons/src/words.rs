//! Amazons on the desktop platform: six capital letters, from, to and arrow; column from the left, row from
//! the top.

use crate::{Board, Move, Rules, Size, Square};
use leitai_core::{Dialect, Garbled, Illegal, Left, Lines, Outcome, Played, Said, Seat};
use leitai_protocol::{Sau, SauWords};

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

/// The platform's side. Letters count rows from the top, so it learns the board before the first word.
#[derive(Default)]
pub(crate) struct AnyBoard {
    size: Size,
    ten: Sau<Words<10>>,
    eight: Sau<Words<8>>,
}

impl AnyBoard {
    fn frame(&mut self) -> &mut dyn Dialect<Board> {
        match self.size {
            Size::Ten => &mut self.ten,
            Size::Eight => &mut self.eight,
        }
    }
}

impl Dialect<Board> for AnyBoard {
    fn open(&mut self, seat: Seat, rules: &Rules, out: &mut Lines) {
        self.size = rules.size;
        self.frame().open(seat, rules, out);
    }

    fn begin(&mut self, left: Left, out: &mut Lines) {
        self.frame().begin(left, out);
    }

    fn told(&mut self, after: &Board, report: &Played<Move>, goes_on: bool, out: &mut Lines) {
        self.frame().told(after, report, goes_on, out);
    }

    fn ask(&mut self, view: &Board, left: Left, out: &mut Lines) {
        self.frame().ask(view, left, out);
    }

    fn hear(&mut self, view: &Board, line: &[u8]) -> Result<Said<Move>, Garbled> {
        self.frame().hear(view, line)
    }

    fn refused(&mut self, why: &Illegal, out: &mut Lines) {
        self.frame().refused(why, out);
    }

    fn close(&mut self, outcome: &Outcome, out: &mut Lines) {
        self.frame().close(outcome, out);
    }

    fn strict(&self) -> bool {
        self.ten.strict()
    }

    fn grace_ms(&self) -> u64 {
        self.ten.grace_ms()
    }
}
