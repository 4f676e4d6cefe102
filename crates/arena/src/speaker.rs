//! Whoever speaks with the stage in lines of a dialect: a process of this machine, or a program far away.

use crate::inbox::{Flood, Inbox};
use crate::process::Process;
use std::time::{Duration, Instant};

/// Whoever speaks in lines of a dialect.
pub(crate) trait Speaker {
    /// Its lines that were not taken yet.
    fn inbox(&self) -> &Inbox;
    fn inbox_mut(&mut self) -> &mut Inbox;
    /// Whether it is behind with reading; its lines wait until it is not.
    fn is_behind(&self) -> bool;
    /// The output limit that it has exceeded, if any.
    fn flood(&mut self) -> Option<Flood>;
    /// When its time to get ready began.
    fn since(&self) -> Option<Instant>;
    /// Whether it holds more memory than it may, for which its end is awaited so long.
    fn has_outgrown_memory(&mut self, patience: Duration) -> bool;
}

impl Speaker for Process {
    fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    fn inbox_mut(&mut self) -> &mut Inbox {
        &mut self.inbox
    }

    fn is_behind(&self) -> bool {
        self.stdin.is_behind()
    }

    fn flood(&mut self) -> Option<Flood> {
        Process::flood(self)
    }

    fn since(&self) -> Option<Instant> {
        Process::since(self)
    }

    fn has_outgrown_memory(&mut self, patience: Duration) -> bool {
        Process::has_outgrown_memory(self, patience)
    }
}
