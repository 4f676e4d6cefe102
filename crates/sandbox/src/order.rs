//! The description of a program to start, and the order sent to the launcher.

use crate::{Limits, Runtime, SandboxLevel};
use serde::{Deserialize, Serialize};
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

/// Files that travel with an order: standard input, output and error, the pipe that reports the program's end, and the
/// launcher's line to the stage.
pub(crate) const PIPES: usize = 5;

/// The order sent to the launcher.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LaunchOrder {
    /// The ids of the stage's user and group.
    pub(crate) user: [u32; 2],
    pub(crate) level: SandboxLevel,
    /// The user id to run under, assigned by root; `None` keeps the user.
    pub(crate) uid: Option<u32>,
    /// Process lists of the control groups to join.
    pub(crate) groups: Vec<PathBuf>,
    /// The cores the program is pinned to.
    pub(crate) cores: Vec<usize>,
    /// The program's file, canonical.
    pub(crate) program: PathBuf,
    /// The name it is called by, then its arguments.
    pub(crate) words: Vec<OsString>,
    /// Its whole environment.
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) folder: PathBuf,
    /// Absolute and canonical, none inside another.
    pub(crate) reads: Vec<PathBuf>,
    pub(crate) writes: Vec<PathBuf>,
    pub(crate) limits: Limits,
    pub(crate) runtime: Runtime,
    /// Maximum private memory in bytes; `None` where a control group counts memory or the run-time reserves address
    /// space.
    pub(crate) data: Option<u64>,
    /// The version of Landlock's interface; 0 if there is none.
    pub(crate) landlock: u32,
}

impl LaunchOrder {
    /// Whether it is a compiler, which writes what it makes.
    pub(crate) fn compiles(&self) -> bool {
        !self.writes.is_empty()
    }

    /// Whether the program may read everything in its own `/proc`, which lists only its processes. One of several
    /// processes must be able to read its own entry, which does not exist yet when Landlock's rules are made; some
    /// run-times end without it.
    pub(crate) fn reads_all_of_proc(&self) -> bool {
        self.level.isolates() && (self.landlock == 0 || self.limits.processes > 1)
    }
}
