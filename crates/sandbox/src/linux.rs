//! The sandbox and the system calls of Linux.

mod cell;
mod core_set;
pub mod core_socket;
mod devices;
mod group;
mod kernel;
mod laid;
mod launch_order;
mod launcher;
mod launching;
mod machine;
mod memory;
pub mod orphans;
pub mod outside;
mod peer;
mod probe;
mod running;
pub mod system;
mod tree;
mod unread;
mod zygote;

pub use crate::posix::children::Leaders;
pub use crate::posix::passing_folder::PassingFolder;
pub use cell::Cell;
pub use devices::{BrokenDevice, broken_devices};
pub use laid::Laid;
pub use launcher::launch_if_asked;
pub use launching::Launching;
pub use machine::Sandbox;
pub use peer::Peer;
pub use running::Running;
pub use rustix::process::Pid;
