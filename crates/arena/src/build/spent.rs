//! How much of its time a compiler has used.

use super::error::Excess;
use super::limits::CompilerTime;
use std::time::Duration;

/// What the runs of one program's compiler have taken together, and may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    pub(super) time: CompilerTime,
    pub(super) cpu: Duration,
    pub(super) asleep: Duration,
    pub(super) wall: Duration,
}

impl Spent {
    /// Nothing yet.
    pub(super) fn of(time: CompilerTime) -> Spent {
        Spent { time, cpu: Duration::ZERO, asleep: Duration::ZERO, wall: Duration::ZERO }
    }

    /// What is used up that the source is to blame for.
    pub(super) fn excess(&self) -> Option<Excess> {
        if self.cpu > self.time.cpu {
            return Some(Excess::Processor(self.time.cpu.as_secs()));
        }
        (self.asleep > self.time.asleep).then_some(Excess::Asleep(self.time.asleep.as_secs()))
    }
}
