//! One builder of a table at a time, among all processes of the machine.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The right to write one table; given back when it is dropped, or the process ends in any way.
#[derive(Debug)]
pub struct BuildLock {
    /// Where the table is written before it is renamed: nobody else writes there.
    pub(crate) part: PathBuf,
    _lock: File,
}

impl BuildLock {
    /// None: another has it.
    pub(crate) fn take(folder: &Path, name: &str) -> io::Result<Option<BuildLock>> {
        // It stays: were it removed, two could hold the locks of two files of one name.
        let file = folder.join(format!(".{name}.lock"));
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(file)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(BuildLock { part: folder.join(format!(".{name}.part")), _lock: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
