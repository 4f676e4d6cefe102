//! How a game is written on a score sheet: `1. 4 0`, one round per line, the cell of X and then that of O.

use crate::{Board, Cell, notation};
use leitai_core::Garbled;
use leitai_sheet::{Head, RoundWords};

/// The game's words on a sheet.
pub(crate) struct SheetWords;

impl RoundWords for SheetWords {
    type Position = Board;
    const HEAD: Head = Head { code: "TTT", sides: ["X", "O"] };

    fn write(m: &Cell, out: &mut String) {
        notation::write(*m, out);
    }

    fn read(text: &str) -> Result<Cell, Garbled> {
        notation::read(text)
    }
}
