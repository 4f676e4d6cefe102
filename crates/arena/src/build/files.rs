//! The submitted files, read once: without following links, plain files only, within limits.

use super::error::{BadFile, BuildError};
use super::language::Language;
use super::limits::{DEPTH, FILES, LARGEST, LARGEST_SOURCE, WHOLE};
use leitai_core::{Sentence, sentence};
use leitai_protocol::printable;
use leitai_sandbox::system::{Errno, files};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Extensions of the files that a compiler reads besides sources.
const HEADERS: [&str; 5] = ["h", "hh", "hpp", "hxx", "inc"];
/// What editors may put at the beginning of a text.
pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// The ending of archives of classes.
pub(super) const JAR: &str = "jar";
/// Folders that contain nothing submitted.
const SKIPPED: [&str; 1] = ["__pycache__"];
/// Hidden files that no program reads: those of editors, of version control, of operating systems.
const TOOLS: [&str; 24] = [
    ".git",
    ".gitignore",
    ".gitattributes",
    ".gitmodules",
    ".gitkeep",
    ".github",
    ".svn",
    ".hg",
    ".DS_Store",
    ".directory",
    ".vscode",
    ".vs",
    ".idea",
    ".settings",
    ".project",
    ".classpath",
    ".editorconfig",
    ".clang-format",
    ".clang-tidy",
    ".cache",
    ".venv",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
];
/// How many of the omitted files are named.
pub(super) const NAMED: usize = 5;

/// One submitted file.
pub(super) struct File {
    /// Its path below the submitted folder: plain names only.
    pub(super) name: PathBuf,
    pub(super) bytes: Vec<u8>,
    pub(super) executable: bool,
}

impl File {
    /// Whether it is a text without anything in it.
    pub(super) fn is_blank(&self) -> bool {
        self.bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&self.bytes).trim_ascii().is_empty()
    }
}

/// Whether a file of this name is an archive of classes.
pub(super) fn is_archive(name: &Path) -> bool {
    name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(JAR))
}

/// Why a file cannot be accepted.
enum FileError {
    BadFile(BadFile),
    Io(io::Error),
}

impl FileError {
    fn of(self, name: &str, path: &Path) -> BuildError {
        match self {
            FileError::BadFile(wrong) => BuildError::Source { name: name.to_owned(), wrong },
            FileError::Io(error) => BuildError::Missing(path.to_owned(), error),
        }
    }
}

/// A file's own name, printable.
pub(super) fn title(path: &Path) -> String {
    shown(Path::new(path.file_name().unwrap_or(path.as_os_str())))
}

/// Whether this is a link that leads out of its folder. Such a link would pass off somebody else's work, or a file of
/// the machine's, as the work of whoever created it.
pub fn leads_out(path: &Path) -> bool {
    let is_link = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let stays = |folder: PathBuf| path.canonicalize().is_ok_and(|whole| whole.starts_with(folder));
    is_link && !folder.canonicalize().is_ok_and(stays)
}

/// The canonical path of what was submitted, which must not be a link that leads out of its folder.
pub(super) fn handed_in(path: &Path) -> Result<PathBuf, BuildError> {
    let missing = |error| BuildError::Missing(path.to_owned(), error);
    let whole = path.canonicalize().map_err(missing)?;
    if leads_out(path) {
        return Err(BuildError::Source { name: title(path), wrong: BadFile::Link });
    }
    Ok(whole)
}

/// The bytes of a file that was submitted on its own.
pub(super) fn alone(path: &Path, most: u64) -> Result<Vec<u8>, BuildError> {
    read(path, most).map_err(|refused| refused.of(&title(path), path))
}

/// A folder that was submitted.
#[derive(Default)]
pub(super) struct Gathered {
    /// Its files, in the order of names.
    pub(super) files: Vec<File>,
    /// The hidden files that were omitted, except those that belong to no program.
    hidden: Vec<String>,
}

/// All files of a submitted folder, except hidden ones.
pub(super) fn gathered(folder: &Path) -> Result<Gathered, BuildError> {
    let mut whole = Gathered::default();
    gather(folder, Path::new(""), &mut WHOLE.clone(), &mut whole)?;
    whole.files.sort_by(|a, b| a.name.cmp(&b.name));
    whole.hidden.sort();
    Ok(whole)
}

impl Gathered {
    /// The omitted files, as notes for people.
    pub(super) fn notes(&self) -> Vec<Sentence> {
        if self.hidden.is_empty() {
            return Vec::new();
        }
        let mut names = self.hidden.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        if self.hidden.len() > NAMED {
            names.push_str(", …");
        }
        vec![sentence!(
            "hidden files are left out ({names}): rename what the program reads",
            "隐藏文件不带入（{names}）：程序要读的请改名"
        )]
    }
}

