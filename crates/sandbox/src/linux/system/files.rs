//! Files: what the standard library has in another way on each system, or not at all.

pub use crate::posix::files::*;

use std::fs::File;
use std::io;
use std::path::Path;

/// Returns once everything that was written to the disk where this folder is would be there after a power cut.
pub fn sync_disk(folder: &Path) -> io::Result<()> {
    Ok(rustix::fs::syncfs(File::open(folder)?)?)
}
