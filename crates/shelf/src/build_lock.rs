//! Ensures that only one process on the machine builds a table at a time.

use leitai_sandbox::system::locks;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The right to write one table, released when it is dropped or the process ends in any way.
#[derive(Debug)]
pub struct BuildLock {
    /// The file in which the table is written before it is renamed; only the holder of the lock writes there.
    pub(crate) part: PathBuf,
    _lock: File,
}

impl BuildLock {
    /// Takes the lock; `None` if another process holds it.
    pub(crate) fn take(folder: &Path, name: &str) -> io::Result<Option<BuildLock>> {
        // The file is never removed: otherwise two processes could lock two files of the same name.
        let file = folder.join(format!(".{name}.lock"));
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(file)?;
        match locks::try_take(&file) {
            Ok(()) => Ok(Some(BuildLock { part: folder.join(format!(".{name}.part")), _lock: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
