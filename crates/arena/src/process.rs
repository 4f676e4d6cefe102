//! A program as a process: three non-blocking pipes, and an end that leaves nothing behind.

mod earlier;
mod staying;

pub(crate) use earlier::Earlier;

use crate::bounded_log::BoundedLog;
use crate::exit::Exit;
use crate::inbox::{Fill, Flood, Inbox};
use crate::orphans;
use crate::poll::Cause;
use crate::program_stdin::ProgramStdin;
use crate::sandbox_reason::said;
use leitai_core::Sentence;
use leitai_protocol::printable;
use leitai_sandbox::{Cell, Job, Launched, Launching, Level, Running, Sandbox, Usage};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionbio, read};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, pidfd_open, waitid,
};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

/// Most reads of a log once its writers are gone: a full pipe, and some more.
const LAST_WORDS: usize = 8;

/// A program's process: running, or ended and possibly to be started again. Dropping it kills the program and all its
/// descendants.
pub struct Process {
    sandbox: Sandbox,
    job: Job,
    pid: Pid,
    pub(crate) cell: Cell,
    /// The line to its launcher, until that has become the program.
    launching: Option<Launching>,
    /// Was its launcher told to become the program?
    wanted: bool,
    /// Why it does not run, if it does not.
    not_running: Option<NotRunning>,
    /// When it was executed; until then, when it was told to be.
    since: Instant,
    /// What it used, its earlier starts included, once it has left.
    used: Usage,
    mark: String,
    /// Readable once the program has left, whoever still holds its pipes; none on a kernel without pidfds.
    life: Option<OwnedFd>,
    pub(crate) stdin: ProgramStdin,
    stdout: OwnedFd,
    stderr: Option<OwnedFd>,
    pub(crate) inbox: Inbox,
    log: BoundedLog,
    /// How it left, once it has.
    left: Option<Exit>,
    /// Everything of it has been ended.
    ended: bool,
    /// Is it to stay for another game?
    pub(crate) stays: bool,
    /// Its processor time when it was stopped between two games; none while a game is on.
    paused: Option<Duration>,
    earlier: Earlier,
}

/// Why a program does not run although its launcher did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotRunning {
    /// The sandbox could not be set up: the machine's fault.
    Sandbox(Sentence),
    /// The system would not execute it: its own.
    Program(Sentence),
}

impl Process {
    /// Starts a program in a process group of its own. In a sandbox it may not be running yet when this returns; a failure
    /// to execute it is reported later, by its launcher.
    pub fn start(sandbox: &Sandbox, job: Job) -> io::Result<Process> {
        let mut process = Process::prepare(sandbox, job)?;
        process.execute();
        Ok(process)
    }

    /// As [`start`](Process::start), but in a sandbox everything is set up and the program is not executed before it
    /// is [wanted](Process::execute).
    pub(crate) fn prepare(sandbox: &Sandbox, job: Job) -> io::Result<Process> {
        let mark = orphans::mark();
        let (running, cell) = orphans::start(sandbox, job.clone(), &mark)?;
        let Running { pid, stdin, stdout, stderr, launching } = running;
        for pipe in [&stdin, &stdout, &stderr] {
            ioctl_fionbio(pipe, true)?;
        }
        Ok(Process {
            wanted: launching.is_none(),
            launching,
            not_running: None,
            since: Instant::now(),
            pid,
            cell,
            used: Usage::default(),
            mark,
            life: pidfd_open(pid, PidfdFlags::empty()).ok(),
            stdin: ProgramStdin::new(stdin),
            stdout,
            stderr: Some(stderr),
            inbox: Inbox::default(),
            log: BoundedLog::new(job.limits.output.log),
            left: None,
            ended: false,
            stays: false,
            paused: None,
            earlier: Earlier::default(),
            sandbox: sandbox.clone(),
            job,
        })
    }

    /// Starts it again as it was started first. Requires that it has [ended](Process::end); its log goes on.
    pub(crate) fn start_again(&mut self) -> io::Result<()> {
        let mut fresh = Process::start(&self.sandbox, self.job.clone())?;
        std::mem::swap(&mut fresh.log, &mut self.log);
        fresh.used = self.used;
        *self = fresh;
        Ok(())
    }

