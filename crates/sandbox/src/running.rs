//! A program as a process: its number and its pipes.

use crate::births::bear;
use crate::order::{Job, Order};
use crate::zygote::{Zygote, written};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;

/// A child of this process, to be waited for by its [cell](crate::Cell::reap).
#[derive(Debug)]
pub struct Running {
    /// Its number.
    pub pid: Pid,
    /// Where it is written to.
    pub stdin: OwnedFd,
    /// Where it answers.
    pub stdout: OwnedFd,
    /// Where it logs.
    pub stderr: OwnedFd,
}

impl Running {
    /// With nothing set up, and our own environment.
    pub(crate) fn unconfined(job: &Job) -> io::Result<Running> {
        let mut command = Command::new(&job.program);
        command.args(&job.args).envs(job.env.iter().cloned()).current_dir(&job.folder).process_group(0);
        let [(from, stdin), (stdout, to), (stderr, log)] = [pipe()?, pipe()?, pipe()?];
        command.stdin(from).stdout(to).stderr(log);
        let pid = bear(|| Ok(Pid::from_child(&written(|| command.spawn())?)))?;
        Ok(Running { pid, stdin, stdout, stderr })
    }

    /// In a sandbox, with the pipe by which the first process of a name space tells how the program ended.
    pub(crate) fn launched(zygote: &Zygote, order: &Order) -> io::Result<(Running, OwnedFd)> {
        let [(from, stdin), (stdout, to), (stderr, log), (status, end)] =
            [pipe()?, pipe()?, pipe()?, pipe()?];
        let pid = bear(|| zygote.launch(order, [&from, &to, &log, &end].map(AsFd::as_fd)))?;
        Ok((Running { pid, stdin, stdout, stderr }, status))
    }
}

/// Nobody inherits it: reader and writer.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(pipe_with(PipeFlags::CLOEXEC)?)
}
