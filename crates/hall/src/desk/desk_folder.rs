//! The folder of a match at a desk, which one process at a time has.

use super::desk_deed::DeskError;
use super::desk_file::MatchFile;
use super::desk_setup::DeskSetup;
use super::desk_shown::DeskState;
use crate::Desk;
use leitai_arena::Conditions;
use leitai_core::Sentence;
use leitai_store::{FileLock, StoreError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The file that the process whose folder it is has locked.
const LOCK: &str = "lock";

/// A desk with its folder, which no other process has until this is dropped.
pub struct DeskFolder {
    desk: Arc<Desk>,
    _lock: FileLock,
}

impl DeskFolder {
    /// Opens the desk whose match is, or will be, in this folder. Errors with [`DeskError::Taken`] if another process has it,
    /// and with [`DeskError::Other`] if another match is there.
    pub fn take(folder: PathBuf, setup: DeskSetup, conditions: Conditions) -> Result<DeskFolder, DeskError> {
        fs::create_dir_all(&folder).map_err(|error| machine(&error))?;
        let lock = FileLock::take(&folder.join(LOCK)).map_err(|error| match error {
            StoreError::InUse { holder, .. } => DeskError::Taken(folder.display().to_string(), holder),
            other => DeskError::Machine(Sentence::of(&other)),
        })?;
        Ok(DeskFolder { desk: Desk::open(folder, setup, conditions)?, _lock: lock })
    }

    /// Opens the desk of the newest match set up so that is not over, in a folder `GAME-N` below `root`. If there is none, or
    /// with `anew`, one is begun in the next folder. Nothing is ever removed.
    pub fn below(
        root: &Path,
        setup: &DeskSetup,
        conditions: &Conditions,
        anew: bool,
    ) -> Result<DeskFolder, DeskError> {
        let game = setup.game.facts().id;
        let wanted = MatchFile::of(setup);
        let mut numbers = numbers(root, game)?;
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        let next = numbers.first().map_or(Some(1), |last| last.checked_add(1)).unwrap_or(1);
        let named = |number: u32| root.join(format!("{game}-{number}"));
        for number in numbers {
            let folder = named(number);
            if anew || MatchFile::read(&folder).as_ref() != Some(&wanted) {
                continue;
            }
            let taken = DeskFolder::take(folder, setup.clone(), conditions.clone())?;
            if taken.desk.shown().state != DeskState::Over {
                return Ok(taken);
            }
        }
        DeskFolder::take(named(next), setup.clone(), conditions.clone())
    }

    /// The desk.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }
}

fn machine(error: &io::Error) -> DeskError {
    DeskError::Machine(Sentence::of(error))
}

/// The numbers of the folders of a game.
fn numbers(root: &Path, game: &str) -> Result<Vec<u32>, DeskError> {
    let entries = match fs::read_dir(root) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| machine(&error))?,
    };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    Ok(names.filter_map(|name| name.strip_prefix(game)?.strip_prefix('-')?.parse().ok()).collect())
}
