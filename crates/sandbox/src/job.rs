//! The description of a program to start.

use crate::limits::Limits;
use crate::runtime::Runtime;
use std::ffi::OsString;
use std::path::PathBuf;

/// A program to be started in a sandbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The program: an absolute path.
    pub program: PathBuf,
    /// The run-time it needs; set only for tools that the caller found on the machine itself.
    pub runtime: Runtime,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Environment variables in addition to those every program gets.
    pub env: Vec<(OsString, OsString)>,
    /// Its working directory: an absolute path, which it need not be able to read.
    pub folder: PathBuf,
    /// Files and folders it may read in addition to its run-time's: absolute paths.
    pub reads: Vec<PathBuf>,
    /// Folders it may write: absolute paths. For compilers; the caller must limit how much is written.
    pub writes: Vec<PathBuf>,
    /// The cores it is pinned to; default: those of the thread that starts it.
    pub cores: Vec<usize>,
    /// Its resource limits.
    pub limits: Limits,
}

impl Job {
    /// A program with arguments, in `/`, with default limits, that may read nothing but what it needs to run.
    pub fn of(program: impl Into<PathBuf>, args: Vec<OsString>) -> Job {
        Job {
            program: program.into(),
            runtime: Runtime::Native,
            args,
            env: Vec::new(),
            folder: "/".into(),
            reads: Vec::new(),
            writes: Vec::new(),
            cores: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// The environment variable by which what a program leaves behind can be recognised where nothing else tells: its value
/// begins with what all marks of one stage have in common, up to a hyphen, and nobody can guess it.
pub const MARK: &str = "LEITAI_SEAT";
