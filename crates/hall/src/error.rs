//! What can go wrong with an event.

use crate::assignment::PlayError;
use crate::history::HistoryError;
use leitai_sandbox::{Level, Unavailable};
use leitai_store::StoreError;
use leitai_tournament::{GameId, Refusal};
use std::io;
use std::path::Path;

/// Why an event cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum HallError {
    /// The journal.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What the journal holds.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The event began before, or has not begun.
    #[error("{0}")]
    Begun(String),
    /// A store does not hold the event.
    #[error(
        "\"{event}\" has not begun in {place} (`run` begins it); {}",
        if there.is_empty() { "no event has".to_owned() } else { format!("there is: {}", there.join(", ")) }
    )]
    NoEvent {
        /// The event's name.
        event: String,
        /// The store, without secrets.
        place: String,
        /// The events that it holds.
        there: Vec<String>,
    },
    /// The file says otherwise than the event did when it began.
    #[error(
        "the event began with another {0}: what is drawn stands; put the file back as it was, or begin another event in another folder (--out)"
    )]
    Differs(&'static str),
    /// Programs that cannot be made ready, each with the reason.
    #[error("{} of the programs cannot be made ready:\n{}", .0.len(), .0.join("\n"))]
    Programs(Vec<String>),
    /// A game could not be played, through no fault of a program.
    #[error("{0}: {1}")]
    Play(GameId, PlayError),
    /// Games that no worker could play, each with the reason.
    #[error("{} of the games could not be played and need a person (`resume` lets them be tried again):\n{}", .0.len(), .0.join("\n"))]
    Stuck(Vec<String>),
    /// The sandbox.
    #[error(transparent)]
    Sandbox(#[from] Unavailable),
    /// This machine is too weak for the event.
    #[error(
        "this machine can set up level {0} of the sandbox, and the event asks for {1} or better (`leitai doctor` says what would help; `at-least` in the file lowers it)"
    )]
    TooWeak(Level, Level),
    /// A result or a decision does not fit.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// A file of ours.
    #[error("{0}: {1}")]
    Io(String, io::Error),
}

/// A failure of a file of ours.
pub(crate) fn io_at(path: &Path) -> impl Fn(io::Error) -> HallError + use<> {
    let name = path.display().to_string();
    move |error| HallError::Io(name.clone(), error)
}
