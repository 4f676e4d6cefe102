//! A seat's use of the processor.

use super::reason::seconds;
use crate::process::Process;
use leitai_sandbox::Size;
use std::time::{Duration, Instant};

/// The processor time of a seat's program, in the current turn and in the game.
#[derive(Clone, Copy, Default)]
pub(super) struct CpuAccount {
    /// What it had used when it was first checked in this period; `None` before that.
    pub(super) since: Option<Duration>,
    /// When it was last checked in this period, or this began, and what it had used then.
    pub(super) seen: Option<(Instant, Duration)>,
    /// Processor time of the current turn, and of the game, up to the last answer.
    pub(super) turn: Duration,
    pub(super) game: Duration,
}

/// The resources a program used in the game, and its peak memory, as noted in the record.
pub(super) fn usage(process: &mut Process) -> String {
    let memory = Size(process.cell.peak().max(1)).mb();
    format!("{} of processor time, {memory} MB of memory", seconds(process.cpu_of_game()))
}
