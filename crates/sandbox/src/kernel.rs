//! What the kernel of this machine supports.

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
