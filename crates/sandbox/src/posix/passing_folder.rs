//! A temporary folder that goes with its user, even if that is killed.

use crate::arguments::{ASKED, FOLDER};
use crate::error::named;
use crate::posix::busy_file::retry_while_busy;
use crate::posix::children::{reap_child, start_child};
use crate::posix::outside;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

/// A temporary folder of this process, that only its user may enter. It is removed when this is dropped and, by the
/// process that made it, when this process ends in any other way.
#[derive(Debug)]
pub struct PassingFolder {
    path: PathBuf,
    keeper: Child,
}

impl PassingFolder {
    /// A new folder whose name begins like this. `launcher` is a binary that calls
    /// [`launch_if_asked`](crate::launch_if_asked) first.
    pub fn make(launcher: &Path, prefix: &str) -> io::Result<PassingFolder> {
        let mut command = outside::own(launcher, [ASKED, FOLDER, prefix]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Not tied to us: it ends at the end of its input, after it has cleared away.
        let mut keeper = None;
        // Listed as ours, since it has a group of its own and would be taken for what a program left behind.
        start_child(|| {
            let child = retry_while_busy(|| command.spawn())?;
            Ok(Pid::from_child(keeper.insert(child)))
        })
        .map_err(|error| named(launcher, &error))?;
        let keeper = keeper.ok_or(io::ErrorKind::NotFound)?;
        let mut folder = PassingFolder { path: PathBuf::new(), keeper };
        let mut said = Vec::new();
        if let Some(out) = folder.keeper.stdout.take() {
            BufReader::new(out).read_until(b'\n', &mut said)?;
        }
        if let Some(path) = said.strip_prefix(b"+").and_then(|path| path.strip_suffix(b"\n")) {
            folder.path = OsString::from_vec(path.to_vec()).into();
            return Ok(folder);
        }
        let number = String::from_utf8_lossy(&said).trim().trim_start_matches('-').parse();
        let error = number.map_or_else(|_| io::ErrorKind::UnexpectedEof.into(), io::Error::from_raw_os_error);
        Err(named(&std::env::temp_dir(), &error))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for PassingFolder {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        // It frees its number only when it is waited for.
        let number = self.keeper.id() as i32;
        let _ =
            waitid(WaitId::Pid(Pid::from_child(&self.keeper)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
        let _ = reap_child(number, || self.keeper.wait());
    }
}
