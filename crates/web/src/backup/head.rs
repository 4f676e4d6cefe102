//! The first entry of an archive, and the names of the others.

use serde::{Deserialize, Serialize};

/// Called with the bytes done and the total; 0 of 0 while the store is copied.
pub type Progress<'a> = &'a dyn Fn(u64, u64);

/// The first entry of an archive.
pub(super) const HEAD: &str = "leitai-backup.json";
/// The last entry, in the format of `sha256sum`.
pub(super) const SUMS: &str = "SHA256SUMS";
/// The folder of the site's files in the archive.
pub(super) const FOLDER: &str = "site";
/// The store in a site's folder.
pub(super) const STORE: &str = "store.sqlite";
/// The version of archives written here, and the newest that can be read.
pub(super) const FORMAT: u32 = 1;

/// The description of an archive in its first entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The version of the archive.
    pub format: u32,
    /// The version of the program that made it.
    pub version: String,
    /// When it was made, in milliseconds since 1970-01-01 UTC.
    pub made_ms: i64,
    /// Whether the store is in it.
    pub store: bool,
    /// The name of the server's crew in the store.
    pub crew: Option<String>,
}
