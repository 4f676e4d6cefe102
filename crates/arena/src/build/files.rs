//! The submitted files, read once: without following links, plain files only, within limits.

use super::error::{BadFile, BuildError};
use super::language::Language;
use super::limits::{DEPTH, FILES, LARGEST, LARGEST_SOURCE, WHOLE};
use leitai_core::{Sentence, sentence};
use leitai_protocol::printable;
use rustix::fs::{Mode, OFlags};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Extensions of the files that a compiler reads besides sources.
const HEADERS: [&str; 5] = ["h", "hh", "hpp", "hxx", "inc"];
/// Extensions of compiler output, which a compiler would load unasked: headers with their memory image, objects,
/// libraries, response files. Also applies to folders with such names.
const COMPILED: [&str; 17] = [
    "gch", "pch", "pcm", "o", "obj", "a", "lib", "so", "syso", "rlib", "rmeta", "dll", "exe", "class", "jar",
    "rsp", "bc",
];
/// Maximum length of a script name that is kept.
const LONGEST_NAME: usize = 64;
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
const NAMED: usize = 5;

/// One submitted file.
pub(super) struct File {
    /// Its path below the submitted folder: plain names only.
    pub(super) name: PathBuf,
    pub(super) bytes: Vec<u8>,
    pub(super) executable: bool,
}

/// The sources of one program.
pub(super) struct Sources {
    pub(super) language: Language,
    /// All files, in the order of names.
    pub(super) files: Vec<File>,
    /// The sources given to the compiler, the one that names the program first.
    pub(super) units: Vec<usize>,
    /// The name of the first source as its author knows it, printable.
    pub(super) title: String,
    /// The standard chosen outside the sources; if `None`, the first line decides, or else it is the usual one.
    pub(super) standard: Option<String>,
    /// What was done to the sources, as notes for people.
    pub(super) notes: Vec<Sentence>,
}

impl Sources {
    /// A single source. A compiler gets it under a name of our own: nothing but the extension of its original name
    /// matters. A script keeps a plain name, since its run-time uses it in error messages for the author.
    pub(super) fn of_file(name: &Path, bytes: Vec<u8>) -> Result<Sources, BuildError> {
        let language = Language::of(name).ok_or_else(|| BuildError::Unknown(name.to_owned()))?;
        let ending = match name.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase).as_deref() {
            Some("cc" | "cxx") | None => "cpp".to_owned(),
            Some(other) => other.to_owned(),
        };
        let own = Some(name).filter(|name| language.is_interpreted() && is_plain(name));
        let file_name =
            own.and_then(Path::file_name).map_or_else(|| format!("main.{ending}").into(), PathBuf::from);
        let file = File { name: file_name, bytes, executable: false };
        let sources = Sources {
            language,
            files: vec![file],
            units: vec![0],
            title: title(name),
            standard: None,
            notes: Vec::new(),
        };
        sources.checked()
    }

    /// Gives a script without other files a name of our own if its own cannot be used.
    pub(super) fn rename_from(&mut self, cannot: impl Fn(&str) -> bool) {
        if let [file] = &mut *self.files
            && file.name.file_stem().and_then(OsStr::to_str).is_some_and(cannot)
        {
            file.name =
                file.name.with_file_name("main").with_extension(file.name.extension().unwrap_or_default());
        }
    }

    /// The sources among a folder's files, which are in the order of names; `named` is the folder's name in error
    /// messages.
    pub(super) fn of_files(files: Vec<File>, named: &Path) -> Result<Sources, BuildError> {
        let top = |file: &File| file.name.parent() == Some(Path::new(""));
        let is_main =
            |file: &File| file.name.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("main"));
        let known: Vec<usize> =
            (0..files.len()).filter(|i| top(&files[*i]) && Language::of(&files[*i].name).is_some()).collect();
        let main = known.iter().find(|i| is_main(&files[**i])).copied();
        let first = main.or(known.first().copied());
        let language = first.and_then(|first| Language::of(&files[first].name));
        let (Some(first), Some(language)) = (first, language) else {
            return Err(BuildError::Folder(named.to_owned()));
        };
        let mut units = vec![first];
        if language.takes_all() {
            let deep = matches!(language, Language::Java | Language::CSharp);
            let alike = |i: &usize| {
                let file = &files[*i];
                *i != first && (deep || top(file)) && Language::of(&file.name) == Some(language)
            };
            units.extend((0..files.len()).filter(alike));
        } else if main.is_none() && known.len() > 1 {
            return Err(BuildError::Folder(named.to_owned()));
        }
        let title = printable(files[first].name.as_os_str().as_encoded_bytes());
        Sources { language, files, units, title, standard: None, notes: Vec::new() }.checked()
    }

    /// The files copied for the compiler. For languages whose compilers load whatever files they find, only the
    /// sources; for others also what a source may include, such as data, but nothing compiled.
    pub(super) fn for_the_compiler(&self) -> impl Iterator<Item = &File> {
        let sources_alone = matches!(self.language, Language::Java | Language::CSharp);
        let is_made = |name: &Path| {
            name.components().any(|part| {
                let ending = Path::new(part.as_os_str()).extension().unwrap_or_default();
                COMPILED.iter().any(|known| ending.eq_ignore_ascii_case(known))
            })
        };
        self.files.iter().enumerate().filter_map(move |(i, file)| {
            let is_for_it = if sources_alone { self.units.contains(&i) } else { !is_made(&file.name) };
            is_for_it.then_some(file)
        })
    }

    /// The source that names the program.
    pub(super) fn first(&self) -> &File {
        &self.files[self.units[0]]
    }

    fn checked(mut self) -> Result<Sources, BuildError> {
        for &unit in &self.units {
            let file = &mut self.files[unit];
            // Editors may put a byte order mark at the beginning of a text, which not every compiler understands.
            if file.bytes.starts_with("\u{feff}".as_bytes()) {
                file.bytes.drain(..3);
            }
            let wrong = match file.bytes.iter().position(|byte| *byte == 0) {
                Some(at) => BadFile::Nul(at),
                None if file.bytes.trim_ascii().is_empty() => BadFile::Empty,
                None => continue,
            };
            let name = if unit == self.units[0] { self.title.clone() } else { shown(&file.name) };
            return Err(BuildError::Source { name, wrong });
        }
        Ok(self)
    }
}

/// Whether nothing takes this name for an option or a path: letters, digits, `_`, `-` and one dot.
fn is_plain(path: &Path) -> bool {
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    stem.len() <= LONGEST_NAME
        && stem.starts_with(|c: char| c.is_ascii_alphabetic())
        && is_word(stem)
        && is_word(ending)
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
fn title(path: &Path) -> String {
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
        let executable = entry.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0);
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
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = rustix::fs::open(path, flags, Mode::empty()).map_err(|error| match error {
        rustix::io::Errno::LOOP => FileError::BadFile(BadFile::Link),
        other => FileError::Io(other.into()),
    })?;
    let file = fs::File::from(file);
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
                let executable = entry.metadata()?.permissions().mode() & 0o111 != 0;
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
        fs::set_permissions(&place, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// Sets the mode of each folder from `inner` up to `folder`, regardless of the stage's own umask.
fn open_to_all(folder: &Path, inner: &Path) -> io::Result<()> {
    for part in inner.ancestors().take_while(|part| part.starts_with(folder)) {
        fs::set_permissions(part, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
