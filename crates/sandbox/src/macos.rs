//! The sandbox and the system calls of macOS. There is one level beside `off`: plain (P), in a process group, and looked at.

mod asked;
mod cell;
mod launching;
mod machine;
pub mod outside;
mod processes;
mod running;
pub mod system;
mod warden;

pub use crate::lacking::core_socket;
pub use crate::lacking::devices::{BrokenDevice, broken_devices};
pub use crate::lacking::laid::Laid;
pub use crate::lacking::orphans;
pub use crate::lacking::peer::Peer;
pub use crate::posix::children::Leaders;
pub use crate::posix::passing_folder::PassingFolder;
pub use asked::launch_if_asked;
pub use cell::Cell;
pub use launching::Launching;
pub use machine::Sandbox;
pub use running::Running;
pub use rustix::process::Pid;
