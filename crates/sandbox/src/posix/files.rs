//! Files: what the standard library has in another way on each system, or not at all.

use crate::visual_studio::VisualStudio;
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Resource, Rlimit, geteuid, getrlimit, setrlimit, umask};
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Reads at a place of the file; returns how many bytes.
pub fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    file.read_at(bytes, at)
}

/// Reads at a place of the file, all of it.
pub fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    file.read_exact_at(bytes, at)
}

/// Writes at a place of the file, all of it.
pub fn write_all_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    file.write_all_at(bytes, at)
}

/// Makes a folder and those above it, of this mode.
pub fn make_folders(folder: &Path, mode: u32) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(mode).create(folder)
}

/// Makes a file of this mode, which must not be there yet.
pub fn create_new(file: &Path, mode: u32) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(mode).open(file)
}

/// The path that these bytes are, in an archive or a list of ours.
pub fn path_of(bytes: &[u8]) -> PathBuf {
    OsStr::from_bytes(bytes).into()
}

/// When the file was last changed: seconds since 1970, and nanoseconds.
pub fn changed(known: &Metadata) -> (i64, i64) {
    (known.mtime(), known.mtime_nsec())
}

/// The mode of a file or folder.
pub fn mode(known: &Metadata) -> u32 {
    known.mode()
}

/// Gives a file or folder this mode.
pub fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Gives an open file this mode.
pub fn set_mode_of(file: &File, mode: u32) -> io::Result<()> {
    file.set_permissions(Permissions::from_mode(mode))
}

/// Whether the system itself executes what was compiled for Windows.
pub const RUNS_EXE: bool = false;

/// Whether it is a file that can be executed.
pub fn is_executable(_path: &Path, known: &Metadata) -> bool {
    known.is_file() && known.permissions().mode() & 0o111 != 0
}

/// What the file of a compiled program is called.
pub const PROGRAM: &str = "program";

/// The name of a program's file without the ending by which the system knows that it is one: none here.
pub fn without_ending(name: &str) -> &str {
    name
}

/// The file names by which a command of this name may be found.
pub fn names_of_command(name: &OsStr) -> Vec<OsString> {
    vec![name.to_owned()]
}

/// Whether a word of a command line is a path, and no name to be searched for.
pub fn is_path(word: &OsStr) -> bool {
    word.as_bytes().contains(&b'/')
}

/// The number by which no other file of the machine is known, as long as it is there.
pub fn identity(known: &Metadata) -> Option<(u64, u64)> {
    Some((known.dev(), known.ino()))
}

/// The number of the user to whom it belongs.
pub fn owner(known: &Metadata) -> u32 {
    known.uid()
}

/// The number of the user who runs this process.
pub fn user() -> u32 {
    geteuid().as_raw()
}

/// Whether that user may do everything on this machine.
pub fn is_root() -> bool {
    geteuid().is_root()
}

/// Opens a file to read it, without waiting for whoever is at the other end; errors with
/// [`Errno::LOOP`](rustix::io::Errno::LOOP) if it is a link and may be none.
pub fn open_at_once(path: &Path, follows: bool) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let flags = if follows { flags } else { flags | OFlags::NOFOLLOW };
    Ok(File::from(open(path, flags, Mode::empty())?))
}

/// Opens what is locked by whoever uses a folder, or what a link to one leads to: the folder itself.
pub fn open_to_lock(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

/// As [`open_to_lock`], but the folder may be no link.
pub fn lock_of(folder: &Path) -> io::Result<File> {
    let flags = (OFlags::DIRECTORY | OFlags::NOFOLLOW).bits();
    OpenOptions::new().read(true).custom_flags(flags.cast_signed()).open(folder)
}

/// Room on a disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Bytes that this user may still write.
    pub bytes: u64,
    /// Files that may still be made; `None` where nothing limits them.
    pub files: Option<u64>,
}

/// The room on the disk where this is; `None` if that is not known.
pub fn room(path: &Path) -> Option<Room> {
    let disk = rustix::fs::statvfs(path).ok()?;
    let files = (disk.f_files > 0).then_some(disk.f_favail);
    Some(Room { bytes: disk.f_bavail.saturating_mul(disk.f_frsize), files })
}

/// From now on, every file that this process creates has mode 0600 and every folder 0700. Call it before there is a
/// second thread.
pub fn keep_private() {
    umask(Mode::from_raw_mode(0o077));
}

/// The folder for what is of use to this user but can be made again: `$XDG_CACHE_HOME`, or `~/.cache`; `None` without a home.
pub fn user_cache() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")))
}

/// The folders in which compilers and interpreters lie although no search path leads there: here none.
pub fn tool_folders() -> Vec<PathBuf> {
    Vec::new()
}

/// The compiler of Visual Studio: there is none here.
pub fn visual_studio() -> Option<VisualStudio> {
    None
}

/// Whether a file could not be replaced because somebody has it open: here nothing is refused for that.
pub fn is_held(_error: &io::Error, _path: &Path) -> bool {
    false
}

/// What may be paths in an argument beside all of it: what an option assigns, and the parts of a list.
pub fn paths_in(argument: &OsStr) -> Vec<PathBuf> {
    let parts = argument.as_bytes().split(|byte| [b':', b'='].contains(byte)).map(OsStr::from_bytes);
    parts.filter(|part| !part.is_empty()).map(PathBuf::from).collect()
}

/// Raises the limit on open files of this process as far as the system permits, and returns it; `None` if there is none.
pub fn raise_limit() -> Option<usize> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // If this is refused, the old limit stays.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    getrlimit(Resource::Nofile).current.map(|files| files as usize)
}

/// Returns once what was written to a file would be there after a power cut.
pub fn sync(file: &Path) -> io::Result<()> {
    File::open(file)?.sync_all()
}

/// Returns once what was done to the names in a folder would be so after a power cut.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
