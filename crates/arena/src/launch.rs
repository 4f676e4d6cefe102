//! How a program is started.

use crate::search_path::locate;
use leitai_core::{Level, Sentence};
use leitai_sandbox::Runtime;
use leitai_shelf::TableFolder;
use std::ffi::OsString;
use std::path::PathBuf;

/// How a program is started.
#[derive(Clone, Debug)]
pub enum Launch {
    /// A program with arguments, in a folder.
    Command {
        /// The program: a path, or a name on the search path.
        program: OsString,
        /// The run-time it needs, if it is a tool of this machine chosen by the stage; [`Runtime::Native`] for a
        /// contestant's own file, whatever its name.
        runtime: Runtime,
        /// Its arguments.
        args: Vec<OsString>,
        /// Its working directory; default: that of the stage.
        folder: Option<PathBuf>,
        /// Files and folders it may read in a sandbox in addition to itself and its run-time.
        reads: Vec<PathBuf>,
        /// Whether it may start other processes. False for a contestant's source, true for a typed command.
        family: bool,
    },
    /// A built-in player: the stage's own binary, through the same pipes as any other program.
    BuiltIn {
        /// The binary.
        binary: PathBuf,
        /// The playing strength.
        level: Level,
        /// The tables that it may read; no other program may.
        shelf: Option<TableFolder>,
    },
    /// A program that cannot be started because its own source is at fault: its player loses as not ready.
    Unbuilt {
        /// Why, in one line.
        why: Sentence,
    },
}

impl Launch {
    /// A built-in player with the user's own tables.
    pub fn built_in(binary: PathBuf, level: Level) -> Launch {
        Launch::BuiltIn { binary, level, shelf: TableFolder::of_user() }
    }

    /// The file of a contestant's own that is executed, and the folder that it runs in; `None` for what a run-time or
    /// the stage itself executes.
    pub fn own_executable(&self) -> Option<(PathBuf, PathBuf)> {
        let Launch::Command { program, runtime: Runtime::Native, folder, .. } = self else { return None };
        let here = std::env::current_dir().ok()?;
        let folder = folder.as_ref().map_or_else(|| here.clone(), |folder| here.join(folder));
        Some((here.join(locate(program).ok()?), folder))
    }

    /// A program that starts no other processes and may read nothing but itself.
    pub fn alone(program: OsString, args: Vec<OsString>) -> Launch {
        let runtime = Runtime::Native;
        Launch::Command { program, runtime, args, folder: None, reads: Vec::new(), family: false }
    }
}
