//! One untrusted program under limits: what is guaranteed at which level, the launcher that sets it up, and
//! what the program used.
//!
//! The launcher is the stage's own binary, executed again: it calls [`launch_if_asked`] before anything else.
//! A [`Sandbox`] says what this machine can enforce; [`Sandbox::launch`] starts one program, and makes the [`Cell`]
//! through which it is watched and ended.
#![warn(clippy::unwrap_used)]

mod births;
mod cell;
mod group;
mod launcher;
mod level;
mod limits;
mod machine;
mod order;
mod output;
mod probe;
mod reason;
mod running;
mod runtime;
mod tree;
mod usage;
mod zygote;

pub use births::Leaders;
pub use cell::Cell;
pub use launcher::{ASKED, launch_if_asked};
pub use level::{Level, UnknownLevel};
pub use limits::{BadSize, Limits, Size};
pub use machine::{Sandbox, Unavailable};
pub use order::Job;
pub use output::Output;
pub use probe::{Bait, Deed, Door, GOT, PROBE, REFUSED, Tried, reported};
pub use reason::Reason;
pub use running::Running;
pub use usage::Usage;

/// The first byte of a program's output, written by the launcher: the program itself is executed next.
pub const STARTED: u8 = b'+';
/// The first byte of a program's output if the sandbox could not be set up; the [`Reason`] follows.
pub const FAILED: u8 = b'-';
/// The byte after [`STARTED`] if the system would not execute the program after all; the [`Reason`] follows.
pub const NOT_EXECUTED: u8 = 0x15;
