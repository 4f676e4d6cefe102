//! Opening an event: its file appears in the folder of events complete, or not at all.

use super::event_source::{EventSource, door};
use crate::deed_error::DeedError;
use crate::error::{HallError, io_at};
use crate::event_file::EventFile;
use crate::shared_store::SharedStore;
use leitai_core::{Name, sentence};
use leitai_store::{Actor, Audit, Deed};
use std::io::ErrorKind;
use std::path::Path;

/// The longest part of an event's name that is used in the file name.
const LONGEST: usize = 32;

impl SharedStore {
    /// Puts the file of a new event, with this text, into the folder of events under the address `id` that the event
    /// will have. When this returns, the file is on the disk. `known` are the names of the folder's events: of two
    /// whose names look the same only one may come.
    pub fn open_event(
        &self,
        by: Actor<'_>,
        folder: &Path,
        (file, text): (&EventFile, &str),
        id: &str,
        known: impl FnOnce() -> Vec<String>,
    ) -> Result<(), DeedError> {
        let audit = Audit::new(self.database.clone());
        self.runtime.wait(audit.begin(by, Deed::OpenEvent, &file.name))?;
        let _door = door();
        let is_known = || {
            Err(DeedError::Refused(sentence!(
                "There is already an event with this name: choose another one.",
                "已有同名赛事：请换一个名称。"
            )))
        };
        let key = |name: &str| Name::read(name).ok().map(|name| name.key());
        let own = key(&file.name);
        if known().iter().any(|other| *other == file.name || own.is_some() && key(other) == own) {
            return is_known();
        }
        // Otherwise the new event would continue the journal of an event of that name in this store.
        match self.of_event(&file.name, |_| ()) {
            Err(HallError::NoEvent { .. }) => {}
            Ok(()) => return is_known(),
            Err(error) => return Err(error.into()),
        }
        let path = folder.join(format!("{}{id}.toml", readable(&file.name)));
        match EventSource(&path).create(text) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return is_known(),
            created => created.map_err(io_at(folder)).map_err(|error| DeedError::because(&error))?,
        }
        let details = serde_json::json!({ "game": file.game.facts().id });
        self.runtime.wait(audit.add(by, Deed::OpenEvent, &file.name, &details))?;
        Ok(())
    }
}

/// Puts a new file of an event into its folder, whole; returns false if there is one already.
pub(crate) fn new_event_file(path: &Path, text: &str) -> Result<bool, HallError> {
    let _door = door();
    match EventSource(path).create(text) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(io_at(path)(error)),
    }
}

/// The letters and digits of a name that every file system accepts, and a dash; empty if there are none.
fn readable(name: &str) -> String {
    let mut readable = String::new();
    for c in name.chars().take(LONGEST) {
        if c.is_ascii_alphanumeric() {
            readable.push(c.to_ascii_lowercase());
        } else if !readable.is_empty() && !readable.ends_with('-') {
            readable.push('-');
        }
    }
    let readable = readable.trim_end_matches('-');
    if readable.is_empty() { String::new() } else { format!("{readable}-") }
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn a_name_becomes_a_file_name_that_every_system_takes() {
        for (name, wanted) in [
            ("Spring Cup 2026", "spring-cup-2026-"),
            ("春季赛", ""),
            ("../../etc/passwd", "etc-passwd-"),
            ("国际跳棋 draughts!!", "draughts-"),
        ] {
            assert_eq!(readable(name), wanted);
        }
    }
}
