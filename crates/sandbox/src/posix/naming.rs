//! What this machine is called.

/// The name of this machine and what runs on it, in the words of the system.
pub struct SystemName {
    /// The machine's name in its network.
    pub machine: String,
    /// The operating system's name, its version and the processor's architecture.
    pub system: [String; 3],
}

/// The names that this machine gives itself.
pub fn name() -> SystemName {
    let names = rustix::system::uname();
    let text = |name: &std::ffi::CStr| name.to_string_lossy().into_owned();
    SystemName {
        machine: text(names.nodename()),
        system: [text(names.sysname()), text(names.release()), text(names.machine())],
    }
}
