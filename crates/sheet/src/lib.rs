//! Frames of sheets: the text records of the national contest, and SGF. How a game's moves are written is defined by
//! the game: by [`StoneWords`] if a move is a stone on a point, otherwise by its own sheet.

mod charset;
mod head;
mod national;
mod rounds;
mod sgf;
mod stones;
mod text;
mod tree;

pub use charset::decode;
pub use head::{Brackets, Head, time_and_place};
pub use rounds::{RoundWords, round_sheet};
pub use stones::{SetUp, SheetMove, StoneWords, TreeMove, TreeMoves};
pub use text::Cursor;
pub use tree::Tree;

use leitai_core::{Sheet, SheetName};
use national::National;
use sgf::Sgf;

/// The sheets of a game whose moves are stones, in either form.
pub fn stone_sheet<W: StoneWords>(name: SheetName) -> Box<dyn Sheet<W::Position>> {
    match name {
        SheetName::National => Box::new(National::<W>::default()),
        SheetName::Sgf => Box::new(Sgf::<W>::default()),
    }
}
