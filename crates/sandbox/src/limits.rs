//! Resource limits of a program.

use crate::output::Output;
use crate::size::Size;
use serde::{Deserialize, Serialize};

/// Resource limits of one program. Time is not included: clocks are kept by the stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Total memory of all its processes.
    pub memory: Size,
    /// Number of processes at one time, including the program itself; 1 forbids `fork`.
    pub processes: u32,
    /// Total number of threads of all its processes, where the level can count them.
    pub threads: u32,
    /// Size of its `/tmp`, a file system in memory that counts towards the memory limit. It may write nowhere else.
    pub scratch: Size,
    /// Set if its run-time reserves much more address space than it uses (Java, Node, .NET): then memory is measured
    /// rather than limited by the size of the data segment.
    pub reserves: bool,
    /// Whether it gives way: of a core that another program wants too, it gets about a tenth.
    #[serde(default)]
    pub gives_way: bool,
    /// Limits of its output, enforced by the stage, which reads its pipes.
    #[serde(default)]
    pub output: Output,
}

impl Default for Limits {
    /// 1 GB of memory, one process, 64 threads, no `/tmp`.
    fn default() -> Self {
        Limits {
            memory: Size::MB(1024),
            processes: 1,
            threads: 64,
            scratch: Size(0),
            reserves: false,
            gives_way: false,
            output: Output::default(),
        }
    }
}
