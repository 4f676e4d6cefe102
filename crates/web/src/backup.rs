//! A site as one archive, made while it runs, and a site made of one: a tar archive, compressed, whose last entry has the
//! SHA-256 of every other.

mod archive;
mod head;
mod make;
mod restore;
#[cfg(test)]
mod tests;

pub use head::{Head, Progress};
pub use make::{Backed, BackupError, BackupRequest, back_up};
pub use restore::{RestoreError, Restored, look_through, restore};