    /// Lets its launcher become the program, or the program go on for its next game. Once is enough.
    pub(crate) fn execute(&mut self) {
        if !self.wanted {
            self.wanted = true;
            self.since = Instant::now();
            if let Some(launching) = &self.launching {
                launching.execute();
            }
            self.go_on();
        }
    }

    /// Takes note of what its launcher says; true: it has become the program, just now.
    pub(crate) fn look_at_launch(&mut self) -> bool {
        let Some(launched) = self.launching.as_mut().and_then(Launching::poll) else { return false };
        self.launching = None;
        self.since = Instant::now();
        match launched {
            Launched::Running => true,
            Launched::Failed(why) => {
                self.not_running = Some(NotRunning::Sandbox(said(&why)));
                false
            }
            Launched::Refused(why) => {
                self.not_running = Some(NotRunning::Program(said(&why)));
                false
            }
        }
    }

    /// Why it does not run, once its launcher has said so.
    pub(crate) fn not_running(&self) -> Option<&NotRunning> {
        self.not_running.as_ref()
    }

    /// Is its launcher at work to become the program?
    pub(crate) fn is_launching(&self) -> bool {
        self.wanted && self.launching.is_some()
    }

    /// Was it executed?
    pub(crate) fn was_executed(&self) -> bool {
        self.launching.is_none() && self.not_running.is_none()
    }

    /// Since when its time to get ready runs: it was executed. While its launcher is at work, since when it is wanted;
    /// none before.
    pub(crate) fn since(&self) -> Option<Instant> {
        Some(self.since).filter(|_| self.wanted)
    }

    /// Extends its time by a span in which the stage or the machine kept it from working.
    pub(crate) fn excuse(&mut self, time: Duration) {
        self.since += time;
    }

    /// Has everything of it been ended?
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Has it said more than it may?
    pub(crate) fn flood(&mut self) -> Option<Flood> {
        self.inbox.flood(&self.job.limits.output)
    }

    /// Is there something it said that has not been listened to?
    pub(crate) fn has_more(&self) -> bool {
        self.inbox.has_line()
    }

    /// What there is to wait for; nothing once it has ended.
    pub(crate) fn causes(&self) -> impl Iterator<Item = (Cause, BorrowedFd<'_>)> {
        let said = Some(self.stdout.as_fd()).filter(|_| !self.stdin.is_behind());
        let logged = self.stderr.as_ref().map(AsFd::as_fd);
        let room = self.stdin.waits_for_room();
        let gone = self.life.as_ref().map(AsFd::as_fd);
        let launched = self.launching.as_ref().map(AsFd::as_fd);
        let causes = [
            (Cause::Launched, launched),
            (Cause::Said, said),
            (Cause::Logged, logged),
            (Cause::Room, room),
            (Cause::Gone, gone),
        ];
        causes.into_iter().filter_map(|(cause, fd)| Some((cause, fd.filter(|_| !self.ended)?)))
    }

    /// Reads what the program said, once.
    pub(crate) fn listen(&mut self) -> Fill {
        self.inbox.fill(&self.stdout)
    }

    /// Reads what it has logged, once.
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

    /// Moves what it has printed so far to its log.
    pub(crate) fn log_said(&mut self) {
        let said = self.inbox.half();
        let count = said.len();
        self.log.push(said);
        self.inbox.skip(count);
    }

    /// Its log, made printable line by line: all of it, or its beginning and its end.
    pub(crate) fn log(&self) -> String {
        let tabs = |line: &[u8]| line.split(|b| *b == b'\t').map(printable).collect::<Vec<_>>().join("    ");
        let line = |line: &[u8]| tabs(line.strip_suffix(b"\r").unwrap_or(line));
        self.log.text().split(|b| *b == b'\n').map(line).collect::<Vec<_>>().join("\n")
    }

    /// Its log with what its error output still holds, once it has left; none while it runs.
    pub(crate) fn last_words(&mut self) -> Option<String> {
        self.left?;
        for _ in 0..LAST_WORDS {
            self.drain_log();
        }
        Some(self.log())
    }

