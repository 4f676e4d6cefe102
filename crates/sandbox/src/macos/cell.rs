//! A program as seen from outside: measured, suspended, killed.

use crate::limits::Limits;
use crate::macos::processes::{Memory, memory, of_group, work};
use crate::macos::warden::release;
use crate::posix::reap::{has_exited, reap};
use crate::usage::Usage;
use rustix::event::kqueue::{Event, EventFilter, EventFlags, ProcessEvents, kevent, kqueue};
use rustix::process::{Pid, Signal, kill_process, kill_process_group, setpriority_process};
use std::io;
use std::os::fd::OwnedFd;
use std::process::ExitStatus;
use std::time::Duration;

/// How many times the family of processes being stopped is scanned for new members.
const FAMILY_ROUNDS: u32 = 4;
/// The lowest priority.
const LOWEST: i32 = 20;
/// In units of how many bytes the system tells resident memory at the end.
const RESIDENT_UNIT: u64 = 1;

/// The process group of one running program. Dropping it kills the group, unless the program was waited for.
#[derive(Debug)]
pub struct Cell {
    limits: Limits,
    /// The program; 0 once it was waited for: then another process may have its number.
    leader: i32,
    /// Whether limits are kept.
    keeps: bool,
    /// The most memory that was seen, in bytes.
    peak: u64,
}

impl Cell {
    /// Whether it is seen at once what its threads do. Here it is: each of them runs, or sleeps.
    pub const SEES_THREADS: bool = true;

    pub(crate) fn new(limits: Limits, leader: Pid, keeps: bool) -> Cell {
        Cell { limits, leader: leader.as_raw_nonzero().get(), keeps, peak: 0 }
    }

    /// Becomes readable once the program has exited, even if its pipes are still held open; `None` if the system has no
    /// room for that.
    pub fn life(&self) -> Option<OwnedFd> {
        let pid = Pid::from_raw(self.leader)?;
        if let Ok(queue) = watched(pid) {
            return Some(queue);
        }
        // What has ended cannot be watched any more: what nobody holds the other end of can be read at once.
        has_exited(pid).then(|| io::pipe().ok().map(|(reader, _)| reader.into()))?
    }

    /// Whether it has exited, and can be [waited for](Cell::reap) at once.
    pub fn has_exited(&self) -> bool {
        Pid::from_raw(self.leader).is_none_or(has_exited)
    }

    /// Kills it, its group, and what it started that can be found. It may be gone already.
    pub fn kill(&self) {
        let processes = self.processes();
        self.kill_group();
        signal(&processes, Signal::KILL);
    }

