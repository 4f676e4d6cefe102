//! The devices available to a program.

/// The devices that programs expect.
pub(super) const DEVICES: [&str; 5] = ["/dev/null", ZERO, "/dev/full", "/dev/random", "/dev/urandom"];
/// The device that is only to be read; where Landlock cannot see to that, nobody has it.
pub(super) const ZERO: &str = "/dev/zero";
