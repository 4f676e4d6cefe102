//! An entry's program, as named in an event's file.

use crate::program_error::ProgramError;
use crate::program_source::ProgramSource;
use leitai_arena::{Form, Launch, Parcel, build_once, leads_out, locate};
use leitai_core::{ContentHash, Level, Sentence};
use leitai_sandbox::system::files;
use leitai_sandbox::{Runtime, Sandbox};
use leitai_tournament::SubmittedProgram;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The program of an entry.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// Whatever the entry submits; nothing until then.
    HandedIn,
    /// A built-in player.
    Level(Level),
    /// A command line, run in this folder. It must exist on every machine that plays.
    Command {
        /// The command line.
        line: String,
        /// Where it runs.
        folder: PathBuf,
        /// The arguments that name an existing file or folder there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<String>,
    },
    /// A source file or a folder of them, or an executable, on this machine.
    Path(PathBuf),
    /// A source file in the event's store, so that any machine can compile it.
    Stored {
        /// The file's name, whose extension gives the language.
        name: String,
        /// The hash of its contents.
        sha256: ContentHash,
        /// The language standard that it was submitted with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        standard: Option<String>,
    },
    /// A folder of sources in the event's store.
    StoredFolder {
        /// The folder's name.
        name: String,
        /// The hash of its archive.
        sha256: ContentHash,
    },
    /// An executable in the event's store.
    StoredExecutable {
        /// The file's name.
        name: String,
        /// The hash of its contents.
        sha256: ContentHash,
    },
    /// A command, or an executable, whose files have changed since a match of its entry began: it runs where it always
    /// does, with copies of them.
    Aside {
        /// The command or the executable.
        of: Box<Program>,
        /// The hash of its files, under which they were put aside.
        sha256: ContentHash,
    },
}

impl Program {
    /// Parses the `program` of an entry. Relative paths start at `folder`. Errors if the program does not exist.
    pub fn read(text: &str, folder: &Path) -> Result<Program, ProgramError> {
        if let Ok(level) = text.parse() {
            return Ok(Program::Level(level));
        }
        if let Some(line) = text.strip_prefix("cmd:") {
            let mut files = words(line)?.split_off(1);
            files.retain(|word| !word.is_empty() && folder.join(word).exists());
            return Ok(Program::Command { line: line.to_owned(), folder: folder.to_owned(), files });
        }
        let path = folder.join(text);
        if path.exists() { Ok(Program::Path(path)) } else { Err(ProgramError::Unknown(text.to_owned())) }
    }

    /// As [`Program::read`], but the program need not exist.
    pub(crate) fn named(text: &str, folder: &Path) -> Program {
        if let Ok(level) = text.parse() {
            Program::Level(level)
        } else if let Some(line) = text.strip_prefix("cmd:") {
            Program::Command { line: line.to_owned(), folder: folder.to_owned(), files: Vec::new() }
        } else {
            Program::Path(folder.join(text))
        }
    }

    /// Whether it runs nothing but built-in players and files in this folder.
    pub(crate) fn is_within(&self, folder: &Path) -> bool {
        match self {
            Program::Level(_) | Program::HandedIn => true,
            Program::Path(path) => {
                let (path, folder) = (path.canonicalize(), folder.canonicalize());
                path.ok()
                    .zip(folder.ok())
                    .is_some_and(|(path, folder)| path != folder && path.starts_with(folder))
            }
            _ => false,
        }
    }

    /// The program packed for a machine that shares no files with this one; `None` if nothing needs to be sent.
    pub fn parcel(&self) -> Result<Option<Parcel>, ProgramError> {
        match self {
            Program::Path(path) => Ok(Some(Parcel::of(path)?)),
            _ => Ok(None),
        }
    }

