//! One program in its sandbox, from outside: watched, held still, ended.

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

/// The sandbox of one running program. Dropped, nothing of it remains.
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

    /// Waits for the end of the program: how it ended, and what it used. Errs if somebody else waited for it.
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

    /// Has it used more memory than it may, at any time as far as can be seen? `resident`: the most that the end
    /// of the program told, if it has ended.
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

    /// The same, asked where it costs next to nothing if it did not work since it was asked last: before what a program
    /// says is believed. Of a family only as far as was seen. None if the program has left by itself: its end tells.
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

    /// The most memory that was seen so far, in bytes: what the mechanism in force counts. Charges of a control
    /// group and resident memory differ, since libraries that others use too are charged to one only.
    pub fn peak(&self) -> u64 {
        self.group.as_ref().and_then(Group::peak).unwrap_or(self.meter.peak())
    }

    /// Processor time so far, of those of its processes that live where nothing counts the others. Cheap: it costs a
    /// system call for a program of one process, whatever its threads.
    pub fn cpu(&mut self) -> Duration {
        let counted = || self.group.as_ref().filter(|_| self.limits.processes > 1).and_then(Group::cpu);
        counted().unwrap_or_else(|| self.processes().iter().map(|pid| tree::cpu(*pid)).sum())
    }

    /// How long the thread of it that waited longest was runnable and not run, so far: the machine's fault, not its own.
    /// Reads a file a thread.
    pub fn delay(&mut self) -> Duration {
        self.processes().iter().map(|pid| tree::delay(*pid)).max().unwrap_or_default()
    }

    /// Do all its threads sleep, at this moment? Reads a file a thread.
    pub fn sleeps(&mut self) -> bool {
        self.processes().iter().all(|pid| tree::sleeps(*pid))
    }

    /// Does one of its threads run, or wait for a core? Reads a file a thread.
    pub fn is_runnable(&mut self) -> bool {
        self.processes().iter().any(|pid| tree::is_runnable(*pid))
    }

    /// Holds it still until [`go`](Cell::go). Where it has a control group of its own, what it still does inside the
    /// kernel, which no signal ends, gets the core only while nobody else wants it. May be called again while it is
    /// held: whatever woke up is stopped anew.
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

    /// Lets it go on.
    pub fn go(&mut self) {
        // First: what wakes up in a group that nobody runs stays there.
        if let Some(group) = &self.group {
            group.idle(false);
        }
        tree::signal(&self.processes(), Signal::CONT);
    }

    /// Ends whatever is left of it, once the launcher is gone; nothing of it remains on the machine.
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
