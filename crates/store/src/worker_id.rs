//! The ids of workers: a name, `#`, and a part unique to their process.

use std::hash::{BuildHasher, RandomState};
use std::process;

/// The id of this process's workers with this name.
pub(crate) fn made_up_id(name: &str) -> String {
    // The standard library seeds the hasher from the system.
    let unique = RandomState::new().hash_one(name);
    format!("{}{}-{unique:016x}", ids_begin(name), process::id())
}

/// The beginning shared by the ids of all workers of a name, and by no others.
pub(crate) fn ids_begin(name: &str) -> String {
    format!("{name}#")
}

/// The name in an id: the part before the one unique to its process.
pub(crate) fn name_of(id: &str) -> &str {
    id.rsplit_once('#').map_or(id, |(name, _)| name)
}
