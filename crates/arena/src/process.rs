//! A program as a process: three non-blocking streams, and a shutdown that leaves nothing behind.

mod earlier;
mod ending;
mod staying;

pub(crate) use earlier::Earlier;

use crate::bounded_log::BoundedLog;
use crate::exit::Exit;
use crate::hold_up::HoldUp;
use crate::inbox::{Fill, Flood, Inbox};
use crate::poll::Cause;
use crate::program_stdin::ProgramStdin;
use crate::program_stdout::ProgramStdout;
use crate::sandbox_reason::said;
use leitai_core::Sentence;
use leitai_protocol::printable;
use leitai_sandbox::system::{AsFd, BorrowedFd, Errno, OwnedFd, never_wait, read};
use leitai_sandbox::{
    Cell, Job, Launched, Launching, NotLaunched, Pid, Running, Sandbox, SandboxLevel, Usage, orphans,
};
use std::io;
use std::time::{Duration, Instant};

/// Maximum number of reads of a log once its writers are gone: a full socket or pipe, and some more.
const LAST_WORDS: usize = 16;

/// A program's process: running, or ended and able to be started again. Dropping it kills the program and all its
/// descendants.
pub struct Process {
    sandbox: Sandbox,
    job: Job,
    pid: Pid,
    pub(crate) cell: Cell,
    /// The connection to its launcher, until that has become the program.
    launching: Option<Launching>,
    /// Whether its launcher may become the program.
    permission: Permission,
    /// Why it is not running, if that is so.
    not_running: Option<NotRunning>,
    /// When it was last seen not to have been executed yet; until that is permitted, when it was wanted.
    since: Instant,
    /// What it used, including its earlier starts, once it has exited.
    used: Usage,
    mark: String,
    /// Becomes readable once the program has exited, even if its pipes are still held open; `None` on a kernel without
    /// pidfds.
    life: Option<OwnedFd>,
    pub(crate) stdin: ProgramStdin,
    pub(crate) stdout: ProgramStdout,
    stderr: Option<OwnedFd>,
    hold_up: HoldUp,
    pub(crate) inbox: Inbox,
    log: BoundedLog,
    /// How it exited, once it has.
    left: Option<Exit>,
    /// Set once all its processes have been killed.
    ended: bool,
    /// Whether it has said anything since it was started.
    has_spoken: bool,
    /// Whether it is to stay for another game.
    pub(crate) stays: bool,
    /// Its processor time when it was stopped between two games; `None` during a game.
    paused: Option<Duration>,
    earlier: Earlier,
}

/// Whether a launcher may become its program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Permission {
    /// Nobody wants the program yet.
    Unasked,
    /// It may, as soon as everything is set up.
    Wanted,
    /// It was told so.
    Given,
}

/// Why a program is not running although its launcher did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotRunning {
    /// The sandbox could not be set up: the machine's fault.
    Sandbox(Sentence),
    /// The system would not execute it: the program's own fault.
    Program(Sentence),
}

impl Process {
    /// Starts a program in a process group of its own. In a sandbox it may not be running yet when this returns; a
    /// failure to execute it is reported later, by its launcher.
    pub fn start(sandbox: &Sandbox, job: Job) -> Result<Process, NotLaunched> {
        let mut process = Process::prepare(sandbox, job)?;
        process.execute();
        Ok(process)
    }

    /// As [`start`](Process::start), but in a sandbox everything is set up and the program is not executed until it is
    /// [permitted](Process::execute).
    pub(crate) fn prepare(sandbox: &Sandbox, job: Job) -> Result<Process, NotLaunched> {
        Process::prepare_on(job.cores.clone(), sandbox, job)
    }

