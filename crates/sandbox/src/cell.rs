//! A sandboxed program as seen from outside: measured, suspended, killed.

use crate::group::Group;
use crate::limits::Limits;
use crate::memory::Meter;
use crate::tree;
use crate::usage::{Usage, reap};
use rustix::process::{Pid, Signal};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// How often a family of processes that is being stopped is looked through for new ones.
const FAMILY_ROUNDS: u32 = 4;

/// The sandbox of one running program. Dropping it kills the program and removes the sandbox.
#[derive(Debug)]
pub struct Cell {
    limits: Limits,
    group: Option<Group>,
    /// The program, or the first process of its name space; 0 once it was closed.
    leader: i32,
    /// Is there such a process?
    is_isolated: bool,
    /// What that first process says of the program's end, where there is one.
    status: Option<OwnedFd>,
    /// The program itself, once it was found.
    program: Option<i32>,
    /// Memory, where no control group counts it.
    meter: Meter,
    /// Did its control group, gone by now, run out of memory?
    ran_out: bool,
}

impl Cell {
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

    /// Waits for the program to end; returns how it ended and what it used. Errors if it was already waited for.
    pub fn reap(&mut self) -> io::Result<(ExitStatus, Usage)> {
        let (status, usage) = reap(self.leader)?;
        // If nothing was said the first process did not live to say it, and ended as it did with the program.
        let mut told = [0; 4];
        let said = self.status.take().map(|pipe| rustix::io::read(pipe, &mut told));
        let own = if said == Some(Ok(told.len())) {
            ExitStatus::from_raw(i32::from_ne_bytes(told))
        } else {
            status
        };
        Ok((own, usage))
    }

    /// Its limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Are its processes numbered in a name space of their own, whose first process adopts every orphan, and with which all
    /// of them end?
    pub fn is_isolated(&self) -> bool {
        self.is_isolated
    }

    /// Whether it exceeded its memory limit at any time, as far as can be seen. `resident` is the peak reported when the
    /// program ended, if it has.
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

    /// As [`is_over_memory`](Cell::is_over_memory), but cheap if the program has not run since the last call; used before
    /// each line of output is accepted. With several processes it reports only what was seen earlier. None if the program
    /// has ended by itself: then its end tells.
    pub fn has_outgrown(&mut self) -> Option<bool> {
        if self.group.is_some() {
            // The kernel ends it at the limit.
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

    /// How long it was runnable but not scheduled so far: the maximum over its threads. Reads one file per thread.
    pub fn delay(&mut self) -> Duration {
        self.processes().iter().map(|pid| tree::delay(*pid)).max().unwrap_or_default()
    }

    /// Whether all its threads are asleep now. Reads one file per thread.
    pub fn sleeps(&mut self) -> bool {
        self.processes().iter().all(|pid| tree::sleeps(*pid))
    }

    /// Whether one of its threads is running or waiting for a core. Reads one file per thread.
    pub fn is_runnable(&mut self) -> bool {
        self.processes().iter().any(|pid| tree::is_runnable(*pid))
    }

    /// Suspends it until [`go`](Cell::go). If it has a control group, work that continues inside the kernel, which no
    /// signal interrupts, gets the core only when nothing else wants it. May be called again: whatever woke up is stopped
    /// again.
    pub fn hold(&mut self) {
        if let Some(group) = &self.group {
            group.idle(true);
        }
        let mut known = Vec::new();
        for _ in 0..FAMILY_ROUNDS {
            let processes = self.processes();
            // To each thread: a signal to a process waits until one certain thread of it is run, and among sixty that
            // want to run it comes late.
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

    /// Resumes it.
    pub fn go(&mut self) {
        // First: what wakes up in a group that nobody runs stays there.
        if let Some(group) = &self.group {
            group.idle(false);
        }
        tree::signal(&self.processes(), Signal::CONT);
    }

    /// Kills whatever is left of it once the launcher has ended, and removes its control group.
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
            // In name spaces the first process is ours; orphans stay below it.
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
