//! How a game is written on a score sheet: `1. a5-a4 b2-b3`, one round per line, black then white.

use crate::{Board, Ply, notation};
use leitai_core::Garbled;
use leitai_sheet::{Head, RoundWords};

/// The game's words on a sheet.
pub(crate) struct SheetWords;

impl RoundWords for SheetWords {
    type Position = Board;
    const HEAD: Head = Head { code: "SK", sides: ["B", "W"] };

    fn write(m: &Ply, out: &mut String) {
        notation::write(*m, out);
    }

    fn read(text: &str) -> Result<Ply, Garbled> {
        notation::read(text)
    }
}
