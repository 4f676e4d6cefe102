//! A new event's file: it lies in the folder of events whole, or not at all.

use crate::site_events::SiteEvents;
use leitai_core::{Sentence, sentence};
use leitai_hall::HallError;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

/// Longest part of a name that stands in the file's.
const LONGEST: usize = 32;

/// Why a file was not created.
pub(super) enum NotCreated {
    /// The site has an event of this name.
    Known,
    /// The disk did not take it.
    Failed(Sentence),
}

/// Puts the file of a new event into the folder of events; once it has returned it is on the disk, and the site has the
/// event. Returns its address.
pub(super) fn create(events: &SiteEvents, name: &str, text: &str) -> Result<String, NotCreated> {
    let id = events.address(name);
    if events.get(&id).is_some() {
        return Err(NotCreated::Known);
    }
    let failed = |error: io::Error| {
        let folder = events.folder().display().to_string();
        NotCreated::Failed(sentence!("{folder}: {error}", "{folder}：{error}"))
    };
    // An event that has begun in this store under the name would go on with its journal.
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

/// The letters and figures of a name that every file system takes, and a dash; nothing where there are none.
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

/// Writes a new file whole: of two who do so at once one is refused, and no reader sees a part of it.
fn written(path: &Path, text: &str) -> io::Result<()> {
    // A link is refused where the name is taken, and a renaming is not.
    beside(path, text, |part| {
        let done = fs::hard_link(part, path);
        done.and(fs::remove_file(part))
    })
}

/// Writes a file anew: whoever reads it has the one or the other, and never a part.
pub(super) fn replaced(path: &Path, text: &str) -> io::Result<()> {
    beside(path, text, |part| fs::rename(part, path))
}

/// Writes a text to the disk beside a file, whose place it then takes; nothing is left over of what fails.
fn beside(path: &Path, text: &str, take: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let unique = RandomState::new().hash_one(path);
    let part = folder.join(format!(".{unique:016x}.part"));
    let mut file = File::options().write(true).create_new(true).open(&part)?;
    let done = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| take(&part));
    if done.is_err() {
        // It may have been removed already.
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
