//! Tables of players, kept in a folder of the user's: built once, checked, read in place.
//!
//! A table is one file, `GAME-NAME-vN.table`. It is written under another name and renamed, so that whoever reads sees all
//! of it or nothing. Its head has the SHA-256 of all bytes and a checksum of each block of them: a player opens a table at
//! once, however large it is, and what it reads was checked when it was read first.
#![warn(clippy::unwrap_used)]

mod build_lock;
mod file;
mod folder;
mod head;

pub use build_lock::BuildLock;
pub use folder::{GameShelf, Leftover, TableFolder, TableState};
