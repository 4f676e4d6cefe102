//! The only place that starts processes outside a job of their own; the tidy test refuses any other.
//!
//! There are two kinds: the stage's own binary, and the browser of whoever sits at this machine.

use super::child::door;
use super::job_object::JobObject;
use super::words::wide;
use std::ffi::OsStr;
use std::io;
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::process::{Child, Command};
use std::ptr::{null, null_mut};
use std::sync::LazyLock;
use windows_sys::Win32::UI::Shell::ShellExecuteW;
use windows_sys::Win32::UI::WindowsAndMessaging::SW_SHOWNORMAL;

/// What everything that is started here is in, and ends with this process by.
static OWN: LazyLock<Option<JobObject>> = LazyLock::new(|| JobObject::unlimited().ok());

/// A command that runs the stage's own binary, with these arguments. Not for anything else: `binary` must never come from
/// a contestant. [`start`] it, unless it ends by itself once we are gone.
pub fn own<W: AsRef<OsStr>>(binary: &Path, words: impl IntoIterator<Item = W>) -> Command {
    let mut command = Command::new(binary);
    command.args(words);
    command
}

/// Here every program is in a job, and needs no group.
pub fn set_apart(_command: &mut Command) {}

/// Starts a command that is killed when this process ends, for whatever reason.
pub fn start(mut command: Command) -> io::Result<Child> {
    let _closed = door();
    let mut child = command.spawn()?;
    let own = OWN.as_ref().ok_or(io::ErrorKind::Unsupported)?;
    if let Err(error) = own.take(child.as_raw_handle()) {
        let _ = child.kill();
        return Err(error);
    }
    Ok(child)
}

/// Opens an address of our own in the browser of whoever sits at this machine; it outlives this process. Returns as soon as
/// the system has been asked. Errors if nothing opens addresses. Not for an address from anybody else.
pub fn open_in_browser(address: &str) -> io::Result<()> {
    let (verb, address) = (wide(OsStr::new("open")), wide(OsStr::new(address)));
    // SAFETY: texts that end with zeros.
    let done =
        unsafe { ShellExecuteW(null_mut(), verb.as_ptr(), address.as_ptr(), null(), null(), SW_SHOWNORMAL) };
    // By its description, what is greater than 32 is no error.
    if done as usize > 32 { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
}
