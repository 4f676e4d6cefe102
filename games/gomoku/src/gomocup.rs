//! The `gomocup` dialect, which Gomocup managers speak with their brains. `START n` is answered `OK`; `BEGIN`,
//! `TURN x,y` and `BOARD` … `DONE` are answered with a stone `x,y`. The manager's lines end in CR LF.

mod brain;
mod platform;
mod spelling;

use crate::Board;
use brain::Brain;
use leitai_core::{DialectName, SpokenDialect};
use platform::Platform;

/// Both ends of the dialect.
pub(crate) const SPOKEN: SpokenDialect<Board> = SpokenDialect {
    name: DialectName::Gomocup,
    platform: |_| Box::new(Platform::default()),
    program: || Box::new(Brain::default()),
};
