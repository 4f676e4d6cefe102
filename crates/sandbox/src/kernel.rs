//! What the kernel of this machine supports.

/// The first version of Landlock that also keeps a program's signals in.
pub(crate) const SCOPED: u32 = 6;
/// From this version on Landlock keeps files from being cut short.
pub(crate) const TRUNCATES: u32 = 3;

/// The version of the kernel's Landlock interface; 0 where there is none.
#[expect(unsafe_code, reason = "no library tells the number itself")]
pub(crate) fn landlock_version() -> u32 {
    const VERSION: u32 = 1;
    // SAFETY: with this flag the call reads no memory.
    let got =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0_usize, VERSION) };
    u32::try_from(got).unwrap_or(0)
}
