//! Making a decision: it depends on the contents of the journal, and is stored there once.

use super::Following;
use crate::error::HallError;
use crate::history::{History, JournalBody};
use crate::run::value;
use leitai_arena::now_ms;
use leitai_core::{Sentence, Words};
use leitai_store::{Appended, Journal, JournalEntry, Terms, patiently};
use leitai_tournament::{DecidedBy, Decision, Event, RecordedGame, Ruling};
use std::hash::{BuildHasher, RandomState};

/// A decision to be made.
#[derive(Clone, Copy)]
pub(crate) struct Taken<'a> {
    pub(crate) decision: &'a Decision,
    pub(crate) by: &'a DecidedBy,
    pub(crate) reason: &'a str,
    pub(crate) following: Following,
}

impl Taken<'_> {
    /// The ruling to be stored, unless it undoes games that must stand.
    pub(super) fn decide(self, event: &Event) -> Result<Ruling, HallError> {
        let ruling = event.ruled(self.decision.clone(), self.by.clone(), self.reason)?;
        if self.following == Following::Stands && event.may_undo() {
            let mut after = event.clone();
            after.take(ruling.clone());
            let named = |game: &RecordedGame| {
                let [first, second] = [game.first, game.second].map(|side| event.name(side));
                format!("{} ({first} – {second})", game.id)
            };
            let undone: Vec<_> = event.undone(&after).into_iter().map(named).collect();
            if !undone.is_empty() {
                return Err(HallError::Undoes(undone));
            }
        }
        Ok(ruling)
    }

    /// Makes and stores the decision. It depends on everything in the journal, including drawn lots: if others write in
    /// the meantime, it is made again on top of that. Returns `None` if the event has not begun.
    pub(super) async fn ruled(
        self,
        journal: &dyn Journal,
        terms: Terms,
        key: &str,
    ) -> Result<Option<History>, HallError> {
        let lines = patiently(terms, async || journal.entries(0).await).await?;
        let was_made = |lines: &[JournalEntry]| lines.iter().any(|line| line.key.as_deref() == Some(key));
        let (mut last, mut is_there) = (lines.last().map_or(0, |line| line.seq), was_made(&lines));
        let Some(mut history) = History::read(lines)? else { return Ok(None) };
        loop {
            if is_there {
                return Ok(Some(history));
            }
            let ruling = self.decide(&history.event)?;
            let body = value(&JournalBody::Ruled(ruling.clone()))?;
            let append = async || journal.append_after(Some(last), now_ms(), Some(key), &body).await;
            match patiently(terms, append).await? {
                // It may already be there, if it was written and the answer lost.
                Appended::Written(_) | Appended::AlreadyThere(_) => {
                    history.event.take(ruling);
                    return Ok(Some(history));
                }
                Appended::Overtaken => {
                    let lines = patiently(terms, async || journal.entries(last).await).await?;
                    last = lines.last().map_or(last, |line| line.seq);
                    is_there = was_made(&lines);
                    history = history.after(lines)?;
                }
            }
        }
    }

    /// As [`ruled`](Taken::ruled), blocking, for a journal in a file.
    pub(super) fn at_once(self, journal: &dyn Journal, key: &str) -> Result<History, HallError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| HallError::System(Words::new("runtime", "运行环境"), error))?;
        runtime.block_on(self.ruled(journal, Terms::default(), key))?.ok_or_else(nothing_begun)
    }
}

pub(super) fn nothing_begun() -> HallError {
    HallError::Begun(Sentence::new(
        "nothing has begun: `run` begins the event",
        "赛事尚未开始：用 `run` 开始",
    ))
}

/// A unique key for a ruling: if it is written again because the answer was lost, it is stored only once.
pub(crate) fn ruling_key() -> String {
    format!("ruling {}", unique())
}

pub(super) fn unique() -> String {
    // The standard library seeds each from the system.
    let unique = || RandomState::new().hash_one(());
    format!("{:016x}{:016x}", unique(), unique())
}
