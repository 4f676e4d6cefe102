//! A program as seen from outside: measured, suspended, killed.

use super::child::Child;
use super::event::wait_for;
use super::job_object::JobObject;
use super::pid::Pid;
use super::process;
use super::waited::{OwnedFd, Waited};
use crate::limits::Limits;
use crate::usage::Usage;
use std::io;
use std::os::windows::io::{AsRawHandle, OwnedHandle};
use std::os::windows::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::Threading::IDLE_PRIORITY_CLASS;

/// How many times the family of processes being stopped is scanned for new members.
const FAMILY_ROUNDS: u32 = 4;
/// How long a program must not have worked to be taken for asleep: longer than the system's unit of processor time is
/// not needed where it counts by the processor's cycles.
const STILL: Duration = Duration::from_millis(2);

/// The job of one running program. Dropping it kills the program and everything that it started.
#[derive(Debug)]
pub struct Cell {
    limits: Limits,
    /// `None` once the cell has been closed.
    job: Option<JobObject>,
    /// The program's own process.
    leader: Option<OwnedHandle>,
    /// Its first thread.
    first: Option<OwnedHandle>,
    number: u32,
    /// Whether limits are kept.
    keeps: bool,
    /// What is suspended.
    held: Vec<(Pid, OwnedHandle)>,
    /// The most memory that was seen, in bytes.
    peak: u64,
    /// The processor time seen last, and since when it has not changed.
    worked: Option<(Duration, Instant)>,
}

/// A process, which is signalled once it has ended.
#[derive(Debug)]
struct Life(OwnedHandle);

impl Waited for Life {
    fn handle(&self) -> HANDLE {
        self.0.as_raw_handle()
    }
}

impl Cell {
    /// Whether it is seen at once what its threads do. Here it is not: one that did not work for a moment may be in the middle
    /// of anything.
    pub const SEES_THREADS: bool = false;

    pub(crate) fn new(limits: Limits, job: JobObject, child: &Child, keeps: bool) -> io::Result<Cell> {
        Ok(Cell {
            limits,
            job: Some(job),
            leader: Some(child.process.try_clone()?),
            first: Some(child.thread.try_clone()?),
            number: child.number,
            keeps,
            held: Vec::new(),
            peak: 0,
            worked: None,
        })
    }

    /// Signalled once the program has exited, even if its pipes are still held open.
    pub fn life(&self) -> Option<OwnedFd> {
        process::twice(self.leader.as_ref()?).map(|leader| OwnedFd::new(Life(leader)))
    }

    /// Whether it has exited, and can be [waited for](Cell::reap) at once.
    pub fn has_exited(&self) -> bool {
        self.leader.as_ref().is_none_or(process::has_ended)
    }

    /// Kills it and everything that it started. It may be gone already.
    pub fn kill(&self) {
        self.kill_group();
    }

    /// Kills what is left of what it started.
    pub fn kill_group(&self) {
        if let Some(job) = &self.job {
            job.kill();
        }
    }

    /// Waits for the program to end; returns how it ended and what it used. Errors if it was already waited for.
    pub fn reap(&mut self) -> io::Result<(ExitStatus, Usage)> {
        let leader = self.leader.as_ref().ok_or(io::ErrorKind::NotFound)?;
        wait_for(leader.as_raw_handle(), None);
        let status = ExitStatus::from_raw(process::exit_code(leader)?);
        if let Some((_, most)) = process::memory(leader) {
            self.peak = self.peak.max(most);
        }
        let whole = self.job.as_ref().filter(|_| self.limits.processes > 1).and_then(JobObject::cpu);
        let cpu = whole.unwrap_or_default().max(process::cpu(leader, self.first.as_ref()));
        Ok((status, Usage { cpu, resident: self.peak }))
    }

    /// The limits of the program.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether its end ends everything that it started: always, since nothing leaves its job.
    pub fn is_isolated(&self) -> bool {
        true
    }

    /// Whether the program exceeded its memory limit at any time, as far as can be seen. `resident` is the peak
    /// reported when the program ended, if it has.
    pub fn is_over_memory(&mut self, resident: Option<u64>) -> bool {
        self.peak = self.peak.max(resident.unwrap_or(0));
        self.look();
        self.keeps && self.peak > self.limits.memory.0
    }

    /// As [`is_over_memory`](Cell::is_over_memory); used before each line of output is accepted. Returns `None` if the
    /// program has ended of its own accord: then what is reported at its end decides.
    pub fn has_outgrown(&mut self) -> Option<bool> {
        if self.limits.processes == 1 {
            if self.has_exited() {
                return None;
            }
            self.look();
        }
        Some(self.keeps && self.peak > self.limits.memory.0)
    }

