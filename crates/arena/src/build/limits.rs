//! How much may be submitted, and how much a compiler may use.

use leitai_sandbox::Size;
use std::time::Duration;

/// Maximum bytes of a source.
pub(super) const LARGEST_SOURCE: u64 = 1 << 20;
/// Maximum bytes of any other file in a folder.
pub(super) const LARGEST: u64 = 64 << 20;
/// Maximum bytes of a folder.
pub(super) const WHOLE: u64 = 128 << 20;
/// Maximum files of a folder.
pub(super) const FILES: usize = 1000;
/// Maximum nesting of folders: limits on files and bytes alone would leave room for a million.
pub(super) const DEPTH: usize = 32;
/// Maximum memory of all the compiler's processes.
pub(super) const COMPILER_MEMORY: Size = Size::MB(1024);
/// Maximum number of its processes, and of further threads.
pub(super) const COMPILER_PROCESSES: u32 = 64;
/// Maximum bytes the compiler may write.
pub(super) const COMPILER_WRITES: u64 = 128 << 20;
/// Maximum files the compiler may write.
pub(super) const COMPILER_FILES: usize = 1000;

/// How long a compiler may take; by default 30 s of processor time, and half a minute in which it does nothing. Time that
/// it waits for a core or a disk is the machine's, up to ten minutes in all: then the machine is to blame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompilerTime {
    /// Maximum processor time of all its processes.
    pub cpu: Duration,
    /// Maximum time that all its processes are asleep.
    pub asleep: Duration,
    /// Maximum time from its start to its end.
    pub wall: Duration,
}

impl Default for CompilerTime {
    fn default() -> CompilerTime {
        let [cpu, asleep] = [Duration::from_secs(30); 2];
        CompilerTime { cpu, asleep, wall: Duration::from_mins(10) }
    }
}
