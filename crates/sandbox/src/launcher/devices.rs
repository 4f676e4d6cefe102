//! The devices available to a program.

/// The devices that programs expect.
pub(super) const DEVICES: [&str; 5] = ["/dev/null", ZERO, "/dev/full", "/dev/random", "/dev/urandom"];
/// The device that must be read-only; no program gets it where Landlock cannot enforce that.
pub(super) const ZERO: &str = "/dev/zero";
