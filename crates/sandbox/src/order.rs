//! What is to be started, and how the launcher is told.

use crate::{Level, Limits, Runtime};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;

/// A program to be started in a sandbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The program: an absolute path.
    pub program: PathBuf,
    /// What stands behind it: whoever says so found it on the machine.
    pub runtime: Runtime,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Its environment beyond what every program gets.
    pub env: Vec<(OsString, OsString)>,
    /// Where it runs: an absolute path, which need not be readable to it.
    pub folder: PathBuf,
    /// Files and folders it may read beyond its run-time's own: absolute paths.
    pub reads: Vec<PathBuf>,
    /// Folders it may write: absolute paths. For compilers; whoever names one watches what grows there.
    pub writes: Vec<PathBuf>,
    /// The cores it stays on; if none is named, those of the thread that starts it.
    pub cores: Vec<usize>,
    /// What it may use.
    pub limits: Limits,
}

impl Job {
    /// The program with these arguments, in `/`, with the usual limits, which may read nothing but what it needs to run.
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

/// Files that travel with an order: standard input, output and error, where the program's end is told, and the
/// launcher's line to the stage.
pub(crate) const PIPES: usize = 5;

/// The launcher's order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LaunchOrder {
    /// The numbers of the stage's user and group.
    pub(crate) user: [u32; 2],
    pub(crate) level: Level,
    /// Under this user number, given by root; none keeps the user.
    pub(crate) uid: Option<u32>,
    /// Lists of processes of the control groups to join.
    pub(crate) groups: Vec<PathBuf>,
    /// The cores it stays on.
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
    /// Most bytes of private memory; none where a control group counts or the run-time only reserves.
    pub(crate) data: Option<u64>,
    /// The version of Landlock's interface; 0 is none.
    pub(crate) landlock: u32,
}
