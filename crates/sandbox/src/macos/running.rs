//! A started program: its process id and streams.

use crate::job::Job;
use crate::macos::cell::Cell;
use crate::macos::launching::Launching;
use crate::macos::outside::{limited, start};
use crate::macos::warden::entrust;
use crate::not_launched::NotLaunched;
use crate::posix::children::start_child;
use crate::posix::outside::{set_apart, unconfined};
use crate::posix::stream::Stream;
use rustix::process::{Pid, setpriority_process};
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, PoisonError};

/// How much a program that gives way does so, from 0 to 20.
const GIVES_WAY: i32 = 10;

/// A child of this process, to be waited for by its [cell](crate::Cell::reap).
#[derive(Debug)]
pub struct Running {
    /// Its process id.
    pub pid: Pid,
    /// The stream to its standard input.
    pub stdin: OwnedFd,
    /// The stream from its standard output.
    pub stdout: OwnedFd,
    /// The stream from its standard error.
    pub stderr: OwnedFd,
    /// `None`: it runs.
    pub launching: Option<Launching>,
}

/// Starts a program in a process group of its own, with limits if it `keeps` any.
pub(crate) fn run(job: &Job, keeps: bool) -> Result<(Running, Cell), NotLaunched> {
    /// Held while a program is started: a pipe can be made and be closed to other programs only in two steps here, and one
    /// that is started in between would keep it open.
    static DOOR: Mutex<()> = Mutex::new(());
    let _closed = DOOR.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = if keeps { limited(job) } else { unconfined(job) };
    set_apart(&mut command);
    let (from, stdin) = Stream::Pipe.inward().map_err(NotLaunched::Machine)?;
    let (stdout, to) = Stream::Pipe.outward().map_err(NotLaunched::Machine)?;
    let (stderr, log) = Stream::Pipe.outward().map_err(NotLaunched::Machine)?;
    command.stdin(from).stdout(to).stderr(log);
    let pid = start_child(|| Ok(Pid::from_child(&start(command)?))).map_err(blamed)?;
    entrust(pid.as_raw_nonzero().get());
    if keeps && job.limits.gives_way {
        // Where that is refused, it only gives way to nobody.
        let _ = setpriority_process(Some(pid), GIVES_WAY);
    }
    Ok((Running { pid, stdin, stdout, stderr, launching: None }, Cell::new(job.limits, pid, keeps)))
}

/// Sorts the error of a program that the system did not start.
fn blamed(error: io::Error) -> NotLaunched {
    let lacks = [libc::EAGAIN, libc::ENOMEM, libc::EMFILE, libc::ENFILE];
    if error.raw_os_error().is_some_and(|number| lacks.contains(&number)) {
        NotLaunched::Machine(error)
    } else {
        NotLaunched::Program(error)
    }
}
