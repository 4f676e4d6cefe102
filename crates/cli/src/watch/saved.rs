//! The files of a program, and when they were last saved.

use crate::failure::Failure;
use crate::stop;
use leitai_bout::named_paths;
use leitai_core::sentence;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, SystemTime};

/// How often files are looked at. They are asked, not listened to: that works in every folder, also in those that come
/// from another machine.
const OFTEN: Duration = Duration::from_millis(300);
/// Most files and folders of a program; a folder with more is not one program's.
const MOST: usize = 5_000;
/// Folders that are written by what runs.
const WRITTEN: [&str; 3] = ["__pycache__", "target", "node_modules"];

/// The files that a player's name stands for.
pub(super) struct SavedFiles {
    named: Vec<PathBuf>,
}

/// When each file was saved, and its size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stamp(BTreeMap<PathBuf, (SystemTime, u64)>);

impl SavedFiles {
    /// Those of a source, a folder or an executable, or those that a command names.
    pub(super) fn of(player: &str) -> Result<SavedFiles, Failure> {
        let named = named_paths(player);
        if named.is_empty() {
            return Err(Failure::Usage(sentence!(
                "`{player}` names no file or folder here, so nothing that could be saved",
                "“{player}”不是这里的文件或文件夹，没有可以保存的内容"
            )));
        }
        Ok(SavedFiles { named })
    }

    /// When they were saved; `None` while an editor is replacing one, or if they are too many.
    fn stamp(&self) -> Option<Stamp> {
        let mut saved = BTreeMap::new();
        self.named.iter().try_for_each(|path| take_in(path, &mut saved))?;
        Some(Stamp(saved))
    }

    /// Waits until they are not what they were at `last` and no longer being written; `None` once `stop` is raised.
    pub(super) fn next(&self, last: Option<&Stamp>, stop: &AtomicBool) -> Option<Stamp> {
        let mut before = None;
        while !stop::raised(stop) {
            let now = self.stamp();
            if now.is_some() && now == before && now.as_ref() != last {
                return now;
            }
            // Whatever is there at the beginning was saved long ago.
            if last.is_none() && now.is_some() {
                return now;
            }
            before = now;
            thread::sleep(OFTEN);
        }
        None
    }

    /// Whether they are still what they were.
    pub(super) fn are_as(&self, then: &Stamp) -> bool {
        self.stamp().as_ref() == Some(then)
    }
}

/// Takes in a file, or those of a folder; `None` if one cannot be read.
fn take_in(path: &Path, saved: &mut BTreeMap<PathBuf, (SystemTime, u64)>) -> Option<()> {
    let meta = fs::metadata(path).ok()?;
    if !meta.is_dir() {
        saved.insert(path.to_owned(), (meta.modified().ok()?, meta.len()));
        return Some(());
    }
    for entry in fs::read_dir(path).ok()? {
        let entry = entry.ok()?;
        let name = entry.file_name();
        let is_others = name.as_encoded_bytes().starts_with(b".") || WRITTEN.iter().any(|own| name == *own);
        // Links may lead in circles, and out of the folder nothing is the program's.
        if is_others || entry.file_type().ok()?.is_symlink() {
            continue;
        }
        if saved.len() >= MOST {
            return None;
        }
        take_in(&entry.path(), saved)?;
    }
    Some(())
}

/// How often a round asks whether it is out of date.
pub(super) const LOOK: Duration = OFTEN;

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    fn saved(path: &Path, second: u64) {
        let file = File::options().create(true).append(true).open(path).expect("a file");
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(second)).expect("its time");
    }

    #[test]
    fn what_is_saved_is_seen_and_what_tools_write_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["src", "__pycache__", ".git"] {
            fs::create_dir(at(name)).expect("a folder");
        }
        saved(&at("src/main.py"), 1);
        let files = SavedFiles::of(&folder.path().display().to_string()).expect("a folder");
        let before = files.stamp().expect("readable");
        saved(&at("__pycache__/main.pyc"), 2);
        saved(&at(".git/index"), 2);
        assert!(files.are_as(&before));
        saved(&at("src/main.py"), 2);
        assert!(!files.are_as(&before));
        fs::remove_file(at("src/main.py")).expect("removed");
        saved(&at("src/other.py"), 1);
        assert!(!files.are_as(&before));
    }

    #[test]
    fn a_command_stands_for_the_files_it_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("own.py");
        saved(&own, 1);
        let files = SavedFiles::of(&format!("cmd:python3 -u '{}' --fast", own.display())).expect("a file");
        assert_eq!(files.named, [own]);
        assert!(SavedFiles::of("cmd:python3 -u").is_err() && SavedFiles::of("hard").is_err());
    }

    #[test]
    fn a_file_that_is_being_replaced_is_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("own.py");
        saved(&own, 1);
        let files = SavedFiles::of(&own.display().to_string()).expect("a file");
        let stop = AtomicBool::new(false);
        let first = files.next(None, &stop).expect("there");
        fs::remove_file(&own).expect("removed");
        assert!(files.stamp().is_none());
        thread::scope(|scope| {
            let next = scope.spawn(|| files.next(Some(&first), &stop));
            saved(&own, 2);
            assert_ne!(next.join().expect("no panic").expect("saved"), first);
        });
    }
}
