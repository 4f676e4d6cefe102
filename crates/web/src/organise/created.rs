//! The file of a new event: it appears in the folder of events complete, or not at all.

use crate::site_events::SiteEvents;
use leitai_core::{Name, Sentence, sentence};
use leitai_hall::HallError;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The longest part of an event's name that is used in the file name.
const LONGEST: usize = 32;

/// Why a file was not created.
pub(super) enum NotCreated {
    /// The site has an event of this name, or of one that looks the same.
    Known,
    /// The disk did not take it.
    Failed(Sentence),
}

/// Puts the file of a new event into the folder of events. When this returns, the file is on the disk and the site
/// has the event. Returns its address.
pub(super) fn create(events: &SiteEvents, name: &str, text: &str) -> Result<String, NotCreated> {
    // Of two whose names look the same only one may come.
    static DOOR: Mutex<()> = Mutex::new(());
    let _door = DOOR.lock().unwrap_or_else(PoisonError::into_inner);
    let id = events.address(name);
    let key = |name: &str| Name::read(name).ok().map(|name| name.key());
    let own = key(name);
    let looks_like = |other: &str| own.is_some() && key(other) == own;
    if events.get(&id).is_some() || events.all().iter().any(|event| looks_like(&event.name)) {
        return Err(NotCreated::Known);
    }
    let failed = |error: io::Error| {
        let folder = events.folder().display().to_string();
        NotCreated::Failed(sentence!("{folder}: {error}", "{folder}：{error}"))
    };
    // Otherwise the new event would continue the journal of an event of that name in this store.
    match events.shared().history(name) {
        Err(HallError::NoEvent { .. }) => {}
        Ok(_) => return Err(NotCreated::Known),
        Err(error) => return Err(NotCreated::Failed(Sentence::of(&error))),
    }
    let path = events.folder().join(format!("{}{id}.toml", readable(name)));
    match written(&path, text) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(NotCreated::Known),
        written => written.map_err(failed)?,
    }
    events.look();
    Ok(id)
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

/// Writes a new file atomically: of two concurrent writers one is refused, and no reader sees a partial file.
fn written(path: &Path, text: &str) -> io::Result<()> {
    // Linking fails if the name is taken, and renaming does not.
    beside(path, text, |part| {
        let done = fs::hard_link(part, path);
        done.and(fs::remove_file(part))
    })
}

/// Rewrites a file: readers see the old contents or the new, never a part.
pub(super) fn replaced(path: &Path, text: &str) -> io::Result<()> {
    beside(path, text, |part| fs::rename(part, path))
}

/// Writes a text to a temporary file next to its destination, then moves it there; a failure leaves nothing behind.
fn beside(path: &Path, text: &str, take: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let unique = RandomState::new().hash_one(path);
    let part = folder.join(format!(".{unique:016x}.part"));
    let mut file = File::options().write(true).create_new(true).open(&part)?;
    let done = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| take(&part));
    if done.is_err() {
        // It may already be gone.
        let _ = fs::remove_file(&part);
    }
    done?;
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn of_two_files_of_one_name_the_first_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.toml");
        written(&path, "one").expect("our folder");
        let again = written(&path, "two").expect_err("it is taken");
        assert_eq!(again.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "one");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left over");
        replaced(&path, "three").expect("our folder");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "three");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left over");
    }
}
