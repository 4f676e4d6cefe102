//! A sandboxed program as seen from outside: measured, suspended, killed.

use crate::limits::Limits;
use crate::linux::core_set::core_set;
use crate::linux::group::Group;
use crate::linux::memory::Meter;
use crate::linux::tree;
use crate::posix::reap::{has_exited, reap};
use crate::usage::Usage;
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, kill_process_group, pidfd_open};
use rustix::thread::{CpuSet, sched_setaffinity};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// How many times the family of processes being stopped is scanned for new members.
const FAMILY_ROUNDS: u32 = 4;
/// In units of how many bytes the kernel tells resident memory.
const RESIDENT_UNIT: u64 = 1 << 10;

/// The sandbox of one running program. Dropping it kills the program and removes the sandbox.
#[derive(Debug)]
pub struct Cell {
    limits: Limits,
    group: Option<Group>,
    /// The program, or the first process of its namespace; 0 once the cell has been closed.
    leader: i32,
    /// Whether the program runs in a process namespace with a first process of its own.
    is_isolated: bool,
    /// The pipe through which that first process, if there is one, reports how the program ended.
    status: Option<OwnedFd>,
    /// The process id of the program itself, once found.
    program: Option<i32>,
    /// Measures memory where no control group counts it.
    meter: Meter,
    /// Whether the control group, since removed, had run out of memory.
    ran_out: bool,
}

impl Cell {
    /// Whether it is seen at once what its threads do. Here it is: each of them runs, or sleeps.
    pub const SEES_THREADS: bool = true;

    pub(crate) fn new(limits: Limits, group: Option<Group>, leader: Pid, status: Option<OwnedFd>) -> Cell {
        let leader = leader.as_raw_nonzero().get();
        Cell {
            limits,
            group,
            leader,
            is_isolated: status.is_some(),
            status,
            program: None,
            meter: Meter::default(),
            ran_out: false,
        }
    }

    /// Becomes readable once the program has exited, even if its pipes are still held open; `None` on a kernel without
    /// pidfds.
    pub fn life(&self) -> Option<OwnedFd> {
        pidfd_open(Pid::from_raw(self.leader)?, PidfdFlags::empty()).ok()
    }

    /// Whether it has exited, and can be [waited for](Cell::reap) at once.
    pub fn has_exited(&self) -> bool {
        Pid::from_raw(self.leader).is_none_or(has_exited)
    }

    /// Kills it and its group. It may be gone already.
    pub fn kill(&self) {
        if let Some(pid) = Pid::from_raw(self.leader) {
            let _ = kill_process(pid, Signal::KILL);
            let _ = kill_process_group(pid, Signal::KILL);
        }
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
        let (status, usage) = reap(self.leader, RESIDENT_UNIT)?;
        // If nothing was reported, the first process died before it could, and its own status counts as the program's.
        // What was reported is in the pipe by now: there is nothing to wait for, whoever else may hold its other end.
        let mut told = [0; 4];
        let said = self.status.take().map(|pipe| {
            ioctl_fionbio(&pipe, true)?;
            rustix::io::read(pipe, &mut told)
        });
        let own = if said == Some(Ok(told.len())) {
            ExitStatus::from_raw(i32::from_ne_bytes(told))
        } else {
            status
        };
        Ok((own, usage))
    }

    /// The limits of the program.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether its processes are numbered in a namespace of their own, whose first process adopts every orphan and
    /// whose end ends them all.
    pub fn is_isolated(&self) -> bool {
        self.is_isolated
    }

    /// Whether the program exceeded its memory limit at any time, as far as can be seen. `resident` is the peak
    /// reported when the program ended, if it has.
    pub fn is_over_memory(&mut self, resident: Option<u64>) -> bool {
        if let Some(group) = &self.group {
            return group.is_out_of_memory();
        }
        if self.ran_out {
            return true;
        }
        if let Some(resident) = resident {
            self.meter.saw(resident);
        } else {
            let processes = self.processes();
            self.meter.look(&processes);
        }
        self.meter.peak() > self.limits.memory.0
    }

    /// As [`is_over_memory`](Cell::is_over_memory), but cheap if the program has not run since the last call; used
    /// before each line of output is accepted. With several processes it reports only what was seen earlier. Returns
    /// `None` if the program has ended of its own accord: then its exit status decides.
    pub fn has_outgrown(&mut self) -> Option<bool> {
        if self.group.is_some() {
            // The kernel kills the program at the limit.
            return Some(false);
        }
        if self.limits.processes == 1 {
            match *self.processes() {
                [only] => self.meter.look_if_worked(only),
                _ => return None,
            }
            if self.meter.is_gone() {
                return None;
            }
        }
        Some(self.ran_out || self.meter.peak() > self.limits.memory.0)
    }

    /// Peak memory seen so far in bytes, as the mechanism in use counts it. The charge of a control group and resident
    /// memory differ: shared libraries are charged to one group only.
    pub fn peak(&self) -> u64 {
        self.group.as_ref().and_then(Group::peak).unwrap_or(self.meter.peak())
    }

