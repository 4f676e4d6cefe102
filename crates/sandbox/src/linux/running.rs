//! A started program: its process id and streams.

use crate::job::Job;
use crate::linux::core_set::core_set;
use crate::linux::launch_order::LaunchOrder;
use crate::linux::launching::Launching;
use crate::linux::outside;
use crate::linux::zygote::Zygote;
use crate::not_launched::NotLaunched;
use crate::posix::children::start_child;
use crate::posix::outside::unconfined;
use crate::posix::stream::{Stream, pipe};
use rustix::process::Pid;
use rustix::thread::sched_setaffinity;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;

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
    /// The connection to its launcher, which waits for permission to execute the program; `None` at level `off`.
    pub launching: Option<Launching>,
}

impl Running {
    /// Starts a program with nothing set up, in our own environment.
    pub(crate) fn unconfined(job: &Job) -> Result<Running, NotLaunched> {
        let mut command = unconfined(job);
        command.process_group(0);
        let streams = streams(Stream::Pipe).map_err(NotLaunched::Machine)?;
        let [(from, stdin), (stdout, to), (stderr, log)] = streams;
        command.stdin(from).stdout(to).stderr(log);
        let pid = start_child(|| Ok(Pid::from_child(&outside::start(command)?))).map_err(blamed)?;
        if !job.cores.is_empty() {
            // Where pinning is forbidden, programs still run, only slower.
            let _ = sched_setaffinity(Some(pid), &core_set(&job.cores));
        }
        Ok(Running { pid, stdin, stdout, stderr, launching: None })
    }

    /// Starts a program in a sandbox; also returns the pipe through which the first process of a namespace reports how
    /// the program ended.
    pub(crate) fn launched(zygote: &Zygote, order: &LaunchOrder) -> io::Result<(Running, OwnedFd)> {
        let kind = if order.level.confines() { Stream::Socket } else { Stream::Pipe };
        let [(from, stdin), (stdout, to), (stderr, log)] = streams(kind)?;
        let (status, end) = pipe()?;
        let (launching, line) = Launching::line()?;
        let pid = start_child(|| zygote.launch(order, [&from, &to, &log, &end, &line].map(AsFd::as_fd)))?;
        Ok((Running { pid, stdin, stdout, stderr, launching: Some(launching) }, status))
    }
}

/// Sorts the error of a program that was executed with nothing set up.
fn blamed(error: io::Error) -> NotLaunched {
    let lacks = [libc::EAGAIN, libc::ENOMEM, libc::EMFILE, libc::ENFILE];
    if error.raw_os_error().is_some_and(|number| lacks.contains(&number)) {
        NotLaunched::Machine(error)
    } else {
        NotLaunched::Program(error)
    }
}

/// Input, output and error of this kind: for each, the two ends as [`Stream`] returns them.
fn streams(kind: Stream) -> io::Result<[(OwnedFd, OwnedFd); 3]> {
    Ok([kind.inward()?, kind.outward()?, kind.outward()?])
}
