//! The ids of workers: a name, `#`, and a part unique to their process.

use std::hash::{BuildHasher, RandomState};
use std::process;

/// The id of the workers of a name in this process.
pub(crate) fn made_up_id(name: &str) -> String {
    // The standard library seeds it from the system.
    let unique = RandomState::new().hash_one(name);
    format!("{}{}-{unique:016x}", ids_begin(name), process::id())
}

/// What the ids of all workers of a name begin with, and no others do.
pub(crate) fn ids_begin(name: &str) -> String {
    format!("{name}#")
}

/// The name in an id: what stands before the part that is unique to its process.
pub(crate) fn name_of(id: &str) -> &str {
    id.rsplit_once('#').map_or(id, |(name, _)| name)
}
