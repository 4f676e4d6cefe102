//! One program in its sandbox, from outside: watched, held still, ended.

use crate::group::Group;
use crate::limits::Limits;
use crate::tree;
use crate::usage::{Usage, reap};
use rustix::process::{Pid, Signal};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

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
    /// Most memory that was seen.
    peak: u64,
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
            peak: 0,
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
        let seen = match resident {
            Some(resident) => resident,
            None => match *self.processes() {
                [] => 0,
                [only] => tree::resident(only, true),
                ref several => several.iter().map(|pid| tree::resident(*pid, false)).sum(),
            },
        };
        self.peak = self.peak.max(seen);
        self.peak > self.limits.memory.0
    }

    /// The most memory that was seen so far, in bytes: what the mechanism in force counts. Charges of a control
    /// group and resident memory differ, since libraries that others use too are charged to one only.
    pub fn peak(&self) -> u64 {
        self.group.as_ref().and_then(Group::peak).unwrap_or(self.peak)
    }

    /// Processor time so far of those of its processes that live.
    pub fn cpu(&mut self) -> Duration {
        self.processes().iter().map(|pid| tree::cpu(*pid)).sum()
    }

    /// How long it was runnable and not run, so far: the machine's fault, not its own.
    pub fn delay(&mut self) -> Duration {
        self.processes().iter().map(|pid| tree::delay(*pid)).max().unwrap_or_default()
    }

    /// Do all its processes sleep, at this moment?
    pub fn sleeps(&mut self) -> bool {
        self.processes().iter().all(|pid| tree::sleeps(*pid))
    }

    /// Holds it still: it uses no processor time until [`go`](Cell::go).
    pub fn hold(&mut self) {
        tree::signal(&self.processes(), Signal::STOP);
    }

    /// Lets it go on.
    pub fn go(&mut self) {
        tree::signal(&self.processes(), Signal::CONT);
    }

    /// Ends whatever is left of it, once the launcher is gone; nothing of it remains on the machine.
    pub fn close(&mut self) {
        if let Some(group) = self.group.take() {
            self.peak = group.peak().unwrap_or(self.peak);
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
