//! The sandbox and the system calls of Linux.

mod busy_file;
mod cell;
mod children;
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
mod passing_folder;
mod peer;
mod probe;
mod reap;
mod running;
mod stream;
pub mod system;
mod tree;
mod zygote;

pub use cell::Cell;
pub use children::Leaders;
pub use devices::{BrokenDevice, broken_devices};
pub use laid::Laid;
pub use launcher::launch_if_asked;
pub use launching::Launching;
pub use machine::Sandbox;
pub use passing_folder::PassingFolder;
pub use peer::Peer;
pub use running::Running;
pub use rustix::process::Pid;