    /// Peak memory seen so far in bytes.
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// Processor time used so far.
    pub fn cpu(&mut self) -> Duration {
        let whole = self.job.as_ref().filter(|_| self.limits.processes > 1).and_then(JobObject::cpu);
        let first = |pid: &Pid| self.first.as_ref().filter(|_| pid.number() == self.number);
        whole.unwrap_or_else(|| {
            self.living().iter().map(|(pid, process)| process::cpu(process, first(pid))).sum()
        })
    }

    /// Everything that the program has used of the processor; there is only one account of it. `None` where that is not
    /// known: where it may have had processes that are gone and nothing counts them, and once it has ended.
    pub fn whole_cpu(&mut self) -> Option<[Duration; 2]> {
        let leader = self.leader.as_ref().filter(|leader| !process::has_ended(leader))?;
        let cpu = if self.limits.processes == 1 {
            process::cpu(leader, self.first.as_ref())
        } else {
            self.job.as_ref().and_then(JobObject::cpu)?
        };
        Some([cpu; 2])
    }

    /// Whether none of its processes is left, although the system has not reported its end yet.
    pub fn is_gone(&mut self) -> bool {
        self.living().is_empty()
    }

    /// Whether it shows a window, which nobody closes.
    pub fn shows_a_window(&self) -> bool {
        let processes: Vec<Pid> = self.living().into_iter().map(|(pid, _)| pid).collect();
        super::window::is_shown_by(&processes)
    }

    /// Whether it has not worked since it was last asked, some milliseconds ago.
    pub fn sleeps(&mut self) -> bool {
        !self.is_runnable()
    }

    /// Whether it has worked since it was last asked, or was not asked yet.
    pub fn is_runnable(&mut self) -> bool {
        let (now, cpu) = (Instant::now(), self.cpu());
        match self.worked {
            Some((before, since)) if before == cpu => now.duration_since(since) < STILL,
            _ => {
                self.worked = Some((cpu, now));
                true
            }
        }
    }

    /// Pins the program to these cores. Errors if that is forbidden, or if it is gone.
    pub fn pin(&mut self, cores: &[usize]) -> io::Result<()> {
        process::pin(self.leader.as_ref().ok_or(io::ErrorKind::NotFound)?, cores)
    }

    /// Suspends the program until [`go`](Cell::go). May be called again, to stop whatever it has started meanwhile.
    pub fn hold(&mut self) {
        for _ in 0..FAMILY_ROUNDS {
            let mut found = self.living();
            found.retain(|(pid, _)| self.held.iter().all(|(held, _)| held != pid));
            if found.is_empty() {
                break;
            }
            for (_, process) in &found {
                process::suspend(process);
            }
            self.held.extend(found);
        }
    }

    /// Resumes the program.
    pub fn go(&mut self) {
        self.held.drain(..).for_each(|(_, process)| process::resume(&process));
    }

    /// Nothing has to be done for a program to die.
    pub fn let_die(&self) {}

    /// Lets whatever is left of the program, which was killed, run only where nothing else wants to.
    pub fn step_down(&mut self) {
        self.living().iter().for_each(|(_, process)| process::set_priority(process, IDLE_PRIORITY_CLASS));
    }

    /// Leaves an empty cell behind, for a program that another thread waits for.
    #[must_use]
    pub fn hand_over(&mut self) -> Cell {
        let empty = Cell {
            limits: self.limits,
            job: None,
            leader: None,
            first: None,
            number: 0,
            keeps: self.keeps,
            held: Vec::new(),
            peak: self.peak,
            worked: None,
        };
        std::mem::replace(self, empty)
    }

    /// Kills what is left of the program once it has ended.
    pub fn close(&mut self) {
        self.kill_group();
        (self.job, self.leader, self.first) = (None, None, None);
        self.held.clear();
    }

    fn look(&mut self) {
        let seen = match (&self.leader, &self.job) {
            (Some(leader), _) if self.limits.processes == 1 => {
                process::memory(leader).map_or(0, |(_, most)| most)
            }
            (_, Some(job)) => job.memory(),
            _ => 0,
        };
        self.peak = self.peak.max(seen);
    }

    /// Its living processes.
    fn living(&self) -> Vec<(Pid, OwnedHandle)> {
        let leader = self.leader.as_ref().filter(|leader| !process::has_ended(leader));
        let leader = leader.and_then(process::twice).map(|leader| (Pid::of(self.number), leader));
        let others = self.job.as_ref().filter(|_| self.limits.processes > 1 || !self.keeps);
        let others = others.map(JobObject::processes).unwrap_or_default().into_iter();
        let others = others.filter(|pid| pid.number() != self.number);
        let others = others.filter_map(|pid| Some((pid, process::open(pid)?)));
        leader.into_iter().chain(others).collect()
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        self.kill_group();
    }
}
