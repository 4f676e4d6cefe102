//! How a program is started.

use leitai_core::Level;
use leitai_sandbox::Runtime;
use std::ffi::OsString;
use std::path::PathBuf;

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
    /// One program alone, which reads nothing but itself.
    pub fn alone(program: OsString, args: Vec<OsString>) -> Launch {
        let runtime = Runtime::Native;
        Launch::Command { program, runtime, args, folder: None, reads: Vec::new(), family: false }
    }
}
