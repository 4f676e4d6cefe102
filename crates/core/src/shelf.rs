//! Tables that players read: built once, outside any clock, and looked up by name.

use crate::Words;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// A table that a game's players can use. The game defines how it is made, but not where it is stored.
pub struct TableSpec {
    /// Its name, unique in its game: lower-case letters, digits and hyphens.
    pub name: &'static str,
    /// Incremented whenever the table's bytes change: another version is another table.
    pub version: u32,
    /// What the table knows.
    pub what: Words,
    /// Bytes it takes on the shelf.
    pub bytes: u64,
    /// Builds the table: the same bytes on every machine. Reports the part done, from 0 to 1. Tables that it is
    /// made from are looked up by name, and built again if they are missing.
    pub build: BuildTable,
}

/// Makes the bytes of a table from other tables, and reports the part done, from 0 to 1.
pub type BuildTable = fn(&dyn Shelf, &mut dyn FnMut(f32)) -> Vec<u8>;

impl Debug for TableSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v{}, {} bytes", self.name, self.version, self.bytes)
    }
}

/// Where a game's tables are looked up. A damaged table counts as missing.
pub trait Shelf: Send + Sync {
    /// Opens a table for reading in place. Returns `None` if it was not built, or not in this version.
    fn open(&self, table: &TableSpec) -> Option<Arc<dyn ShelvedTable>>;

    /// Loads all of its bytes into memory.
    fn load(&self, table: &TableSpec) -> Option<Vec<u8>> {
        let shelved = self.open(table)?;
        let mut bytes = vec![0; usize::try_from(shelved.bytes()).ok()?];
        shelved.read(0, &mut bytes).then_some(bytes)
    }
}

/// A table on the shelf.
pub trait ShelvedTable: Send + Sync {
    /// Its size in bytes.
    fn bytes(&self) -> u64;

    /// Fills `into` with the table's bytes from `at` on. Returns false if they cannot be read; `into` then holds
    /// nothing useful.
    fn read(&self, at: u64, into: &mut [u8]) -> bool;
}

/// A shelf without tables.
#[derive(Clone, Copy, Debug)]
pub struct NoShelf;

impl Shelf for NoShelf {
    fn open(&self, _: &TableSpec) -> Option<Arc<dyn ShelvedTable>> {
        None
    }
}
