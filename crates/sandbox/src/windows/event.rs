//! A flag of the system's that threads wait for.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;
use std::time::Duration;
use windows_sys::Win32::Foundation::{HANDLE, WAIT_OBJECT_0};
use windows_sys::Win32::System::Threading::{
    CreateEventW, INFINITE, ResetEvent, SetEvent, WaitForSingleObject,
};

/// A flag that stays raised until it is lowered. No process inherits it.
#[derive(Debug)]
pub(crate) struct Event(OwnedHandle);

impl Event {
    /// A flag, raised or lowered.
    pub(crate) fn new(is_raised: bool) -> io::Result<Event> {
        // SAFETY: no attributes and no name; the handle is checked below.
        let handle = unsafe { CreateEventW(null(), 1, i32::from(is_raised), null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: a handle of ours that nobody else closes.
        Ok(Event(unsafe { OwnedHandle::from_raw_handle(handle) }))
    }

    /// What is waited for.
    pub(crate) fn handle(&self) -> HANDLE {
        self.0.as_raw_handle()
    }

    /// Raises it, or lowers it.
    pub(crate) fn set(&self, is_raised: bool) {
        // SAFETY: the handle is open as long as this lives.
        unsafe { if is_raised { SetEvent(self.handle()) } else { ResetEvent(self.handle()) } };
    }
}

/// Waits at most so long, or for ever, until this is signalled; returns whether it is.
pub(crate) fn wait_for(handle: HANDLE, patience: Option<Duration>) -> bool {
    let longest = patience.map_or(INFINITE, milliseconds);
    // SAFETY: the caller has an open handle; one that is closed gives an error.
    unsafe { WaitForSingleObject(handle, longest) == WAIT_OBJECT_0 }
}

/// A span as the system takes it, rounded up; never the one that means for ever.
pub(crate) fn milliseconds(span: Duration) -> u32 {
    u32::try_from(span.as_nanos().div_ceil(1_000_000)).unwrap_or(INFINITE).min(INFINITE - 1)
}
