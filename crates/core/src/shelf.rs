//! Tables that players read: built once, outside any clock, and asked for by name.

use crate::Words;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// A table that a game's players can use. How it is made is part of the game; where it lies is not its concern.
pub struct TableSpec {
    /// Its name, unique in its game: lower-case letters, digits and hyphens.
    pub name: &'static str,
    /// Counts up whenever its bytes change: another version is another table.
    pub version: u32,
    /// What it knows.
    pub what: Words,
    /// Bytes it takes on the shelf.
    pub bytes: u64,
    /// Builds it: the same bytes on every machine. Reports the part done, 0 to 1. Tables that it is made of are asked for
    /// by name, and built anew where they are missing.
    pub build: BuildTable,
}

/// Makes the bytes of a table from others; hears the part done, 0 to 1.
pub type BuildTable = fn(&dyn Shelf, &mut dyn FnMut(f32)) -> Vec<u8>;

impl Debug for TableSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v{}, {} bytes", self.name, self.version, self.bytes)
    }
}

/// Where a game's tables are looked for. A damaged table is none.
pub trait Shelf: Send + Sync {
    /// The table, to be read where it lies. None: it was not built, or not in this version.
    fn open(&self, table: &TableSpec) -> Option<Arc<dyn ShelvedTable>>;

    /// All of its bytes, in memory.
    fn load(&self, table: &TableSpec) -> Option<Vec<u8>> {
        let shelved = self.open(table)?;
        let mut bytes = vec![0; usize::try_from(shelved.bytes()).ok()?];
        shelved.read(0, &mut bytes).then_some(bytes)
    }
}

/// A table on the shelf.
pub trait ShelvedTable: Send + Sync {
    /// How many bytes it has.
    fn bytes(&self) -> u64;

    /// Fills `into` with its bytes from `at` on. False: they cannot be read, and `into` holds nothing of use.
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