    /// The program of an event's file, as named in a journal. Fails if it cannot be read.
    pub fn of_the_file(&self) -> Result<SubmittedProgram, ProgramError> {
        let (name, sha256) = match self {
            Program::HandedIn => return Err(ProgramError::Awaited),
            Program::Level(level) => (level.name().to_owned(), None),
            Program::Command { line, .. } => (format!("cmd:{line}"), None),
            Program::Path(path) => {
                let parcel = Parcel::of(path)?;
                let sha256 = ContentHash::of(&parcel.contents);
                (parcel.name, Some(sha256))
            }
            Program::Stored { name, sha256, .. }
            | Program::StoredFolder { name, sha256 }
            | Program::StoredExecutable { name, sha256 } => (name.clone(), Some(*sha256)),
            Program::Aside { of, .. } => return of.of_the_file(),
        };
        Ok(SubmittedProgram::OfTheFile { name, sha256 })
    }

    /// The program of a submission; `None` if the event's file names it.
    pub(crate) fn submitted(program: &SubmittedProgram) -> Option<Program> {
        match program {
            SubmittedProgram::Source { name, standard, sha256 } => {
                Some(Program::Stored { name: name.clone(), sha256: *sha256, standard: standard.clone() })
            }
            SubmittedProgram::OfTheFile { .. } => None,
        }
    }

    /// The stored program for a parcel whose contents are in a store.
    pub(crate) fn stored(form: Form, name: String, sha256: ContentHash) -> Program {
        match form {
            Form::Source => Program::Stored { name, sha256, standard: None },
            Form::Folder => Program::StoredFolder { name, sha256 },
            Form::Executable => Program::StoredExecutable { name, sha256 },
        }
    }

