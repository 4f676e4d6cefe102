//! A program that was handed in and that others may play against, since its owner allows it.

use crate::entrant::Entrant;
use crate::error::HallError;
use crate::event_file::EventFile;
use crate::program::Program;
use crate::shared_store::SharedStore;
use leitai_core::{Clock, DialectName};
use leitai_store::{Submission, SubmissionState};
use leitai_tournament::EntryId;
use serde::{Deserialize, Serialize};

/// A program of an event, as it was when somebody chose to play against it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EnteredProgram {
    /// The event.
    pub(crate) event: String,
    /// The entry's name for people.
    pub(crate) shown: String,
    pub(crate) program: Program,
    pub(crate) dialect: DialectName,
    /// The clock of the event.
    pub(crate) clock: Clock,
}

impl SharedStore {
    /// The registered names of the entries of an event against whose current programs this person may play: those whose owners
    /// allow it, and the person's own.
    pub fn playable(&self, file: &EventFile, entrant: &Entrant) -> Result<Vec<String>, HallError> {
        let all = self.submitted(&file.name, None)?;
        let own = entrant.entry.as_ref().map(|entry| entry.name.clone());
        let mut names = self.trial_partners(&file.name)?;
        names.extend(own);
        Ok(names.into_iter().filter(|name| current(&all, name).is_some()).collect())
    }

    /// The current program of the entry with this registered name, which people know by the second, if this person
    /// [may play](SharedStore::playable) against it.
    pub fn entered_program(
        &self,
        file: &EventFile,
        entrant: &Entrant,
        [name, shown]: [&str; 2],
    ) -> Result<Option<EnteredProgram>, HallError> {
        let is_own = entrant.is_of(name);
        let all = self.submitted(&file.name, None)?;
        let found = self.partner(file, &all, name, is_own)?;
        Ok(found.map(|(_, program, dialect)| EnteredProgram {
            event: file.name.clone(),
            shown: shown.to_owned(),
            program,
            dialect: dialect.unwrap_or(file.game.facts().dialects[0]),
            clock: file.clock_of(file.plan.stages[0].side_ms),
        }))
    }

    /// The current program of an entry, of whoever asks or opened to others, with its dialect if one is set.
    pub(crate) fn partner(
        &self,
        file: &EventFile,
        all: &[Submission],
        name: &str,
        is_own: bool,
    ) -> Result<Option<(EntryId, Program, Option<DialectName>)>, HallError> {
        if !is_own && !self.trial_partners(&file.name)?.contains(name) {
            return Ok(None);
        }
        let entry = self.of_event(&file.name, |history| {
            history.event.entries().iter().find(|entry| entry.name == name).map(|entry| entry.id)
        })?;
        let Some((entry, of)) = entry.zip(current(all, name)) else { return Ok(None) };
        let (source, standard) = (of.name.clone(), of.standard.clone());
        let program = Program::Stored { name: source, sha256: of.sha256, standard };
        Ok(Some((entry, program, file.dialect_of(entry))))
    }
}

/// The current program of an entry.
pub(crate) fn current<'a>(all: &'a [Submission], entry: &str) -> Option<&'a Submission> {
    all.iter().rfind(|one| one.entry == entry && one.state == SubmissionState::Accepted)
}
