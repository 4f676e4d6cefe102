//! The file of an event in a folder of events: there whole, or not at all.

use crate::error::{HallError, io_at};
use leitai_sandbox::replace;
use leitai_sandbox::system::files;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Serialises those who create or change such a file.
pub(super) fn door() -> MutexGuard<'static, ()> {
    static DOOR: Mutex<()> = Mutex::new(());
    DOOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The file of an event.
pub(super) struct EventSource<'a>(pub(super) &'a Path);

impl EventSource<'_> {
    /// The folder that it lies in.
    pub(super) fn folder(&self) -> &Path {
        self.0.parent().unwrap_or(Path::new("."))
    }

    pub(super) fn text(&self) -> Result<String, HallError> {
        fs::read_to_string(self.0).map_err(io_at(self.0))
    }

    /// Writes a new file: of two concurrent writers one is refused, and no reader sees a partial file.
    pub(super) fn create(&self, text: &str) -> io::Result<()> {
        // Linking fails if the name is taken, and renaming does not.
        self.beside(text, |part| {
            let done = fs::hard_link(part, self.0);
            done.and(fs::remove_file(part))
        })
    }

    /// Rewrites the file: readers see the old contents or the new, never a part.
    pub(super) fn replace(&self, text: &str) -> Result<(), HallError> {
        self.beside(text, |part| replace(part, self.0)).map_err(io_at(self.0))
    }

    /// Writes a text to a temporary file next to its destination, then moves it there; a failure leaves nothing behind.
    fn beside(&self, text: &str, take: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        let unique = RandomState::new().hash_one(self.0);
        let part = self.folder().join(format!(".{unique:016x}.part"));
        let mut file = File::options().write(true).create_new(true).open(&part)?;
        let done = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| take(&part));
        if done.is_err() {
            // It may already be gone.
            let _ = fs::remove_file(&part);
        }
        done?;
        files::sync_folder(self.folder())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn of_two_files_of_one_name_the_first_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.toml");
        let source = EventSource(&path);
        source.create("one").expect("our folder");
        let again = source.create("two").expect_err("it is taken");
        assert_eq!(again.kind(), ErrorKind::AlreadyExists);
        assert_eq!(source.text().expect("a file"), "one");
        source.replace("three").expect("our folder");
        assert_eq!(source.text().expect("a file"), "three");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left over");
    }
}
