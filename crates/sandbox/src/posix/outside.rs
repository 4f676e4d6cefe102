//! The only place in the workspace, beside the module of the same name of each system, that starts processes outside a
//! sandbox; the tidy test refuses any other.
//!
//! There are three kinds: the stage's own binary; at level `off`, the program itself; and the browser of whoever sits at this
//! machine. Compilers, interpreters and
//! version managers are never started here: their installations are found by reading files, so that nothing a
//! contestant could have planted is executed outside.

use crate::job::Job;
use std::ffi::OsStr;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// A command that runs the stage's own binary, or another that calls [`launch_if_asked`](crate::launch_if_asked) first,
/// with these arguments. Not for anything else: `binary` must never come from a contestant. [Start](crate::outside::start) it, unless it ends
/// by itself once we are gone.
pub fn own<W: AsRef<OsStr>>(binary: &Path, words: impl IntoIterator<Item = W>) -> Command {
    let mut command = Command::new(binary);
    command.args(words);
    command
}

/// Has a command lead a process group of its own.
pub fn set_apart(command: &mut Command) {
    command.process_group(0);
}

/// Opens an address of our own in the browser of whoever sits at this machine; it outlives this process. Returns as soon as
/// the system has been asked. Errors if nobody sits here, or nothing opens addresses. Not for an address from anybody else.
pub fn open_in_browser(address: &str) -> io::Result<()> {
    let is_mac = cfg!(target_os = "macos");
    let sits = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !is_mac && !sits("DISPLAY") && !sits("WAYLAND_DISPLAY") {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut command = Command::new(if is_mac { "open" } else { "xdg-open" });
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // It is waited for, so that nothing of it is left behind.
    std::thread::Builder::new().name("browser".to_owned()).spawn(move || child.wait())?;
    Ok(())
}

/// A command that runs the program itself, for level `off`: with nothing set up, in our own environment.
pub(crate) fn unconfined(job: &Job) -> Command {
    let mut command = Command::new(&job.program);
    command.args(&job.args).envs(job.env.iter().cloned()).current_dir(&job.folder);
    command
}
