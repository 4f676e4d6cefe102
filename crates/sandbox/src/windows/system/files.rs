//! Files: what the standard library has in another way on each system, or not at all. Modes mean nothing here: a user's
//! folders are closed to others by Windows.

use super::errno::Errno;
use crate::kept_places::{Roots, kept_places};
use crate::visual_studio::{Disk, VisualStudio};
use crate::windows::words::wide;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION, ERROR_USER_MAPPED_FILE,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_REPARSE_POINT, FILE_FLAG_DELETE_ON_CLOSE, FILE_SHARE_DELETE, FILE_SHARE_READ,
    FILE_SHARE_WRITE, GetDiskFreeSpaceExW,
};

/// What names of programs end with, in the order in which they are searched for.
const ENDINGS: [&str; 4] = ["exe", "com", "bat", "cmd"];

/// Reads at a place of the file; returns how many bytes.
pub fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    file.seek_read(bytes, at)
}

/// Reads at a place of the file, all of it.
pub fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.seek_read(bytes, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                bytes = &mut bytes[count..];
                at += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes at a place of the file, all of it.
pub fn write_all_at(file: &File, mut bytes: &[u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.seek_write(bytes, at) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => {
                bytes = &bytes[count..];
                at += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Makes a folder and those above it.
pub fn make_folders(folder: &Path, _mode: u32) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Makes a file, which must not be there yet.
pub fn create_new(file: &Path, _mode: u32) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(file)
}

/// The path that these bytes are, in an archive or a list of ours.
pub fn path_of(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// When the file was last changed: seconds since 1970, and nanoseconds.
pub fn changed(known: &Metadata) -> (i64, i64) {
    let since =
        known.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    (since.as_secs().cast_signed(), i64::from(since.subsec_nanos()))
}

/// The mode that a file or folder of its owner's has elsewhere.
pub fn mode(known: &Metadata) -> u32 {
    if known.is_dir() { 0o700 } else { 0o600 }
}

/// Does nothing.
pub fn set_mode(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}

/// Does nothing.
pub fn set_mode_of(_file: &File, _mode: u32) -> io::Result<()> {
    Ok(())
}

/// Whether the system itself executes what was compiled for Windows.
pub const RUNS_EXE: bool = true;

/// Whether it is a file that can be executed: its name says so. An empty one stands for a program of the shop, such as the
/// `python` that opens its window where Python is not installed.
pub fn is_executable(path: &Path, known: &Metadata) -> bool {
    known.is_file() && known.len() > 0 && is_ending(path.extension().unwrap_or_default())
}

/// What the file of a compiled program is called. Compilers add the ending where it is missing.
pub const PROGRAM: &str = "program.exe";

/// The name of a program's file without the ending by which the system knows that it is one.
pub fn without_ending(name: &str) -> &str {
    let parts = name.rsplit_once('.').filter(|(_, ending)| is_ending(ending.as_ref()));
    parts.map_or(name, |(name, _)| name)
}

fn is_ending(ending: &OsStr) -> bool {
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// The file names by which a command of this name may be found.
pub fn names_of_command(name: &OsStr) -> Vec<OsString> {
    let ended = |ending: &&str| {
        let mut whole = name.to_owned();
        whole.push(".");
        whole.push(ending);
        whole
    };
    std::iter::once(name.to_owned()).chain(ENDINGS.iter().map(ended)).collect()
}

/// Whether a word of a command line is a path, and no name to be searched for.
pub fn is_path(word: &OsStr) -> bool {
    word.as_encoded_bytes().iter().any(|byte| [b'/', b'\\', b':'].contains(byte))
}

/// The number by which no other file of the machine is known: not asked for here.
pub fn identity(_known: &Metadata) -> Option<(u64, u64)> {
    None
}

/// The number of the user to whom it belongs: here everything is the same one's.
pub fn owner(_known: &Metadata) -> u32 {
    user()
}

/// The number of the user who runs this process.
pub fn user() -> u32 {
    1
}

/// Whether that user may do everything on this machine: nothing is given to programs because of it.
pub fn is_root() -> bool {
    false
}

/// Opens a file to read it; errors with [`Errno::LOOP`] if it is a link and may be none.
pub fn open_at_once(path: &Path, follows: bool) -> io::Result<File> {
    if !follows && fs::symlink_metadata(path)?.file_attributes() & FILE_ATTRIBUTE_REPARSE_POINT != 0 {
        return Err(Errno::LOOP.into());
    }
    File::open(path)
}

/// Opens what is locked by whoever uses a folder: a file beside it, which goes when nobody has it open.
pub fn open_to_lock(folder: &Path) -> io::Result<File> {
    lock_of(&folder.canonicalize()?)
}

/// As [`open_to_lock`], but the folder may be no link.
pub fn lock_of(folder: &Path) -> io::Result<File> {
    if !fs::symlink_metadata(folder)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let mut file = folder.as_os_str().to_owned();
    file.push(".lock");
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
        .custom_flags(FILE_FLAG_DELETE_ON_CLOSE)
        .open(file)
}

/// Room on a disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Bytes that this user may still write.
    pub bytes: u64,
    /// Files that may still be made; `None` where nothing limits them.
    pub files: Option<u64>,
}

/// The room on the disk where this folder is; `None` if that is not known.
pub fn room(folder: &Path) -> Option<Room> {
    let mut bytes = 0;
    let folder = wide(folder.as_os_str());
    // SAFETY: a text that ends with a zero, and a valid place.
    let is_known = unsafe {
        GetDiskFreeSpaceExW(folder.as_ptr(), &raw mut bytes, std::ptr::null_mut(), std::ptr::null_mut())
    } != 0;
    is_known.then_some(Room { bytes, files: None })
}

/// Does nothing.
pub fn keep_private() {}

/// The folder for what is of use to this user but can be made again: `$XDG_CACHE_HOME`, or `AppData\Local`; `None` if the
/// environment names neither.
pub fn user_cache() -> Option<PathBuf> {
    ["XDG_CACHE_HOME", "LOCALAPPDATA"].into_iter().find_map(named)
}

/// An absolute path that the environment names.
fn named(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The folders in which compilers and interpreters lie although no search path leads there: installers of most of them ask
/// whether it should, and what a beginner answers is no.
pub fn tool_folders() -> Vec<PathBuf> {
    kept_places(&roots(), &folders)
}

/// The compiler of Visual Studio, which no search path leads to either; `None` if there is none, or no kit of Windows.
pub fn visual_studio() -> Option<VisualStudio> {
    let text = |file: &Path| fs::read_to_string(file).ok();
    let has = |file: &Path| file.is_file();
    crate::visual_studio::visual_studio(&roots(), &Disk { folders: &folders, text: &text, has: &has })
}

/// Where both begin to search.
fn roots() -> Roots {
    let all = |names: &[&str]| names.iter().filter_map(|name| named(name)).collect::<Vec<_>>();
    let drives = std::env::var_os("SystemDrive").map(|mut drive| {
        drive.push("\\");
        PathBuf::from(drive)
    });
    Roots {
        drives: drives.into_iter().collect(),
        programs: all(&["ProgramFiles", "ProgramFiles(x86)"]),
        own_programs: all(&["LOCALAPPDATA"]).iter().map(|local| local.join("Programs")).collect(),
        homes: all(&["USERPROFILE"]),
        data: all(&["ProgramData"]),
    }
}

/// The names of the folders in a folder.
fn folders(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Whether a file could not be replaced because somebody has it open. The system says only that access is denied, which it also
/// says of a folder and of a file that nobody may change.
pub fn is_held(error: &io::Error, path: &Path) -> bool {
    let is_file = || fs::metadata(path).is_ok_and(|known| known.is_file() && !known.permissions().readonly());
    match error.raw_os_error().map(i32::cast_unsigned) {
        Some(ERROR_SHARING_VIOLATION | ERROR_LOCK_VIOLATION | ERROR_USER_MAPPED_FILE) => true,
        Some(ERROR_ACCESS_DENIED) => is_file(),
        _ => false,
    }
}

/// What may be paths in an argument beside all of it: what an option assigns, and the parts of a list.
pub fn paths_in(argument: &OsStr) -> Vec<PathBuf> {
    let text = argument.to_string_lossy();
    text.split([';', '=']).filter(|part| !part.is_empty()).map(PathBuf::from).collect()
}

/// There is no limit on the files of a process.
pub fn raise_limit() -> Option<usize> {
    None
}

/// Returns once what was written to a file would be there after a power cut.
pub fn sync(file: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(file)?.sync_all()
}

/// Does nothing: the system keeps a journal of names.
pub fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Does nothing: each file was written through when it was to be.
pub fn sync_disk(_folder: &Path) -> io::Result<()> {
    Ok(())
}
