//! An entry's program, as named in an event's file.

use crate::shared_store::SharedStore;
use leitai_arena::{BuildError, Form, Launch, Parcel, build_once, leads_out, locate};
use leitai_core::{ContentHash, Level, Sentence, errors};
use leitai_sandbox::Sandbox;
use leitai_store::StoreError;
use leitai_tournament::SubmittedProgram;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
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
}

errors! {
    /// Why an entry's program cannot be used.
    #[derive(Debug)]
    pub enum ProgramError {
        /// There is no such player, file or command.
        Unknown(text: String) =>
            "`{text}` is not a program: write a level, 'cmd:program arguments', or the path of a source file, a folder or \
             an executable",
            "“{text}”不是程序：请写级别、'cmd:程序 参数'，或源文件、文件夹、可执行文件的路径";
        /// The command line is malformed, or its program cannot be started.
        Command(line: String, why: Sentence) => "cmd: `{line}`: {why}", "cmd：“{line}”：{why}";
        /// The command needs a file that this machine does not have.
        Absent {
            /// The command line.
            line: String,
            /// The path or name.
            what: String,
        } =>
            "cmd: `{line}`: {what} is not on this machine, and commands are not sent to other machines: install it on \
             every machine that plays, or let `program` name the source file, folder or executable, which is sent",
            "cmd：“{line}”：本机没有 {what}，而命令不会送往其他机器：请放到每台参赛机器上，或在 `program` 中直接写源文件、文件夹或可执行文件（会自动送达）";
        /// It cannot be built.
        Build(error: BuildError) from;
        /// Nothing has been submitted yet.
        Awaited => "its program is to be handed in, and has not been yet", "程序由参赛者提交，尚未提交";
        /// A file could not be read or written.
        Io(path: PathBuf, error: io::Error) => "{path}: {error}", "{path}：{error}";
        /// The store does not have it, or is unavailable.
        Store(error: StoreError) from;
        /// It is in a store, but the event has no store.
        Elsewhere(name: String) =>
            "{name}: its source is in a store, and this event has none", "{name}：其源代码在存储中，而此赛事没有存储";
    }
}

impl ProgramError {
    /// Whether this machine or its store lacked something for a moment: room on a disk, open files, an answer.
    pub(crate) fn is_of_the_machine(&self) -> bool {
        match self {
            ProgramError::Io(..) | ProgramError::Build(BuildError::Stage(_)) => true,
            ProgramError::Store(error) => {
                error.is_passing() || matches!(error, StoreError::Io(..) | StoreError::Full(_))
            }
            _ => false,
        }
    }

    /// The error in one line if the source is to blame, on any machine; `None` if this machine lacks something.
    pub(crate) fn of_the_source(&self) -> Option<Sentence> {
        match self {
            ProgramError::Build(error) if error.is_of_the_source() => Some(error.brief()),
            _ => None,
        }
    }
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

    /// Makes it ready to start; compiled files go into `workshop`, a folder for this program alone. `store` has the
    /// sources of stored programs.
    pub(crate) fn launch(
        &self,
        workshop: &Path,
        sandbox: &Sandbox,
        store: Option<&SharedStore>,
    ) -> Result<Launch, ProgramError> {
        let arrived = |form, name: &str, sha256, standard: Option<&String>| {
            let store = store.ok_or_else(|| ProgramError::Elsewhere(name.to_owned()))?;
            let (contents, standard) = (store.get(sha256)?, standard.cloned());
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
        }
    }
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
