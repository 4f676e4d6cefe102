//! How a board is written as text.

use leitai_core::Lang;

/// How a board is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Whether to use 256-colour escapes. Without them the text says the same.
    pub color: bool,
    /// The language of the text under the board.
    pub lang: Lang,
    /// Whether empty places show their names.
    pub names: bool,
    /// Whether to use as few rows as possible: none between the rows of the board, and the text under it side by side.
    pub tight: bool,
}
