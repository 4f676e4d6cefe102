//! What becomes of a program that fails.

/// Whether a program that fails is started anew, on a person's word, instead of losing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mending {
    /// It loses.
    Never,
    /// It is.
    Always,
    /// One has failed: the game stands until it is started anew.
    Due,
}
