//! An event's file, and the folder in which its journal and records are kept.

use crate::failure::Failure;
use crate::language::note;
use leitai_core::sentence;
use leitai_hall::{EventFile, Follower};
use leitai_store::{Torn, close_entries};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Reads an event's file; its programs must exist. The error points at line and column.
pub(super) fn read(path: &Path) -> Result<EventFile, Failure> {
    EventFile::read(path).map_err(|error| Failure::usage(&error))
}

/// Like [`read`], for an event that may have begun in this folder: the programs of entries that have left it need not
/// exist any more.
pub(super) fn read_again(path: &Path, folder: &Path) -> Result<EventFile, Failure> {
    let mut follower = Follower::in_folder(folder, &look(path)?.name);
    // Errors of the journal are reported where it is opened.
    let _ = follower.follow();
    let mut gone = BTreeSet::new();
    if let Some(history) = follower.history() {
        let (event, state) = (&history.event, history.event.state());
        let out = event.entries().iter().filter(|entry| state.left(entry.id).is_some());
        gone.extend(out.map(|entry| entry.name.clone()));
    }
    EventFile::read_without(path, &gone).map_err(|error| Failure::usage(&error))
}

/// Reads an event's file; its programs need not exist.
pub(super) fn look(path: &Path) -> Result<EventFile, Failure> {
    EventFile::look(path).map_err(|error| Failure::usage(&error))
}

/// The folder of journal and records: by default next to the file, with its name.
pub(super) fn folder_of(file: &Path, out: Option<&PathBuf>) -> PathBuf {
    out.cloned().unwrap_or_else(|| file.with_extension(""))
}

/// Closes what is the event's in its folder to other users of the machine, whatever an earlier version wrote for them to
/// read.
pub(super) fn closed(folder: &Path) {
    close_entries(folder, &|name| {
        ["journal.jsonl", "games", "programs", "twice", "rulings", "running", "report"].contains(&name)
    });
}

/// Reports that the truncated last line of a journal was removed.
pub(super) fn tell_torn(folder: &Path, torn: Option<&Torn>) {
    if let Some(torn) = torn {
        let (file, line, why, text) = (folder.join("journal.jsonl"), torn.line, &torn.why, &torn.text);
        note(&sentence!(
            "{file}:{line}: {why} (`{text}`)", "{file}:{line}：{why}（“{text}”）"; file, line, why, text
        ));
    }
}
