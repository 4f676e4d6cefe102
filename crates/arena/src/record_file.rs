//! Writing a record file.

use crate::error::StageError;
use leitai_sandbox::replace;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How far what was written must have come before it counts as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Durability {
    /// To the system: it outlives this process.
    #[default]
    Process,
    /// To the disk: it outlives the machine.
    Machine,
}

/// A record file that appears under its name only when complete. Dropped before [`keep`](RecordFile::keep), it leaves
/// nothing.
pub struct RecordFile {
    file: Option<(BufWriter<File>, PathBuf, PathBuf)>,
    durability: Durability,
}

impl RecordFile {
    /// Starts a record; without a path everything written is discarded. Errors if the file cannot be created.
    pub fn create(path: Option<&Path>) -> Result<RecordFile, StageError> {
        let Some(path) = path else {
            return Ok(RecordFile { file: None, durability: Durability::default() });
        };
        let part = path.with_extension("part");
        let file = File::create(&part).map_err(|e| StageError::Io(part.display().to_string(), e))?;
        Ok(RecordFile {
            file: Some((BufWriter::new(file), part, path.to_owned())),
            durability: Durability::default(),
        })
    }

    /// Goes on with the record at this path that a process [left](RecordFile::leave), or was killed with: with its first
    /// `length` bytes, which must be whole lines.
    pub fn again(path: &Path, length: u64) -> Result<RecordFile, StageError> {
        let part = path.with_extension("part");
        let failed = |e| StageError::Io(part.display().to_string(), e);
        let mut file = File::options().write(true).open(&part).map_err(failed)?;
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        Ok(RecordFile {
            file: Some((BufWriter::new(file), part, path.to_owned())),
            durability: Durability::default(),
        })
    }

    /// The same, of which every [flush](Write::flush) comes so far.
    #[must_use]
    pub fn lasting(mut self, durability: Durability) -> RecordFile {
        self.durability = durability;
        self
    }

    /// The text of the record at this path that a process left, as far as its lines are whole; `None` if there is none.
    pub fn left(path: &Path) -> io::Result<Option<String>> {
        let mut text = match fs::read(path.with_extension("part")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        text.truncate(text.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1));
        String::from_utf8(text).map(Some).map_err(io::Error::other)
    }

    /// Moves a whole record to its name that a process left under the name of an unfinished one: it was killed between
    /// writing the end and [keeping](RecordFile::keep) it.
    pub fn keep_left(path: &Path) -> io::Result<()> {
        replace(&path.with_extension("part"), path)
    }

    /// Leaves the record as far as it goes: the game [goes on](RecordFile::again) in another process.
    pub fn leave(mut self) -> Result<(), StageError> {
        let Some((mut file, part, _)) = self.file.take() else { return Ok(()) };
        file.flush().map_err(|e| StageError::Io(part.display().to_string(), e))
    }

    /// Completes the record and moves it to its name. Errors if the file cannot be written or renamed.
    pub fn keep(mut self) -> Result<(), StageError> {
        let Some((file, part, path)) = &mut self.file else { return Ok(()) };
        let done = file.flush().and_then(|()| replace(part, path));
        done.map_err(|e| StageError::Io(path.display().to_string(), e))?;
        self.file = None;
        Ok(())
    }
}

impl RecordFile {
    /// Keeps the record of a game in which the stage failed, up to that point, next to its name: with `broken.jsonl`
    /// for its extension. It verifies as what it is, a record that breaks off. Returns its path, if there is a file.
    pub fn keep_broken(mut self) -> Option<PathBuf> {
        let (mut file, part, path) = self.file.take()?;
        let broken = path.with_extension("broken.jsonl");
        // The failure itself is reported; failing to keep its record as well must not take its place.
        file.flush().and_then(|()| fs::rename(&part, &broken)).ok().map(|()| broken)
    }
}

impl Drop for RecordFile {
    fn drop(&mut self) {
        if let Some((_, part, _)) = &self.file {
            // A fragment under a name of its own; failing to remove it does no harm.
            let _ = fs::remove_file(part);
        }
    }
}

impl Write for RecordFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some((file, _, _)) => file.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let Some((file, _, _)) = &mut self.file else { return Ok(()) };
        file.flush()?;
        match self.durability {
            Durability::Process => Ok(()),
            Durability::Machine => file.get_ref().sync_data(),
        }
    }
}
