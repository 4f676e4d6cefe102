//! I/O errors with the path they are about.

use crate::reason::Reason;
use std::io;
use std::path::Path;

/// The same error with its file.
pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    let path = path.display().to_string();
    io::Error::new(error.kind(), Reason::step(&path, &path, error))
}
