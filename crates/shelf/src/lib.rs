//! Tables for players, kept in a folder of the user: built once, checked, read in place.
//!
//! A table is one file, `GAME-NAME-vN.table`. It is written under another name and then renamed, so that readers see
//! all of it or nothing. Its head has the SHA-256 of all bytes and a checksum of each block: a player opens a table
//! immediately, however large it is, and each block is checked when it is first read.
#![warn(clippy::unwrap_used)]

mod build_lock;
mod file;
mod folder;
mod head;

pub use build_lock::BuildLock;
pub use folder::{GameShelf, Leftover, TableFolder, TableState};
