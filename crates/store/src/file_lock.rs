//! A lock on a file, which one process at a time has.

use crate::StoreError;
use leitai_core::{Sentence, sentence};
use leitai_sandbox::system::{files, locks};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::ops::Deref;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long the right to a file is tried for: whoever only looks whether somebody has it locks it for an instant.
const INSTANT: Duration = Duration::from_millis(200);
/// How often a taken lock is tried again.
const LOOK: Duration = Duration::from_millis(2);

/// A file that nobody else can lock until this is dropped, or the process dies (`flock`).
#[derive(Debug)]
pub struct FileLock(File);

impl FileLock {
    /// Opens a file, or creates it in an existing folder, and locks it.
    pub fn take(path: &Path) -> Result<FileLock, StoreError> {
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(|error| StoreError::io(path, error))?;
        acquire(&file, path, INSTANT)?;
        Ok(FileLock(file))
    }
}

impl Deref for FileLock {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl Drop for FileLock {
    /// Unlocks explicitly. Closing is not enough: a child process that is just being started shares all our
    /// descriptors, and so the lock, until it executes its program.
    fn drop(&mut self) {
        let _ = locks::release(&self.0);
    }
}

/// A file of ours that is locked for a moment.
pub(crate) struct Locked<'a>(&'a File);

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        let _ = locks::release(self.0);
    }
}

/// Locks a file, and waits at most so long for whoever has it.
pub(crate) fn lock<'a>(file: &'a File, path: &Path, patience: Duration) -> Result<Locked<'a>, StoreError> {
    acquire(file, path, patience)?;
    Ok(Locked(file))
}

fn acquire(file: &File, path: &Path, patience: Duration) -> Result<(), StoreError> {
    let start = Instant::now();
    loop {
        match locks::try_take(file) {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(StoreError::io(path, error)),
            Err(TryLockError::WouldBlock) if start.elapsed() < patience => std::thread::sleep(LOOK),
            Err(TryLockError::WouldBlock) => {
                let holder = holder(file).unwrap_or_else(|| Sentence::new("another process", "另一进程"));
                return Err(StoreError::InUse { place: path.display().to_string(), holder });
            }
        }
    }
}

/// The process that holds the lock, from the kernel's list of locks.
fn holder(file: &File) -> Option<Sentence> {
    let inode = files::identity(&file.metadata().ok()?)?.1.to_string();
    let locks = fs::read_to_string("/proc/locks").ok()?;
    let pid = locks.lines().find_map(|line| {
        // 1: FLOCK  ADVISORY  WRITE 1234 fe:01:5678 0 EOF
        let fields: Vec<_> = line.split_ascii_whitespace().collect();
        let [_, "FLOCK", _, "WRITE", pid, place, ..] = fields[..] else { return None };
        (place.rsplit(':').next() == Some(&inode)).then(|| pid.to_owned())
    })?;
    let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let command = String::from_utf8_lossy(&command).replace('\0', " ");
    let command = command.trim_end().escape_debug();
    Some(sentence!("process {pid} ({command})", "进程 {pid}（{command}）"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_free_once_dropped_though_a_process_being_started_has_it_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        let lock = FileLock::take(&path).expect("nobody has it");
        // A clone shares the open file as a fork does.
        let inherited = lock.try_clone().expect("a descriptor");
        let refused = FileLock::take(&path).expect_err("one has it").to_string();
        assert!(refused.contains(&format!("process {} ", std::process::id())), "{refused}");
        drop(lock);
        FileLock::take(&path).expect("nobody has it");
        drop(inherited);
    }
}
