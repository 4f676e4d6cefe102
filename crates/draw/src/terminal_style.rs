//! How a board is written as text.

use leitai_core::Lang;

/// How a board is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// With 256-colour escapes. Without, the text has none; what it says is the same.
    pub color: bool,
    /// The language of what stands under the board.
    pub lang: Lang,
    /// Empty places show their names.
    pub names: bool,
    /// As few rows as can be: none between the rows of the board, and what stands under it side by side.
    pub tight: bool,
}
