//! Writing a hall's results to its event's journal, and reading what others have written there.

use crate::error::HallError;
use crate::event_observer::{EventChange, EventObserver};
use crate::history::{JournalBody, Played, Witnessed, body_of};
use crate::records::{record_of, seal_of};
use crate::run::{Hall, value};
use leitai_arena::now_ms;
use leitai_store::{Appended, patiently};
use leitai_tournament::{Decision, SubmittedProgram};

impl Hall {
    /// Stores results, which survive a power cut then: first in the journal, then in this event, and then they are
    /// reported to the observer. If the journal fails, nothing counts and nothing is shown. What others have decided in the meantime comes first.
    pub(crate) fn keep_all(
        &mut self,
        mut all: Vec<Played>,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        loop {
            // An entry may have left while it played: then its game is already forfeited, and the result does not
            // count. The same game recorded twice counts once.
            all.retain(|played| {
                let (id, counts) =
                    (played.result.id, self.event.would_record(&played.result).unwrap_or(false));
                if !counts && !self.details.contains_key(&id) {
                    // Else it would lie among the records as one of a game that nobody asked for.
                    let _ = std::fs::remove_file(record_of(&self.folder.join("games"), id));
                }
                counts
            });
            let mut entries = Vec::with_capacity(all.len());
            for played in &mut all {
                let id = played.result.id;
                played.details.record = Some(format!("games/{id}.jsonl"));
                played.details.seal = seal_of(&self.folder.join("games"), id);
                entries.push((id.to_string(), value(&JournalBody::Played(played.clone()))?));
            }
            if !self.append_all(&entries)?.contains(&Appended::Overtaken) {
                break;
            }
            self.hear(see)?;
        }
        for played in all {
            let id = played.result.id;
            self.event.record(played.result)?;
            self.details.insert(id, played.details.clone());
            see.happened(&self.event, &EventChange::Played(&played));
            self.question(id, see)?;
        }
        Ok(())
    }

    /// Notes our own entries, which need not be read back.
    fn note_own(&mut self, appended: &Appended) {
        let Appended::Written(seq) = appended else { return };
        self.mine.insert(*seq);
        while self.mine.remove(&(self.heard + 1)) {
            self.heard += 1;
        }
    }

    /// Appends many entries to the journal at once, unless others have written what was not [heard](Hall::hear). Waits
    /// for an unavailable store.
    pub(crate) fn append_all(
        &mut self,
        entries: &[(String, serde_json::Value)],
    ) -> Result<Vec<Appended>, HallError> {
        let last = Some(self.heard);
        let append = async || self.journal.append_all(last, now_ms(), entries).await;
        let all = self.runtime.wait(patiently(self.venue.terms(), append))?;
        for appended in &all {
            self.note_own(appended);
        }
        Ok(all)
    }

    /// Applies what others have written to the journal since it was last read, and returns whether there was anything.
    pub fn has_news(&mut self, see: &mut dyn EventObserver) -> Result<bool, HallError> {
        self.hear(see)?;
        Ok(std::mem::take(&mut self.news))
    }

    /// Applies what others have written to the journal since it was last read.
    pub(crate) fn hear(&mut self, see: &mut dyn EventObserver) -> Result<(), HallError> {
        let ask = async || self.journal.entries(self.heard).await;
        let lines = self.runtime.wait(patiently(self.venue.terms(), ask))?;
        for line in lines {
            self.heard = line.seq;
            if self.mine.remove(&line.seq) {
                continue;
            }
            self.news = true;
            match body_of(line)? {
                JournalBody::Begun(begun) => self.began_so(&begun)?,
                JournalBody::Played(played) => {
                    if self.event.record(played.result)? {
                        self.details.insert(played.result.id, played.details.clone());
                        see.happened(&self.event, &EventChange::Played(&played));
                    }
                }
                JournalBody::Ruled(ruling) => {
                    self.event.admit(ruling.clone())?;
                    self.renew_program(&ruling.decision);
                    see.happened(&self.event, &EventChange::Ruled(&ruling));
                }
                JournalBody::Witnessed(Witnessed { of, witness }) => {
                    if let Some(details) = self.details.get_mut(&of) {
                        details.witnessed(witness);
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes over the program of a submission that the event's file names by now.
    fn renew_program(&mut self, decision: &Decision) {
        if let Decision::Submit { entry, accepted: true, program: Some(SubmittedProgram::OfTheFile { .. }) } =
            decision
        {
            self.venue.read_again(&mut self.file, *entry);
        }
    }
}