    /// The files of its own that a command line names, or the executable that it is, each with its place in the line.
    /// Those that have a run-time of the machine's are not its own.
    pub(crate) fn own_files(&self) -> Vec<(usize, PathBuf)> {
        match self {
            Program::Path(path) => vec![(0, path.clone())],
            Program::Command { line, folder, .. } => {
                let words = split(line).unwrap_or_default();
                let is_own = |word: &&String| {
                    let typed = || Launch::typed(word.into(), Vec::new());
                    word.contains('/') && matches!(typed(), Launch::Command { runtime: Runtime::Native, .. })
                };
                let program = words.first().filter(is_own).map(PathBuf::from);
                let args = words.iter().skip(1).map(|word| Some(folder.join(word)));
                let files = std::iter::once(program).chain(args).enumerate();
                let files = files.filter_map(|(at, path)| Some((at, path?)));
                files.filter(|(_, path)| path.is_file() && !leads_out(path)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The folders that a command line names.
    pub(crate) fn named_folders(&self) -> Vec<PathBuf> {
        let Program::Command { folder, files, .. } = self else { return Vec::new() };
        files.iter().map(|file| folder.join(file)).filter(|path| path.is_dir()).collect()
    }

    /// Makes it ready to start; compiled files go into `workshop`, a folder for this program alone. `source` has the
    /// contents of programs that are no files on this machine.
    pub(crate) fn launch(
        &self,
        workshop: &Path,
        sandbox: &Sandbox,
        source: &ProgramSource,
    ) -> Result<Launch, ProgramError> {
        let arrived = |form, name: &str, sha256, standard: Option<&String>| {
            let (contents, standard) = (source.get(name, sha256)?, standard.cloned());
            let parcel = Parcel { form, name: name.to_owned(), contents, standard };
            Ok(parcel.build_once(workshop, sandbox)?)
        };
        match self {
            Program::HandedIn => Err(ProgramError::Awaited),
            Program::Level(level) => {
                let io = |error| ProgramError::Io("leitai".into(), error);
                Ok(Launch::built_in(std::env::current_exe().map_err(io)?, *level))
            }
            Program::Command { line, folder, files } => command(line, folder, files),
            Program::Path(path) => Ok(build_once(path, workshop, sandbox)?),
            Program::Stored { name, sha256, standard } => {
                arrived(Form::Source, name, *sha256, standard.as_ref())
            }
            Program::StoredFolder { name, sha256 } => arrived(Form::Folder, name, *sha256, None),
            Program::StoredExecutable { name, sha256 } => arrived(Form::Executable, name, *sha256, None),
            Program::Aside { of, sha256 } => {
                let failed = |error| ProgramError::Io(workshop.to_owned(), error);
                copied(&source.folder("cmd:", *sha256)?, workshop).map_err(failed)?;
                of.launch_copies(workshop, sandbox)
            }
        }
    }

    /// How it is started with the copies of its files that are in `copies`, each in a folder with its place in the line.
    fn launch_copies(&self, copies: &Path, sandbox: &Sandbox) -> Result<Launch, ProgramError> {
        let copy = |at: usize| fs::read_dir(copies.join(at.to_string())).ok()?.flatten().next();
        match self {
            Program::Path(path) => {
                let file = copy(0).map_or_else(|| path.clone(), |entry| entry.path());
                let mut launch = build_once(&file, copies, sandbox)?;
                // Not where the copies are in it: a folder that is opened hides what was opened below it.
                let own = path.parent().filter(|own| !copies.starts_with(own));
                if let (Launch::Command { folder, reads, .. }, Some(own)) = (&mut launch, own) {
                    *folder = Some(own.to_owned());
                    reads.push(own.to_owned());
                }
                Ok(launch)
            }
            Program::Command { line, folder, .. } => {
                let mut words = split(line)?;
                for (at, word) in words.iter_mut().enumerate() {
                    if let Some(entry) = copy(at) {
                        *word = entry.path().display().to_string();
                    }
                }
                command(&shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default(), folder, &[])
            }
            _ => Err(ProgramError::Awaited),
        }
    }
}

/// Copies a folder of folders of files, which every user may read then as far as their modes let programs run.
fn copied(from: &Path, to: &Path) -> io::Result<()> {
    let open = |path: &Path| files::set_mode(path, 0o755);
    open(to)?;
    for place in fs::read_dir(from)? {
        let place = place?;
        let into = to.join(place.file_name());
        fs::create_dir(&into).and_then(|()| open(&into))?;
        for file in fs::read_dir(place.path())? {
            let file = file?;
            let copy = into.join(file.file_name());
            fs::copy(file.path(), &copy)?;
            let mode = if files::mode(&file.metadata()?) & 0o111 == 0 { 0o644 } else { 0o755 };
            files::set_mode(&copy, mode)?;
        }
    }
    Ok(())
}

/// A command in its folder. Fails if one of its files is missing, since it would otherwise lose through the machine's
/// fault.
fn command(line: &str, folder: &Path, files: &[String]) -> Result<Launch, ProgramError> {
    let absent = |what: &str| ProgramError::Absent { line: line.to_owned(), what: what.to_owned() };
    if let Some(file) = files.iter().map(|file| folder.join(file)).find(|file| !file.exists()) {
        return Err(absent(&file.display().to_string()));
    }
    let words = split(line)?;
    locate(OsStr::new(&words[0])).map_err(|_| absent(&words[0]))?;
    let mut launch = Launch::typed(words[0].clone().into(), words[1..].iter().map(Into::into).collect());
    if let Launch::Command { folder: runs_in, reads, .. } = &mut launch {
        *runs_in = Some(folder.to_owned());
        let files = words[1..].iter().map(|word| folder.join(word));
        reads.extend(files.filter(|path| path.is_file() && !leads_out(path)));
    }
    Ok(launch)
}

/// The words of a command line, whose program must be on this machine.
fn words(line: &str) -> Result<Vec<String>, ProgramError> {
    let words = split(line)?;
    locate(OsStr::new(&words[0]))
        .map_err(|error| ProgramError::Command(line.to_owned(), Sentence::of(&error)))?;
    Ok(words)
}

fn split(line: &str) -> Result<Vec<String>, ProgramError> {
    let fail = || ProgramError::Command(line.to_owned(), Sentence::new("not a command line", "不是一条命令"));
    shlex::split(line).filter(|words| !words.is_empty()).ok_or_else(fail)
}