    /// As [`prepare`](Process::prepare), but on other cores than the job's, to which it must be [moved](Process::settle)
    /// then.
    pub(crate) fn prepare_on(cores: Vec<usize>, sandbox: &Sandbox, job: Job) -> Result<Process, NotLaunched> {
        let mark = orphans::mark();
        let (running, cell) = orphans::start(sandbox, Job { cores, ..job.clone() }, &mark)?;
        let Running { pid, stdin, stdout, stderr, launching } = running;
        for pipe in [&stdin, &stderr] {
            never_wait(pipe).map_err(NotLaunched::Machine)?;
        }
        Ok(Process {
            permission: if launching.is_none() { Permission::Given } else { Permission::Unasked },
            launching,
            not_running: None,
            since: Instant::now(),
            pid,
            life: cell.life(),
            cell,
            used: Usage::default(),
            mark,
            hold_up: HoldUp::on(stdout.as_fd()),
            stdin: ProgramStdin::new(stdin),
            stdout: ProgramStdout::new(stdout).map_err(NotLaunched::Machine)?,
            stderr: Some(stderr),
            inbox: Inbox::default(),
            log: BoundedLog::new(job.limits.output.log),
            left: None,
            ended: false,
            has_spoken: false,
            stays: false,
            paused: None,
            earlier: Earlier::default(),
            sandbox: sandbox.clone(),
            job,
        })
    }

    /// Whether it was started for this job, on whatever cores.
    pub(crate) fn is_for(&self, job: &Job) -> bool {
        self.job == Job { cores: self.job.cores.clone(), ..job.clone() }
    }

    /// Moves it, which is not executed yet, to the cores of its next game. Errors if its sandbox could not be set up or
    /// it may not be moved.
    pub(crate) fn settle(&mut self, cores: Vec<usize>) -> io::Result<()> {
        self.look_at_launch();
        if self.not_running.is_some() {
            return Err(io::ErrorKind::NotFound.into());
        }
        self.cell.pin(&cores)?;
        self.job.cores = cores;
        Ok(())
    }

    /// Waits at most `patience` until its sandbox is set up, or that has failed; returns false if neither happened.
    pub(crate) fn wait_until_set_up(&self, patience: Duration) -> bool {
        self.launching.iter().all(|launching| launching.wait_until_set_up(patience))
    }

    /// Starts it again as it was first started. Requires that it has [ended](Process::end); its log is continued.
    pub(crate) fn start_again(&mut self) -> Result<(), NotLaunched> {
        let mut fresh = Process::start(&self.sandbox, self.job.clone())?;
        std::mem::swap(&mut fresh.log, &mut self.log);
        fresh.used = self.used;
        *self = fresh;
        Ok(())
    }

    /// Has its launcher become the program once everything is set up, or resumes the program for its next game. Further
    /// calls do nothing.
    pub(crate) fn execute(&mut self) {
        if self.permission == Permission::Unasked {
            // One that stayed from game to game was executed long ago.
            self.permission = if self.launching.is_none() { Permission::Given } else { Permission::Wanted };
            self.since = Instant::now();
            self.look_at_launch();
            self.go_on();
        }
    }

