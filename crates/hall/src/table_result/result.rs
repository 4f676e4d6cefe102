//! A result as it is brought from a table, and what became of it.

use super::two_records::Agreement;
use leitai_core::VerdictName;
use leitai_tournament::{Finding, GameId};

/// The result of a game that was played at a table.
#[derive(Clone, Copy, Debug)]
pub struct TableResult<'a> {
    /// The game; `None` for the one that is due between those whom the record names, in these seats.
    pub game: Option<GameId>,
    /// What shows it.
    pub shown_by: ShownBy<'a>,
    /// What bears a record out, at a relayed table.
    pub witness: Option<Witness<'a>>,
    /// The table, as the hall calls it.
    pub table: Option<&'a str>,
    /// The referee who answers for it.
    pub referee: Option<&'a str>,
}

/// What shows how a game at a table ended.
#[derive(Clone, Copy, Debug)]
pub enum ShownBy<'a> {
    /// The record that a desk kept, whole.
    Record(&'a str),
    /// A sheet that was signed: nothing else was kept.
    Sheet {
        /// Who won.
        finding: Finding,
        /// How it ended.
        verdict: VerdictName,
        /// The referee's words; may be empty.
        said: &'a str,
    },
}

/// What bears out a record that one desk of a relayed game kept.
#[derive(Clone, Copy, Debug)]
pub enum Witness<'a> {
    /// The record that the other desk kept, whole.
    Record(&'a str),
    /// What the other desk shows at the end, as a referee reads it there.
    Code {
        /// The position code.
        code: &'a str,
        /// After so many plies.
        plies: u32,
    },
}

/// What became of a result that was brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brought {
    /// It counts from now on.
    Counted,
    /// It had been brought before, and counts once.
    Before,
    /// It counts by the record of the other desk, which this one bears out: both are kept from now on.
    BearsOut,
}

/// A result that was brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BroughtResult {
    /// Its game.
    pub of: GameId,
    /// What became of it.
    pub brought: Brought,
    /// That two records agree, where two were compared.
    pub agreement: Option<Agreement>,
}
