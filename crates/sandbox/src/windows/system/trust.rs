//! Which files of the machine nobody but the stage's own user and administrators can have put there.

use crate::windows::words::plain;
use std::path::{Path, PathBuf};

/// The file that a path leads to. Windows lets others write neither to its own folders nor to a user's; a folder that
/// somebody has opened to all is not told from others here, and nothing is closed to programs anyway.
pub fn canonical(path: &Path) -> Option<PathBuf> {
    path.is_absolute().then(|| path.canonicalize().ok().map(|path| plain(&path)))?
}
