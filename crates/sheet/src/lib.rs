//! Frames of sheets: the text records of the national contest and SGF. How a game's moves stand on one is
//! said by the game: in [`StoneWords`] where a move is a stone on a point, in a body of its own elsewhere.

mod encoding;
mod national;
mod sgf;
mod stones;
mod text;

pub use encoding::{Encoding, decode};
pub use national::{Brackets, Head, National, time_and_place};
pub use sgf::Sgf;
pub use stones::{Entry, StoneWords};
pub use text::Cursor;
