//! The order sent to the launcher.

use crate::limits::Limits;
use crate::runtime::Runtime;
use crate::sandbox_level::SandboxLevel;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;

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