    /// How it left, if it leaves within `patience`.
    pub(crate) fn exit(&mut self, patience: Duration) -> Option<Exit> {
        let until = Instant::now() + patience;
        while self.left.is_none() {
            let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            if !matches!(waitid(WaitId::Pid(self.pid), look), Ok(None) | Err(Errno::INTR)) {
                self.reap();
                break;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            self.wait(left);
        }
        self.left
    }

    /// Waits for its end, at most `patience`; takes in what it logs, so that a long farewell is no reason to
    /// stay.
    fn wait(&mut self, patience: Duration) {
        let Some(life) = &self.life else {
            // A kernel without pidfds: look again soon.
            self.drain_log();
            return std::thread::sleep(patience.min(Duration::from_millis(1)));
        };
        let mut fds = vec![PollFd::new(life, PollFlags::IN)];
        fds.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        let _ = poll(&mut fds, Timespec::try_from(patience).ok().as_ref());
        self.drain_log();
    }

    /// Ends its group and takes note of how it left. As long as it is not waited for nobody else bears its
    /// number, so only its own are ended.
    fn reap(&mut self) {
        let _ = kill_process_group(self.pid, Signal::KILL);
        let ended = self.cell.reap();
        self.left = Some(match ended.as_ref().map(|(status, _)| (status.code(), status.signal())) {
            Ok((Some(code), _)) => Exit::Code(code),
            Ok((None, signal)) => Exit::Signal(signal.unwrap_or(0)),
            // Another part of the process has reaped it.
            Err(_) => Exit::Killed,
        });
        if let Ok((_, used)) = ended {
            self.used.cpu += used.cpu;
            self.used.resident = self.used.resident.max(used.resident);
        }
    }

    /// Has it used more memory than it may, as far as can be seen by now?
    pub(crate) fn is_over_memory(&mut self) -> bool {
        let resident = self.left.is_some().then_some(self.used.resident);
        self.sandbox.level() != Level::Off && self.cell.is_over_memory(resident)
    }

    /// The same, asked before each line that it says. One that said it and left is waited for that long, since its
    /// end tells what it had.
    pub(crate) fn has_outgrown_memory(&mut self, patience: Duration) -> bool {
        if self.sandbox.level() == Level::Off || self.ended {
            return false;
        }
        match self.cell.has_outgrown() {
            Some(has) if self.left.is_none() => has,
            _ => self.exit(patience).is_some() && self.is_over_memory(),
        }
    }

    /// Is it watched and held by the stage? Not if nothing was set up for it.
    pub(crate) fn is_confined(&self) -> bool {
        self.sandbox.level() != Level::Off
    }

    /// Can no program end it so but the stage and those outside? The filter of system calls sees to that for one that is
    /// alone; the processes of a family may end each other.
    pub(crate) fn is_ended_from_outside_alone(&self) -> bool {
        self.sandbox.level().confines() && self.cell.limits().processes == 1
    }

    /// Lets it leave by itself within `grace`, then ends it and whatever it started. Nothing of it remains. Without
    /// grace it is ended before it sees that nobody talks to it any more: how it left does not hang on its haste.
    pub(crate) fn end(&mut self, grace: Duration) -> Exit {
        // Its process id may have been reused.
        if let (true, Some(exit)) = (self.ended, self.left) {
            return exit;
        }
        if !grace.is_zero() {
            self.stdin.flush();
            self.stdin.close();
        }
        let exit = self.exit(grace).unwrap_or_else(|| {
            // It may have left its group.
            let _ = kill_process(self.pid, Signal::KILL);
            self.reap();
            Exit::Killed
        });
        self.stdin.close();
        self.left = Some(exit);
        if !self.cell.is_isolated() {
            orphans::sweep(self.pid, &self.mark);
        }
        orphans::forget(self.pid);
        self.cell.close();
        self.ended = true;
        // No writer is left: the pipe holds the rest.
        for _ in 0..LAST_WORDS {
            self.drain_log();
        }
        exit
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            self.end(Duration::ZERO);
        }
    }
}
