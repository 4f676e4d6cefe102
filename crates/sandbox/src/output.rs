//! What a program may say.

use crate::size::Size;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Bytes that a program may put through its pipes. Whoever reads them holds no more than these and one gulp.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Output {
    /// Its longest line, the line end not counted; in [`Output::LINE`].
    pub line: Size,
    /// All that it prints between two requests; in [`Output::TURN`].
    pub turn: Size,
    /// What is kept of its log, one half from the beginning and one from the end: it may log more, and nobody
    /// is kept waiting; in [`Output::LOG`].
    pub log: Size,
}

impl Output {
    /// What may be chosen for a line: from what an answer of any game needs to what is still read at once.
    pub const LINE: RangeInclusive<Size> = Size(1 << 10)..=Size::MB(16);
    /// What may be chosen for a turn.
    pub const TURN: RangeInclusive<Size> = Size(1 << 10)..=Size::MB(1024);
    /// What may be chosen for the log.
    pub const LOG: RangeInclusive<Size> = Size(0)..=Size::MB(16);
}

impl Default for Output {
    /// 64 KB a line, 1 MB a turn, 32 KB of the log.
    fn default() -> Output {
        Output { line: Size(64 << 10), turn: Size::MB(1), log: Size(32 << 10) }
    }
}
