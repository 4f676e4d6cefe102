//! In whose name something is done in a contest.

/// In whose name a deed is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnBehalf<'a> {
    /// An organiser's, or a referee's for the tables.
    Staff,
    /// The account's that signed the team up.
    Account(&'a str),
}