    /// Processor time used so far; without a control group, that of its living processes only. Cheap: one system call
    /// for a program of one process, however many threads it has.
    pub fn cpu(&mut self) -> Duration {
        let counted = || self.group.as_ref().filter(|_| self.limits.processes > 1).and_then(Group::cpu);
        counted().unwrap_or_else(|| self.processes().iter().map(|pid| tree::cpu(*pid)).sum())
    }

    /// Everything that the program has used of the processor, by two accounts of the kernel's; `None` where that is not
    /// known: where it may have had processes that are gone and no control group counts them, where it may leave what
    /// counts it, and once it has ended. The second account is exact to some hundredths of a second.
    pub fn whole_cpu(&mut self) -> Option<[Duration; 2]> {
        if self.limits.processes == 1 {
            let [only] = *self.processes() else { return None };
            return Some([tree::cpu_by_clock(only)?, tree::cpu_by_account(only)?]);
        }
        let counted = self.group.as_ref().and_then(Group::cpu)?;
        let living = self.processes().iter().map(|pid| tree::cpu(*pid)).sum();
        Some([counted, living])
    }

    /// Whether none of its processes is left, although the system has not reported its end yet.
    pub fn is_gone(&mut self) -> bool {
        self.processes().is_empty()
    }

    /// Whether it shows a window: here that is not asked.
    pub fn shows_a_window(&self) -> bool {
        false
    }

    /// Whether all its threads are asleep now. Reads one file per thread.
    pub fn sleeps(&mut self) -> bool {
        self.processes().iter().all(|pid| tree::sleeps(*pid))
    }

    /// Whether one of its threads is running or waiting for a core. Reads one file per thread.
    pub fn is_runnable(&mut self) -> bool {
        self.processes().iter().any(|pid| tree::is_runnable(*pid))
    }

    /// Pins the program, which must not have been executed yet, and its first process to these cores. Errors if that is
    /// forbidden, or if the launcher is gone.
    pub fn pin(&mut self, cores: &[usize]) -> io::Result<()> {
        let processes = self.processes();
        if processes.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        for pid in std::iter::once(self.leader).chain(processes) {
            sched_setaffinity(Pid::from_raw(pid), &core_set(cores))?;
        }
        Ok(())
    }

    /// Suspends the program until [`go`](Cell::go). If it has a control group, work that continues inside the kernel,
    /// which no signal interrupts, gets the core only when nothing else wants it. May be called again, to stop whatever
    /// has woken up.
    pub fn hold(&mut self) {
        if let Some(group) = &self.group {
            group.idle(true);
        }
        let mut known = Vec::new();
        for _ in 0..FAMILY_ROUNDS {
            let processes = self.processes();
            // Signal each thread: a signal sent to a process waits until one particular thread of it is scheduled,
            // which takes long if sixty threads want to run.
            for pid in &processes {
                tree::stop_threads(*pid);
            }
            // A family may have grown before its last member was stopped.
            if self.limits.processes == 1 || processes == known {
                break;
            }
            known = processes;
        }
    }

    /// Resumes the program.
    pub fn go(&mut self) {
        // First, since a process that wakes up in an idle group that is never scheduled stays there.
        if let Some(group) = &self.group {
            group.idle(false);
        }
        tree::signal(&self.processes(), Signal::CONT);
    }

    /// Lets the program, which was killed while it was suspended, have its usual share of the core: dying takes some.
    pub fn let_die(&self) {
        if let Some(group) = &self.group {
            group.idle(false);
        }
    }

    /// Lets whatever is left of the program, which was killed, run only where nothing else wants to, on any core.
    pub fn step_down(&mut self) {
        if let Some(group) = &self.group {
            group.idle(true);
        }
        let all = core_set(&(0..CpuSet::MAX_CPU).collect::<Vec<_>>());
        for pid in std::iter::once(self.leader).chain(self.processes()) {
            tree::step_down(pid, &all);
        }
    }

    /// Leaves an empty sandbox behind, for a program that another thread waits for.
    #[must_use]
    pub fn hand_over(&mut self) -> Cell {
        let empty = Cell { group: None, leader: 0, status: None, program: None, ..*self };
        std::mem::replace(self, empty)
    }

    /// Kills what is left of the program once the launcher has ended, and removes its control group.
    pub fn close(&mut self) {
        if let Some(group) = self.group.take() {
            self.meter.saw(group.peak().unwrap_or(0));
            self.ran_out |= group.is_out_of_memory();
        }
        self.leader = 0;
    }

    /// The program's own processes; empty while it is being set up.
    fn processes(&mut self) -> Vec<i32> {
        if self.leader == 0 {
            return Vec::new();
        }
        if self.limits.processes > 1 {
            let below = tree::below(self.leader);
            // In namespaces the first process is the launcher's; orphans stay below it.
            return if self.is_isolated {
                below
            } else {
                std::iter::once(self.leader).chain(below).collect()
            };
        }
        if !self.is_isolated {
            return vec![self.leader];
        }
        if self.program.is_none() {
            self.program = tree::below(self.leader).first().copied();
        }
        self.program.into_iter().collect()
    }
}
