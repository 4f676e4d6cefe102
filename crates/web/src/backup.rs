//! A backup of a site as one archive, made while the site runs, and restoring a site from it: a compressed tar
//! archive whose last entry lists the SHA-256 of every other.

mod archive;
mod head;
mod make;
mod restore;
#[cfg(test)]
mod tests;

pub use head::{Head, Progress};
pub use make::{Backed, BackupError, BackupRequest, back_up};
pub use restore::{RestoreError, Restored, look_through, restore};
