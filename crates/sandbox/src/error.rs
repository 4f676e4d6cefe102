//! I/O errors with the path they are about.

use leitai_lang::sentence;
use std::io;
use std::path::Path;

/// The same error with the path of its file.
pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    let path = path.display();
    io::Error::new(error.kind(), sentence!("{path}: {error}", "{path}（{error}）"))
}