/// Collects all files below `folder`; `room` is how many bytes the rest of them may have.
fn gather(folder: &Path, below: &Path, room: &mut u64, whole: &mut Gathered) -> Result<(), BuildError> {
    let missing = |error| BuildError::Missing(folder.to_owned(), error);
    for entry in fs::read_dir(folder).map_err(missing)? {
        let entry = entry.map_err(missing)?;
        let (path, name) = (entry.path(), below.join(entry.file_name()));
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            if !TOOLS.iter().any(|tool| entry.file_name() == *tool) {
                whole.hidden.push(shown(&name));
            }
            continue;
        }
        if SKIPPED.iter().any(|skipped| entry.file_name() == *skipped) {
            continue;
        }
        let kind = entry.file_type().map_err(missing)?;
        let wrong = |wrong| BuildError::Source { name: shown(&name), wrong };
        if kind.is_dir() {
            if name.components().count() > DEPTH {
                return Err(wrong(BadFile::Deep(DEPTH)));
            }
            gather(&path, &name, room, whole)?;
            continue;
        }
        if whole.files.len() == FILES {
            return Err(wrong(BadFile::Many(FILES)));
        }
        let bytes =
            read(&path, most(&name).min(*room)).map_err(|refused| refused.of(&shown(&name), &path))?;
        *room -= bytes.len() as u64;
        let executable = entry.metadata().is_ok_and(|meta| files::mode(&meta) & 0o111 != 0);
        whole.files.push(File { name, bytes, executable });
    }
    Ok(())
}

/// Maximum bytes of a file of this name in a folder.
pub(super) fn most(name: &Path) -> u64 {
    let ending = name.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    let is_source = Language::of(name).is_some() || HEADERS.contains(&ending.as_str());
    if is_source { LARGEST_SOURCE } else { LARGEST }
}

pub(super) fn shown(name: &Path) -> String {
    printable(name.as_os_str().as_encoded_bytes())
}

/// Reads a plain file of at most `most` bytes. A link as the last component is not followed, and opening a pipe does
/// not block.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let file = files::open_at_once(path, false).map_err(|error| match error.raw_os_error() {
        Some(number) if number == Errno::LOOP.raw_os_error() => FileError::BadFile(BadFile::Link),
        _ => FileError::Io(error),
    })?;
    let meta = file.metadata().map_err(FileError::Io)?;
    if !meta.is_file() {
        return Err(FileError::BadFile(BadFile::Special));
    }
    let mut bytes = Vec::with_capacity(meta.len().min(most) as usize);
    file.take(most + 1).read_to_end(&mut bytes).map_err(FileError::Io)?;
    if bytes.len() as u64 > most { Err(FileError::BadFile(BadFile::Large(most))) } else { Ok(bytes) }
}

/// Reads every plain file below `folder`, skipping links and anything else. Errors if they exceed what a folder may
/// hold.
pub(super) fn taken(folder: &Path) -> io::Result<Vec<File>> {
    fn walk(folder: &Path, below: &Path, room: &mut u64, files: &mut Vec<File>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (path, name) = (entry.path(), below.join(entry.file_name()));
            let kind = entry.file_type()?;
            if kind.is_dir() {
                walk(&path, &name, room, files)?;
            } else if kind.is_file() {
                let bytes = match read(&path, LARGEST.min(*room)) {
                    Ok(bytes) => bytes,
                    Err(FileError::Io(error)) => return Err(error),
                    Err(FileError::BadFile(_)) => {
                        return Err(io::Error::other("a file of more bytes than it may have"));
                    }
                };
                *room -= bytes.len() as u64;
                let executable = files::mode(&entry.metadata()?) & 0o111 != 0;
                files.push(File { name, bytes, executable });
            }
        }
        Ok(())
    }
    let mut files = Vec::new();
    walk(folder, Path::new(""), &mut WHOLE.clone(), &mut files)?;
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Writes files to a new folder where every user may read them; existing files are kept.
pub(super) fn lay<'a>(files: impl IntoIterator<Item = &'a File>, folder: &Path) -> io::Result<()> {
    for file in files {
        let place = folder.join(&file.name);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
            open_to_all(folder, parent)?;
        }
        if fs::symlink_metadata(&place).is_ok() {
            continue;
        }
        fs::write(&place, &file.bytes)?;
        let mode = if file.executable { 0o755 } else { 0o644 };
        files::set_mode(&place, mode)?;
    }
    Ok(())
}

/// Sets the mode of each folder from `inner` up to `folder`, regardless of the stage's own umask.
fn open_to_all(folder: &Path, inner: &Path) -> io::Result<()> {
    for part in inner.ancestors().take_while(|part| part.starts_with(folder)) {
        files::set_mode(part, 0o755)?;
    }
    Ok(())
}
