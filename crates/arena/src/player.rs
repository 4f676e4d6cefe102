//! Who sits in a chair, before a process is started.

use crate::build::{Tool, interpreter, leads_out, locate};
use leitai_catalog::RuledGame;
use leitai_core::{DialectName, Level};
use leitai_sandbox::{Job, Limits, Runtime};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// What there is of a virtual environment for its interpreter to read.
const ENVIRONMENT: [&str; 4] = ["pyvenv.cfg", "bin", "lib", "lib64"];
/// Processes of a command that may start others.
const FAMILY: u32 = 32;

/// A contestant: a name, how to start its program, and what it speaks.
#[derive(Clone, Debug)]
pub struct Player {
    /// The entry's name, printable.
    pub name: String,
    /// How its program is started.
    pub launch: Launch,
    /// What it speaks.
    pub dialect: DialectName,
}

/// How a program is started.
#[derive(Clone, Debug)]
pub enum Launch {
    /// This file with these arguments, in this folder.
    Command {
        /// The program: a path, or a name on the search path.
        program: OsString,
        /// What stands behind it, if the stage itself chose it as a tool of the machine. Else it is the contestant's
        /// own, whatever it is called.
        runtime: Runtime,
        /// Its arguments.
        args: Vec<OsString>,
        /// Where it runs; none is where the stage runs.
        folder: Option<PathBuf>,
        /// What it may read in a sandbox beyond itself and its run-time.
        reads: Vec<PathBuf>,
        /// May it start other processes? A contestant's source may not; a command that somebody typed may.
        family: bool,
    },
    /// A built-in player, through the same pipes as anyone: the stage's own binary.
    BuiltIn {
        /// The binary.
        binary: PathBuf,
        /// The strength.
        level: Level,
    },
}

impl Launch {
    /// A command as a person types it: it may start other processes, and read its own folder and those of the
    /// files among its arguments, but for links that lead out of theirs.
    pub fn typed(program: OsString, args: Vec<OsString>) -> Launch {
        let files = args.iter().map(PathBuf::from).filter(|path| path.exists() && !leads_out(path));
        let mut reads: Vec<PathBuf> = files.flat_map(|path| [folder_of(&path), path]).collect();
        let found = locate(&program).ok();
        let by_path = program.as_encoded_bytes().contains(&b'/');
        let tool = if by_path {
            found.as_ref().and_then(|file| Tool::at(&std::env::current_dir().ok()?.join(file)))
        } else {
            Tool::named(&program)
        };
        reads.extend(found.as_deref().filter(|_| tool.is_none()).map(folder_of));
        reads.retain(|path| !is_shared(path));
        let Some(tool) = tool else {
            return Launch::Command {
                program,
                runtime: Runtime::Native,
                args,
                folder: None,
                reads,
                family: true,
            };
        };
        if let Some(environment) = tool.environment() {
            reads.extend(ENVIRONMENT.iter().map(|part| environment.join(part)));
        }
        let Tool { file, runtime } = tool;
        Launch::Command { program: file.into(), runtime, args, folder: None, reads, family: true }
    }

    /// One program alone, which reads nothing but itself.
    pub fn alone(program: OsString, args: Vec<OsString>) -> Launch {
        let runtime = Runtime::Native;
        Launch::Command { program, runtime, args, folder: None, reads: Vec::new(), family: false }
    }
}

/// The folder that a file stands in; a folder itself.
fn folder_of(path: &Path) -> PathBuf {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.is_dir() { path } else { path.parent().map_or_else(|| path.clone(), Path::to_owned) }
}

/// Is it a folder of many things that are nobody's business: the root, a home, a place of all users?
fn is_shared(path: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let shared = ["/", "/home", "/root", "/tmp", "/var", "/var/tmp", "/etc", "/opt", "/srv", "/mnt"];
    home.as_deref() == Some(path) || shared.iter().any(|place| Path::new(place) == path)
}

impl Player {
    /// What is to be started for one game; built-in players draw from `seed` and are told the options that were
    /// given, which not every dialect can say. Errs if there is no such program.
    pub fn job(&self, game: &dyn RuledGame, seed: u64, mut limits: Limits) -> io::Result<Job> {
        let here = std::env::current_dir()?;
        let absolute = |path: &PathBuf| here.join(path);
        let (program, runtime, args, folder, reads) = match &self.launch {
            Launch::Command { program, runtime, args, folder, reads, family } => {
                if *family {
                    limits.processes = limits.processes.max(FAMILY);
                }
                let folder = folder.as_ref().map_or_else(|| here.clone(), &absolute);
                let program = here.join(locate(program)?);
                let mut reads: Vec<PathBuf> = reads.iter().map(absolute).collect();
                let script = if *runtime == Runtime::Native { interpreter(&program) } else { None };
                let (program, runtime, mut words) = match script {
                    Some((tool, words)) => {
                        reads.push(program);
                        (tool.file, tool.runtime, words)
                    }
                    None => (program, *runtime, Vec::new()),
                };
                words.extend(args.iter().cloned());
                (program, runtime, words, folder, reads)
            }
            Launch::BuiltIn { binary, level } => {
                let mut args: Vec<OsString> = vec!["engine".into(), game.facts().id.into()];
                for word in ["--level", level.name(), "--dialect", self.dialect.name(), "--seed"] {
                    args.push(word.into());
                }
                args.push(seed.to_string().into());
                for (name, value) in game.given() {
                    args.push(format!("--option={name}={value}").into());
                }
                (binary.clone(), Runtime::Native, args, here.clone(), Vec::new())
            }
        };
        Ok(Job {
            program,
            runtime,
            args,
            env: Vec::new(),
            folder,
            reads,
            writes: Vec::new(),
            cores: Vec::new(),
            limits,
        })
    }
}
