//! Making a decision: it depends on the contents of the journal, and is stored there once.

use super::Following;
use super::foreseen::ForeseenRuling;
use crate::error::HallError;
use crate::fold::Fold;
use crate::history::{History, JournalBody};
use crate::run::value;
use leitai_arena::now_ms;
use leitai_core::{Sentence, Words};
use leitai_store::{Appended, Journal, JournalEntry, LeaseTerms, patiently};
use leitai_tournament::{DecidedBy, Decision, Event, RecordedGame, Ruling};
use std::hash::{BuildHasher, RandomState};

/// A decision to be made.
#[derive(Clone, Copy)]
pub(crate) struct ProposedRuling<'a> {
    pub(crate) decision: &'a Decision,
    pub(crate) by: &'a DecidedBy,
    pub(crate) reason: &'a str,
    pub(crate) following: Following,
    /// The mark of the effect that was shown, which it must have.
    pub(crate) mark: Option<&'a str>,
    /// A journal on which it depends that this may be decided, and the number of its last line that was read.
    pub(crate) beside: Option<(&'a dyn Journal, u64)>,
}

impl ProposedRuling<'_> {
    /// The ruling to be stored, unless it undoes games that must stand.
    pub(super) fn decide(self, event: &Event) -> Result<Ruling, HallError> {
        if let Some(mark) = self.mark
            && ForeseenRuling::of(event, self.decision, self.by, self.reason)?.mark != mark
        {
            return Err(HallError::NotAsShown);
        }
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

    /// Makes and stores the decision, and returns the number of its entry. It depends on everything in the journal,
    /// including drawn lots: if others write in the meantime, it is made again on top of that. A decision that is there
    /// under this key stands. Returns `None` if the event has not begun.
    pub(crate) async fn ruled(
        self,
        fold: &mut Fold,
        journal: &dyn Journal,
        terms: LeaseTerms,
        key: &str,
    ) -> Result<Option<u64>, HallError> {
        loop {
            fold.read_on(journal, terms).await?;
            if let Some((beside, seq)) = self.beside
                && !beside.entries(seq).await?.is_empty()
            {
                return Err(HallError::NotAsShown);
            }
            let Some(history) = fold.history() else { return Ok(None) };
            let ruling = match self.decide(&history.event) {
                Ok(ruling) => ruling,
                // It may be refused because it was made.
                Err(refused) => match patiently(terms, async || journal.entry(key).await).await? {
                    Some(made) => return Ok(Some(made.seq)),
                    None => return Err(refused),
                },
            };
            let body = value(&JournalBody::Ruled(ruling))?;
            let append = async || journal.append_after(Some(fold.seq()), now_ms(), Some(key), &body).await;
            match patiently(terms, append).await? {
                Appended::Written(seq) => return Ok(Some(seq)),
                // It was written and the answer lost, or made before.
                Appended::AlreadyThere(made) => return Ok(Some(made.seq)),
                Appended::Overtaken => {}
            }
        }
    }

    /// As [`ruled`](ProposedRuling::ruled), blocking, for a journal in a file.
    pub(super) fn at_once(self, journal: &dyn Journal, key: &str) -> Result<u64, HallError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| HallError::System(Words::new("runtime", "运行环境"), error))?;
        let mut fold = Fold::default();
        runtime
            .block_on(self.ruled(&mut fold, journal, LeaseTerms::default(), key))?
            .ok_or_else(nothing_begun)
    }
}

/// The event before and after the entry with this number.
pub(super) fn around(lines: &[JournalEntry], seq: u64) -> Result<[History; 2], HallError> {
    let until = |last: u64| {
        let lines = lines.iter().filter(|line| line.seq <= last).cloned().collect();
        History::read(lines)?.ok_or_else(nothing_begun)
    };
    Ok([until(seq.saturating_sub(1))?, until(seq)?])
}

pub(crate) fn nothing_begun() -> HallError {
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
