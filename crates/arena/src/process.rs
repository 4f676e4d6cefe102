//! One program as a process: three pipes that never block the stage, and an end that leaves nothing behind.

use crate::inbox::{Fill, Inbox};
use crate::orphans;
use crate::tail::Tail;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A running program.
pub struct Process {
    child: Child,
    pid: Pid,
    mark: String,
    /// None once the program closed it or the game is over.
    stdin: Option<OwnedFd>,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: Option<OwnedFd>,
    pub(crate) inbox: Inbox,
    log: Tail,
    unsent: Vec<u8>,
    status: Option<ExitStatus>,
}

/// How a program left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// With this code, by itself.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It had to be ended.
    Killed,
}

impl Process {
    /// Starts a program in a process group of its own.
    pub fn start(mut command: Command) -> io::Result<Process> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        orphans::adopt();
        let mark = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).env(orphans::MARK, &mark).spawn()?;
        let pid = Pid::from_child(&child);
        orphans::register(pid);
        let missing = || io::Error::other("a pipe is missing");
        let stdin = OwnedFd::from(child.stdin.take().ok_or_else(missing)?);
        let stdout = OwnedFd::from(child.stdout.take().ok_or_else(missing)?);
        let stderr = OwnedFd::from(child.stderr.take().ok_or_else(missing)?);
        for pipe in [&stdin, &stdout, &stderr] {
            ioctl_fionbio(pipe, true)?;
        }
        Ok(Process {
            child,
            pid,
            mark,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            inbox: Inbox::default(),
            log: Tail::default(),
            unsent: Vec::new(),
            status: None,
        })
    }

    /// Sends lines; what the pipe has no room for waits. A program that closed its input is judged by what
    /// it says.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if self.stdin.is_none() {
            return;
        }
        if self.unsent.is_empty() {
            let sent = self.write(bytes);
            self.unsent.extend_from_slice(&bytes[sent..]);
        } else {
            self.unsent.extend_from_slice(bytes);
            self.flush();
        }
    }

    /// Sends more of what waits.
    pub(crate) fn flush(&mut self) {
        let unsent = std::mem::take(&mut self.unsent);
        let sent = self.write(&unsent);
        self.unsent = unsent;
        self.unsent.drain(..sent);
    }

    fn write(&mut self, bytes: &[u8]) -> usize {
        let mut sent = 0;
        while let Some(stdin) = &self.stdin
            && sent < bytes.len()
        {
            match write(stdin, &bytes[sent..]) {
                Ok(count) => sent += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => self.stdin = None,
            }
        }
        if self.stdin.is_none() { bytes.len() } else { sent }
    }

    /// The input pipe, while something waits for room in it.
    pub(crate) fn waits_for_room(&self) -> Option<BorrowedFd<'_>> {
        self.stdin.as_ref().filter(|_| !self.unsent.is_empty()).map(AsFd::as_fd)
    }

    /// Reads what the program said, once.
    pub(crate) fn listen(&mut self) -> Fill {
        self.inbox.fill(&self.stdout)
    }

    /// Takes in what it logged.
    pub(crate) fn drain_log(&mut self) {
        let mut chunk = [0; 16 << 10];
        let Some(stderr) = &self.stderr else { return };
        match read(stderr, &mut chunk) {
            Ok(0) => self.stderr = None,
            Ok(count) => self.log.push(&chunk[..count]),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// Its log, as far as it is kept.
    pub(crate) fn log(&self) -> Vec<u8> {
        self.log.text()
    }

    /// How it left, if it leaves within `patience`.
    pub(crate) fn exit(&mut self, patience: Duration) -> Option<Exit> {
        let until = Instant::now() + patience;
        loop {
            if self.status.is_none() {
                self.status = self.child.try_wait().ok().flatten();
                if self.status.is_some() {
                    orphans::forget(self.pid);
                }
            }
            if let Some(status) = self.status {
                return Some(match (status.code(), status.signal()) {
                    (Some(code), _) => Exit::Code(code),
                    (None, signal) => Exit::Signal(signal.unwrap_or(0)),
                });
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            self.wait(left);
        }
    }

    /// Waits for its end, at most `patience`.
    fn wait(&self, patience: Duration) {
        match pidfd_open(self.pid, PidfdFlags::empty()) {
            Ok(pidfd) => {
                let timeout = Timespec::try_from(patience).ok();
                let _ = poll(&mut [PollFd::new(&pidfd, PollFlags::IN)], timeout.as_ref());
            }
            // A kernel without pidfds: look again soon.
            Err(_) => std::thread::sleep(patience.min(Duration::from_millis(1))),
        }
    }

    /// No more will be said to it.
    pub(crate) fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// Lets it leave by itself within `grace`, then ends it and whatever it started. Nothing of it remains.
    pub(crate) fn end(&mut self, grace: Duration) -> Exit {
        self.flush();
        self.hang_up();
        let exit = self.exit(grace).unwrap_or_else(|| {
            let _ = kill_process_group(self.pid, Signal::KILL);
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
            orphans::forget(self.pid);
            Exit::Killed
        });
        self.drain_log();
        let _ = kill_process_group(self.pid, Signal::KILL);
        orphans::sweep(self.pid, &self.mark);
        exit
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.end(Duration::ZERO);
        }
    }
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Exit::Code(code) => write!(f, "exited with code {code}"),
            Exit::Signal(signal) => write!(f, "ended by signal {}", signal_name(*signal)),
            Exit::Killed => f.write_str("ended by the stage"),
        }
    }
}

fn signal_name(number: i32) -> String {
    let name = match number {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        31 => "SIGSYS",
        other => return other.to_string(),
    };
    name.to_owned()
}
