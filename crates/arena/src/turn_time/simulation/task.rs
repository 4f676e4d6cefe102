//! Who wants the cores of a simulated machine.

use super::machine::{Machine, Micros};

/// To whom a task belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Stage,
    Program(usize),
    /// A thread of the kernel, which works because of a program.
    Kernel,
    Neighbour,
}

/// What a task does next.
pub(super) enum Step {
    Work(Micros),
    Sleep(Micros),
    /// Waits for a disk.
    Disk(Micros),
    /// Waits until its program is asked.
    Wait,
    Answer,
    /// Has threads of the kernel work.
    Cause(Micros),
}

/// What a task knows: programs know everything, even when the stage will count their time as up.
pub(super) struct Seen {
    pub(super) now: Micros,
    /// The turn that its program is asked for, and since when.
    pub(super) asked: Option<(u32, Micros)>,
    pub(super) deadline: Option<Micros>,
    /// What its program has used since.
    pub(super) used: Micros,
}

pub(super) type Act = Box<dyn FnMut(&Seen) -> Step>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Runs,
    Sleeps { until: Micros, disk: bool },
    Waits,
}

/// A thread.
pub(super) struct Task {
    pub(super) owner: Owner,
    pub(super) core: usize,
    pub(super) group: usize,
    pub(super) is_real_time: bool,
    pub(super) is_held: bool,
    pub(super) state: State,
    /// What it is to do before it decides again; a thread of the kernel decides by what is left to do.
    pub(super) act: Option<Act>,
    pub(super) left: Micros,
    pub(super) used: Micros,
    /// What it had used at the last tick at which it ran.
    pub(super) known: Micros,
    /// How long it wanted to run and did not.
    pub(super) delay: Micros,
    /// What it had of its group's share.
    pub(super) had: f64,
}

impl Task {
    pub(super) fn new(owner: Owner, core: usize, group: usize, act: Option<Act>) -> Task {
        Task {
            owner,
            core,
            group,
            is_real_time: false,
            is_held: false,
            state: if owner == Owner::Kernel { State::Waits } else { State::Runs },
            act,
            left: 0,
            used: 0,
            known: 0,
            delay: 0,
            had: 0.0,
        }
    }

    /// What its clock says unless it is on a core: everything.
    pub(super) fn settled(&self, machine: &Machine) -> Micros {
        if machine.is_on(self) { 0 } else { self.used }
    }
}
