//! An entry's program, as an event's file names it.

use crate::shared::Shared;
use leitai_arena::{BuildError, Language, Launch, build_once, locate};
use leitai_core::{Lang, Level, Sentence, Tell};
use leitai_sandbox::Sandbox;
use leitai_store::{Digest, StoreError};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Largest source that is handed in: the judge's text says 1 MB.
const LARGEST: u64 = 1 << 20;

/// What an entry plays with.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// A built-in player.
    Level(String),
    /// A command, run in this folder; it must be there on every machine that plays.
    Command {
        /// The command line.
        line: String,
        /// Where it runs.
        folder: PathBuf,
    },
    /// A source file or a folder of them, or an executable, on this machine.
    Path(PathBuf),
    /// A source file in the event's store, so that any machine can compile it.
    Stored {
        /// The file's name, whose ending tells the language.
        name: String,
        /// What its contents are called.
        sha256: Digest,
    },
}

/// Why an entry has nothing to play with.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// There is no such player, file or command.
    #[error(
        "`{0}` is no program: write a level, 'cmd:program arguments', or the path of a source file, a folder or an executable"
    )]
    Unknown(String),
    /// The command line cannot be read, or names nothing that can be started.
    #[error("cmd: `{}`: {}", .0, .1.to(Lang::En))]
    Command(String, Sentence),
    /// It cannot be made ready.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A file of ours, or the source.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// The store has no such source, or is away.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A source in a store, where there is none.
    #[error("{0}: its source lies in a store, and this event has none")]
    Elsewhere(String),
    /// A source that a machine far away cannot have.
    #[error("{0}: only single source files of at most 1 MB travel to other machines")]
    Rooted(PathBuf),
}

impl Tell for ProgramError {
    fn told(&self, lang: Lang) -> String {
        match (self, lang) {
            (_, Lang::En) => self.to_string(),
            (ProgramError::Unknown(text), Lang::Zh) => {
                format!("“{text}”不是程序：请写级别、'cmd:程序 参数'，或源文件、文件夹、可执行文件的路径")
            }
            (ProgramError::Command(line, why), Lang::Zh) => format!("cmd：“{line}”：{}", why.to(lang)),
            (ProgramError::Build(error), Lang::Zh) => error.told(lang),
            (ProgramError::Io(path, error), Lang::Zh) => format!("{}：{}", path.display(), error.told(lang)),
            (ProgramError::Store(error), Lang::Zh) => error.zh(),
            (ProgramError::Elsewhere(name), Lang::Zh) => {
                format!("{name}：其源代码在存储中，而此赛事没有存储")
            }
            (ProgramError::Rooted(path), Lang::Zh) => {
                format!("{}：只有不超过 1 MB 的单个源文件可送往其他机器", path.display())
            }
        }
    }
}

impl Program {
    /// Reads what an event's file says; paths start at `folder`.
    pub fn read(text: &str, folder: &Path) -> Result<Program, ProgramError> {
        if text.parse::<Level>().is_ok() {
            return Ok(Program::Level(text.to_owned()));
        }
        if let Some(line) = text.strip_prefix("cmd:") {
            words(line)?;
            return Ok(Program::Command { line: line.to_owned(), folder: folder.to_owned() });
        }
        let path = folder.join(text);
        if path.exists() { Ok(Program::Path(path)) } else { Err(ProgramError::Unknown(text.to_owned())) }
    }

    /// The same as [`Program::read`], where the program itself need not be.
    pub(crate) fn named(text: &str, folder: &Path) -> Program {
        if text.parse::<Level>().is_ok() {
            Program::Level(text.to_owned())
        } else if let Some(line) = text.strip_prefix("cmd:") {
            Program::Command { line: line.to_owned(), folder: folder.to_owned() }
        } else {
            Program::Path(folder.join(text))
        }
    }

    /// The name and contents of the source that a machine needs which shares no files with this one; none if it needs
    /// none.
    pub fn source(&self) -> Result<Option<(String, Vec<u8>)>, ProgramError> {
        let Program::Path(path) = self else { return Ok(None) };
        let io = |error| ProgramError::Io(path.clone(), error);
        let meta = fs::metadata(path).map_err(io)?;
        if !meta.is_file() || meta.len() > LARGEST || Language::of(path).is_none() {
            return Err(ProgramError::Rooted(path.clone()));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Some((name, fs::read(path).map_err(io)?)))
    }

    /// Makes it ready to start; what is compiled goes into `workshop`, a folder of this program alone. `store` has the
    /// sources of stored programs.
    pub(crate) fn launch(
        &self,
        workshop: &Path,
        sandbox: &Sandbox,
        store: Option<&Shared>,
    ) -> Result<Launch, ProgramError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| ProgramError::Io(path, error)
        };
        match self {
            Program::Level(level) => {
                let level = level.parse().map_err(|()| ProgramError::Unknown(level.clone()))?;
                Ok(Launch::BuiltIn {
                    binary: std::env::current_exe().map_err(io(Path::new("leitai")))?,
                    level,
                })
            }
            Program::Command { line, folder } => {
                let words = words(line)?;
                let mut launch =
                    Launch::typed(words[0].clone().into(), words[1..].iter().map(Into::into).collect());
                if let Launch::Command { folder: runs_in, reads, .. } = &mut launch {
                    *runs_in = Some(folder.clone());
                    reads.extend(
                        words[1..].iter().map(|word| folder.join(word)).filter(|path| path.is_file()),
                    );
                }
                Ok(launch)
            }
            Program::Path(path) => Ok(build_once(path, workshop, sandbox)?),
            Program::Stored { name, sha256 } => {
                let store = store.ok_or_else(|| ProgramError::Elsewhere(name.clone()))?;
                let file = workshop.join(Path::new(name).file_name().unwrap_or(OsStr::new("main")));
                fs::write(&file, store.get(*sha256)?).map_err(io(&file))?;
                Ok(build_once(&file, workshop, sandbox)?)
            }
        }
    }
}

fn words(line: &str) -> Result<Vec<String>, ProgramError> {
    let fail = |why: Sentence| ProgramError::Command(line.to_owned(), why);
    let words = shlex::split(line).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| fail(Sentence::new("not a command line", "不是一条命令")))?;
    locate(OsStr::new(&words[0])).map_err(|error| fail(Sentence::of(&error)))?;
    Ok(words)
}
