//! The one place in the workspace that starts a process outside of every sandbox: the tidy test refuses any other.
//!
//! There are two kinds. The stage's own binary once more; and, where no sandbox is wanted (`off`), the program itself.
//! No compiler, interpreter or version manager is among them: where those have their files is read, not asked, so that
//! nothing a contestant could have put there is ever executed out here.

use crate::order::Job;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// The stage's own binary once more, or another that begins with [`launch_if_asked`](crate::launch_if_asked), to be
/// started with these words. Not for anything else: `binary` is never taken from what a contestant handed in.
pub fn own<W: AsRef<OsStr>>(binary: &Path, words: impl IntoIterator<Item = W>) -> Command {
    let mut command = Command::new(binary);
    command.args(words);
    command
}

/// The program itself, for level `off`: with nothing set up, and our own environment.
pub(crate) fn unconfined(job: &Job) -> Command {
    let mut command = Command::new(&job.program);
    command.args(&job.args).envs(job.env.iter().cloned()).current_dir(&job.folder);
    command
}
