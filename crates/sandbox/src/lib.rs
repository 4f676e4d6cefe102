//! Runs one untrusted program in a sandbox: levels of isolation, the launcher that sets them up, and measurements.
//!
//! The launcher is the stage's own binary, executed again: it calls [`launch_if_asked`] first in `main`. A [`Sandbox`] is
//! a level that this machine can enforce; [`Sandbox::launch`] starts one program and returns the [`Cell`] by which it is
//! measured, suspended and killed.
#![warn(clippy::unwrap_used)]

mod arguments;
mod busy_file;
mod cell;
mod children;
mod core_set;
mod devices;
mod error;
mod group;
mod kernel;
mod launcher;
mod launching;
mod limits;
mod machine;
mod memory;
mod not_launched;
mod order;
mod output;
pub mod outside;
mod passing_folder;
mod peer;
mod probe;
mod room;
mod running;
mod runtime;
mod sandbox_level;
mod size;
mod stream;
mod tree;
mod usage;
mod zygote;

pub use arguments::ASKED;
pub use cell::Cell;
pub use children::Leaders;
pub use devices::{BrokenDevice, broken_devices};
pub use launcher::launch_if_asked;
pub use launching::{Launched, Launching};
pub use limits::Limits;
pub use machine::{Sandbox, Unavailable};
pub use not_launched::NotLaunched;
pub use order::{Job, MARK};
pub use output::Output;
pub use passing_folder::PassingFolder;
pub use peer::Peer;
pub use probe::{Bait, Deed, Door, GOT, Hand, PROBE, REFUSED, Tried, reported, tag};
pub use running::Running;
pub use runtime::Runtime;
pub use sandbox_level::{SandboxLevel, UnknownLevel};
pub use size::{BadSize, Size};
pub use stream::{may_block, unread};
pub use usage::Usage;
