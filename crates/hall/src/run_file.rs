//! The file `running` in the folder of an event that is run on this machine: whoever runs it has it locked, and writes
//! into it for others what is being played.

use crate::error::HallError;
use crate::error::io_at;
use leitai_sandbox::system::files::write_all_at;
use leitai_sandbox::system::locks;
use leitai_store::{FileLock, StoreError};
use leitai_tournament::{Due, EntryId, GameId};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::{Path, PathBuf};

/// What the process that runs an event says of it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Running {
    /// The games that are being played.
    pub(crate) games: Vec<RunningGame>,
    /// The keys of the [`Hold`](crate::hold::Hold)s that it has seen.
    pub(crate) holds: Vec<String>,
}

/// A game that is being played, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RunningGame {
    pub(crate) id: GameId,
    pub(crate) sides: [EntryId; 2],
}

impl From<&Due> for RunningGame {
    fn from(due: &Due) -> RunningGame {
        RunningGame { id: due.id, sides: [due.first, due.second] }
    }
}

/// The right to run an event, which one process at a time has.
pub(crate) struct RunFile {
    path: PathBuf,
    file: FileLock,
    told: Option<Running>,
}

fn path_in(folder: &Path) -> PathBuf {
    folder.join("running")
}

impl RunFile {
    /// Takes the right to run the event in this folder; errors with [`StoreError::InUse`] if another process has it.
    pub(crate) fn take(folder: &Path) -> Result<RunFile, HallError> {
        let path = path_in(folder);
        let file = FileLock::take(&path)?;
        let mut taken = RunFile { path, file, told: None };
        taken.tell(Running::default())?;
        Ok(taken)
    }

    /// Tells others what is being played.
    pub(crate) fn tell(&mut self, running: Running) -> Result<(), HallError> {
        if self.told.as_ref() == Some(&running) {
            return Ok(());
        }
        let write = || {
            let text = serde_json::to_vec(&running)?;
            // A reader finds no whole text until the last byte is there.
            self.file.set_len(0)?;
            write_all_at(&self.file, &text, 0)
        };
        write().map_err(io_at(&self.path))?;
        self.told = Some(running);
        Ok(())
    }
}

impl Running {
    /// What is being played in the event of a folder; `None` if no process runs it.
    pub(crate) fn look(folder: &Path) -> Option<Running> {
        let path = path_in(folder);
        loop {
            let file = File::open(&path).ok()?;
            if locks::try_share(&file).is_ok() {
                let _ = locks::release(&file);
                return None;
            }
            // It may be just being written.
            if let Ok(running) = serde_json::from_slice(&std::fs::read(&path).ok()?) {
                return Some(running);
            }
            std::thread::yield_now();
        }
    }

    /// Who runs the event of a folder, in words.
    pub(crate) fn whoever(folder: &Path) -> Option<leitai_core::Sentence> {
        match FileLock::take(&path_in(folder)) {
            Err(StoreError::InUse { holder, .. }) => Some(holder),
            _ => None,
        }
    }
}
