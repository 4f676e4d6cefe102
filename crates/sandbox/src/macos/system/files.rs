//! Files: what the standard library has in another way on each system, or not at all.

pub use crate::posix::files::*;

use std::fs::File;
use std::io;
use std::path::Path;

/// Asks for everything that was written to any disk to be written out, and returns once what this folder's disk was given
/// would be there after a power cut. What the system had not given to it by then may be lost: it does not wait for that.
pub fn sync_disk(folder: &Path) -> io::Result<()> {
    rustix::fs::sync();
    // For this system, the library has the disk itself write out what it holds.
    File::open(folder)?.sync_all()
}
