//! The search path of the stage, and the files found on it.

use leitai_sandbox::system::{Errno, files};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The search path as it was at the start, without relative folders, which would depend on where the stage runs; after it the
/// folders in which the system keeps tools that it does not lead to.
pub(crate) fn search_path() -> &'static [PathBuf] {
    static PATH: OnceLock<Vec<PathBuf>> = OnceLock::new();
    PATH.get_or_init(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let named = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
        named.chain(files::tool_folders()).collect()
    })
}

/// The file that a command line starts by this word: a path, or a name on the search path. Errors with
/// [`PermissionDenied`](io::ErrorKind::PermissionDenied) if the file exists but cannot be executed.
pub fn locate(program: &OsStr) -> io::Result<PathBuf> {
    if files::is_path(program) {
        let file = PathBuf::from(program);
        return if fs::metadata(&file).map(|meta| files::is_executable(&file, &meta))? {
            Ok(file)
        } else {
            Err(Errno::ACCESS.into())
        };
    }
    find_any(program).ok_or_else(|| Errno::NOENT.into())
}

/// The file of that name on the search path, whoever can write it: to be executed inside the sandbox, like anybody's
/// program.
pub(crate) fn find_any(name: &OsStr) -> Option<PathBuf> {
    named(name).find(|file| is_executable(file))
}

/// Where a command of this name may be on the search path, in its order.
pub(crate) fn named(name: &OsStr) -> impl Iterator<Item = PathBuf> {
    let names = files::names_of_command(name);
    search_path()
        .iter()
        .flat_map(move |folder| names.iter().map(|name| folder.join(name)).collect::<Vec<_>>())
}

/// Whether it is a file that can be executed.
pub(crate) fn is_executable(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|meta| files::is_executable(file, &meta))
}
