//! Which files of the machine nobody but root, administrators and the stage's own user can have put there.

use std::path::{Path, PathBuf};

/// The groups of those who may become root: `wheel` and `admin`. Any other may be everybody's, as `staff` is.
const ADMINISTRATORS: [u32; 2] = [0, 80];

/// The file that a path leads to, if nobody but root, administrators and the stage's own user can write to it or to anything
/// on the way, including links and the folders they lead through. Access control lists are not looked at.
pub fn canonical(path: &Path) -> Option<PathBuf> {
    crate::posix::trust::canonical(path, |_, group| ADMINISTRATORS.contains(&group))
}
