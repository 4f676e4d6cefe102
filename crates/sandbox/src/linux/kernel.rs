//! What the kernel of this machine supports, and which of its namespaces this process is in.

use std::os::unix::fs::MetadataExt;
use std::sync::OnceLock;

/// The first version of Landlock that can also confine a program's signals.
pub(crate) const SCOPED: u32 = 6;
/// The first version of Landlock that can prevent files from being truncated.
pub(crate) const TRUNCATES: u32 = 3;

/// The version of the kernel's Landlock interface; 0 if it has none.
#[expect(unsafe_code, reason = "no library tells the number itself")]
pub(crate) fn landlock_version() -> u32 {
    const VERSION: u32 = 1;
    // SAFETY: with this flag the call reads no memory.
    let got =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0_usize, VERSION) };
    u32::try_from(got).unwrap_or(0)
}

/// The number of the namespace in which this process has its id: no other on this machine has it. 0 if it is unknown.
pub(crate) fn process_namespace() -> u32 {
    static NUMBER: OnceLock<u32> = OnceLock::new();
    *NUMBER.get_or_init(|| {
        let number = std::fs::metadata("/proc/self/ns/pid").map(|space| space.ino());
        number.ok().and_then(|number| u32::try_from(number).ok()).unwrap_or(0)
    })
}
