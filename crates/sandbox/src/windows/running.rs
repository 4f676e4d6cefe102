//! A started program: its process id and streams.

use super::cell::Cell;
use super::child::{own_environment, start};
use super::job_object::JobObject;
use super::launching::Launching;
use super::pid::Pid;
use super::pipe::{inward, outward};
use super::system::OwnedFd;
use crate::job::Job;
use crate::limits::Limits;
use crate::not_launched::NotLaunched;
use crate::runtime::Runtime;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use windows_sys::Win32::Foundation::{
    ERROR_COMMITMENT_LIMIT, ERROR_NO_SYSTEM_RESOURCES, ERROR_NOT_ENOUGH_MEMORY, ERROR_OUTOFMEMORY,
    ERROR_TOO_MANY_OPEN_FILES,
};

/// Variables that say where things are on Linux.
const LINUX: [&str; 8] = ["PATH", "HOME", "TMPDIR", "LANG", "USER", "LOGNAME", "OPENSSL_CONF", "TZ"];

/// A program of this process's, to be waited for by its [cell](crate::Cell::reap).
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
    /// What lets it run; `None` at level `off`.
    pub launching: Option<Launching>,
}

/// Starts a program in a job object, whose limits are these if it `keeps` any, and suspended if so.
pub(crate) fn run(job: &Job, limits: Limits, keeps: bool) -> Result<(Running, Cell), NotLaunched> {
    let object = if keeps { JobObject::limited(&limits) } else { JobObject::unlimited() };
    let object = object.map_err(NotLaunched::Machine)?;
    let (words, env): (Vec<OsString>, BTreeMap<OsString, OsString>) = if keeps {
        let settings = Runtime::env(&limits).into_iter();
        let settings = settings.filter(|(name, _)| !LINUX.iter().any(|known| name == known));
        (
            job.runtime.args(&limits).into_iter().chain(job.args.iter().cloned()).collect(),
            own_environment().into_iter().chain(settings).chain(job.env.iter().cloned()).collect(),
        )
    } else {
        (job.args.clone(), std::env::vars_os().chain(job.env.iter().cloned()).collect())
    };
    let machine = |error: io::Error| NotLaunched::Machine(error);
    let (from, stdin) = inward().map_err(machine)?;
    let (stdout, to) = outward().map_err(machine)?;
    let (stderr, log) = outward().map_err(machine)?;
    let child = start(job, &words, env.into_iter().collect(), [from, to, log], &object).map_err(blamed)?;
    let mut cell = Cell::new(limits, object, &child, keeps).map_err(machine)?;
    let cores = if job.cores.is_empty() { super::system::cores::available() } else { Ok(job.cores.clone()) };
    // Where pinning is refused, programs still run, only slower.
    let _ = cores.and_then(|cores| cell.pin(&cores));
    let launching = Launching::new(child.thread).map_err(machine)?;
    let launching = if keeps {
        Some(launching)
    } else {
        launching.execute();
        None
    };
    let [stdin, stdout, stderr] = [stdin, stdout, stderr].map(OwnedFd::new);
    Ok((Running { pid: Pid::of(child.number), stdin, stdout, stderr, launching }, cell))
}

/// Sorts the error of a program that the system did not start.
fn blamed(error: io::Error) -> NotLaunched {
    let lacks = [
        ERROR_NOT_ENOUGH_MEMORY,
        ERROR_OUTOFMEMORY,
        ERROR_NO_SYSTEM_RESOURCES,
        ERROR_COMMITMENT_LIMIT,
        ERROR_TOO_MANY_OPEN_FILES,
    ];
    if error.raw_os_error().is_some_and(|number| lacks.contains(&number.cast_unsigned())) {
        NotLaunched::Machine(error)
    } else {
        NotLaunched::Program(error)
    }
}
