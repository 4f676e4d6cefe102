//! Runs one untrusted program in a sandbox: levels of isolation, the launcher that sets them up, and measurements.
//!
//! The launcher is the stage's own binary, executed again: it calls [`launch_if_asked`] first in `main`. A [`Sandbox`] is
//! a level that this machine can enforce; [`Sandbox::launch`] starts one program and returns the [`Cell`] by which it is
//! measured, suspended and killed.
//!
//! Whatever differs between operating systems is in this crate: a module for each, with the same public items. What the
//! stage asks of the system beside programs is in [`system`].
#![warn(clippy::unwrap_used)]

#[cfg_attr(any(windows, target_os = "macos"), expect(dead_code, reason = "part of it is for Linux alone"))]
mod arguments;
#[cfg_attr(any(windows, target_os = "macos"), allow(dead_code, reason = "there is no probe"))]
mod deed;
mod door;
mod error;
mod job;
#[cfg_attr(not(windows), allow(dead_code, reason = "it is for Windows alone, and tested everywhere"))]
mod kept_places;
#[cfg(any(windows, target_os = "macos"))]
mod lacking;
mod launched;
mod limits;
#[cfg(not(any(windows, target_os = "macos")))]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
mod not_launched;
mod output;
#[cfg(not(windows))]
#[cfg_attr(target_os = "macos", expect(dead_code, reason = "part of it is for Linux alone"))]
mod posix;
mod replace;
#[cfg_attr(any(windows, target_os = "macos"), expect(dead_code, reason = "part of it is for Linux alone"))]
mod room;
#[cfg_attr(any(windows, target_os = "macos"), expect(dead_code, reason = "part of it is for Linux alone"))]
mod runtime;
mod sandbox_level;
mod size;
mod unavailable;
mod usage;
mod visual_studio;
#[cfg(windows)]
mod windows;

pub use arguments::ASKED;
pub use deed::{Bait, Deed, GOT, Hand, PROBE, REFUSED, tag};
pub use door::{Door, Tried, reported};
pub use job::{Job, MARK};
pub use launched::Launched;
pub use limits::Limits;
#[cfg(not(any(windows, target_os = "macos")))]
pub use linux::{
    BrokenDevice, Cell, Laid, Launching, Leaders, PassingFolder, Peer, Pid, Running, Sandbox, broken_devices,
    core_socket, launch_if_asked, orphans, outside, system,
};
#[cfg(target_os = "macos")]
pub use macos::{
    BrokenDevice, Cell, Laid, Launching, Leaders, PassingFolder, Peer, Pid, Running, Sandbox, broken_devices,
    core_socket, launch_if_asked, orphans, outside, system,
};
pub use not_launched::NotLaunched;
pub use output::Output;
pub use replace::replace;
pub use runtime::Runtime;
pub use sandbox_level::{SandboxLevel, UnknownLevel};
pub use size::{BadSize, Size};
pub use unavailable::Unavailable;
pub use usage::Usage;
pub use visual_studio::VisualStudio;
#[cfg(windows)]
pub use windows::{
    BrokenDevice, Cell, Laid, Launching, Leaders, PassingFolder, Peer, Pid, Running, Sandbox, broken_devices,
    core_socket, launch_if_asked, orphans, outside, system,
};
