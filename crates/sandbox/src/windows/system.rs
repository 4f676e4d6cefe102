//! What the stage asks of the operating system beside programs: streams, waiting, files, clocks, cores, the terminal.

pub mod clocks;
pub mod cores;
mod errno;
pub mod files;
pub mod locks;
mod poll;
mod streams;
pub mod terminal;
pub mod trust;

pub use super::queue::LocalStream;
pub use super::waited::{AsFd, BorrowedFd, OwnedFd};
pub use errno::{Errno, TOO_MANY_FILES};
pub use poll::{PollFd, PollFlags, Timespec, poll};
pub use streams::{
    keyboard, may_block, never_wait, of_connection, read, read_into, receive, take_over_port, unread,
    wait_when_received, write,
};

use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::LazyLock;
use windows_sys::Win32::Foundation::{
    STATUS_ACCESS_VIOLATION, STATUS_ILLEGAL_INSTRUCTION, STATUS_INTEGER_DIVIDE_BY_ZERO,
    STATUS_PRIVILEGED_INSTRUCTION, STATUS_STACK_BUFFER_OVERRUN, STATUS_STACK_OVERFLOW,
};
use windows_sys::Win32::System::Threading::{
    GetCurrentThread, SetThreadPriority, THREAD_PRIORITY_BELOW_NORMAL, THREAD_PRIORITY_LOWEST,
};

/// Fills it with random bytes of the system, which nobody can guess. Errors if the system has none.
pub fn fill_random(bytes: &mut [u8]) -> std::io::Result<()> {
    super::process::fill_random(bytes)
}

/// The signal that would have ended a program on other systems, if a fault of its own ended it.
pub fn signal_of(status: ExitStatus) -> Option<i32> {
    let [illegal, aborted, division, segment] = [4, 6, 8, 11];
    Some(match status.code()? {
        STATUS_ACCESS_VIOLATION | STATUS_STACK_OVERFLOW => segment,
        STATUS_INTEGER_DIVIDE_BY_ZERO => division,
        STATUS_ILLEGAL_INSTRUCTION | STATUS_PRIVILEGED_INSTRUCTION => illegal,
        // By this run-times end a program that aborts.
        STATUS_STACK_BUFFER_OVERRUN => aborted,
        _ => return None,
    })
}

/// The executable of this process.
pub fn own_file() -> &'static Path {
    static OWN: LazyLock<PathBuf> = LazyLock::new(|| std::env::current_exe().unwrap_or_default());
    &OWN
}

/// The name of this machine and what runs on it, in the words of the system.
pub struct SystemName {
    /// The machine's name in its network.
    pub machine: String,
    /// The operating system's name, its version and the processor's architecture.
    pub system: [String; 3],
}

/// The language that the system speaks to its user, such as zh-CN, beside the variables of the environment.
pub fn language() -> Option<String> {
    use windows_sys::Win32::Globalization::{GetUserDefaultUILanguage, LCIDToLocaleName};
    /// The longest name, with a zero at its end.
    const LONGEST: usize = 85;
    let mut name = [0_u16; LONGEST];
    // SAFETY: a valid place, and its length.
    let length = unsafe {
        LCIDToLocaleName(u32::from(GetUserDefaultUILanguage()), name.as_mut_ptr(), LONGEST as i32, 0)
    };
    let length = usize::try_from(length).ok()?.checked_sub(1)?;
    String::from_utf16(&name[..length]).ok()
}

/// The names that this machine gives itself.
pub fn name() -> SystemName {
    SystemName {
        machine: std::env::var("COMPUTERNAME").unwrap_or_else(|_| "?".to_owned()),
        system: ["Windows".to_owned(), version(), std::env::consts::ARCH.to_owned()],
    }
}

/// The version of the system, such as 10.0.22631.
fn version() -> String {
    use windows_sys::Wdk::System::SystemServices::RtlGetVersion;
    use windows_sys::Win32::System::SystemInformation::OSVERSIONINFOW;
    // SAFETY: a structure of plain numbers.
    let mut told: OSVERSIONINFOW = unsafe { std::mem::zeroed() };
    told.dwOSVersionInfoSize = size_of::<OSVERSIONINFOW>() as u32;
    // SAFETY: a valid place that says its size.
    unsafe { RtlGetVersion(&raw mut told) };
    format!("{}.{}.{}", told.dwMajorVersion, told.dwMinorVersion, told.dwBuildNumber)
}

/// Lets the threads of this process that give way less go before the calling one, which gives way by so much, from 0 to 19.
/// Errors if it is refused.
pub fn give_way(much: i32) -> std::io::Result<()> {
    let priority = if much > 9 { THREAD_PRIORITY_LOWEST } else { THREAD_PRIORITY_BELOW_NORMAL };
    // SAFETY: the calling thread.
    let is_set = unsafe { SetThreadPriority(GetCurrentThread(), priority) } != 0;
    if is_set { Ok(()) } else { Err(std::io::Error::last_os_error()) }
}
