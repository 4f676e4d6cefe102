//! The only place in the workspace that starts processes outside a sandbox; the tidy test refuses any other.
//!
//! There are two kinds: the stage's own binary; and, at level `off`, the program itself. Compilers, interpreters and
//! version managers are never started here: their installations are found by reading files, so that nothing a
//! contestant could have planted is executed outside.

use crate::order::Job;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// A command that runs the stage's own binary, or another that calls [`launch_if_asked`](crate::launch_if_asked) first,
/// with these arguments. Not for anything else: `binary` must never come from a contestant.
pub fn own<W: AsRef<OsStr>>(binary: &Path, words: impl IntoIterator<Item = W>) -> Command {
    let mut command = Command::new(binary);
    command.args(words);
    command
}

/// A command that runs the program itself, for level `off`: with nothing set up, in our own environment.
pub(crate) fn unconfined(job: &Job) -> Command {
    let mut command = Command::new(&job.program);
    command.args(&job.args).envs(job.env.iter().cloned()).current_dir(&job.folder);
    command
}
