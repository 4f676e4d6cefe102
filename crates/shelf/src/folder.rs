//! The folder of tables: lists, checks, adds and removes its files.

use crate::build_lock::BuildLock;
use crate::file::TableFile;
use crate::head::Head;
use leitai_catalog::ListedGame;
use leitai_core::{Shelf, ShelvedTable, TableSpec};
use leitai_sandbox::system::files;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The environment variable that names the folder.
const NAMED_BY: &str = "LEITAI_TABLES";

/// A folder of tables. If it does not exist, there are no tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFolder(PathBuf);

/// The state of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableState {
    /// It was not built, or not in this version.
    Missing,
    /// Its file is cut or altered, and so as good as missing.
    Damaged,
    /// It is there; building it took this long.
    There(Duration),
}

/// A file of the folder that no table of this program needs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Leftover {
    /// Its file name: a table of another version, or an unfinished one.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
}

impl TableFolder {
    /// The user's folder: `$LEITAI_TABLES`, else `leitai/tables` in [`user_cache`](files::user_cache); `None` without one. A
    /// relative path is resolved against the working directory.
    pub fn of_user() -> Option<TableFolder> {
        if let Some(path) = std::env::var_os(NAMED_BY).filter(|text| !text.is_empty()) {
            return Some(TableFolder(std::path::absolute(path).ok()?));
        }
        Some(TableFolder(files::user_cache()?.join("leitai/tables")))
    }

    /// This folder.
    pub fn at(folder: PathBuf) -> TableFolder {
        TableFolder(folder)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The environment variable that makes this folder a program's shelf.
    pub fn variable(&self) -> (&'static str, &OsStr) {
        (NAMED_BY, self.0.as_os_str())
    }

    /// The tables of one game, as a shelf for its players.
    pub fn shelf(&self, game: ListedGame) -> GameShelf {
        GameShelf { folder: self.clone(), game }
    }

    /// The state of a table, judged by the head of its file and its length: fast, whatever its size.
    pub fn state(&self, game: ListedGame, table: &TableSpec) -> io::Result<TableState> {
        Ok(match self.open(game, table)? {
            StoredTable::File(file) => TableState::There(file.head.took),
            StoredTable::Damaged => TableState::Damaged,
            StoredTable::Nothing => TableState::Missing,
        })
    }

    /// Like [`state`](TableFolder::state), but reads and checks every byte.
    pub fn check(&self, game: ListedGame, table: &TableSpec) -> io::Result<TableState> {
        Ok(match self.open(game, table)? {
            StoredTable::File(file) if file.is_sound()? => TableState::There(file.head.took),
            StoredTable::File(_) | StoredTable::Damaged => TableState::Damaged,
            StoredTable::Nothing => TableState::Missing,
        })
    }

    /// Takes the right to build a table; `None` while another process has it. The folder is created if necessary.
    pub fn lock(&self, game: ListedGame, table: &TableSpec) -> io::Result<Option<BuildLock>> {
        // The parent folder may hold private data of others. Tables are no secret, and players may run as another user.
        if let Some(parent) = self.0.parent() {
            files::make_folders(parent, 0o700)?;
        }
        files::make_folders(&self.0, 0o755)?;
        BuildLock::take(&self.0, &stem(game, table))
    }

    /// Writes a table that took `took` to build, replacing any earlier one. Nobody ever sees a part of it, and on
    /// failure the earlier one remains. Errors with [`ErrorKind::InvalidData`] if the size of the table is not the one
    /// in its description.
    pub fn put(
        &self,
        lock: &BuildLock,
        game: ListedGame,
        table: &TableSpec,
        bytes: &[u8],
        took: Duration,
    ) -> io::Result<()> {
        if bytes.len() as u64 != table.bytes {
            return Err(ErrorKind::InvalidData.into());
        }
        let written = File::create(&lock.part).and_then(|mut file| {
            file.write_all(&Head::of(bytes, took).write(&stem(game, table)))?;
            file.write_all(bytes)?;
            files::set_mode_of(&file, 0o644)?;
            // Otherwise, after a power loss, the new name might survive but not the bytes.
            file.sync_all()?;
            fs::rename(&lock.part, self.path_of(game, table))
        });
        if written.is_err() {
            let _ = fs::remove_file(&lock.part);
        }
        written
    }

    /// Removes a table, whatever its state; returns false if there was none.
    pub fn remove(&self, game: ListedGame, table: &TableSpec) -> io::Result<bool> {
        there(fs::remove_file(self.path_of(game, table))).map(|done| done.is_some())
    }

    /// The files of tables not in `known`, and unfinished files that no process is writing.
    pub fn leftovers(&self, known: &[(ListedGame, &TableSpec)]) -> io::Result<Vec<Leftover>> {
        let Some(entries) = there(fs::read_dir(&self.0))? else { return Ok(Vec::new()) };
        let mut left = Vec::new();
        for entry in entries {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let is_table = name.strip_suffix(".table").is_some_and(|name| {
                !name.starts_with('.') && !known.iter().any(|(game, table)| stem(*game, table) == name)
            });
            let part = name.strip_prefix('.').and_then(|name| name.strip_suffix(".part"));
            let is_part = part.is_some_and(|name| matches!(BuildLock::take(&self.0, name), Ok(Some(_))));
            if is_table || is_part {
                // Another process removed it in the meantime.
                let Some(meta) = there(entry.metadata())? else { continue };
                left.push(Leftover { name, bytes: meta.len() });
            }
        }
        left.sort();
        Ok(left)
    }

    /// Removes one of the [`leftovers`](TableFolder::leftovers).
    pub fn clear(&self, left: &Leftover) -> io::Result<()> {
        there(fs::remove_file(self.0.join(&left.name))).map(drop)
    }

    fn path_of(&self, game: ListedGame, table: &TableSpec) -> PathBuf {
        self.0.join(format!("{}.table", stem(game, table)))
    }

    fn open(&self, game: ListedGame, table: &TableSpec) -> io::Result<StoredTable> {
        let opened = TableFile::open(&self.path_of(game, table), &stem(game, table), table.bytes);
        Ok(match there(opened) {
            Ok(Some(Some(file))) => StoredTable::File(file),
            Ok(None) => StoredTable::Nothing,
            Ok(Some(None)) => StoredTable::Damaged,
            // It was truncated while it was being read.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => StoredTable::Damaged,
            Err(error) => return Err(error),
        })
    }
}

enum StoredTable {
    File(TableFile),
    Damaged,
    Nothing,
}

/// The name of a table's file without its extension.
fn stem(game: ListedGame, table: &TableSpec) -> String {
    format!("{game}-{}-v{}", table.name, table.version)
}

/// `None` if the file does not exist.
fn there<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The shelf of one game's players: a table that cannot be read counts as missing.
#[derive(Clone, Debug)]
pub struct GameShelf {
    folder: TableFolder,
    game: ListedGame,
}

impl Shelf for GameShelf {
    fn open(&self, table: &TableSpec) -> Option<Arc<dyn ShelvedTable>> {
        match self.folder.open(self.game, table) {
            Ok(StoredTable::File(file)) => Some(Arc::new(file)),
            Ok(StoredTable::Damaged | StoredTable::Nothing) | Err(_) => None,
        }
    }
}
