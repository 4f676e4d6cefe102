//! The bait outside a sandbox that the probe tries to reach: there is no probe here.

use crate::deed::Bait;
use std::io;
use std::path::Path;

/// Bait files in place.
#[derive(Debug)]
pub struct Laid {
    bait: Bait,
}

impl Laid {
    /// Errors: no door is closed to programs here, so that none is tried.
    pub fn in_folder(_folder: &Path, _probe: &Path) -> io::Result<Laid> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// What the probe is told of it.
    pub fn bait(&self) -> &Bait {
        &self.bait
    }
}
