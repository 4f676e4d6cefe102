//! The game's record sheet: `1. 5,0-4,1 2,1-3,0`, one round per line, black then white.

use crate::{Board, Path, notation};
use leitai_core::Garbled;
use leitai_sheet::{Head, RoundWords};

/// The game's notation on a sheet.
pub(crate) struct SheetWords;

impl RoundWords for SheetWords {
    type Position = Board;
    const HEAD: Head = Head { code: "DR", sides: ["B", "W"] };

    fn write(m: &Path, out: &mut String) {
        notation::write(m, out);
    }

    fn read(text: &str) -> Result<Path, Garbled> {
        notation::read(text)
    }
}
