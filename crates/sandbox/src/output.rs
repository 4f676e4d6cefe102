//! Limits of a program's output.

use crate::size::Size;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// How much a program may write to its pipes. A reader needs to hold no more than this plus one read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Output {
    /// Maximum length of a line without its end; within [`Output::LINE`].
    pub line: Size,
    /// Maximum output between two requests; within [`Output::TURN`].
    pub turn: Size,
    /// How much of its log is kept, half from the beginning and half from the end; within [`Output::LOG`]. The program
    /// may log more without blocking.
    pub log: Size,
}

impl Output {
    /// The allowed range of `line`.
    pub const LINE: RangeInclusive<Size> = Size(1 << 10)..=Size::MB(16);
    /// The allowed range of `turn`.
    pub const TURN: RangeInclusive<Size> = Size(1 << 10)..=Size::MB(1024);
    /// The allowed range of `log`.
    pub const LOG: RangeInclusive<Size> = Size(0)..=Size::MB(16);
}

impl Default for Output {
    /// 64 KB a line, 1 MB a turn, 32 KB of the log.
    fn default() -> Output {
        Output { line: Size(64 << 10), turn: Size::MB(1), log: Size(32 << 10) }
    }
}
