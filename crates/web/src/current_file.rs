//! An event's file as it stands, which may be changed while others read it.

use leitai_hall::{Begun, EventFile};
use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

/// What an event's file says now. Whoever reads waits for nobody, and keeps what he has begun to read; what it said before is
/// kept until the event is dropped, since a file is changed by hand.
pub(crate) struct CurrentFile {
    first: Version,
    /// When the file was written of which it was last looked whether it is the event's.
    written: Mutex<Option<SystemTime>>,
    /// How the event began: that does not change.
    begun: OnceLock<Begun>,
}

struct Version {
    file: EventFile,
    next: OnceLock<Box<Version>>,
}

impl Deref for CurrentFile {
    type Target = EventFile;

    fn deref(&self) -> &EventFile {
        let mut at = &self.first;
        while let Some(next) = at.next.get() {
            at = next;
        }
        &at.file
    }
}

impl CurrentFile {
    /// What was read at this place.
    pub(crate) fn new(file: EventFile, source: &Path) -> CurrentFile {
        let (first, written) = (Version { file, next: OnceLock::new() }, Mutex::new(written(source)));
        CurrentFile { first, written, begun: OnceLock::new() }
    }

    /// The event has begun in this way: a file that says another one is not taken up.
    pub(crate) fn has_begun(&self, begun: &Begun) {
        self.begun.get_or_init(|| begun.clone());
    }

    /// How the event began, once it has.
    pub(crate) fn begun(&self) -> Option<&Begun> {
        self.begun.get()
    }

    /// Takes up what stands at this place where that was written anew and is still this event; whether it was.
    pub(crate) fn look(&self, source: &Path) -> bool {
        let mut known = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let now = written(source);
        if now.is_none() || *known == now {
            return false;
        }
        // Programs of entries that have left may be gone.
        let Ok(file) = EventFile::read(source).or_else(|_| EventFile::look(source)) else { return false };
        *known = now;
        let is_other = self.begun().is_some_and(|begun| file.differs(begun).is_some());
        if file.name != self.name || is_other {
            return false;
        }
        let mut last = &self.first;
        while let Some(next) = last.next.get() {
            last = next;
        }
        // Nobody else adds one meanwhile: what was written is locked.
        last.next.set(Box::new(Version { file, next: OnceLock::new() })).is_ok()
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

    #[test]
    fn a_file_is_taken_up_where_it_is_the_same_event() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.toml");
        let mut age = 0;
        let mut write = |head: &str| {
            let entry = |name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n");
            fs::write(&path, format!("{head}game = \"hex\"\n{}{}", entry("a"), entry("b")))
                .expect("our folder");
            // Two writings within the clock's grain are one: these are told apart.
            age += 1;
            let at = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(age);
            fs::File::options().write(true).open(&path).and_then(|file| file.set_modified(at)).expect("ours");
        };
        write("name = \"cup\"\nplace = \"A\"\n");
        let file = CurrentFile::new(EventFile::read(&path).expect("a file"), &path);
        let first: &EventFile = &file;
        file.has_begun(&first.begun(|| Seed::new("1")));
        assert!(!file.look(&path), "it is as it was");
        for (head, taken, place) in [
            ("name = \"cup\"\nplace = \"B\"\n", true, "B"),
            ("name = \"cup\"\nplace = \"C\"\nseed = \"2\"\n", false, "B"),
            ("name = \"other\"\nplace = \"D\"\n", false, "B"),
            ("nothing\n", false, "B"),
            ("name = \"cup\"\nplace = \"E\"\nclock = \"inc=1s\"\n", true, "E"),
        ] {
            write(head);
            assert_eq!((file.look(&path), file.place.as_deref()), (taken, Some(place)), "{head}");
        }
        assert_eq!(first.place.as_deref(), Some("A"), "who reads keeps what he reads");
        fs::remove_file(&path).expect("ours");
        assert!(!file.look(&path));
    }
}
