//! What a program may use.

use crate::output::Output;
use crate::size::Size;
use serde::{Deserialize, Serialize};

/// The limits of one program. Time is not among them: clocks belong to the stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Memory of all its processes together.
    pub memory: Size,
    /// Processes it may be at one time, itself included; 1 forbids `fork` altogether.
    pub processes: u32,
    /// Threads of all its processes together, where the level can count them.
    pub threads: u32,
    /// Room in `/tmp`, a file system in memory that counts as memory; nothing may be written anywhere else.
    pub scratch: Size,
    /// Its run-time reserves much more address space than it uses (Java, Node, .NET): its memory is measured, not
    /// cut off by the size of its data segment.
    pub reserves: bool,
    /// What it may say: kept by the stage, which reads its pipes.
    #[serde(default)]
    pub output: Output,
}

impl Default for Limits {
    /// One process, 1 GB, no files.
    fn default() -> Self {
        Limits {
            memory: Size::MB(1024),
            processes: 1,
            threads: 64,
            scratch: Size(0),
            reserves: false,
            output: Output::default(),
        }
    }
}
