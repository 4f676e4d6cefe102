//! The commands a program was sent, and what it is in the middle of saying.

use leitai_core::Habit;

/// A command that is not answered yet.
pub(super) struct Asked {
    pub(super) command: String,
    pub(super) what: What,
    /// The form in which it was sent.
    pub(super) habit: Habit,
}

/// How the answer to a command is treated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// The commands that the program knows, one per line.
    List,
    /// The program's name; it may have none.
    Name,
    /// Nothing depends on it: a program may refuse it.
    May,
    /// The game cannot go on without it.
    Must,
    /// As `Must`, for a setting that the program's user wants: it is sent whether or not it is listed.
    Wanted,
    /// `genmove` or `reg_genmove`.
    Move,
}

/// What a program is in the middle of saying.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Begun {
    /// Nothing at all, not even an answer to the first question, so the question was repeated in another form.
    Silence,
    /// Nothing that belongs to an answer.
    Nothing,
    /// An answer.
    Answer,
    /// The list of its commands.
    List,
}
