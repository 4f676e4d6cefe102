//! One untrusted program under limits: what is guaranteed at which level, the launcher that sets it up, and
//! what the program used.
//!
//! The launcher is the stage's own binary, executed again: it calls [`launch_if_asked`] before anything else.
//! A [`Sandbox`] says what this machine can enforce; [`Sandbox::launch`] starts one program, and makes the [`Cell`]
//! through which it is watched and ended.
#![warn(clippy::unwrap_used)]

mod arguments;
mod births;
mod cell;
mod error;
mod fresh;
mod group;
mod kernel;
mod launcher;
mod launching;
mod level;
mod limits;
mod machine;
mod memory;
mod order;
mod output;
pub mod outside;
mod peer;
mod probe;
mod reason;
mod running;
mod runtime;
mod size;
mod tree;
mod usage;
mod zygote;

pub use arguments::ASKED;
pub use births::Leaders;
pub use cell::Cell;
pub use launcher::launch_if_asked;
pub use launching::{Launched, Launching};
pub use level::{Level, UnknownLevel};
pub use limits::Limits;
pub use machine::{Sandbox, Unavailable};
pub use order::Job;
pub use output::Output;
pub use peer::Peer;
pub use probe::{Bait, Deed, Door, GOT, Hand, PROBE, REFUSED, Tried, reported};
pub use reason::Reason;
pub use running::Running;
pub use runtime::Runtime;
pub use size::{BadSize, Size};
pub use usage::Usage;
