//! Records of games that belong to no event, in a folder: the newest are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A folder of such records, each under the id of its game.
pub struct KeptRecords {
    folder: PathBuf,
    most: usize,
}

impl KeptRecords {
    /// The records in `folder`, which is created, of which the newest `most` are kept.
    pub fn open(folder: PathBuf, most: usize) -> io::Result<KeptRecords> {
        fs::create_dir_all(&folder)?;
        Ok(KeptRecords { folder, most })
    }

    /// Removes what a process that was killed left unfinished, but for the games that go on.
    pub fn clear_away(&self, goes_on: impl Fn(&str) -> bool) -> io::Result<()> {
        for file in fs::read_dir(&self.folder)?.flatten().map(|file| file.path()) {
            let id = file.file_stem().and_then(|id| id.to_str()).unwrap_or_default();
            if file.extension().is_some_and(|ending| ending == "part") && !goes_on(id) {
                fs::remove_file(file)?;
            }
        }
        Ok(())
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the record of a game is to be written.
    pub fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.jsonl"))
    }

    /// The record of a game that is over.
    pub fn record(&self, id: &str) -> Option<PathBuf> {
        // An id consists of letters and digits only, so it cannot lead out of the folder.
        let path = id.bytes().all(|b| b.is_ascii_alphanumeric()).then(|| self.path(id))?;
        path.is_file().then_some(path)
    }

    /// The ids of the finished games, newest first.
    pub fn newest(&self, most: usize) -> Vec<String> {
        let records = newest_first(&self.folder).unwrap_or_default();
        let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
        records.into_iter().take(most).filter_map(|(_, path)| stem(path)).collect()
    }

    /// Removes the oldest records beyond those that are kept.
    pub fn tidy(&self) -> io::Result<()> {
        let records = newest_first(&self.folder)?;
        records.into_iter().skip(self.most).try_for_each(|(_, path)| fs::remove_file(path))
    }
}

/// Records with their modification times, the newest first.
fn newest_first(folder: &Path) -> io::Result<Vec<(SystemTime, PathBuf)>> {
    let mut found = Vec::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        if file.path().extension().is_some_and(|ending| ending == "jsonl") {
            found.push((file.metadata()?.modified()?, file.path()));
        }
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    Ok(found)
}
