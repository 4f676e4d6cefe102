//! An event's file, and the folder in which its journal and records are kept.

use crate::failure::Failure;
use crate::language::note;
use leitai_core::sentence;
use leitai_hall::{EventFile, Follower, HallError};
use leitai_store::{FileJournal, StoreError};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Reads an event's file, whose programs are there; the error points at line and column.
pub(super) fn read(path: &Path) -> Result<EventFile, Failure> {
    EventFile::read(path).map_err(|error| Failure::usage(&error))
}

/// As [`read`], of an event that is to go on in this folder, if it has begun there: the programs of those who have left it
/// need not be there any more.
pub(super) fn read_again(path: &Path, folder: &Path) -> Result<EventFile, Failure> {
    let mut follower = Follower::in_folder(folder, &look(path)?.name);
    // What is wrong with the journal is told where it is opened.
    let _ = follower.follow();
    let mut gone = BTreeSet::new();
    if let Some(history) = follower.history() {
        let (event, state) = (&history.event, history.event.state());
        let out = event.entries().iter().filter(|entry| state.left(entry.id).is_some());
        gone.extend(out.map(|entry| entry.name.clone()));
    }
    EventFile::read_without(path, &gone).map_err(|error| Failure::usage(&error))
}

/// Reads an event's file, wherever its programs are.
pub(super) fn look(path: &Path) -> Result<EventFile, Failure> {
    EventFile::look(path).map_err(|error| Failure::usage(&error))
}

/// Where journal and records are kept: beside the file, named like it.
pub(super) fn folder_of(file: &Path, out: Option<&PathBuf>) -> PathBuf {
    out.cloned().unwrap_or_else(|| file.with_extension(""))
}

/// The journal of an event, begun if there is none; a line that was cut off at its end is told.
pub(super) fn journal_in(folder: &Path, name: &str) -> Result<FileJournal, Failure> {
    std::fs::create_dir_all(folder).map_err(|e| Failure::system(folder, &e))?;
    mended(folder, name).map_err(|error| Failure::stage(&HallError::Store(error)))
}

/// Opens a journal; a line that was cut off at its end is told.
pub(super) fn mended(folder: &Path, name: &str) -> Result<FileJournal, StoreError> {
    let journal = FileJournal::open(&folder.join("journal.jsonl"), name)?;
    if let Some(torn) = journal.torn() {
        let (file, line, why, text) = (folder.join("journal.jsonl"), torn.line, &torn.why, &torn.text);
        note(&sentence!(
            "{file}:{line}: {why} (`{text}`)", "{file}:{line}：{why}（“{text}”）"; file, line, why, text
        ));
    }
    Ok(journal)
}