    /// Kills what is left of its group. Until it is waited for no other process can have its id, so only its own are
    /// killed.
    pub fn kill_group(&self) {
        if let Some(pid) = Pid::from_raw(self.leader) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Waits for the program to end; returns how it ended and what it used. Errors if it was already waited for.
    pub fn reap(&mut self) -> io::Result<(ExitStatus, Usage)> {
        release(self.leader);
        let ended = reap(self.leader, RESIDENT_UNIT);
        self.leader = 0;
        ended
    }

    /// The limits of the program.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether its end ends everything that it started: it does not, for what has left its group.
    pub fn is_isolated(&self) -> bool {
        false
    }

    /// Whether the program exceeded its memory limit at any time, as far as can be seen. `resident` is the peak
    /// reported when the program ended, if it has.
    pub fn is_over_memory(&mut self, resident: Option<u64>) -> bool {
        match resident {
            Some(resident) => self.peak = self.peak.max(resident),
            None => self.look(),
        }
        self.keeps && self.peak > self.limits.memory.0
    }

    /// As [`is_over_memory`](Cell::is_over_memory); used before each line of output is accepted. With several processes it
    /// reports only what was seen earlier. Returns `None` if the program has ended of its own accord: then what is reported
    /// at its end decides.
    pub fn has_outgrown(&mut self) -> Option<bool> {
        if self.limits.processes == 1 {
            // What has ended and was not waited for still tells what it held.
            work(self.leader)?;
            let Memory { most, .. } = memory(self.leader)?;
            self.peak = self.peak.max(most);
        }
        Some(self.keeps && self.peak > self.limits.memory.0)
    }

    /// Peak memory seen so far in bytes.
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// Processor time used so far by its living processes.
    pub fn cpu(&mut self) -> Duration {
        self.processes().into_iter().filter_map(work).map(|work| work.cpu).sum()
    }

    /// `None`: a program may always have had processes that are gone and that nothing counts.
    pub fn whole_cpu(&mut self) -> Option<[Duration; 2]> {
        None
    }

    /// Whether none of its processes is left, although the system has not reported its end yet.
    pub fn is_gone(&mut self) -> bool {
        !self.processes().into_iter().any(|pid| work(pid).is_some())
    }

    /// Whether it shows a window: here that is not asked.
    pub fn shows_a_window(&self) -> bool {
        false
    }

    /// Whether none of its threads runs or waits for a core now.
    pub fn sleeps(&mut self) -> bool {
        !self.is_runnable()
    }

    /// Whether one of its threads is running or waiting for a core.
    pub fn is_runnable(&mut self) -> bool {
        self.processes().into_iter().filter_map(work).any(|work| work.running > 0)
    }

    /// Errors: this system pins nothing to cores.
    pub fn pin(&mut self, _cores: &[usize]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Suspends the program until [`go`](Cell::go). May be called again, to stop whatever it has started meanwhile.
    pub fn hold(&mut self) {
        let mut known = Vec::new();
        for _ in 0..FAMILY_ROUNDS {
            let processes = self.processes();
            if processes == known {
                break;
            }
            signal(&processes, Signal::STOP);
            known = processes;
        }
    }

    /// Resumes the program.
    pub fn go(&mut self) {
        signal(&self.processes(), Signal::CONT);
    }

    /// Nothing has to be done for a program to die.
    pub fn let_die(&self) {}

    /// Lets whatever is left of the program, which was killed, give way to everything else.
    pub fn step_down(&mut self) {
        for pid in self.processes() {
            let _ = setpriority_process(Pid::from_raw(pid), LOWEST);
        }
    }

    /// Leaves an empty cell behind, for a program that another thread waits for.
    #[must_use]
    pub fn hand_over(&mut self) -> Cell {
        let empty = Cell { leader: 0, ..*self };
        std::mem::replace(self, empty)
    }

    /// Kills what is left of the group of a program that was not waited for; nothing is kept of it.
    pub fn close(&mut self) {
        self.kill_group();
        self.leader = 0;
    }

    fn look(&mut self) {
        let processes = self.processes();
        let told = || processes.iter().filter_map(|pid| memory(*pid));
        let seen = if processes.len() == 1 {
            told().map(|memory| memory.most).sum()
        } else {
            told().map(|memory| memory.now).sum()
        };
        self.peak = self.peak.max(seen);
    }

    fn processes(&self) -> Vec<i32> {
        if self.leader == 0 { Vec::new() } else { of_group(self.leader) }
    }
}

/// A queue that can be read from once this child has exited.
#[expect(unsafe_code, reason = "the library cannot know that what is watched is no descriptor")]
fn watched(pid: Pid) -> io::Result<OwnedFd> {
    let queue = kqueue()?;
    rustix::io::fcntl_setfd(&queue, rustix::io::FdFlags::CLOEXEC)?;
    let end = EventFilter::Proc { pid, flags: ProcessEvents::EXIT };
    let change = Event::new(end, EventFlags::ADD, std::ptr::null_mut());
    // SAFETY: the change names a process and no descriptor.
    unsafe { kevent(&queue, &[change], &mut [] as &mut [Event], Some(Duration::ZERO))? };
    Ok(queue)
}

impl Drop for Cell {
    fn drop(&mut self) {
        self.kill_group();
    }
}

fn signal(pids: &[i32], signal: Signal) {
    for pid in pids.iter().filter_map(|pid| Pid::from_raw(*pid)) {
        let _ = kill_process(pid, signal);
    }
}
