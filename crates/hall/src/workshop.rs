//! The temporary folder in which programs are built; the folder of a killed process is removed by the next one.

use leitai_sandbox::system::{files, locks};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The prefix of the folders' names.
const PREFIX: &str = "leitai-hall-";

/// A temporary folder of this process, deleted when dropped. Opening one removes those of processes that were killed: a
/// folder is locked as long as its process lives.
pub(crate) struct Workshop {
    folder: TempDir,
    _lock: File,
}

impl Workshop {
    /// A new folder.
    pub(crate) fn open() -> io::Result<Workshop> {
        let all = std::env::temp_dir();
        clear_away(&all);
        loop {
            let folder = TempDir::with_prefix_in(PREFIX, &all)?;
            // Until it is locked it looks like a dead process's folder, and may be removed as such.
            let lock = match files::lock_of(folder.path()) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                lock => lock?,
            };
            if locks::try_take(&lock).is_ok() && is_at(&lock, folder.path()) {
                return Ok(Workshop { folder, _lock: lock });
            }
        }
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

fn is_at(open: &File, path: &Path) -> bool {
    let same = |a: &fs::Metadata, b: &fs::Metadata| files::identity(a) == files::identity(b);
    matches!((open.metadata(), fs::symlink_metadata(path)), (Ok(a), Ok(b)) if same(&a, &b))
}

/// Removes unlocked folders. A folder that cannot be removed only takes disk space.
fn clear_away(all: &Path) {
    let entries = fs::read_dir(all).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for path in named.map(|entry| entry.path()) {
        let _ = remove_if_dead(path);
    }
}

fn remove_if_dead(path: PathBuf) -> io::Result<()> {
    let lock = files::lock_of(&path)?;
    let is_ours = files::owner(&lock.metadata()?) == files::user();
    if is_ours && locks::try_take(&lock).is_ok() {
        fs::remove_dir_all(path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_living_stay_and_those_of_the_dead_go() {
        let all = tempfile::tempdir().expect("a folder");
        let [living, dead, other] =
            ["leitai-hall-a", "leitai-hall-b", "leitai-other"].map(|name| all.path().join(name));
        for folder in [&living, &dead, &other] {
            fs::create_dir_all(folder.join("within")).expect("our folder");
        }
        let lock = File::open(&living).expect("our folder");
        locks::try_take(&lock).expect("nobody's");
        clear_away(all.path());
        assert_eq!([&living, &dead, &other].map(|folder| folder.exists()), [true, false, true]);
        locks::release(&lock).expect("ours");
        clear_away(all.path());
        assert!(!living.exists());
    }

    #[test]
    fn a_workshop_is_not_cleared_away_and_goes_with_its_owner() {
        let first = Workshop::open().expect("a folder");
        let second = Workshop::open().expect("a folder");
        assert!(first.path().is_dir() && second.path().is_dir());
        let path = first.path().to_owned();
        drop(first);
        assert!(!path.exists());
    }

    #[test]
    fn workshops_that_are_opened_at_once_are_all_there() {
        std::thread::scope(|scope| {
            let openers = [(); 8].map(|()| {
                scope.spawn(|| {
                    for _ in 0..100 {
                        assert!(Workshop::open().expect("a folder").path().is_dir());
                    }
                })
            });
            for opener in openers {
                opener.join().expect("no panic");
            }
        });
    }
}
