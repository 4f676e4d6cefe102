//! Rulings by officials on an event, which may be running.

mod following;
mod foreseen;
mod in_folder;
mod objections;
mod preview;
mod proposed_ruling;

pub use following::Following;
pub use foreseen::ForeseenRuling;
pub(crate) use in_folder::broken_off;
pub use in_folder::{Effect, RulingMade, RulingRequest, RulingWaits, rule_in_folder};
pub(crate) use proposed_ruling::{ProposedRuling, nothing_begun, ruling_key};

use crate::error::HallError;
use crate::event_observer::{EventChange, EventObserver};
use crate::history::{History, JournalBody};
use crate::run::{Hall, value};
use crate::shared_store::SharedStore;
use leitai_core::{Lang, Sentence};
use leitai_store::{Appended, Journal, patiently};
use leitai_tournament::{DecidedBy, Decision, GameId, Role};
use proposed_ruling::around;
use std::borrow::Cow;

/// The text of a reason given by the stage itself: a journal keeps one text, so it contains both languages.
pub(crate) fn in_both(why: &Sentence) -> String {
    format!("{} {}", why.to(Lang::Zh), why.to(Lang::En))
}

/// Rulings that are stored in one transaction.
const AT_ONCE: usize = 500;

impl SharedStore {
    /// Appends a ruling to the journal of an event that has begun in this store, and returns the number of its entry
    /// there. The process that runs the event picks it up, on whatever machine. The ruling is on the disk once this
    /// returns. A refused ruling leaves the journal unchanged.
    pub fn rule(
        &self,
        event: &str,
        decision: &Decision,
        by: impl Into<DecidedBy>,
        reason: &str,
        following: Following,
    ) -> Result<u64, HallError> {
        self.rule_once(event, &ruling_key(), decision, by, reason, following)
    }

    /// The event after the entry with this number in its journal, a ruling say, which is its last then.
    pub fn history_until(&self, event: &str, seq: u64) -> Result<History, HallError> {
        let journal = self.journal(event)?;
        let lines = self.runtime.wait(patiently(self.terms, async || journal.entries(0).await))?;
        let [_, after] = around(&lines, seq)?;
        Ok(after)
    }

    /// As [`SharedStore::rule`], under a key: if a ruling with this key exists, it stands, and nothing is decided.
    pub(crate) fn rule_once(
        &self,
        event: &str,
        key: &str,
        decision: &Decision,
        by: impl Into<DecidedBy>,
        reason: &str,
        following: Following,
    ) -> Result<u64, HallError> {
        let journal = self.journal(event)?;
        self.ruled(
            &journal,
            event,
            key,
            ProposedRuling { decision, by: &by.into(), reason, following, mark: None, beside: None },
        )
    }

    pub(crate) fn ruled(
        &self,
        journal: &dyn Journal,
        event: &str,
        key: &str,
        proposed: ProposedRuling<'_>,
    ) -> Result<u64, HallError> {
        let ruled =
            self.with_fold(event, |fold| self.runtime.wait(proposed.ruled(fold, journal, self.terms, key)))?;
        ruled.map_or_else(|| Err(self.no_event(event)?), Ok)
    }
}

impl Hall {
    /// Marks a result as questionable if the machine disturbed its game, unless that was done before.
    pub(crate) fn question(&mut self, game: GameId, see: &mut dyn EventObserver) -> Result<(), HallError> {
        let Some(delay) = self.details.get(&game).and_then(|details| details.disturbed_ms) else {
            return Ok(());
        };
        let decision = Decision::Question { game };
        if self.event.rulings().iter().any(|ruling| ruling.decision == decision) {
            return Ok(());
        }
        let reason = match delay {
            0 => "the program was ended from outside".to_owned(),
            delay => format!("the machine did not run the program for {delay} ms"),
        };
        self.rule(&[(format!("question {game}"), (decision, reason))], &Role::Organiser.into(), see)
    }

    /// Makes a ruling and stores it.
    pub fn decide(
        &mut self,
        decision: &Decision,
        by: impl Into<DecidedBy>,
        reason: &str,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        self.decide_all([(decision.clone(), reason.to_owned())], by, see)
    }

    /// Makes rulings, each with its reason, and stores them at once.
    pub fn decide_all(
        &mut self,
        decisions: impl IntoIterator<Item = (Decision, String)>,
        by: impl Into<DecidedBy>,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        // Two rulings made at the same time are both kept: neither depends on the other.
        let decisions: Vec<_> = decisions.into_iter().map(|made| (ruling_key(), made)).collect();
        let by = by.into();
        decisions.chunks(AT_ONCE).try_for_each(|some| self.rule(some, &by, see))
    }

    /// Makes rulings, each under a key and with its reason, and stores them at once. What is there under its key, made
    /// by another process or by this one whose answer was lost, is read from the journal in due course.
    fn rule(
        &mut self,
        decisions: &[(String, (Decision, String))],
        by: &DecidedBy,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        loop {
            let (mut before, mut rulings, mut entries) = (Cow::Borrowed(&self.event), Vec::new(), Vec::new());
            for (key, (decision, reason)) in decisions {
                let ruling = before.ruled(decision.clone(), by.clone(), reason)?;
                entries.push((key.clone(), value(&JournalBody::Ruled(ruling.clone()))?));
                if entries.len() < decisions.len() {
                    before.to_mut().take(ruling.clone());
                }
                rulings.push(ruling);
            }
            let appended = self.append_all(&entries)?;
            if appended.contains(&Appended::Overtaken) {
                // Rulings are ordered: what others decided in the meantime comes before these.
                self.hear(see)?;
                continue;
            }
            if appended.iter().all(|one| matches!(one, Appended::Written(_))) {
                for ruling in rulings {
                    self.event.take(ruling.clone());
                    see.happened(&self.event, &EventChange::Ruled(&ruling));
                }
            }
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests;
