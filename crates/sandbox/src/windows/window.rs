//! Windows that programs open, although nobody sits before them.

use super::pid::Pid;
use windows_sys::Win32::Foundation::{HWND, LPARAM};
use windows_sys::Win32::UI::WindowsAndMessaging::{EnumWindows, GetWindowThreadProcessId, IsWindowVisible};
use windows_sys::core::BOOL;

/// Processes, and whether one of them shows a window.
struct Looked<'a> {
    processes: &'a [Pid],
    found: bool,
}

/// Whether one of these processes shows a window on this desktop.
pub(crate) fn is_shown_by(processes: &[Pid]) -> bool {
    let mut looked = Looked { processes, found: false };
    // SAFETY: the place outlives the call, during which alone it is used.
    unsafe { EnumWindows(Some(look), (&raw mut looked) as LPARAM) };
    looked.found
}

/// Looks at one window; returns whether to go on.
unsafe extern "system" fn look(window: HWND, place: LPARAM) -> BOOL {
    // SAFETY: `is_shown_by` has given its own place, which nobody else uses.
    let looked = unsafe { &mut *(place as *mut Looked<'_>) };
    let mut number = 0;
    // SAFETY: a window that the system named, and a valid place; one that is gone gives nothing.
    let is_visible = unsafe {
        GetWindowThreadProcessId(window, &raw mut number);
        IsWindowVisible(window) != 0
    };
    looked.found |= is_visible && looked.processes.iter().any(|process| process.number() == number);
    BOOL::from(!looked.found)
}
