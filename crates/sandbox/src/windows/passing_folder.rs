//! A temporary folder that goes with its user.

use super::pid::Pid;
use super::process;
use crate::error::named;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A temporary folder of this process. It is removed when this is dropped; that of a process that was killed is removed by
/// the next one that makes such a folder.
#[derive(Debug)]
pub struct PassingFolder {
    path: PathBuf,
}

impl PassingFolder {
    /// A new folder whose name begins like this.
    pub fn make(_launcher: &Path, prefix: &str) -> io::Result<PassingFolder> {
        let all = std::env::temp_dir();
        clear_away(&all, prefix);
        let mut secret = [0; 8];
        process::fill_random(&mut secret)?;
        let path = all.join(format!("{prefix}{}-{:016x}", std::process::id(), u64::from_le_bytes(secret)));
        fs::create_dir(&path).map_err(|error| named(&all, &error))?;
        Ok(PassingFolder { path })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for PassingFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes the folders of processes that are gone.
fn clear_away(all: &Path, prefix: &str) {
    for entry in fs::read_dir(all).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number =
            name.to_str().and_then(|name| name.strip_prefix(prefix)?.split_once('-')?.0.parse().ok());
        if number.is_some_and(|number| process::open(Pid::of(number)).is_none()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
