//! What is asked of names, records and results before anything is decided.

use crate::deed_error::DeedError;
use leitai_core::{Name, Outcome, Record, Why};
use leitai_tournament::{CountedOutcome, Finding, RecordedGame};

/// What names look like.
pub(super) fn keys(names: &[&str; 2]) -> [String; 2] {
    names.map(|name| Name::read(name).map_or_else(|_| name.to_owned(), |name| name.key()))
}

/// Whether these names look like those.
pub(crate) fn looks_alike(names: &[String; 2], others: &[String; 2]) -> bool {
    keys(&names.each_ref().map(String::as_str)) == keys(&others.each_ref().map(String::as_str))
}

/// Who won a game that counts.
pub(super) fn finding_of(game: &RecordedGame) -> Finding {
    match (game.winner(), game.outcome) {
        (Some(winner), _) => Finding::Won(winner),
        (None, CountedOutcome::Nobody) => Finding::Nobody,
        (None, _) => Finding::Drawn,
    }
}

pub(super) fn record_in(text: &str) -> Result<Record, DeedError> {
    Record::read(text).map_err(|error| DeedError::because(&error))
}

pub(super) fn outcome_of(end: &leitai_core::End<'_>) -> Outcome {
    // The words of a rule are in the record; only the winner is asked here.
    Outcome { winner: end.winner, why: end.verdict.laid().unwrap_or(Why::Ruled) }
}