    /// Processes the launcher's message; returns true if it has just become the program. If everything is set up and it is
    /// wanted, it is permitted to. Its time runs from when it was last seen not to have been executed yet, whenever the stage
    /// notices that it was.
    pub(crate) fn look_at_launch(&mut self) -> bool {
        let now = Instant::now();
        let Some(launching) = self.launching.as_mut() else { return false };
        let Some(launched) = launching.poll() else {
            if self.permission != Permission::Unasked && launching.is_set_up() {
                self.since = now;
                if self.permission == Permission::Wanted {
                    self.permission = Permission::Given;
                    launching.execute();
                }
            }
            return false;
        };
        self.launching = None;
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

    /// Why it is not running, once its launcher has reported it.
    pub(crate) fn not_running(&self) -> Option<&NotRunning> {
        self.not_running.as_ref()
    }

    /// Whether its sandbox is still being set up.
    pub(crate) fn is_being_set_up(&self) -> bool {
        self.permission == Permission::Wanted
    }

    /// Whether its launcher is currently becoming the program.
    pub(crate) fn is_launching(&self) -> bool {
        self.permission != Permission::Unasked && self.launching.is_some()
    }

    /// Whether it was executed.
    pub(crate) fn was_executed(&self) -> bool {
        self.launching.is_none() && self.not_running.is_none()
    }

    /// Called when it has sent something: then it was executed, whatever its launcher's connection says. Returns true if that
    /// was not known.
    pub(crate) fn spoke(&mut self) -> bool {
        self.permission == Permission::Given && self.launching.take().is_some()
    }

    /// When its time to get ready began: when it was last seen not to have been executed yet, or, while its launcher is at
    /// work, when it was wanted; `None` before that.
    pub(crate) fn since(&self) -> Option<Instant> {
        Some(self.since).filter(|_| self.permission != Permission::Unasked)
    }

    /// Extends its time to get ready by a span in which the stage or the machine kept it from working.
    pub(crate) fn excuse(&mut self, time: Duration) {
        self.since += time;
    }

    /// Whether all its processes have been killed.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The output limit that it has exceeded, if any.
    pub(crate) fn flood(&mut self) -> Option<Flood> {
        self.inbox.flood(&self.job.limits.output)
    }

    /// Whether it has sent a line that has not been taken yet.
    pub(crate) fn has_more(&self) -> bool {
        self.inbox.has_line()
    }

    /// The events to wait for; once it has ended there are none.
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

    /// Reads the program's output, once.
    pub(crate) fn listen(&mut self) -> Fill {
        let fill = self.hold_up.during(|| self.stdout.fill(&mut self.inbox));
        self.has_spoken |= fill == Fill::Some;
        fill
    }

    /// Whether nothing but its output is to be expected of it soon, and that can be awaited alone.
    pub(crate) fn may_be_awaited(&self) -> bool {
        let is_running = self.launching.is_none() && self.not_running.is_none() && !self.ended;
        is_running && self.stdout.can_be_awaited() && self.stdin.waits_for_room().is_none()
    }

    /// Reads the program's output, once; waits for it a moment.
    pub(crate) fn await_output(&mut self) -> Fill {
        let fill = self.stdout.await_more(&mut self.inbox);
        self.has_spoken |= fill == Fill::Some;
        fill
    }

    /// Whether it may be in the middle of its start, with locks of the system's that all others wait for: it has not said
    /// anything yet, and what its threads do is [not seen](Cell::SEES_THREADS). Such a program must not be stopped.
    pub(crate) fn may_be_starting(&self) -> bool {
        !Cell::SEES_THREADS && !self.has_spoken
    }

    /// The longest call on its streams since the last time this was asked; zero where none can take long.
    pub(crate) fn held_up(&mut self) -> Duration {
        self.hold_up.take().max(self.stdin.hold_up.take())
    }

    /// Reads the program's log output, once.
    pub(crate) fn drain_log(&mut self) {
        let mut chunk = [0; 16 << 10];
        let Some(stderr) = &self.stderr else { return };
        match self.hold_up.during(|| read(stderr, &mut chunk)) {
            Ok(0) => self.stderr = None,
            Ok(count) => self.log.push(&chunk[..count]),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// Moves its output so far to its log.
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

    /// Its log including what its error output still holds, once it has exited; `None` while it is running.
    pub(crate) fn last_words(&mut self) -> Option<String> {
        self.left?;
        for _ in 0..LAST_WORDS {
            self.drain_log();
        }
        Some(self.log())
    }

    /// Whether it has used more memory than it may, as far as can be seen so far.
    pub(crate) fn is_over_memory(&mut self) -> bool {
        let resident = self.left.is_some().then_some(self.used.resident);
        self.sandbox.level() != SandboxLevel::Off && self.cell.is_over_memory(resident)
    }

    /// As `is_over_memory`, but called before each line that it sends. If it has exited after sending the line, its end
    /// is awaited for `patience`, since its exit reports its memory.
    pub(crate) fn has_outgrown_memory(&mut self, patience: Duration) -> bool {
        if self.sandbox.level() == SandboxLevel::Off || self.ended {
            return false;
        }
        match self.cell.has_outgrown() {
            Some(has) if self.left.is_none() => has,
            _ => self.exit(patience).is_some() && self.is_over_memory(),
        }
    }

    /// Whether the stage supervises and can suspend it. False if nothing was set up for it.
    pub(crate) fn is_confined(&self) -> bool {
        self.sandbox.level() != SandboxLevel::Off
    }

    /// Whether no program can kill it in this way, so that only the stage or something outside can. The system call
    /// filter ensures this for a single process; the processes of a family may kill each other.
    pub(crate) fn is_ended_from_outside_alone(&self) -> bool {
        self.sandbox.level().confines() && self.cell.limits().processes == 1
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            self.end(Duration::ZERO);
        }
    }
}
