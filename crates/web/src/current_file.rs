//! The current contents of an event's file, which may change while others read it.

use leitai_hall::{Begun, EventFile};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::SystemTime;

/// The current contents of an event's file. A reader keeps the version it started with; an old version is dropped
/// with its last reader.
pub(crate) struct CurrentFile {
    now: RwLock<Arc<EventFile>>,
    taken_up: Mutex<TakenUp>,
}

/// The state that decides whether a file is taken up.
struct TakenUp {
    /// The modification time of the file last checked.
    written: Option<SystemTime>,
    /// How the event began.
    begun: Option<Begun>,
}

impl CurrentFile {
    /// Starts with a file that was read from `source`.
    pub(crate) fn new(file: EventFile, source: &Path) -> CurrentFile {
        let taken_up = TakenUp { written: written(source), begun: None };
        CurrentFile { now: RwLock::new(Arc::new(file)), taken_up: Mutex::new(taken_up) }
    }

    /// The current contents.
    pub(crate) fn now(&self) -> Arc<EventFile> {
        Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Stores how the event began: a file that differs from it is not taken up.
    pub(crate) fn has_begun(&self, begun: &Begun) {
        let mut known = self.taken_up();
        if known.begun.as_ref() != Some(begun) {
            known.begun = Some(begun.clone());
            // A file that did not fit the earlier beginning may fit this one.
            known.written = None;
        }
    }

    /// Takes up the file at `source` if it was rewritten and still is this event's; returns whether it was.
    pub(crate) fn look(&self, source: &Path) -> bool {
        let mut known = self.taken_up();
        let now = written(source);
        if now.is_none() || known.written == now {
            return false;
        }
        // The programs of entries that have left may be gone.
        let Ok(file) = EventFile::read(source).or_else(|_| EventFile::look(source)) else { return false };
        known.written = now;
        let is_other = known.begun.as_ref().is_some_and(|begun| file.differs(begun).is_some());
        if file.name != self.now().name || is_other {
            return false;
        }
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(file);
        true
    }

    fn taken_up(&self) -> MutexGuard<'_, TakenUp> {
        self.taken_up.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When a file was last written.
pub(crate) fn written(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_tournament::Seed;
    use std::path::PathBuf;
    use std::sync::Weak;

    /// Writes an event file of two entries with this head. Two writes within the clock's resolution would look like
    /// one, so `age` separates them.
    fn write(path: &Path, age: u64, head: &str) {
        let entry = |name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n");
        fs::write(path, format!("{head}game = \"hex\"\n{}{}", entry("a"), entry("b"))).expect("our folder");
        let at = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(age);
        fs::File::options().write(true).open(path).and_then(|file| file.set_modified(at)).expect("ours");
    }

    /// An event's file in a folder of ours.
    fn cup(folder: &tempfile::TempDir) -> (CurrentFile, PathBuf) {
        let path = folder.path().join("cup.toml");
        write(&path, 1, "name = \"cup\"\nplace = \"A\"\n");
        (CurrentFile::new(EventFile::read(&path).expect("a file"), &path), path)
    }

    #[test]
    fn a_file_is_taken_up_where_it_is_the_same_event() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, path) = cup(&folder);
        let first = file.now();
        file.has_begun(&first.begun(|| Seed::new("1")));
        file.look(&path);
        assert!(!file.look(&path), "it is as it was");
        for (age, (head, taken, place)) in (2..).zip([
            ("name = \"cup\"\nplace = \"B\"\n", true, "B"),
            ("name = \"cup\"\nplace = \"C\"\nseed = \"2\"\n", false, "B"),
            ("name = \"other\"\nplace = \"D\"\n", false, "B"),
            ("nothing\n", false, "B"),
            ("name = \"cup\"\nplace = \"E\"\nclock = \"inc=1s\"\n", true, "E"),
        ]) {
            write(&path, age, head);
            assert_eq!((file.look(&path), file.now().place.as_deref()), (taken, Some(place)), "{head}");
        }
        assert_eq!(first.place.as_deref(), Some("A"), "who reads keeps what he reads");
        fs::remove_file(&path).expect("ours");
        assert!(!file.look(&path));
    }

    #[test]
    fn what_a_file_said_before_is_dropped_with_its_last_reader() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, path) = cup(&folder);
        let reader = file.now();
        let mut all: Vec<Weak<EventFile>> = vec![Arc::downgrade(&reader)];
        for age in 2..50 {
            write(&path, age, &format!("name = \"cup\"\nplace = \"{age}\"\n"));
            assert!(file.look(&path));
            all.push(Arc::downgrade(&file.now()));
        }
        let count = || all.iter().filter(|one| one.strong_count() > 0).count();
        assert_eq!(count(), 2, "the one that stands, and the one that is still read");
        drop(reader);
        assert_eq!(count(), 1);
    }
}
