//! What was handed in, read once: no link followed, nothing but plain files, within limits.

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

/// Endings of what a compiler reads beside sources.
const HEADERS: [&str; 5] = ["h", "hh", "hpp", "hxx", "inc"];
/// Endings of what compilers made, and would load without being told: headers with their memory as it was, objects,
/// libraries, answers to questions that nobody asked. Folders of such names too.
const COMPILED: [&str; 17] = [
    "gch", "pch", "pcm", "o", "obj", "a", "lib", "so", "syso", "rlib", "rmeta", "dll", "exe", "class", "jar",
    "rsp", "bc",
];
/// Longest name that a script keeps.
const LONGEST_NAME: usize = 64;
/// Folders that hold nothing handed in.
const SKIPPED: [&str; 1] = ["__pycache__"];
/// Hidden files that no program reads: those of editors, of version control, of systems.
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
/// How many of those left out are named.
const NAMED: usize = 5;

/// One file.
pub(super) struct File {
    /// Below the folder that was handed in: plain names only.
    pub(super) name: PathBuf,
    pub(super) bytes: Vec<u8>,
    pub(super) executable: bool,
}

/// The sources of one program.
pub(super) struct Sources {
    pub(super) language: Language,
    /// Everything, in the order of names.
    pub(super) files: Vec<File>,
    /// Those that the compiler is given, that which names the program first.
    pub(super) units: Vec<usize>,
    /// The first one's name as its author knows it, printable.
    pub(super) title: String,
    /// The standard that was chosen beside the sources; none: the first line says, or it is the usual one.
    pub(super) standard: Option<String>,
    /// What was done on the way here, for people.
    pub(super) notes: Vec<Sentence>,
}

impl Sources {
    /// One source. A compiler is given it under a name of our own: nothing depends on how it was called but its ending. A
    /// script keeps a plain name, by which its run-time tells its author of errors.
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

    /// Gives a script that stands alone a name of our own, if its own cannot be used.
    pub(super) fn rename_from(&mut self, cannot: impl Fn(&str) -> bool) {
        if let [file] = &mut *self.files
            && file.name.file_stem().and_then(OsStr::to_str).is_some_and(cannot)
        {
            file.name =
                file.name.with_file_name("main").with_extension(file.name.extension().unwrap_or_default());
        }
    }

    /// A folder's files, in the order of names; `named` is how it was named by whoever reads the error.
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

    /// What is copied for the compiler. Of languages whose compilers load what lies about, the sources alone; of
    /// others what a source may include besides, data too, but nothing that was compiled before.
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
            // Not every compiler knows what editors put at the beginning of a text.
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

/// Is it a name that nothing takes for an option or a path: letters, digits, `_`, `-` and one point?
fn is_plain(path: &Path) -> bool {
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    stem.len() <= LONGEST_NAME
        && stem.starts_with(|c: char| c.is_ascii_alphabetic())
        && is_word(stem)
        && is_word(ending)
}

/// Why one file cannot be taken.
enum Refused {
    BadFile(BadFile),
    Io(io::Error),
}

impl Refused {
    fn of(self, name: &str, path: &Path) -> BuildError {
        match self {
            Refused::BadFile(wrong) => BuildError::Source { name: name.to_owned(), wrong },
            Refused::Io(error) => BuildError::Missing(path.to_owned(), error),
        }
    }
}

/// A file's own name, printable.
fn title(path: &Path) -> String {
    shown(Path::new(path.file_name().unwrap_or(path.as_os_str())))
}

/// Is it a link that leads out of the folder that it stands in? It would make somebody else's work, or a file of the
/// machine's, that of whoever put it there.
pub fn leads_out(path: &Path) -> bool {
    let is_link = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let stays = |folder: PathBuf| path.canonicalize().is_ok_and(|whole| whole.starts_with(folder));
    is_link && !folder.canonicalize().is_ok_and(stays)
}

/// The path with no links in it of what was handed in, which may be no link that leads out of its folder.
pub(super) fn handed_in(path: &Path) -> Result<PathBuf, BuildError> {
    let missing = |error| BuildError::Missing(path.to_owned(), error);
    let whole = path.canonicalize().map_err(missing)?;
    if leads_out(path) {
        return Err(BuildError::Source { name: title(path), wrong: BadFile::Link });
    }
    Ok(whole)
}

/// The bytes of one file that was handed in by itself.
pub(super) fn alone(path: &Path, most: u64) -> Result<Vec<u8>, BuildError> {
    read(path, most).map_err(|refused| refused.of(&title(path), path))
}

/// A folder that was handed in.
#[derive(Default)]
pub(super) struct Gathered {
    /// Its files, in the order of names.
    pub(super) files: Vec<File>,
    /// What was left out because it is hidden, but for what belongs to no program.
    hidden: Vec<String>,
}

/// All files of a folder that was handed in, hidden ones left out.
pub(super) fn gathered(folder: &Path) -> Result<Gathered, BuildError> {
    let mut whole = Gathered::default();
    gather(folder, Path::new(""), &mut WHOLE.clone(), &mut whole)?;
    whole.files.sort_by(|a, b| a.name.cmp(&b.name));
    whole.hidden.sort();
    Ok(whole)
}

impl Gathered {
    /// What was left out, for people.
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

/// All files below `folder`; `room` is what the rest of them may hold.
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

/// Most bytes of a folder's file of this name.
pub(super) fn most(name: &Path) -> u64 {
    let ending = name.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    let is_source = Language::of(name).is_some() || HEADERS.contains(&ending.as_str());
    if is_source { LARGEST_SOURCE } else { LARGEST }
}

pub(super) fn shown(name: &Path) -> String {
    printable(name.as_os_str().as_encoded_bytes())
}

/// A plain file of at most so many bytes. Its last name is not followed, and nothing waits for the other end of a
/// pipe.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, Refused> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = rustix::fs::open(path, flags, Mode::empty()).map_err(|error| match error {
        rustix::io::Errno::LOOP => Refused::BadFile(BadFile::Link),
        other => Refused::Io(other.into()),
    })?;
    let file = fs::File::from(file);
    let meta = file.metadata().map_err(Refused::Io)?;
    if !meta.is_file() {
        return Err(Refused::BadFile(BadFile::Special));
    }
    let mut bytes = Vec::with_capacity(meta.len().min(most) as usize);
    file.take(most + 1).read_to_end(&mut bytes).map_err(Refused::Io)?;
    if bytes.len() as u64 > most { Err(Refused::BadFile(BadFile::Large(most))) } else { Ok(bytes) }
}

/// Takes every plain file below `folder`: links and whatever else there may be are left. Errs if they are more
/// than a folder may hold.
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
                    Err(Refused::Io(error)) => return Err(error),
                    Err(Refused::BadFile(_)) => {
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

/// Writes files into a new folder, where every user may read them; what is there already stays.
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

/// Whatever the stage's own mask says, from `folder` down to `inner`.
fn open_to_all(folder: &Path, inner: &Path) -> io::Result<()> {
    for part in inner.ancestors().take_while(|part| part.starts_with(folder)) {
        fs::set_permissions(part, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
