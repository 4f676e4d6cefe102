//! The sandbox and the system calls of Windows. There is one level beside `off`: plain (P), in a job object.
#![expect(unsafe_code, reason = "every call of this system is unsafe")]

mod asked;
mod cell;
mod child;
mod event;
mod job_object;
mod launching;
mod leaders;
mod machine;
pub mod outside;
mod passing_folder;
mod pid;
mod pipe;
mod process;
mod queue;
mod running;
pub mod system;
mod waited;
mod window;
mod words;

pub use crate::lacking::core_socket;
pub use crate::lacking::devices::{BrokenDevice, broken_devices};
pub use crate::lacking::laid::Laid;
pub use crate::lacking::orphans;
pub use crate::lacking::peer::Peer;
pub use asked::launch_if_asked;
pub use cell::Cell;
pub use launching::Launching;
pub use leaders::Leaders;
pub use machine::Sandbox;
pub use passing_folder::PassingFolder;
pub use pid::Pid;
pub use running::Running;
