//! The cores that a thread may run on.

use crate::windows::process::mask;
use std::cell::RefCell;
use std::io;
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, GetProcessAffinityMask, SetThreadAffinityMask,
};

thread_local! {
    /// To what the thread was pinned: the system does not tell.
    static PINNED: RefCell<Option<Vec<usize>>> = const { RefCell::new(None) };
}

/// The numbers of the cores that the calling thread may run on, in ascending order. Where there are more than 64, those of
/// the group that this process was started in.
pub fn available() -> io::Result<Vec<usize>> {
    if let Some(pinned) = PINNED.with_borrow(Clone::clone) {
        return Ok(pinned);
    }
    let (mut own, mut all) = (0, 0);
    // SAFETY: this process and valid places.
    let is_known = unsafe { GetProcessAffinityMask(GetCurrentProcess(), &raw mut own, &raw mut all) } != 0;
    if !is_known {
        return Err(io::Error::last_os_error());
    }
    Ok((0..usize::BITS as usize).filter(|core| own & (1 << core) != 0).collect())
}

/// Pins the calling thread to these cores. Errors where that is forbidden.
pub fn pin(cores: &[usize]) -> io::Result<()> {
    // SAFETY: the calling thread.
    let is_pinned = unsafe { SetThreadAffinityMask(GetCurrentThread(), mask(cores)) } != 0;
    if !is_pinned {
        return Err(io::Error::last_os_error());
    }
    let mut sorted = cores.to_vec();
    sorted.sort_unstable();
    PINNED.set(Some(sorted));
    Ok(())
}
