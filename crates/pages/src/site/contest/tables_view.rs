//! What the page of all tables shows.

use leitai_core::Sentence;
use leitai_tournament::contest::{Contest, DueMatch, TeamId};

/// A match that waits for a table.
pub struct WaitingMatch<'a> {
    /// The match.
    pub due: &'a DueMatch,
    /// What it is, in words: the section.
    pub section: &'a Sentence,
}

/// The tables of a contest.
pub struct TablesView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// The tables at which the reader may act.
    pub serves: &'a dyn Fn(u32) -> bool,
    /// Whether the reader organises.
    pub organises: bool,
    /// What can be played now and sits at no table.
    pub waiting: &'a [WaitingMatch<'a>],
    /// What comes next at each table by the plan that was announced: the table, and the match in words.
    pub next: &'a [(u32, Sentence)],
    /// The token of its forms.
    pub token: &'a str,
    /// Why nothing was done.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
    /// Now, in milliseconds since 1970-01-01 UTC.
    pub now_ms: i64,
}

/// The name of a team.
pub(super) fn team_name(contest: &Contest, team: TeamId) -> &str {
    contest.team(team).map_or("", |team| team.form.name.as_str())
}
