//! What an archive begins with, and what stands where in it.

use serde::{Deserialize, Serialize};

/// How far it is: bytes that are done, and all of them; 0 of 0 while the store is copied.
pub type Progress<'a> = &'a dyn Fn(u64, u64);

/// The first entry of an archive.
pub(super) const HEAD: &str = "leitai-backup.json";
/// The last one, as `sha256sum` writes and checks it.
pub(super) const SUMS: &str = "SHA256SUMS";
/// Under which the files of the site stand.
pub(super) const FOLDER: &str = "site";
/// The store in a site's folder.
pub(super) const STORE: &str = "store.sqlite";
/// The version of archives that are written here, and the newest that is read.
pub(super) const FORMAT: u32 = 1;

/// What an archive says of itself.
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
    /// What the server's crew is called in the store.
    pub crew: Option<String>,
}
